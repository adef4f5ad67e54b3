#include "tui/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "notation/san.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;

namespace {

std::string square_name(chess::Square s) {
  return {chess::file_char(file_of(s)), chess::rank_char(rank_of(s))};
}

}  // namespace

std::string number_text(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string evaluated_text(const search::SearchInfo& info) {
  return fmt::format("Evaluated {} tree nodes in {:.2f} seconds.", number_text(info.nodes),
                     std::chrono::duration<double>(info.time).count());
}

const char* color_name(Color c) { return c == Color::white ? "White" : "Black"; }

const char* piece_name(PieceType t) {
  constexpr const char* kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king", ""};
  return kNames[index(t)];
}

std::string score_text(const search::Score& score) {
  if (score.mate != 0) return fmt::format("#{}", score.mate);
  return fmt::format("{:+.2f}", static_cast<double>(score.centipawns) / 100);
}

search::Score white_view(search::Score score, Color side) {
  if (side == Color::black) {
    score.centipawns = -score.centipawns;
    score.mate = -score.mate;
  }
  return score;
}

std::string move_count_text(const chess::Game& game) {
  if (game.ply() == 0) return "no moves yet";
  return fmt::format("move {}, {} to play", game.position().fullmove_number(),
                     color_name(game.position().side_to_move()));
}

std::string outcome_text(const chess::Outcome& outcome) {
  const char* reason = chess::reason_text(outcome.reason);
  if (!outcome.winner) return fmt::format("Draw by {}.", reason);
  if (outcome.reason == chess::EndReason::checkmate)
    return fmt::format("Checkmate! {} wins, {}.", color_name(*outcome.winner),
                       chess::result_text(outcome));
  return fmt::format("{} wins by {}, {}.", color_name(*outcome.winner), reason,
                     chess::result_text(outcome));
}

std::string line_text(const Position& start, std::span<const Move> line, std::size_t plies) {
  std::string text;
  Position position = start;
  for (std::size_t i = 0; i < std::min(plies, line.size()); ++i) {
    if (!position.is_legal(line[i])) break;
    if (position.side_to_move() == Color::white)
      text += fmt::format("{}. ", position.fullmove_number());
    else if (i == 0)
      text += fmt::format("{}... ", position.fullmove_number());
    text += notation::to_san(position, line[i]) + ' ';
    position.make_move(line[i]);
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string spoken_move(const Position& before, Move move) {
  Position after = before;
  after.make_move(move);
  std::string text;
  if (move.is_castling()) {
    text = Position::castling_side(move) == chess::CastlingSide::king ? "castles king side"
                                                                      : "castles queen side";
  } else {
    text = fmt::format("{} {} ", piece_name(type_of(before.moving_piece(move))),
                       square_name(move.from()));
    text += move.is_capture()
                ? fmt::format("takes {} on {}", piece_name(before.captured_type(move)),
                              square_name(move.to()))
                : "to " + square_name(move.to());
    if (move.is_en_passant()) text += " en passant";
    if (move.is_promotion())
      text += fmt::format(" and becomes a {}", piece_name(move.promotion_type()));
  }
  if (after.in_check()) text += chess::has_legal_move(after) ? ", check" : ", checkmate";
  return text;
}

namespace {

constexpr int kPawns[] = {1, 3, 3, 5, 9, 0};

/// What the line wins for the side to move, in pawns, up to its last quiet position.
int gain_of_line(const Position& position, const std::vector<Move>& line) {
  constexpr std::size_t kShown = 8;  // no further than a person is shown
  const int sign = position.side_to_move() == Color::white ? 1 : -1;
  Position at = position;
  int gain = 0;
  for (std::size_t i = 0; i < std::min(line.size(), kShown); ++i) {
    at.make_move(line[i]);
    const bool is_quiet = i + 1 < line.size() && !line[i + 1].is_capture() && !at.in_check();
    if (is_quiet) gain = sign * (material_balance(at) - material_balance(position));
  }
  return gain;
}

}  // namespace

std::string reason_text(const Position& position, const search::SearchInfo& info) {
  if (info.score.mate > 0) return fmt::format("it mates in {}", info.score.mate);
  if (info.score.mate < 0) return "it holds out longest";
  if (info.pv.empty()) return "";
  const Move m = info.pv[0];
  if (m.is_castling()) return "it brings the king to safety";
  if (m.is_promotion()) return fmt::format("it makes a {}", piece_name(m.promotion_type()));
  const int captured = m.is_capture() ? kPawns[index(position.captured_type(m))] : 0;
  const int gain = gain_of_line(position, info.pv);
  if (gain >= 2 && gain > captured) return fmt::format("it wins {} pawns' worth", gain);
  if (m.is_capture() && chess::see_at_least(position, m, 100))
    return fmt::format("it wins a {}", piece_name(position.captured_type(m)));
  // A piece that the opponent could win where it stands.
  Position passed = position;
  if (!position.in_check()) {
    passed.make_null_move();
    for (const Move reply : chess::legal_moves(passed))
      if (reply.is_capture() && reply.to() == m.from() && chess::see_at_least(passed, reply, 100))
        return fmt::format("it saves the {}", piece_name(type_of(position.moving_piece(m))));
  }
  Position after = position;
  after.make_move(m);
  if (position.in_check()) return "it answers the check";
  if (after.in_check()) return "it gives check";
  if (m.is_capture())
    return fmt::format("it exchanges the {}", piece_name(position.captured_type(m)));
  return info.score.centipawns > 150    ? "it keeps the advantage"
         : info.score.centipawns < -150 ? "it resists best"
                                        : "it keeps the balance";
}

int material_balance(const Position& position) {
  int balance = 0;
  for (const PieceType t : chess::kPieceTypes)
    balance += kPawns[index(t)] * (chess::count(position.pieces(Color::white, t)) -
                                   chess::count(position.pieces(Color::black, t)));
  return balance;
}

}  // namespace rookery::tui
