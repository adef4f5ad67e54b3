// Engine: the flagship as an Agent. Owns the threads, the table and the options.
#pragma once

#include <string>

#include "engine/worker.h"
#include "search/agent.h"

namespace rookery::engine {

enum class EvaluatorKind { classical, network };

class Engine final : public search::Agent {
 public:
  /// With `network` the built-in one, or what the option EvalFile names.
  Engine(std::string name, EvaluatorKind kind);
  ~Engine() override;

  std::string_view name() const override { return name_; }
  void new_game() override;
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override;
  std::optional<eval::Breakdown> explain(const chess::Position& position) const override;
  bool record(search::SearchTrace* trace) override;
  std::string network() const override { return shared_.network ? shared_.network->name() : ""; }

 private:
  std::vector<search::Option> option_table() override;
  Result<Ok, Error> set_network(const std::string& path);
  Result<Ok, Error> set_hash(const std::string& megabytes);
  Result<Ok, Error> set_tablebase(const std::string& path);
  /// With new workers. Throws if there is no memory or thread for them; then the old ones stay.
  void make_workers(int count);
  Result<Ok, Error> set_threads(int count);
  /// The thread whose answer is played.
  const Worker& choose_worker() const;
  /// With tables, moves that keep the result come first; the others go unless lines are asked for.
  /// For a search that was asked for a mate and found none: tries all moves.
  void look_for_mate(RootMove& line) const;
  void rank_by_tablebase(const chess::Game& game);

  class HelperThread;
  std::string name_;
  EvaluatorKind kind_;
  SharedSearch shared_;
  std::vector<std::unique_ptr<HelperThread>> helpers_;  // threads of workers 1, 2, ...
  search::Milliseconds move_overhead_{10};
  std::string notice_;  ///< to be said with the next search
};

}  // namespace rookery::engine
