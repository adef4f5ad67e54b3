// Properties over random games of both variants.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/random_games.h"
#include "chess/see.h"
#include "notation/fen.h"
#include "sanitized.h"

namespace rookery::chess {
namespace {

constexpr int kPositions = kSanitized ? 20'000 : 100'000;

std::set<std::uint16_t> bits_of(const MoveList& moves) {
  std::set<std::uint16_t> result;
  for (Move m : moves) result.insert(m.to_bits());
  EXPECT_EQ(result.size(), moves.size()) << "a move was generated twice";
  return result;
}

/// Pseudo-legal moves the plain way: every pair of squares, by geometry alone.
std::set<std::uint16_t> pseudo_legal(const Position& p) {
  std::set<std::uint16_t> result;
  const Color us = p.side_to_move();
  for (Square from : squares(p.pieces(us)))
    for (int i = 0; i < 64; ++i) {
      const Square to = square_at(i);
      if (contains(p.pieces(us), to)) continue;
      const bool capture = !p.is_empty(to);
      const PieceType type = type_of(p.piece_on(from));
      if (type != PieceType::pawn) {
        if (contains(piece_attacks(type, from, p.pieces()), to))
          result.insert(Move(from, to, capture ? MoveKind::capture : MoveKind::quiet).to_bits());
        continue;
      }
      const int df = index(file_of(to)) - index(file_of(from));
      const int dr = (index(rank_of(to)) - index(rank_of(from))) * (us == Color::white ? 1 : -1);
      const bool step = df == 0 && dr == 1 && !capture;
      const bool take = std::abs(df) == 1 && dr == 1 && capture;
      if ((step || take) && relative_rank(us, to) == Rank::r8) {
        for (PieceType t :
             {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
          result.insert(Move::promotion(from, to, t, take).to_bits());
      } else if (step) {
        result.insert(Move(from, to).to_bits());
      } else if (take) {
        result.insert(Move(from, to, MoveKind::capture).to_bits());
      } else if (df == 0 && dr == 2 && relative_rank(us, from) == Rank::r2 && !capture &&
                 p.is_empty(from + forward(us))) {
        result.insert(Move(from, to, MoveKind::double_push).to_bits());
      } else if (std::abs(df) == 1 && dr == 1 && to == p.double_push()) {
        result.insert(Move(from, to, MoveKind::en_passant).to_bits());
      }
    }
  return result;
}

/// Whether the mover's king would be attacked, by a plain board without any incremental state.
bool leaves_king_attacked(const Position& p, Move m) {
  Setup s = p.to_setup();
  const auto at = [&s](Square sq) -> Piece& {
    return s.board[static_cast<std::size_t>(index(sq))];
  };
  const Color us = p.side_to_move();
  const Piece piece = at(m.from());
  at(m.from()) = Piece::none;
  if (m.is_en_passant()) at(m.to() - forward(us)) = Piece::none;
  at(m.to()) = m.is_promotion() ? make_piece(us, m.promotion_type()) : piece;
  s.side_to_move = ~us;
  s.castling_rooks.fill(Square::none);
  s.en_passant = Square::none;
  const auto after = Position::from_setup(s);
  return !after && after.error().field == SetupError::Field::side_to_move;
}

void check_generated_moves(int positions) {
  for_random_positions(positions, 1, [](const Game& game) {
    const Position& p = game.position();
    std::set<std::uint16_t> expected;
    for (std::uint16_t bits : pseudo_legal(p))
      if (!leaves_king_attacked(p, Move::from_bits(bits))) expected.insert(bits);
    std::set<std::uint16_t> generated;
    for (std::uint16_t bits : bits_of(legal_moves(p)))
      if (!Move::from_bits(bits).is_castling()) generated.insert(bits);
    ASSERT_EQ(generated, expected) << notation::to_fen(p);
  });
}
TEST(Properties, GeneratedMovesAreThePseudoLegalOnesThatKeepTheKingSafe) {
  check_generated_moves(kPositions / 20);
}
TEST(DeepProperties, GeneratedMovesAreThePseudoLegalOnesThatKeepTheKingSafe) {
  check_generated_moves(100'000);
}

TEST(Properties, KindsPartitionTheMovesAndCountsAgree) {
  for_random_positions(kPositions, 2, [](const Game& game) {
    const Position& p = game.position();
    const MoveList all = legal_moves(p);
    MoveList split;
    Move* middle = generate_moves<GenKind::noisy>(p, split.data());
    split.set_end(generate_moves<GenKind::quiet>(p, middle));
    for (Move* m = split.begin(); m != split.end(); ++m) ASSERT_EQ(m->is_noisy(), m < middle);
    ASSERT_EQ(bits_of(all), bits_of(split)) << notation::to_fen(p);
    ASSERT_EQ(count_legal_moves(p), all.size());
    ASSERT_EQ(has_legal_move(p), !all.empty());
  });
}

TEST(Properties, IsLegalHoldsForTheGeneratedMovesAndNoOthers) {
  Rng rng(3);
  int game_position = 0;
  for_random_positions(kPositions, 3, [&](const Game& game) {
    const Position& p = game.position();
    const auto legal = bits_of(legal_moves(p));
    for (std::uint16_t bits : legal) ASSERT_TRUE(p.is_legal(Move::from_bits(bits)));
    // All 65,536 now and then, a few at random always.
    const bool all = ++game_position % 500 == 0;
    for (int i = 0; i < (all ? 65536 : 32); ++i) {
      const auto bits = static_cast<std::uint16_t>(all ? i : static_cast<int>(rng.below(65536)));
      ASSERT_EQ(p.is_legal(Move::from_bits(bits)), legal.contains(bits))
          << notation::to_fen(p) << " move bits " << bits;
    }
  });
}

TEST(Properties, IncrementalStateEqualsRecomputedState) {
  for_random_positions(kPositions, 4, [](const Game& game) {
    ASSERT_TRUE(game.position().is_consistent()) << notation::to_fen(game.position());
  });
}

void check_taking_back(int positions) {
  // Copy-make: the position before is untouched by making a move on a copy, and Game::undo returns
  // to it.
  for_random_positions(positions, 5, [](const Game& game) {
    Game copy = game;
    const Position before = copy.position();
    for (Move m : legal_moves(before)) {
      copy.play(m);
      ASSERT_TRUE(copy.undo());
      ASSERT_EQ(copy.position(), before);
    }
  });
}
TEST(Properties, TakingBackRestoresEveryField) { check_taking_back(kPositions / 10); }
TEST(DeepProperties, TakingBackRestoresEveryField) { check_taking_back(100'000); }

void check_gives_check(int positions) {
  for_random_positions(positions, 6, [](const Game& game) {
    const Position& p = game.position();
    const CheckInfo info(p);
    for (Move m : legal_moves(p)) {
      Position next = p;
      next.make_move(m);
      ASSERT_EQ(gives_check(p, info, m), next.in_check())
          << notation::to_fen(p) << ' ' << index(m.from()) << '-' << index(m.to());
    }
  });
}
TEST(Properties, GivesCheckEqualsCheckAfterTheMove) { check_gives_check(kPositions / 5); }
TEST(DeepProperties, GivesCheckEqualsCheckAfterTheMove) { check_gives_check(100'000); }

/// The board as an observer sees it must stay equal to the position's.
struct BoardObserver {
  std::array<Piece, 64> board;
  void on_remove(Piece p, Square s) {
    EXPECT_EQ(at(s), p);
    at(s) = Piece::none;
  }
  void on_add(Piece p, Square s) { at(s) = p; }
  void on_move(Piece p, Square from, Square to) {
    // In Chess960 castling king and rook may swap squares: leave what has moved in already.
    if (at(from) == p) at(from) = Piece::none;
    at(to) = p;
  }
  Piece& at(Square s) { return board[static_cast<std::size_t>(index(s))]; }
};

void check_observers(int positions) {
  for_random_positions(positions, 7, [](const Game& game) {
    const Position& p = game.position();
    for (Move m : legal_moves(p)) {
      if (m.is_castling() && game.is_chess960()) continue;  // squares may overlap
      BoardObserver observer{p.to_setup().board};
      Position next = p;
      next.make_move(m, observer);
      ASSERT_EQ(observer.board, next.to_setup().board);
    }
  });
}
TEST(Properties, ObserversSeeEveryChange) { check_observers(kPositions / 10); }
TEST(DeepProperties, ObserversSeeEveryChange) { check_observers(100'000); }

/// The exchange played out: the side to move takes with its cheapest piece or stops.
int exchange(const Position& p, Square target, Bitboard occupied, int standing, Color side) {
  const Bitboard attackers = p.attackers_to(target, occupied) & occupied & p.pieces(side);
  for (PieceType t : kPieceTypes) {
    const Bitboard candidates = attackers & p.pieces(t);
    if (!candidates) continue;
    const Bitboard rest = occupied ^ bit(first_square(candidates));
    if (t == PieceType::king && (p.attackers_to(target, rest) & rest & p.pieces(~side))) return 0;
    return std::max(0, standing - exchange(p, target, rest, kExchangeValues[index(t)], ~side));
  }
  return 0;
}

int reference_see(const Position& p, Move m) {
  if (m.is_castling()) return 0;
  int gain = kExchangeValues[index(p.captured_type(m))];
  int standing = kExchangeValues[index(type_of(p.moving_piece(m)))];
  if (m.is_promotion()) {
    const int promoted = kExchangeValues[index(m.promotion_type())];
    gain += promoted - standing;
    standing = promoted;
  }
  Bitboard occupied = (p.pieces() ^ bit(m.from())) | bit(m.to());
  if (m.is_en_passant()) occupied ^= bit(m.to() - forward(p.side_to_move()));
  return gain - exchange(p, m.to(), occupied, standing, ~p.side_to_move());
}

void check_see(int positions) {
  for_random_positions(positions, 8, [](const Game& game) {
    const Position& p = game.position();
    for (Move m : legal_moves(p)) {
      const int value = reference_see(p, m);
      ASSERT_TRUE(see_at_least(p, m, value)) << notation::to_fen(p) << ' ' << value;
      ASSERT_FALSE(see_at_least(p, m, value + 1)) << notation::to_fen(p) << ' ' << value;
    }
  });
}
TEST(Properties, SeeEqualsASlowReference) { check_see(kPositions / 5); }
TEST(DeepProperties, SeeEqualsASlowReference) { check_see(100'000); }

}  // namespace
}  // namespace rookery::chess
