// Standard algebraic notation. Both directions look from the target square back to the pieces that
// reach it, which is many times faster than generating all moves.
#include "notation/san.h"

#include "chess/movegen.h"
#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";
constexpr const char* kPieceNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

/// What the text says before the board is asked; -1 = not said.
struct Written {
  PieceType piece = PieceType::pawn;
  PieceType promotion = PieceType::none;
  int from_file = -1, from_rank = -1;
  int file = -1, rank = -1;

  bool allows(Square from) const {
    return (from_file < 0 || from_file == index(file_of(from))) &&
           (from_rank < 0 || from_rank == index(rank_of(from)));
  }
};

Unexpected<ParseError> error(std::string_view text, const std::string& reason,
                             std::size_t offset = 0) {
  return Unexpected{ParseError{"move " + quoted(text) + ": " + reason, offset}};
}

bool is_en_passant_mark(std::string_view rest) {
  return rest.starts_with("e.p.") || rest.starts_with("ep");
}

/// Whether only marks without meaning for the move are left: check, ! ?, "e.p.", and an
/// evaluation written without a space as in Qxd5+-.
bool is_suffix(std::string_view rest) {
  if (is_en_passant_mark(rest)) rest.remove_prefix(rest[1] == '.' ? 4 : 2);
  return rest.find_first_not_of("+#!?=-/") == std::string_view::npos;
}

/// The piece a pawn promotes to, written "=Q", "/Q", "(Q)" or "Q"; moves `at` behind it.
PieceType parse_promotion(std::string_view text, std::size_t& at) {
  if (at == text.size()) return PieceType::none;
  const char mark = text[at];
  const bool marked = mark == '=' || mark == '/' || mark == '(';
  const std::size_t letter_at = at + marked;
  if (letter_at == text.size()) return PieceType::none;
  const char letter = text[letter_at];
  // A bare small b may begin a square: "a7b8".
  if (!marked && letter == 'b') return PieceType::none;
  const std::size_t i = kPieceLetters.find(static_cast<char>(letter & ~0x20));
  if (i == std::string_view::npos || i < 1 || i > 4) return PieceType::none;
  at = letter_at + 1;
  if (mark == '(' && at < text.size() && text[at] == ')') ++at;
  return static_cast<PieceType>(i);
}

Result<Written, ParseError> read(std::string_view text) {
  Written w;
  std::size_t at = 0;
  if (const std::size_t i = kPieceLetters.find(text[0]); i != std::string_view::npos) {
    w.piece = static_cast<PieceType>(i);
    ++at;
  }
  // Squares come as "f3", "gf3", "1f3" or "g1f3"; a second one turns the first into the origin.
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == 'e' && is_en_passant_mark(text.substr(at))) break;
    if (is_file(c)) {
      if (w.file >= 0) {
        if (w.from_file >= 0) return error(text, "too many squares", at);
        w.from_file = w.file;
        w.from_rank = w.rank;
        w.rank = -1;
      }
      w.file = c - 'a';
    } else if (is_rank(c)) {
      int& rank = w.file < 0 ? w.from_rank : w.rank;
      if (rank >= 0) return error(text, "too many ranks", at);
      rank = c - '1';
    } else if (c != 'x' && c != '-' && c != ':') {
      break;
    }
  }
  if (w.file < 0 || w.rank < 0) return error(text, "no target square", at);
  if (w.piece == PieceType::pawn) w.promotion = parse_promotion(text, at);
  if (!is_suffix(text.substr(at)))
    return error(text, quoted(text.substr(at)) + " is not understood", at);
  return w;
}

Result<Move, ParseError> find_castling(const Position& position, std::string_view text) {
  std::string_view rest = text;
  const auto skip = [&](char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  };
  const char o = text[0];
  int castles = 0;
  if (skip(o)) ++castles;
  while (castles < 3 && rest.size() >= 2 && rest[0] == '-' && rest[1] == o) {
    rest.remove_prefix(2);
    ++castles;
  }
  if (castles < 2 || !is_suffix(rest)) return error(text, "not a move");
  const CastlingSide side = castles == 2 ? CastlingSide::king : CastlingSide::queen;
  const Color c = position.side_to_move();
  if (!position.can_castle(c, side)) return error(text, "no right to castle on this side");
  const Move move(position.king_square(c), position.castling_rook(c, side), MoveKind::castling);
  if (!position.is_legal(move)) return error(text, "castling is not possible now");
  return move;
}

