// Document 004's searches: the published counts, and an independent model of the listing.
#include <algorithm>
#include <climits>
#include <map>
#include <tuple>

#include "agents/order.h"
#include "agents/support.h"
#include "eval/domination.h"

namespace rookery::test {
namespace {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr const char* kAfterD4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1";
constexpr const char* kAfterB4 = "rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b KQkq b3 0 1";

TEST(Published, NodeCountsOfTheDocument) {
  const std::tuple<const char*, std::uint64_t> expected[] = {
      {"minimax", 1499220}, {"alphabeta", 246832}, {"transposition", 66272}};
  for (const auto& [name, nodes] : expected) {
    if (kSanitized && nodes > 100'000) continue;
    const auto result = think_depth(*agent(name), position(kAfterD4), 4);
    EXPECT_EQ(result.info.nodes, nodes) << name;
    EXPECT_EQ(notation::to_uci(result.best), "c7c6") << name;
  }
}

/// One idea at a time: what each takes from the nodes of the same search.
TEST(Published, ALadderOfIdeas) {
  const std::tuple<const char*, std::uint64_t> ladder[] = {
      {"minimax", 1499220},
      {"minimax:repeat=0", 374805},
      {"alphabeta:repeat=0", 61708},
      {"alphabeta:repeat=0,root_alpha=1", 19236},
      {"alphabeta:repeat=0,root_alpha=1,order=captures", 12657},
      {"alphabeta:repeat=0,root_alpha=1,order=captures,table=1", 11343},
      {"alphabeta:repeat=0,root_alpha=1,order=captures,table=1,deepen=1", 10260},
      {"alphabeta-sound", 21127},
      {"transposition-sound", 16715}};
  for (const auto& [spec, nodes] : ladder) {
    if (kSanitized && nodes > 100'000) continue;
    const auto result = think_depth(*agent(spec), position(kAfterD4), 4);
    EXPECT_EQ(result.info.nodes, nodes) << spec;
    EXPECT_EQ(result.info.score.own_units, -13) << spec;
  }
}

TEST(Published, OptionsSayWhatIsWrong) {
  for (const auto& [name, option, value, message] :
       {std::tuple{"alphabeta", "table", "2", "option table: expected true or false, not '2'"},
        std::tuple{"alphabeta", "order", "best",
                   "option order: expected document or captures, not 'best'"},
        std::tuple{"considerable", "threshold", "0",
                   "option threshold: expected a number from 1 to 10000, not '0'"},
        std::tuple{"minimax", "table", "1", "agent minimax has no option 'table'"}}) {
    const auto set = agent(name)->set_option(option, value);
    ASSERT_FALSE(set) << name << " " << option;
    EXPECT_EQ(set.error().message, message);
  }
  EXPECT_NE(think_depth(*agent("considerable:threshold=50"), position(kAfterD4), 3).info.nodes,
            think_depth(*agent("considerable"), position(kAfterD4), 3).info.nodes);
}

TEST(Published, AllThreeAnswerB4WithE6) {
  for (const std::string name : {"minimax", "alphabeta", "transposition"}) {
    if (kSanitized && name != "transposition") continue;
    EXPECT_EQ(notation::to_uci(think_depth(*agent(name), position(kAfterB4), 4).best), "e7e6")
        << name;
  }
}

/// The listing of the document once more, as close to its Java as C++ allows: one object, moves
/// sorted by the rules of the order instead of generated in it, integers as Java's.
class Model {
 public:
  enum Kind { minimax, alphabeta, transposition };
  Model(Kind kind, int max_depth) : kind_(kind), max_depth_(max_depth) {}

  long nodes = 0;

  std::string best_move(const Position& pos) {
    color_ = pos.side_to_move();
    Move best;
    for (int i = max_depth_ - 1; i >= 0; --i) {
      best = iteration(pos, i);
      if (best && utility(after(pos, best)) == INT_MAX) break;
    }
    return notation::to_uci(best);
  }

 private:
  struct Info {
    int value, depth;
  };

  /// Rank of a direction in the order SW, S, SE, E, NE, N, NW, W.
  static int direction(Move m) {
    const auto sign = [](int x) { return (x > 0) - (x < 0); };
    const int df = sign(index(file_of(m.to())) - index(file_of(m.from())));
    const int dr = sign(index(rank_of(m.to())) - index(rank_of(m.from())));
    const std::map<std::pair<int, int>, int> ranks = {{{-1, -1}, 0}, {{0, -1}, 1}, {{1, -1}, 2},
                                                      {{1, 0}, 3},   {{1, 1}, 4},  {{0, 1}, 5},
                                                      {{-1, 1}, 6},  {{-1, 0}, 7}};
    return ranks.at({df, dr});
  }
  static std::vector<Move> all_moves(const Position& p) {
    const auto key = [&](Move m) {
      const PieceType type = type_of(p.piece_on(m.from()));
      const int kinds[] = {6, 1, 2, 3, 4, p.in_check() ? 0 : 5};  // pawn, knight, ... king
      std::array<int, 6> k{kinds[index(type)], index(m.from())};
      if (type == PieceType::knight) k[2] = index(m.to());
      if (type == PieceType::king) {
        k[2] = m.is_castling() ? 1 : 0;
        k[3] = m.is_castling() ? (m.to() < m.from()) : index(m.to());
      }
      if (type == PieceType::bishop || type == PieceType::rook || type == PieceType::queen) {
        k[2] = direction(m);
        k[3] = std::max(std::abs(index(file_of(m.to())) - index(file_of(m.from()))),
                        std::abs(index(rank_of(m.to())) - index(rank_of(m.from()))));
      }
      if (type == PieceType::pawn) {
        k[2] = m.is_capture() ? 2 : m.is_double_push() ? 1 : 0;
        k[3] = m.is_capture() ? index(m.to()) : 0;
        k[4] = m.is_promotion() ? -index(m.promotion_type()) : 0;
      }
      return k;
    };
    const chess::MoveList legal = legal_moves(p);
    std::vector<Move> moves(legal.begin(), legal.end());
    std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return key(a) < key(b); });
    return moves;
  }

  int utility(const Position& p) const {
    if (is_mate(p)) return p.side_to_move() != color_ ? INT_MAX : INT_MIN;
    if (!has_legal_move(p)) return 0;
    const int white = eval::HalfDomination::evaluate(p);  // tested by itself in tests/eval
    return color_ == Color::white ? white : -white;
  }
  bool cut_off(const Position& p, int depth) const {
    return depth >= max_depth_ || !has_legal_move(p) || p.halfmove_clock() >= 100;
  }

  /// Pieces, side, rights, and the file passed over if a pawn stands beside the pushed one.
  static std::string hash(const Position& p) {
    std::string text;
    for (int i = 0; i < 64; ++i) text += piece_char(p.piece_on(chess::square_at(i)));
    text += p.side_to_move() == Color::white ? 'w' : 'b';
    for (Color c : chess::kColors)
      for (chess::CastlingSide s : chess::kCastlingSides) text += p.can_castle(c, s) ? '1' : '0';
    if (p.double_push() != Square::none) {
      const Color us = p.side_to_move();
      const int file = index(file_of(p.double_push()));
      const int rank = us == Color::white ? 4 : 3;
      for (int f : {file - 1, file + 1})
        if (f >= 0 && f < 8 &&
            p.piece_on(chess::square_at(rank * 8 + f)) == make_piece(us, PieceType::pawn))
          return text + static_cast<char>('a' + file);
    }
    return text;
  }

  Move iteration(const Position& pos, int start) {
    Move best_move;
    int best = INT_MIN;
    for (Move move : all_moves(pos)) {
      const Position next = after(pos, move);
      int value = 0;
      if (kind_ != transposition) {
        value = search(next, 0, INT_MIN, INT_MAX, false);
      } else if (const auto it = tt_.find(hash(next)); it != tt_.end()) {
        if (max_depth_ - start < it->second.depth) {
          value = it->second.value;
          it->second = {value, max_depth_ - start};
        } else {
          value = search(next, start, INT_MIN, INT_MAX, false);
        }
      } else {
        value = search(next, start, INT_MIN, INT_MAX, false);
        tt_[hash(next)] = {value, max_depth_ - start};
      }
      if (value > best) {
        best = value;
        best_move = move;
      }
    }
    return best_move;
  }

  int search(const Position& pos, int depth, int alpha, int beta, bool maximise) {
    ++nodes;
    const int current = depth + 1;
    if (cut_off(pos, current)) return utility(pos);
    int best = maximise ? INT_MIN : INT_MAX;
    const auto better = [&](int value) {
      return maximise ? std::max(best, value) : std::min(best, value);
    };
    for (Move move : all_moves(pos)) {
      const Position next = after(pos, move);
      if (kind_ != transposition) {
        best = better(search(next, current, alpha, beta, !maximise));
      } else if (const auto it = tt_.find(hash(next)); it != tt_.end()) {
        if (max_depth_ - current < it->second.depth) {
          best = it->second.value;
          it->second = {best, max_depth_ - current};
        } else {
          best = better(search(next, current, alpha, beta, !maximise));
        }
      } else {
        best = better(search(next, current, alpha, beta, !maximise));
        tt_[hash(next)] = {best, max_depth_ - current};
      }
      if (kind_ == minimax) continue;
      if (maximise ? best >= beta : best <= alpha) return best;
      (maximise ? alpha : beta) = maximise ? std::max(alpha, best) : std::min(beta, best);
    }
    return best;
  }

  Kind kind_;
  int max_depth_;
  Color color_ = Color::white;
  std::map<std::string, Info> tt_;
};

/// Checks, castling, en passant, promotions, mates, a worn-out clock.
const char* const kTricky[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 96 80",
    "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/2N5/PPPP1PPP/R1BQKBNR b KQkq e3 0 3",
    "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2",
    "3rk3/8/8/2pPp3/8/8/3R4/3K4 w - c6 0 2",
    "7k/7p/7P/8/8/8/6Q1/K7 b - - 0 1",
    "8/P7/8/8/8/8/k6p/7K b - - 3 60",
    "r1b1kb1r/ppp2ppp/2n2n2/1B1qp3/8/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 1 6",
};

TEST(Published, TheAgentsAreTheListing) {
  std::vector<Position> positions;
  for (const char* fen : kTricky) positions.push_back(position(fen));
  for (const Position& p : random_positions(kSanitized ? 5 : 30, 4)) positions.push_back(p);
  const std::pair<const char*, Model::Kind> kinds[] = {{"minimax", Model::minimax},
                                                       {"alphabeta", Model::alphabeta},
                                                       {"transposition", Model::transposition}};
  for (const Position& p : positions)
    for (const auto& [name, kind] : kinds)
      for (int depth = 1; depth <= (kSanitized || legal_moves(p).size() > 8 ? 2 : 4); ++depth) {
        if (!has_legal_move(p)) continue;
        Model model(kind, depth);
        const std::string expected = model.best_move(p);
        const auto result = think_depth(*agent(name), p, depth);
        const std::string where =
            std::string(name) + " depth " + std::to_string(depth) + " " + notation::to_fen(p);
        EXPECT_EQ(result.info.nodes, static_cast<std::uint64_t>(model.nodes)) << where;
        // Where every move loses, the listing has no move; an agent must play one.
        if (expected != "0000") {
          EXPECT_EQ(notation::to_uci(result.best), expected) << where;
        }
        EXPECT_TRUE(p.is_legal(result.best)) << where;
      }
}

TEST(Published, OrderedMovesAreTheLegalMoves) {
  for (const Position& p : random_positions(kSanitized ? 50 : 300, 5)) {
    chess::MoveList ordered = agents::ordered_moves(p), legal = legal_moves(p);
    const auto by_bits = [](Move a, Move b) { return a.to_bits() < b.to_bits(); };
    std::sort(ordered.begin(), ordered.end(), by_bits);
    std::sort(legal.begin(), legal.end(), by_bits);
    EXPECT_TRUE(std::equal(ordered.begin(), ordered.end(), legal.begin(), legal.end()))
        << notation::to_fen(p);
  }
}

TEST(Sound, ValuesAreThoseOfMinimax) {
  const auto minimax = agent("minimax"), alphabeta = agent("alphabeta-sound"),
             table = agent("transposition-sound");
  std::vector<Position> positions = random_positions(kSanitized ? 10 : 200, 6);
  for (const char* fen : kTricky)
    if (has_legal_move(position(fen))) positions.push_back(position(fen));
  for (const Position& p : positions)
    for (int depth = 1; depth <= (kSanitized ? 2 : 4); ++depth) {
      if (depth == 4 && legal_moves(p).size() > 8) continue;  // the deep test takes these
      const auto expected = think_depth(*minimax, p, depth);
      for (search::Agent* sound : {alphabeta.get(), table.get()}) {
        const auto result = think_depth(*sound, p, depth);
        EXPECT_EQ(result.info.score.own_units, expected.info.score.own_units)
            << sound->name() << " depth " << depth << " " << notation::to_fen(p);
        if (expected.info.score.mate == 0) {
          EXPECT_EQ(result.best, expected.best)
              << sound->name() << " depth " << depth << " " << notation::to_fen(p);
        }
      }
    }
}

/// The same with depth 4 everywhere; minutes, so only on request (ctest label deep).
TEST(DeepSound, ValuesAreThoseOfMinimaxAtDepthFour) {
  const auto minimax = agent("minimax"), alphabeta = agent("alphabeta-sound"),
             table = agent("transposition-sound");
  for (const Position& p : random_positions(200, 6)) {
    const auto expected = think_depth(*minimax, p, 4);
    for (search::Agent* sound : {alphabeta.get(), table.get()})
      EXPECT_EQ(think_depth(*sound, p, 4).info.score.own_units, expected.info.score.own_units)
          << sound->name() << " " << notation::to_fen(p);
  }
}

}  // namespace
}  // namespace rookery::test
