// An agent for tests: plays the moves of a script, or waits until it is stopped.
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "chess/movegen.h"
#include "notation/san.h"
#include "search/agent.h"

namespace rookery::tests {

/// Plays "script[ply / 2]" in SAN. An entry "wait" means: think until stopped, then play the first
/// legal move; "fail" means: report a failure. Where the script has no move: the first legal one.
class ScriptedAgent final : public search::Agent {
 public:
  explicit ScriptedAgent(std::vector<std::string> script) : script_(std::move(script)) {}
  std::string_view name() const override { return "scripted"; }
  search::SearchResult think(const chess::Game& game, const search::Limits&,
                             search::Control& control, search::InfoSink& sink) override {
    search::SearchResult result;
    const auto turn = game.ply() / 2;
    const std::string entry = turn < script_.size() ? script_[turn] : "";
    result.best = chess::legal_moves(game.position())[0];
    if (entry == "fail") {
      result.failure = "the script says so";
      return result;
    }
    if (const auto move = notation::parse_san(game.position(), entry)) result.best = *move;
    result.info.depth = 1;
    result.info.nodes = 1234;
    result.info.time = std::chrono::milliseconds(250);
    result.info.score.centipawns = 30;
    result.info.pv = {result.best};
    sink.on_info(result.info);
    while (entry == "wait" && !control.should_stop())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return result;
  }

 private:
  std::vector<std::string> script_;
};

}  // namespace rookery::tests
