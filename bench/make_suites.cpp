// Makes the test suites of tests/data from self-play games: make_suites DATA TACTICS MATES.
//
// Tactics: positions in which one move wins and a glance does not see it. A short search must see
// the win where depth 2 plays something else; a deep search with two lines must find the move at
// least two pawns better than any other; a deeper one must agree. Mates: positions from the last
// moves of games that ended in mate, with the distance that two deep searches agree on.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "play/roster.h"
#include "train/data.h"

using namespace rookery;

namespace {

constexpr int kTactics = 300, kMatesOf[] = {0, 5, 10, 15, 12, 8};

/// The best line of each rank.
class Lines final : public search::InfoSink {
 public:
  void on_info(const search::SearchInfo& info) override {
    if (info.multi_pv >= 1 && info.multi_pv <= 2) lines[info.multi_pv - 1] = info;
  }
  search::SearchInfo lines[2];
};

class Solver {
 public:
  Solver() : agent_(*play::make_agent("tuned")) { (void)agent_->set_option("Hash", "64"); }

  Lines look(const chess::Position& position, std::uint64_t nodes, int multi_pv, int depth = 0) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.multi_pv = multi_pv;
    if (depth > 0) limits.depth = depth;
    search::Control control;
    Lines sink;
    agent_->new_game();
    const auto result = agent_->think(chess::Game(position), limits, control, sink);
    best = result.best;
    return sink;
  }
  chess::Move best;

 private:
  std::unique_ptr<search::Agent> agent_;
};

bool wins_alone(const Lines& lines) {
  const auto &first = lines.lines[0].score, &second = lines.lines[1].score;
  return !lines.lines[1].pv.empty() && first.mate >= 0 && first.centipawns >= 200 &&
         second.mate <= 0 && second.centipawns <= first.centipawns - 200 &&
         second.centipawns <= 100;
}

bool is_tactic(Solver& solver, const chess::Position& position, chess::Move& answer) {
  solver.look(position, 100'000, 1, 2);
  const chess::Move glance = solver.best;
  if (const Lines quick = solver.look(position, 4'000, 1);
      quick.lines[0].score.centipawns < 150 || solver.best == glance)
    return false;
  if (!wins_alone(solver.look(position, 30'000, 2))) return false;
  answer = solver.best;
  for (const std::uint64_t nodes : {200'000, 1'000'000})
    if (!wins_alone(solver.look(position, nodes, 2)) || solver.best != answer) return false;
  return answer != glance;
}

int mate_distance(Solver& solver, const chess::Position& position) {
  const int mate = solver.look(position, 200'000, 1).lines[0].score.mate;
  if (mate < 1 || mate > 5) return 0;
  return solver.look(position, 1'500'000, 1).lines[0].score.mate == mate ? mate : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return fmt::print(stderr, "usage: make_suites DATA TACTICS MATES\n"), 2;
  const std::string paths[] = {argv[1]};
  const auto files = train::open_games(paths);
  if (!files) return fmt::print(stderr, "{}\n", files.error().message), 1;
  std::ofstream tactics(argv[2]), mates(argv[3]);
  Solver solver;
  Rng rng(2026);
  int found = 0, mates_found[6] = {};
  train::GameRecord game;
  for (const train::GameFile& file : *files)
    for (std::size_t i = 0; i < file.games(); ++i) {
      file.read(i, game);
      // The game's positions that promise something; at most one of each kind is taken.
      std::vector<chess::Position> sharp, ending;
      const int mating_depth = 2 + static_cast<int>(rng.below(8));
      int last_score = 0;
      train::replay(game, [&](const chess::Position& p, int ply, const train::ScoredMove& m) {
        const int sign = p.side_to_move() == chess::Color::white ? 1 : -1;
        if (ply >= 16 && sign * m.score >= 150 && sign * last_score < 80 && sign * m.score < 2000)
          sharp.push_back(p);
        last_score = m.score;
        const int left = static_cast<int>(game.opening.size() + game.moves.size()) - ply;
        if (game.reason == chess::EndReason::checkmate && left % 2 == 1 && left <= mating_depth)
          ending.push_back(p);
      });
      if (found < kTactics)
        for (const chess::Position& p : sharp) {
          notation::EpdRecord record;
          record.position = p;
          chess::Move answer;
          if (!is_tactic(solver, p, answer)) continue;
          record.best_moves = {answer};
          record.operations.push_back({"id", {fmt::format("tactics {}", ++found)}});
          tactics << notation::to_epd(record) << std::endl;
          break;
        }
      const bool mates_done = std::equal(mates_found + 1, mates_found + 6, kMatesOf + 1);
      if (!ending.empty() && !mates_done) {
        const int distance = mate_distance(solver, ending.front());
        if (distance > 0 && mates_found[distance] < kMatesOf[distance]) {
          notation::EpdRecord record;
          record.position = ending.front();
          record.operations = {
              {"dm", {std::to_string(distance)}},
              {"id", {fmt::format("mate in {}, {}", distance, ++mates_found[distance])}}};
          mates << notation::to_epd(record) << std::endl;
        }
      }
      if (found == kTactics && mates_done) return 0;
    }
  return fmt::print(stderr, "not enough games: {} tactics\n", found), 1;
}
