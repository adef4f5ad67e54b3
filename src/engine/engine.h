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
  std::vector<search::OptionSpec> options() const override;
  Result<Ok, Error> set_option(std::string_view option, std::string_view value) override;

 private:
  /// With new workers. Throws if there is no memory or thread for them; then the old ones stay.
  void set_threads(int count);
  /// The thread whose answer is played.
  const Worker& choose_worker() const;
  /// With tables, moves that keep the result come first; the others go unless lines are asked for.
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
