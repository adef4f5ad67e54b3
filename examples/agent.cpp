// A chess agent of one page in C++: the rules come from Rookery, the thinking is yours. `agent`
// speaks UCI, so every chess program and `rookery grade cmd=agent` can run it. docs/grading.md says
// what the grader expects; change anything and see what it says.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/uci_move.h"
#include "uci/server.h"

namespace {

using namespace rookery;
using chess::Move;
using chess::Position;

constexpr int kMate = 30'000, kOpen = 1'000'000;

class OnePageAgent final : public search::Agent {
 public:
  std::string_view name() const override { return "one-page"; }

  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override {
    control_ = &control;
    nodes_ = 0;
    best_ = Move{};
    const int depth = limits.depth.value_or(3);
    const int value = negamax(game.position(), depth, -kOpen, kOpen, 0);
    search::SearchResult result;
    result.best = best_;
    result.info.depth = depth;
    result.info.nodes = nodes_;
    const int plies = kMate - std::abs(value);
    if (plies < 1000) result.info.score.mate = (plies + 1) / 2 * (value > 0 ? 1 : -1);
    result.info.score.centipawns = value;
    if (best_) result.info.pv = {best_};
    sink.on_info(result.info);
    return result;
  }

 private:
  std::vector<search::Option> option_table() override {
    return {{search::OptionSpec::combo("Idea", idea_, {"minimax", "alphabeta", "quiescence"}),
             [this](const std::string& value) {
               idea_ = value;
               return Ok{};
             }}};
  }

  /// The value of the position for the side to move: the best of my moves, each worth the negative
  /// of what it leaves the opponent.
  int negamax(const Position& position, int depth, int alpha, int beta, int ply) {
    if (!has_legal_move(position)) return position.in_check() ? -(kMate - ply) : 0;
    if (depth == 0 && idea_ != "quiescence") return evaluate(position);
    int best = -kOpen;
    if (depth == 0) {  // captures only, and nobody must capture
      best = evaluate(position);
      if (best >= beta) return best;
      alpha = std::max(alpha, best);
    }
    for (const Move move : moves(position, depth == 0)) {
      if (control_->should_stop()) break;
      Position child = position;
      child.make_move(move);
      ++nodes_;
      const int value = -negamax(child, std::max(depth - 1, 0), -beta, -alpha, ply + 1);
      if (value > best) {
        best = value;
        if (ply == 0) best_ = move;
      }
      if (idea_ == "minimax") continue;
      alpha = std::max(alpha, best);
      if (alpha >= beta) break;
    }
    return best;
  }

  /// In the order of their text, as the grader counts.
  static std::vector<Move> moves(const Position& position, bool captures_only) {
    std::vector<Move> list;
    for (const Move move : legal_moves(position))
      if (!captures_only || move.is_capture()) list.push_back(move);
    std::sort(list.begin(), list.end(),
              [](Move a, Move b) { return notation::to_uci(a) < notation::to_uci(b); });
    return list;
  }

  static int evaluate(const Position& position) {
    constexpr int kValues[] = {100, 300, 300, 500, 900};
    int sum = 0;
    for (int type = 0; type < 5; ++type)
      for (const chess::Color color : {chess::Color::white, chess::Color::black})
        sum += (color == position.side_to_move() ? 1 : -1) * kValues[type] *
               chess::count(position.pieces(color, static_cast<chess::PieceType>(type)));
    return sum;
  }

  std::string idea_ = "alphabeta";
  search::Control* control_ = nullptr;
  std::uint64_t nodes_ = 0;
  Move best_;
};

}  // namespace

int main() {
  uci::ServerSetup setup;
  setup.name = "one-page agent";
  setup.author = "you";
  setup.agents = {"one-page"};
  setup.make_agent = [](const std::string&) -> search::MadeAgent {
    return std::unique_ptr<search::Agent>(std::make_unique<OnePageAgent>());
  };
  std::cin.tie(nullptr);
  uci::Server server(std::move(setup), std::cout);
  server.run(std::cin);
}
