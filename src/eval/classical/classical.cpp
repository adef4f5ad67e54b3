// The classical evaluation: what is known while a position is counted, and the sum. The terms are
// in
// *_terms.inl.h, included only here: everything is counted for one side at a time by templates over
// the colour.
#include "eval/classical/classical.h"

#include <algorithm>
#include <cstring>

#include "eval/classical/endgame.h"
#include "eval/classical/geometry.h"
#include "eval/classical/weights.h"

namespace rookery::eval {
namespace classical {

using namespace chess;

namespace {

constexpr const Tapered* square_weights(PieceType t) {
  switch (t) {
    case PieceType::pawn:
      return kWeights.pawn_square;
    case PieceType::knight:
      return kWeights.knight_square;
    case PieceType::bishop:
      return kWeights.bishop_square;
    case PieceType::rook:
      return kWeights.rook_square;
    case PieceType::queen:
      return kWeights.queen_square;
    default:
      return kWeights.king_square;
  }
}

/// Material and place in one number, by type and square as the owner sees it.
struct PieceSquareTable {
  Tapered of[6][64]{};
  constexpr PieceSquareTable() {
    for (PieceType t : kPieceTypes)
      for (int s = 0; s < 64; ++s)
        of[index(t)][s] = square_weights(t)[mirrored_index(Color::white, square_at(s))] +
                          (t == PieceType::king ? 0 : kWeights.material[index(t)]);
  }
};
constexpr PieceSquareTable kPieceSquare;

constexpr int kPhaseOf[] = {0, 1, 1, 2, 4, 0};

/// Not on the edge, so that a king in the corner has a full ring too.
constexpr Square ring_centre(Square king) {
  const int file = std::clamp(index(file_of(king)), 1, 6);
  const int rank = std::clamp(index(rank_of(king)), 1, 6);
  return make_square(file_at(file), rank_at(rank));
}

/// The work on one position. With kTrace every weight that is added is also counted.
template <bool kTrace>
class Evaluation {
 public:
  Evaluation(const Position& position, Trace* trace) : p_(position), trace_(trace) {}

  /// From White's view.
  Value run(PawnCache* cache);

 private:
  template <Color us>
  void add(const Tapered& weight, int times = 1) {
    score_[index(us)] += weight * times;
    count_weight(us, weight, times);
  }
  template <Color us>
  void add_danger(const Tapered& weight, int times = 1) {
    danger_[index(us)] += weight * times;
    count_weight(us, weight, times);
  }
  void count_weight(Color c, const Tapered& weight, int times) {
    if constexpr (kTrace) {
      const auto offset =
          reinterpret_cast<const char*>(&weight) - reinterpret_cast<const char*>(&kWeights);
      auto& n = trace_->counts[offset / sizeof(Tapered)][index(c)];
      n = static_cast<std::int16_t>(n + times);
    }
  }
  template <Color us>
  void add_piece(PieceType t, Square s) {
    if constexpr (kTrace) {
      add<us>(square_weights(t)[mirrored_index(us, s)]);
      if (t != PieceType::king) add<us>(kWeights.material[index(t)]);
    } else {
      score_[index(us)] += kPieceSquare.of[index(t)][index(relative_square(us, s))];
    }
  }

  template <Color us>
  void pawn_structure(PawnEntry& entry);
  template <Color us>
  void shelter(PawnEntry& entry);
  template <Color us>
  void prepare();
  template <Color us, PieceType t>
  void pieces();
  template <Color us>
  void king_danger();
  template <Color us>
  void threats();
  template <Color us>
  void passed_pawns(const PawnEntry& entry);

  Bitboard pawns(Color c) const { return p_.pieces(c, PieceType::pawn); }
  Bitboard& attacked(Color c, PieceType t) { return attacked_[index(c)][index(t)]; }

  const Position& p_;
  Trace* trace_;
  Tapered score_[2]{};
  Tapered danger_[2]{};  // of the color's own king
  const PawnEntry* pawn_entry_ = nullptr;

  Bitboard attacked_[2][6];  // squares attacked by type
  Bitboard attacked_all_[2];
  Bitboard pinned_[2];  // pieces of the color that shield its own king
  Bitboard attacked_twice_[2];
  Bitboard mobility_area_[2];
  Bitboard ring_[2];       // around the color's own king
  int attackers_[2] = {};  // pieces of the color at the enemy king's ring
  int ring_attacks_[2] = {};
  int phase_ = 0;
};

#include "eval/classical/pawn_terms.inl.h"
#include "eval/classical/piece_terms.inl.h"

// The sum -----------------------------------------------------------------------------------------

template <bool kTrace>
Value Evaluation<kTrace>::run(PawnCache* cache) {
  PawnEntry fresh;
  PawnEntry& entry = kTrace ? fresh : cache->slot(p_.pawn_key());
  if (kTrace || entry.key != p_.pawn_key()) {
    entry.key = p_.pawn_key();
    pawn_structure<Color::white>(entry);
    pawn_structure<Color::black>(entry);
    shelter<Color::white>(entry);
    shelter<Color::black>(entry);
  } else {
    for (Color c : kColors) score_[index(c)] += entry.score[index(c)];
    if (entry.king_square[0] == p_.king_square(Color::white))
      score_[0] += entry.shelter[0];
    else
      shelter<Color::white>(entry);
    if (entry.king_square[1] == p_.king_square(Color::black))
      score_[1] += entry.shelter[1];
    else
      shelter<Color::black>(entry);
  }
  pawn_entry_ = &entry;

  prepare<Color::white>();
  prepare<Color::black>();
  pieces<Color::white, PieceType::knight>();
  pieces<Color::black, PieceType::knight>();
  pieces<Color::white, PieceType::bishop>();
  pieces<Color::black, PieceType::bishop>();
  pieces<Color::white, PieceType::rook>();
  pieces<Color::black, PieceType::rook>();
  pieces<Color::white, PieceType::queen>();
  pieces<Color::black, PieceType::queen>();
  king_danger<Color::white>();
  king_danger<Color::black>();
  threats<Color::white>();
  threats<Color::black>();
  passed_pawns<Color::white>(entry);
  passed_pawns<Color::black>(entry);
  if (p_.side_to_move() == Color::white)
    add<Color::white>(kWeights.tempo[0]);
  else
    add<Color::black>(kWeights.tempo[0]);

  const Tapered score = score_[0] - score_[1];
  const int phase = std::min(phase_, kMaxPhase);
  const int endgame = endgame_of(score);
  const Color strong = endgame >= 0 ? Color::white : Color::black;
  const int scale = endgame_scale(p_, strong, entry.passed[0] | entry.passed[1]);
  Value extra = 0, value = 0;
  if (scale != 0) {
    extra = mop_up(p_, strong) * (strong == Color::white ? 1 : -1);
    value = (middlegame_of(score) * phase + endgame * (kMaxPhase - phase) * scale / kFullScale) /
                kMaxPhase +
            extra;
  }
  if constexpr (kTrace) {
    trace_->phase = phase;
    trace_->scale = scale;
    trace_->extra = extra;
    trace_->white_value = value;
  }
  return value;
}

}  // namespace
}  // namespace classical

Value ClassicalEvaluator::evaluate(const chess::Position& position) {
  const Value value = classical::Evaluation<false>(position, nullptr).run(&pawns_);
  return position.side_to_move() == chess::Color::white ? value : -value;
}

classical::Trace ClassicalEvaluator::trace(const chess::Position& position) {
  classical::Trace trace;
  classical::Evaluation<true>(position, &trace).run(nullptr);
  return trace;
}

}  // namespace rookery::eval
