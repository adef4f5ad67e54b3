#include "course/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "course/work.h"
#include "notation/uci_move.h"

namespace rookery::course {

namespace {

constexpr const char* kQueenAndPawns = "4k3/3p4/2p4p/3p4/8/8/3Q4/4K3 w - - 0 1";
constexpr const char* kQueenAndPawnsBlack = "4k3/3q4/8/8/3P4/2P4P/3P4/4K3 b - - 0 1";
constexpr const char* kEnPassant = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
constexpr const char* kBackRank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
constexpr const char* kRookAndPawn = "4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1";  // won at depth 3 only
constexpr const char* kRooks = "3r2k1/5p2/8/8/8/8/1P3P2/1R4K1 w - - 0 1";

struct Place {
  Idea idea;
  std::string_view fen;
  int depth;
  const char* rule;
  bool goes_on;
};
constexpr Place kPlaces[] = {
    // The rules: all legal moves, and no others, are counted.
    {Idea::minimax, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2,
     "the first moves", false},
    {Idea::minimax, "4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", 1, "castling", false},
    {Idea::minimax, "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", 1, "castling through check", false},
    {Idea::minimax, "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", 1, "castling out of check", false},
    {Idea::minimax, "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", 1, "castling into check", false},
    {Idea::minimax, "r3k2r/8/3R4/8/8/8/8/4K3 b kq - 0 1", 1, "castling through check", false},
    {Idea::minimax, "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1", 1, "en passant", false},
    {Idea::minimax, kEnPassant, 2, "en passant that would expose the king", false},
    {Idea::minimax, "8/P6k/8/8/8/8/7K/8 w - - 0 1", 1, "promotion to four pieces", false},
    {Idea::minimax, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, "a pinned piece", false},
    {Idea::minimax, "4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1", 1, "answers to a check", false},
    // Values.
    {Idea::minimax, kQueenOut, 1, "", false},
    {Idea::minimax, kQueenAndPawns, 1, "", false},
    {Idea::minimax, kQueenAndPawns, 2, "", false},
    {Idea::minimax, kQueenAndPawnsBlack, 2, "", false},
    {Idea::minimax, kQueenAndPawns, 3, "", false},
    {Idea::minimax, kBackRank, 1, "", false},
    {Idea::alphabeta, kQueenAndPawns, 2, "", false},
    {Idea::alphabeta, kQueenAndPawns, 3, "", false},
    {Idea::alphabeta, kQueenAndPawnsBlack, 3, "", false},
    {Idea::alphabeta, kQueenOut, 2, "", false},
    {Idea::alphabeta, kRooks, 3, "", false},
    {Idea::alphabeta, kFourKnights, 2, "", false},
    {Idea::quiescence, kFourKnights, 1, "", false},
    {Idea::quiescence, kQueenAndPawns, 1, "", false},
    {Idea::quiescence, kQueenAndPawnsBlack, 1, "", false},
    {Idea::quiescence, kQueenOut, 1, "", false},
    {Idea::quiescence, kRooks, 2, "", false},
    // The same game, ply by ply: what is left of the search before must not be taken for this one.
    {Idea::table, kQueenAndPawns, 3, "", false},
    {Idea::table, kRookAndPawn, 1, "", false},
    {Idea::table, kRookAndPawn, 2, "", true},
    {Idea::table, kRookAndPawn, 3, "", true},
    {Idea::table, kQueenOut, 1, "", false},
    {Idea::table, kQueenOut, 2, "", true},
};

/// Minimax by somebody who forgot the minus: each side's best is taken for the other's as well.
int without_minus(const chess::Position& position, int depth) {
  if (!has_legal_move(position)) return position.in_check() ? -ModelSearch::kMate : 0;
  if (depth == 0) return model_evaluation(position);
  int best = -ModelSearch::kOpen;
  for (const chess::Move move : legal_moves(position)) {
    chess::Position child = position;
    child.make_move(move);
    best = std::max(best, without_minus(child, depth - 1));
  }
  return best;
}

using Replies = std::vector<const Reply*>;

template <class Test>
int count_if(const Replies& replies, Test test) {
  return static_cast<int>(std::count_if(replies.begin(), replies.end(),
                                        [&](const Reply* reply) { return test(*reply); }));
}

std::string where(const Reply& reply) {
  const Task& task = reply.task;
  const std::string wanted =
      task.mate ? fmt::format("mate {}", task.mate) : fmt::format("{:+}", task.value);
  const std::string given =
      reply.mate ? fmt::format("mate {}", reply.mate) : fmt::format("{:+}", reply.value);
  return fmt::format(
      "For instance '{}' at depth {}: expected {}, {}, {} nodes; it said {}, {}, {} nodes.",
      task.fen, task.depth, task.move, wanted, task.nodes, reply.move, given, reply.nodes);
}

std::string rules_text(const Reply& first) {
  return fmt::format(
      "The legal moves are wrong: {}. {}", first.task.rule,
      first.failure ? *first.failure
                    : fmt::format("'{}' has {} nodes at depth {}, it counts {}.", first.task.fen,
                                  first.task.nodes, first.task.depth, first.nodes));
}

std::string minimax_text(const Replies& wrong, const Replies& all) {
  const Reply& first = *wrong.front();
  const int values = count_if(wrong, [](const Reply& r) { return !r.value_is_right(); });
  // The minus is forgotten on the way up, or before the answer.
  const int unsigned_ = count_if(wrong, [](const Reply& r) {
    return r.mate == 0 && r.value == without_minus(position_of(r.task.fen), r.task.depth);
  });
  const int negated = count_if(
      wrong, [](const Reply& r) { return r.mate == -r.task.mate && r.value == -r.task.value; });
  const auto all_wrong = static_cast<int>(wrong.size());
  const bool black_only = count_if(wrong, [](const Reply& r) {
                            return r.task.fen.find(" w ") != std::string::npos;
                          }) == 0;
  if (values > 0 && (unsigned_ == all_wrong || negated == all_wrong))
    return "The sign is wrong: what is good for one side is as bad for the other, so a value "
           "changes its sign each time it goes up a ply, and the evaluation is the view of the "
           "side "
           "to move. " +
           where(first);
  if (values > 0 && black_only)
    return "Right for White and wrong for Black: the evaluation must be the view of the side to "
           "move. " +
           where(first);
  if (values > 0)
    return "Values differ from minimax: the best of the worst, to the full depth, with checkmate "
           "and stalemate seen. " +
           where(first);
  if (count_if(all, [](const Reply& r) { return r.nodes_are_right(); }) == 0)
    return "Values are right, but nodes are counted otherwise: one for each move that is made, the "
           "root not counted. " +
           where(first);
  return "Values are right, the move or the nodes are not: moves in the order of their text, and "
         "of "
         "equal ones the first. " +
         where(first);
}

std::string alphabeta_text(const Replies& wrong) {
  const Reply& first = *wrong.front();
  if (count_if(wrong, [](const Reply& r) { return !r.value_is_right() || r.move != r.task.move; }))
    return "Alpha-beta gives other values than minimax: alpha is stale. Each node has a window of "
           "its own: alpha and beta are passed down by value, turned round for the other side, and "
           "never kept from another branch or search. " +
           where(first);
  if (count_if(wrong, [](const Reply& r) { return r.nodes > r.task.nodes; }))
    return "Values are right but too many nodes are searched: alpha is stale. What a node has "
           "found "
           "must raise its alpha before the next move is searched, at the root too, and a node is "
           "left when alpha reaches beta. " +
           where(first);
  return "Values are right but too few nodes are counted: one for each move that is made. " +
         where(first);
}

std::string quiescence_text(const Replies& wrong) {
  const Reply& first = *wrong.front();
  int as_without = 0;
  for (const Reply* reply : wrong) {
    ModelSearch without;
    const auto found =
        without.search(position_of(reply->task.fen), reply->task.depth, Idea::alphabeta);
    as_without += found.value == reply->value && found.nodes == reply->nodes;
  }
  if (as_without == static_cast<int>(wrong.size()))
    return "There is no quiescence: the depth ends in the middle of exchanges. At depth 0 captures "
           "must be played out before the evaluation counts. " +
           where(first);
  return "Quiescence differs: the evaluation is a lower bound (nobody must capture), then every "
         "capture in the order of its text, with the window, until there is none. " +
         where(first);
}

std::string table_text(const Replies& wrong) {
  const Reply& first = *wrong.front();
  const int fresh =
      count_if(wrong, [](const Reply& r) { return !r.task.goes_on && !r.value_is_right(); });
  const int later = count_if(wrong, [](const Reply& r) { return r.task.goes_on; });
  if (later > 0 && fresh == 0)
    return "The table forgets the depth: after a shallower search of the same position the deeper "
           "one is wrong. An entry counts only if it was searched as deep as is wanted now. " +
           where(first);
  if (fresh > 0)
    return "The table gives wrong values within one search: with each value it must keep whether "
           "it "
           "is exact or only a bound, how deep it was searched, and whose move it was. " +
           where(first);
  return "Values are right, but nodes are not: with a table there are at most as many as "
         "without. " +
         where(first);
}

}  // namespace

std::vector<Task> grading_tasks() {
  std::vector<Task> tasks;
  for (const Place& place : kPlaces) {
    Task task;
    task.idea = place.idea;
    task.fen = place.fen;
    task.depth = place.depth;
    task.rule = place.rule;
    task.goes_on = place.goes_on;
    // A program with a table may need fewer nodes, never more than without one.
    const chess::Position position = position_of(place.fen);
    const auto found = ModelSearch().search(
        position, place.depth, place.idea == Idea::table ? Idea::alphabeta : place.idea);
    task.move = notation::to_uci(found.best);
    task.nodes = found.nodes;
    if (std::abs(found.value) > ModelSearch::kMate - 1000) {
      const int plies = ModelSearch::kMate - std::abs(found.value);
      task.mate = (plies + 1) / 2 * (found.value > 0 ? 1 : -1);
    } else {
      task.value = found.value;
    }
    tasks.push_back(std::move(task));
  }
  return tasks;
}

json::Value to_json(const Task& task) {
  json::Value value{{"idea", std::string(to_text(task.idea))},
                    {"fen", task.fen},
                    {"depth", task.depth},
                    {"bestmove", task.move},
                    {"nodes", task.nodes},
                    {"same_game", task.goes_on}};
  if (!task.rule.empty()) value["rule"] = task.rule;
  if (task.mate != 0)
    value["mate"] = task.mate;
  else
    value["cp"] = task.value;
  return value;
}

std::vector<Reply> ask_all(search::Agent& student,
                           const std::function<void(const Reply&)>& on_reply) {
  std::vector<Reply> replies;
  const auto options = student.options();
  const search::OptionSpec* ideas = search::find_option(options, "Idea");
  std::optional<Idea> set;
  for (const Task& task : grading_tasks()) {
    const std::string name(to_text(task.idea));
    const bool offered = ideas ? std::find(ideas->choices.begin(), ideas->choices.end(), name) !=
                                     ideas->choices.end()
                               : task.idea == Idea::minimax;
    if (!offered) continue;
    Reply reply;
    reply.task = task;
    if (ideas && set != task.idea)
      if (const auto done = student.set_option("Idea", name); !done)
        reply.failure = done.error().message;
    set = task.idea;
    if (!task.goes_on) student.new_game();
    if (!reply.failure) {
      search::Limits limits;
      limits.depth = task.depth;
      search::Control control;
      search::NullSink sink;
      const auto result = student.think(chess::Game(position_of(task.fen)), limits, control, sink);
      reply.failure = result.failure;
      reply.move = notation::to_uci(result.best);
      reply.value = result.info.score.centipawns;
      reply.mate = result.info.score.mate;
      reply.nodes = result.info.nodes;
    }
    replies.push_back(reply);
    if (on_reply) on_reply(replies.back());
  }
  return replies;
}

std::vector<Verdict> judge(const std::vector<Reply>& replies) {
  std::vector<Verdict> verdicts;
  const auto verdict = [&](std::string name, const Replies& asked, auto&& text) {
    if (asked.empty()) return;
    Replies wrong;
    for (const Reply* reply : asked)
      if (!reply->is_right()) wrong.push_back(reply);
    Verdict v{std::move(name), wrong.empty(), static_cast<int>(asked.size() - wrong.size()),
              static_cast<int>(asked.size()), ""};
    if (!wrong.empty())
      v.text = wrong.front()->failure && v.idea != "rules"
                   ? "The program failed: " + *wrong.front()->failure
                   : text(wrong, asked);
    verdicts.push_back(std::move(v));
  };
  Replies rules, values[4];
  for (const Reply& reply : replies)
    (reply.task.rule.empty() ? values[static_cast<int>(reply.task.idea)] : rules).push_back(&reply);
  // The rules are about which moves there are: their number, and none that is not legal.
  Replies miscounted;
  for (const Reply* reply : rules)
    if (reply->failure || !reply->nodes_are_right()) miscounted.push_back(reply);
  if (!rules.empty()) {
    // All but a few positions miscounted: not a rule, but the way of counting.
    const bool counts_otherwise = miscounted.size() == rules.size();
    verdicts.push_back(
        {"rules", miscounted.empty(), static_cast<int>(rules.size() - miscounted.size()),
         static_cast<int>(rules.size()),
         miscounted.empty() ? ""
         : counts_otherwise && !miscounted.front()->failure
             ? "Nodes are counted otherwise: one for each move that is made, the root "
               "not counted. " +
                   where(*miscounted.front())
             : rules_text(*miscounted.front())});
  }
  verdict("minimax", values[0], minimax_text);
  verdict("alphabeta", values[1],
          [](const Replies& wrong, const Replies&) { return alphabeta_text(wrong); });
  verdict("quiescence", values[2],
          [](const Replies& wrong, const Replies&) { return quiescence_text(wrong); });
  verdict("table", values[3],
          [](const Replies& wrong, const Replies&) { return table_text(wrong); });
  return verdicts;
}

}  // namespace rookery::course