/// The pawn move to a square, or none; a capture must name its file of origin.
Move find_pawn_move(const Position& position, const Written& w, Square to) {
  const Color us = position.side_to_move();
  const Bitboard pawns = position.pieces(us, PieceType::pawn);
  const Rank to_rank = relative_rank(us, to);
  if (to_rank < Rank::r3) return Move();
  const bool promotes = to_rank == Rank::r8;
  if (promotes != (w.promotion != PieceType::none)) return Move();
  const Square behind = to - forward(us);

  if (w.from_file < 0 || w.from_file == w.file) {  // a push
    if (!position.is_empty(to)) return Move();
    if (contains(pawns, behind))
      return promotes ? Move::promotion(behind, to, w.promotion, false) : Move(behind, to);
    if (to_rank != Rank::r4 || !position.is_empty(behind)) return Move();
    const Square from = behind - forward(us);
    return contains(pawns, from) ? Move(from, to, MoveKind::double_push) : Move();
  }

  const Square from = make_square(file_at(w.from_file), rank_of(behind));
  if (!contains(pawns & pawn_attacks(~us, to), from)) return Move();
  if (to == position.en_passant()) return Move(from, to, MoveKind::en_passant);
  if (!contains(position.pieces(~us), to)) return Move();
  return promotes ? Move::promotion(from, to, w.promotion, true)
                  : Move(from, to, MoveKind::capture);
}

/// Knights, bishops, rooks, queens of the side to move that may legally go to a square which is not
/// occupied by their own side.
Bitboard legal_origins(const Position& position, PieceType type, Square to) {
  const Color us = position.side_to_move();
  Bitboard origins = piece_attacks(type, to, position.pieces()) & position.pieces(us, type);
  if (!origins) return 0;
  const Square king = position.king_square(us);
  if (const Bitboard checkers = position.checkers()) {
    if (more_than_one(checkers)) return 0;
    if (!contains(checkers | between(king, first_square(checkers)), to)) return 0;
  }
  for (const Square from : squares(origins & position.pinned()))
    if (!contains(line_through(king, from), to)) origins ^= bit(from);
  return origins;
}

std::string place(const Written& w) {
  return square_name(make_square(file_at(w.file), rank_at(w.rank)));
}

}  // namespace

Result<Move, ParseError> parse_san(const Position& position, std::string_view text) {
  if (text.empty()) return error(text, "empty");
  if (text[0] == 'O' || text[0] == '0' || text[0] == 'o') return find_castling(position, text);
  const auto written = read(text);
  if (!written) return Unexpected{written.error()};
  const Written& w = *written;
  const Square to = make_square(file_at(w.file), rank_at(w.rank));
  const Color us = position.side_to_move();
  const std::string_view piece = kPieceNames[index(w.piece)];

  if (w.piece == PieceType::pawn) {
    const Move move = find_pawn_move(position, w, to);
    if (move && w.allows(move.from()) && position.is_legal(move)) return move;
    if (relative_rank(us, to) == Rank::r8 && w.promotion == PieceType::none)
      return error(text, "the piece to promote to is missing");
    return error(text, "no such pawn move to " + place(w));
  }

  const MoveKind kind = position.is_empty(to) ? MoveKind::quiet : MoveKind::capture;
  if (w.piece == PieceType::king) {
    const Move move(position.king_square(us), to, kind);
    if (w.allows(move.from()) && position.is_legal(move)) return move;
    return error(text, "the king cannot go to " + place(w));
  }
  Bitboard origins = contains(position.pieces(us), to) ? 0 : legal_origins(position, w.piece, to);
  if (w.from_file >= 0) origins &= bits(file_at(w.from_file));
  if (w.from_rank >= 0) origins &= bits(rank_at(w.from_rank));
  if (!origins) return error(text, "no " + std::string(piece) + " can go to " + place(w));
  if (more_than_one(origins))
    return error(text, "more than one " + std::string(piece) + " can go to " + place(w));
  return Move(first_square(origins), to, kind);
}

void append_san(std::string& out, const Position& position, Move move, const Position& after) {
  const Square from = move.from(), to = move.to();
  const PieceType type = type_of(position.piece_on(from));
  if (move.is_castling()) {
    out += Position::castling_side(move) == CastlingSide::king ? "O-O" : "O-O-O";
  } else if (type == PieceType::pawn) {
    if (move.is_capture()) {
      out += file_char(file_of(from));
      out += 'x';
    }
    append_square(out, to);
    if (move.is_promotion()) {
      out += '=';
      out += kPieceLetters[index(move.promotion_type())];
    }
  } else {
    out += kPieceLetters[index(type)];
    if (type != PieceType::king) {
      if (const Bitboard rivals = legal_origins(position, type, to) & ~bit(from)) {
        // The file if it tells them apart, else the rank, else both.
        const bool same_file = rivals & bits(file_of(from)),
                   same_rank = rivals & bits(rank_of(from));
        if (!same_file || same_rank) out += file_char(file_of(from));
        if (same_file) out += rank_char(rank_of(from));
      }
    }
    if (move.is_capture()) out += 'x';
    append_square(out, to);
  }
  if (after.in_check()) out += has_legal_move(after) ? '+' : '#';
}

std::string to_san(const Position& position, Move move) {
  Position after = position;
  after.make_move(move);
  std::string san;
  append_san(san, position, move, after);
  return san;
}

}  // namespace rookery::notation
