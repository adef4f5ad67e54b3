// FEN, X-FEN and Shredder-FEN.
#include "notation/fen.h"

#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

namespace {

constexpr int kFields = 6;
/// In the order of SetupError::Field.
constexpr const char* kFieldNames[kFields] = {"placement",  "side to move",   "castling",
                                              "en passant", "halfmove clock", "fullmove number"};

/// The fields of a line, each a view into it; fields that are missing are empty and lie at its end.
struct Fields {
  std::string_view text[kFields];
  std::size_t offset[kFields];
  int count = 0;
};

Unexpected<ParseError> error(int field, std::size_t offset, const std::string& reason) {
  return Unexpected{ParseError{std::string(kFieldNames[field]) + ": " + reason, offset}};
}

Result<Fields, ParseError> split(std::string_view fen) {
  Fields fields;
  std::size_t at = 0;
  int n = 0;
  for (;;) {
    while (at < fen.size() && is_space(fen[at])) ++at;
    if (at == fen.size()) break;
    const std::size_t begin = at;
    while (at < fen.size() && !is_space(fen[at])) ++at;
    const std::string_view text = fen.substr(begin, at - begin);
    if (n == kFields)
      return Unexpected{ParseError{"extra field " + quoted(text) + " after the sixth", begin}};
    fields.text[n] = text;
    fields.offset[n++] = begin;
  }
  fields.count = n;
  for (; n < kFields; ++n) fields.offset[n] = fen.size();
  return fields;
}

std::optional<Piece> piece_of(char c) {
  constexpr std::string_view kLetters = "PNBRQK  pnbrqk";
  const std::size_t i = kLetters.find(c);
  if (c == ' ' || i == std::string_view::npos) return std::nullopt;
  return static_cast<Piece>(i);
}

Result<Ok, ParseError> parse_placement(std::string_view text, std::size_t offset, Setup& setup) {
  int rank = 7, file = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto fail = [&](const std::string& reason) { return error(0, offset + i, reason); };
    const std::string rank_name = std::string("rank ") + rank_char(rank_at(rank));
    if (c == '/') {
      if (file != 8)
        return fail(rank_name + " has " + std::to_string(file) + " squares instead of 8");
      if (rank == 0) return fail("more than 8 ranks");
      --rank;
      file = 0;
    } else if (is_rank(c)) {
      file += c - '0';
      if (file > 8) return fail(rank_name + " has more than 8 squares");
    } else if (const auto piece = piece_of(c)) {
      if (file == 8) return fail(rank_name + " has more than 8 squares");
      setup.board[index(make_square(file_at(file++), rank_at(rank)))] = *piece;
    } else {
      return fail(quoted(text.substr(i, 1)) + " is not a piece");
    }
  }
  if (rank != 0 || file != 8) return error(0, offset + text.size(), "the board ends before h1");
  return Ok{};
}

/// The rook that X-FEN's K or Q means: the outermost one on that side of the king.
Square outermost_rook(const Setup& setup, Color c, CastlingSide side, Square king) {
  const Piece rook = make_piece(c, PieceType::rook);
  const int step = side == CastlingSide::king ? -1 : 1;
  int s = index(make_square(side == CastlingSide::king ? File::h : File::a, rank_of(king)));
  for (; s != index(king); s += step)
    if (setup.board[s] == rook) return square_at(s);
  return Square::none;
}

Result<Ok, ParseError> parse_castling(std::string_view text, std::size_t offset, Setup& setup) {
  if (text == "-") return Ok{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto fail = [&](const std::string& reason) { return error(2, offset + i, reason); };
    const Color c = text[i] >= 'a' ? Color::black : Color::white;
    const char letter = static_cast<char>(text[i] | 0x20);
    const bool by_file = is_file(letter);
    if (!by_file && letter != 'k' && letter != 'q')
      return fail(quoted(text.substr(i, 1)) + " is not a castling right");
    const std::string right = std::string("right ") + text[i];
    const std::string color = c == Color::white ? "white" : "black";
    const Rank back_rank = relative_rank(c, Rank::r1);

    Square king = Square::none;
    for (int f = 0; f < 8; ++f) {
      const Square s = make_square(file_at(f), back_rank);
      if (setup.board[index(s)] == make_piece(c, PieceType::king)) king = s;
    }
    if (king == Square::none)
      return fail(right + " but no " + color + " king on rank " + rank_char(back_rank));

    Square rook;
    CastlingSide side;
    if (by_file) {
      rook = make_square(file_at(letter - 'a'), back_rank);
      side = rook > king ? CastlingSide::king : CastlingSide::queen;
      if (setup.board[index(rook)] != make_piece(c, PieceType::rook))
        return fail(right + " but no " + color + " rook on " + square_name(rook));
    } else {
      side = letter == 'k' ? CastlingSide::king : CastlingSide::queen;
      rook = outermost_rook(setup, c, side, king);
      if (rook == Square::none) {
        const Square corner = make_square(letter == 'k' ? File::h : File::a, back_rank);
        return fail(right + " but no " + color + " rook on " + square_name(corner) +
                    " or between it and the king");
      }
    }
    Square& slot = setup.castling_rooks[castling_index(c, side)];
    if (slot != Square::none) return fail(right + " is given twice");
    slot = rook;
  }
  return Ok{};
}

