#include "web/review_room.h"

#include <algorithm>

#include "analysis/json.h"
#include "analysis/review_store.h"
#include "analysis/reviewer.h"
#include "json/chess.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "report/html.h"
#include "report/pgn.h"

namespace rookery::web {

namespace {

using chess::Color;
using json::Value;

constexpr std::size_t kMostSteps = 24;

/// A line as boards to step through.
Value steps_to_json(const chess::Position& start, const std::vector<chess::Move>& moves,
                    bool chess960) {
  Value steps = Value::array();
  chess::Position position = start;
  for (std::size_t i = 0; i < std::min(moves.size(), kMostSteps); ++i) {
    Value step = {{"uci", notation::to_uci(moves[i], chess960)},
                  {"san", notation::to_san(position, moves[i])}};
    position.make_move(moves[i]);
    step["fen"] = notation::to_fen(position);
    steps.push_back(std::move(step));
  }
  return steps;
}

/// What the page shows of a judged move besides the contract's fields: its lines as boards.
Value judged_to_json(const analysis::MoveReview& m, const chess::Game& game) {
  Value value = analysis::to_json(m, game);
  const chess::Position& before = game.position_after(m.ply);
  value["proof_steps"] = steps_to_json(before, m.explanation.proof, game.is_chess960());
  if (m.explanation.best && m.explanation.best != m.move)
    value["best_steps"] = steps_to_json(before, m.explanation.best_line, game.is_chess960());
  return value;
}

}  // namespace

ReviewRoom::ReviewRoom(const RoomServices& services, std::string id, chess::GameTree tree,
                       std::optional<Color> side, const ReviewStyle& style)
    : services_(services), id_(std::move(id)), side_(side) {
  const chess::Game game = tree.game();
  reviewed_ = std::make_shared<report::ReviewedGame>(
      report::ReviewedGame{std::move(tree), game, analysis::GameReview{}});
  judged_.resize(game.ply());
  total_ = 2 * game.ply();
  channel_.emplace(
      services_.hub, "review/" + id_, [this] { return state(); },
      [this](bool by_somebody) {
        if (!by_somebody && done_) services_.leave("review/" + id_);
      });
  begin(style);
}

ReviewRoom::~ReviewRoom() {
  control_.stop();
  if (thread_.joinable()) thread_.join();
}

void ReviewRoom::begin(const ReviewStyle& style) {
  std::optional<analysis::ReviewStore> store;
  if (services_.state) store.emplace(*services_.state / "reviews", style.version);
  analysis::ReviewOptions options = style.options;
  options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  thread_ = std::thread([this, &loop = services_.loop, alive = std::weak_ptr(alive_), store,
                         options, game = reviewed_->game] {
    const auto on_loop = [&](auto call) {
      loop.post([alive, call = std::move(call)]() mutable {
        if (!alive.expired()) call();
      });
    };
    auto review = store ? store->find(game, options) : std::nullopt;
    if (!review) {
      review = analysis::review_game(
          game, options,
          analysis::review_tools(
              [&](std::size_t step, std::size_t total) {
                on_loop([this, step, total] { tell_progress(step, total); });
              },
              [&](const analysis::MoveReview& m) {
                on_loop([this, ply = m.ply, value = judged_to_json(m, game)]() mutable {
                  tell_move(ply, std::move(value));
                });
              }),
          control_);
      if (!review->complete) return;
      // A full disk takes away no more than the next visit's head start.
      if (store) (void)store->keep(game, options, *review);
    }
    on_loop([this, review = *std::move(review)]() mutable { finish(std::move(review)); });
  });
}

void ReviewRoom::tell_progress(std::size_t step, std::size_t total) {
  step_ = std::max(step_, step);
  total_ = total;
  channel_->publish_passing({{"t", "progress"}, {"step", step_}, {"total", total_}});
}

void ReviewRoom::tell_move(std::size_t ply, Value move) {
  judged_[ply] = move;
  channel_->publish({{"t", "judged"}, {"move", std::move(move)}});
}

void ReviewRoom::finish(analysis::GameReview review) {
  analysis::note_clocks(review, reviewed_->tree);
  for (const analysis::MoveReview& m : review.moves)
    judged_[m.ply] = judged_to_json(m, reviewed_->game);
  reviewed_->review = std::move(review);
  done_ = true;
  channel_->publish_state();
  if (!is_watched()) services_.leave("review/" + id_);
}

Value ReviewRoom::move_to_json(std::size_t ply) const {
  const chess::Game& game = reviewed_->game;
  const chess::Position& before = game.position_after(ply);
  const chess::Position& after = game.position_after(ply + 1);
  const chess::Move move = game.moves()[ply];
  Value value = judged_[ply].is_null() ? Value::object() : judged_[ply];
  value["uci"] = notation::to_uci(move, game.is_chess960());
  value["san"] = notation::to_san(before, move);
  value["spoken"] = std::string(notation::color_name(before.side_to_move())) + ": " +
                    notation::spoken_move(before, move) + ".";
  value["fen"] = notation::to_fen(after);
  if (after.in_check())
    value["check"] = notation::square_name(after.king_square(after.side_to_move()));
  return value;
}

Value ReviewRoom::state() const {
  const chess::Game& game = reviewed_->game;
  Value moves = Value::array();
  for (std::size_t ply = 0; ply < game.ply(); ++ply) moves.push_back(move_to_json(ply));
  Value value = {
      {"t", "review"},
      {"id", id_},
      {"done", done_},
      {"step", step_},
      {"total", total_},
      {"title", reviewed_->title()},
      {"names",
       {{"white", reviewed_->player(Color::white)}, {"black", reviewed_->player(Color::black)}}},
      {"side", side_ ? Value(json::to_json(*side_)) : Value()},
      {"result", reviewed_->tree.result()},
      {"start_fen", notation::to_fen(game.position_after(0))},
      {"chess960", game.is_chess960()},
      {"moves", std::move(moves)}};
  if (done_) {
    Value figures = analysis::to_json(reviewed_->review, game);
    for (const char* field : {"opening", "accuracy", "white", "black"})
      value[field] = std::move(figures[field]);
  }
  return value;
}

Answer ReviewRoom::export_text(json::Fields fields) const {
  const std::string as = fields.text("as", 8);
  if (fields.error()) return bad_fields(fields);
  if (!done_) return failure("busy", "The review is not finished yet.");
  if (as == "pgn")
    return Value{{"name", "review-" + id_ + ".pgn"},
                 {"text", notation::to_pgn(report::annotated(*reviewed_))}};
  if (as == "html")
    return Value{{"name", "review-" + id_ + ".html"},
                 {"text", report::html_begin(reviewed_->title()) +
                              report::html_game(*reviewed_, 1) + report::html_end()}};
  return failure("bad_message", "There is \"html\" and \"pgn\".", "as");
}

}  // namespace rookery::web
