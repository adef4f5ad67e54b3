#include "search/tablebase.h"

#include <tbprobe.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "chess/movegen.h"
#include "search/syzygy_file.h"

namespace rookery::search {

using namespace chess;

namespace {

std::mutex registry_mutex;  // guards tb_init and the two lines below
std::weak_ptr<Tablebase> in_use;
std::string mapped_path;
std::mutex root_mutex;  // Fathom's root probes share buffers

unsigned fathom_square(Square s) { return s == Square::none ? 0 : static_cast<unsigned>(index(s)); }

PieceType promotion_type(unsigned fathom) {
  switch (fathom) {
    case TB_PROMOTES_QUEEN:
      return PieceType::queen;
    case TB_PROMOTES_ROOK:
      return PieceType::rook;
    case TB_PROMOTES_BISHOP:
      return PieceType::bishop;
    case TB_PROMOTES_KNIGHT:
      return PieceType::knight;
    default:
      return PieceType::none;
  }
}

/// Fathom ranks a win that is sure inside fifty moves at 900 or more, one that is not between 1 and
/// 899, losses likewise below 0.
Wdl wdl_of_rank(int rank) {
  constexpr int kSure = 900;
  if (rank >= kSure) return Wdl::win;
  if (rank > 0) return Wdl::cursed_win;
  if (rank == 0) return Wdl::draw;
  return rank > -kSure ? Wdl::blessed_loss : Wdl::loss;
}

constexpr std::string_view kLetters = "QRBNP";  // in the order of the names

std::string sorted(std::string letters) {
  std::sort(letters.begin(), letters.end(),
            [](char x, char y) { return kLetters.find(x) < kLetters.find(y); });
  return letters;
}

}  // namespace

Result<std::shared_ptr<Tablebase>, Error> Tablebase::load(const std::string& path) {
  const std::lock_guard lock(registry_mutex);
  if (auto current = in_use.lock()) {
    if (current->path_ == path) return current;
    return Unexpected{Error{"tablebases from '" + current->path_ + "' are still in use"}};
  }
  // Tables stay mapped when nobody holds them: Fathom's tb_free leaves pointers to what it freed,
  // which the next tb_init would use.
  if (path != mapped_path || TB_LARGEST == 0) {
    mapped_path = path;
    if (!tb_init(path.c_str())) TB_LARGEST = 0;
  }
  if (TB_LARGEST == 0) return Unexpected{Error{"no tablebases in '" + path + "'"}};
  std::shared_ptr<Tablebase> tablebase(new Tablebase(path));
  in_use = tablebase;
  return tablebase;
}

Tablebase::Tablebase(std::string path)
    : path_(std::move(path)), max_pieces_(static_cast<int>(TB_LARGEST)) {
  for (const auto& file : list_tables(path_))
    if (const auto checked = check_table(file, TableCheck::usable); !checked) {
      damaged_.push_back(file.string() + ": " + checked.error().message);
      damaged_material_.insert(material_of_file(file));
    }
}

bool Tablebase::is_safe(const Position& p) const {
  if (damaged_material_.empty()) return true;
  std::string sides[2];
  for (const Color c : kColors)
    for (const auto& [type, letter] : {std::pair{PieceType::queen, 'Q'},
                                       {PieceType::rook, 'R'},
                                       {PieceType::bishop, 'B'},
                                       {PieceType::knight, 'N'},
                                       {PieceType::pawn, 'P'}})
      sides[index(c)].append(static_cast<std::size_t>(count(p.pieces(c, type))), letter);
  const std::lock_guard lock(leads_mutex_);
  return !leads_to_damage(sides[0], sides[1]);
}

bool Tablebase::leads_to_damage(const std::string& a, const std::string& b) const {
  const std::string name = "K" + a + "vK" + b;
  if (const auto known = leads_.find(name); known != leads_.end()) return known->second;
  const auto one_side = [&](const std::string& own, const std::string& other) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      std::string rest = own;
      rest.erase(i, 1);
      if (leads_to_damage(rest, other)) return true;  // captured
      if (own[i] != 'P') continue;
      for (const char promoted : kLetters.substr(0, 4))
        if (leads_to_damage(sorted(rest + promoted), other)) return true;
    }
    return false;
  };
  return leads_[name] = damaged_material_.contains(name) ||
                        damaged_material_.contains("K" + b + "vK" + a) || one_side(a, b) ||
                        one_side(b, a);
}

std::optional<Wdl> Tablebase::probe_wdl(const Position& p) const {
  if (p.halfmove_clock() != 0 || p.has_castling_rights() || count(p.pieces()) > max_pieces_ ||
      !is_safe(p))
    return std::nullopt;
  const unsigned result = tb_probe_wdl(
      p.pieces(Color::white), p.pieces(Color::black), p.pieces(PieceType::king),
      p.pieces(PieceType::queen), p.pieces(PieceType::rook), p.pieces(PieceType::bishop),
      p.pieces(PieceType::knight), p.pieces(PieceType::pawn), 0, 0, fathom_square(p.en_passant()),
      p.side_to_move() == Color::white);
  if (result == TB_RESULT_FAILED) return std::nullopt;
  return static_cast<Wdl>(result);  // the same order
}

std::vector<TablebaseMove> Tablebase::probe_root(const Game& game) const {
  const Position& p = game.position();
  if (p.has_castling_rights() || count(p.pieces()) > max_pieces_ || !is_safe(p)) return {};
  const auto clock = static_cast<unsigned>(p.halfmove_clock());
  const unsigned en_passant = fathom_square(p.en_passant());
  const bool white = p.side_to_move() == Color::white;
  bool repeated = false;  // any position since the last capture or pawn move occurred twice
  {
    std::vector<Key> keys = game.past_keys();
    keys.push_back(p.key());
    const auto reversible = std::min<std::size_t>(keys.size(), clock + 1);
    keys.erase(keys.begin(), keys.end() - static_cast<std::ptrdiff_t>(reversible));
    std::sort(keys.begin(), keys.end());
    repeated = std::adjacent_find(keys.begin(), keys.end()) != keys.end();
  }

  const auto found = std::make_unique<TbRootMoves>();
  {
    const std::lock_guard lock(root_mutex);
    const auto probe = [&](auto fathom_probe, auto... extra) {
      return fathom_probe(p.pieces(Color::white), p.pieces(Color::black), p.pieces(PieceType::king),
                          p.pieces(PieceType::queen), p.pieces(PieceType::rook),
                          p.pieces(PieceType::bishop), p.pieces(PieceType::knight),
                          p.pieces(PieceType::pawn), clock, 0u, en_passant, white, extra...,
                          found.get()) != 0;
    };
    if (!probe(tb_probe_root_dtz, repeated, true) && !probe(tb_probe_root_wdl, true)) return {};
  }
  std::vector<TablebaseMove> moves;
  for (const Move move : legal_moves(p))
    for (unsigned i = 0; i < found->size; ++i) {
      const TbRootMove& candidate = found->moves[i];
      if (index(move.from()) == TB_MOVE_FROM(candidate.move) &&
          index(move.to()) == TB_MOVE_TO(candidate.move) &&
          move.promotion_type() == promotion_type(TB_MOVE_PROMOTES(candidate.move)))
        moves.push_back({move, candidate.tbRank, wdl_of_rank(candidate.tbRank)});
    }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const TablebaseMove& a, const TablebaseMove& b) { return a.rank > b.rank; });
  return moves;
}

}  // namespace rookery::search