Result<int, ParseError> parse_counter(const Fields& fields, int field, int missing) {
  const std::string_view text = fields.text[field];
  if (text.empty()) return missing;
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !is_digit(text[0]))
    return error(field, fields.offset[field], quoted(text) + " is not a number");
  return value;
}

Result<Setup, ParseError> parse_fields(const Fields& fields) {
  Setup setup;
  const auto missing = [&] {
    return error(fields.count, fields.offset[fields.count], "field is missing");
  };
  if (fields.count == 0) return missing();
  // What is wrong with the board comes first: a text without ranks lacks more than a field.
  const auto placement = parse_placement(fields.text[0], fields.offset[0], setup);
  if (!placement) return Unexpected{placement.error()};
  if (fields.count < 4) return missing();

  if (fields.text[1] != "w" && fields.text[1] != "b")
    return error(1, fields.offset[1], quoted(fields.text[1]) + " is neither w nor b");
  setup.side_to_move = fields.text[1] == "w" ? Color::white : Color::black;

  const auto castling = parse_castling(fields.text[2], fields.offset[2], setup);
  if (!castling) return Unexpected{castling.error()};

  if (fields.text[3] != "-") {
    const auto square = parse_square(fields.text[3]);
    if (!square)
      return error(3, fields.offset[3], quoted(fields.text[3]) + " is neither a square nor -");
    setup.en_passant = *square;
  }

  const auto halfmove_clock = parse_counter(fields, 4, 0);
  if (!halfmove_clock) return Unexpected{halfmove_clock.error()};
  setup.halfmove_clock = *halfmove_clock;
  const auto fullmove_number = parse_counter(fields, 5, 1);
  if (!fullmove_number) return Unexpected{fullmove_number.error()};
  setup.fullmove_number = *fullmove_number;
  return setup;
}

}  // namespace

Result<Setup, ParseError> parse_setup(std::string_view fen) {
  const auto fields = split(fen);
  if (!fields) return Unexpected{fields.error()};
  return parse_fields(*fields);
}

Result<Position, ParseError> parse_fen(std::string_view fen) {
  const auto fields = split(fen);
  if (!fields) return Unexpected{fields.error()};
  const auto setup = parse_fields(*fields);
  if (!setup) return Unexpected{setup.error()};
  auto position = Position::from_setup(*setup);
  if (position) return std::move(*position);
  const int field = static_cast<int>(position.error().field);
  return error(field, fields->offset[field], position.error().reason);
}

std::string to_fen(const Position& position) {
  const Setup setup = position.to_setup();
  std::string fen;
  fen.reserve(96);
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty) fen += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = setup.board[rank * 8 + file];
      if (piece == Piece::none) {
        ++empty;
      } else {
        flush();
        fen += piece_char(piece);
      }
    }
    flush();
    if (rank) fen += '/';
  }

  const Color side = setup.side_to_move;
  fen += side == Color::white ? " w " : " b ";
  const std::size_t rights_at = fen.size();
  for (const Color c : kColors)
    for (const CastlingSide s : kCastlingSides) {
      const Square rook = setup.castling_rooks[castling_index(c, s)];
      if (rook == Square::none) continue;
      const bool outermost = outermost_rook(setup, c, s, position.king_square(c)) == rook;
      const char letter = !outermost                ? file_char(file_of(rook))
                          : s == CastlingSide::king ? 'k'
                                                    : 'q';
      fen += static_cast<char>(c == Color::white ? letter & ~0x20 : letter);
    }
  if (fen.size() == rights_at) fen += '-';

  fen += ' ';
  const Square passed = setup.en_passant;
  if (passed != Square::none &&
      (pawn_attacks(~side, passed) & position.pieces(side, PieceType::pawn)))
    append_square(fen, passed);
  else
    fen += '-';

  fen += ' ';
  append_number(fen, setup.halfmove_clock);
  fen += ' ';
  append_number(fen, setup.fullmove_number);
  return fen;
}

bool needs_chess960(const Position& position) {
  for (const Color c : kColors)
    for (const CastlingSide s : kCastlingSides)
      if (position.can_castle(c, s) &&
          (file_of(position.king_square(c)) != File::e ||
           file_of(position.castling_rook(c, s)) != (s == CastlingSide::king ? File::h : File::a)))
        return true;
  return false;
}

}  // namespace rookery::notation
