// Lessons 1 to 9: from a random move to the end of an exchange.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "course/work.h"
#include "notation/san.h"
#include "tree/tree.h"

namespace rookery::course {

namespace {

using chess::Position;
using search::Cut;

constexpr std::string_view kAfterD4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1";
constexpr std::string_view kPawnEnding = "8/8/8/8/1k6/8/1P6/1K6 w - - 0 1";

constexpr const char* kFull = "minimax:repeat=0";
constexpr const char* kAlphaBeta = "alphabeta:repeat=0,root_alpha=1";

std::uint64_t nodes_of(std::string_view spec, int depth, std::string_view fen) {
  return think(spec, depth, position_of(fen)).info.nodes;
}

std::vector<Run> deeper(const char* agent, int last, std::string_view fen) {
  std::vector<Run> runs;
  for (int depth = 1; depth <= last; ++depth) runs.push_back({agent, depth, std::string(fen)});
  return runs;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// "Kc2: +27 +31; Kc1: ..." of a tree of two plies, and the values themselves.
struct SmallTree {
  std::string text;
  std::vector<std::vector<int>> replies;
};
SmallTree small_tree(std::string_view fen) {
  const Position position = position_of(fen);
  const search::SearchTrace trace = record(kFull, 2, position);
  const tree::Tree tree(trace, position);
  SmallTree out;
  for (const std::uint32_t child : tree.children(tree.last_root())) {
    out.text += fmt::format("{}:", notation::to_san(position, tree.node(child).move));
    out.replies.emplace_back();
    for (const std::uint32_t reply : tree.children(child)) {
      out.text += fmt::format(" {}", tree.text(tree.node(reply).value));
      out.replies.back().push_back(tree.node(reply).value);
    }
    out.text += "\n";
  }
  return out;
}

// 1 -----------------------------------------------------------------------------------------------

Question random_question() {
  const auto moves = count_legal_moves(Position::initial());
  return number(kStart, "How many moves can White choose from in the starting position?",
                static_cast<std::int64_t>(moves),
                fmt::format("Sixteen pawn moves and four knight moves: {}.", moves),
                "Each pawn has two moves. Which other pieces can move at all?");
}
std::vector<Run> random_runs() {
  return {{"random:seed=1", 1, std::string(kStart)},
          {"random:seed=2", 1, std::string(kStart)},
          {"fixed-random", 1, std::string(kStart)}};
}
std::string random_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "It costs nothing: {} nodes. It gains nothing either: every move is as likely as every "
      "other, the blunder and the mate. It is the ground that all the other agents stand above.",
      runs[0].nodes);
}
Question random_exercise() {
  constexpr std::string_view kFen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
  const Position position = position_of(kFen);
  int mates = 0;
  for (const chess::Move m : legal_moves(position)) {
    Position child = position;
    child.make_move(m);
    mates += child.in_check() && !has_legal_move(child);
  }
  const auto all = static_cast<int>(count_legal_moves(position));
  return number(
      kFen, "One move mates here. A random player finds it once in how many tries, on average?",
      all / mates,
      fmt::format("{} legal moves, {} of them mates: once in {}.", all, mates, all / mates),
      "Count the legal moves: eleven or twelve of the rook, some of the king, and each "
      "pawn has two.");
}

// 2 -----------------------------------------------------------------------------------------------

constexpr std::string_view kOneDown = "r1b1k2r/pp3ppp/2n5/3qp3/8/5N2/PP2BPPP/R2Q1RK1 w kq - 0 1";

std::int64_t pawns_ahead(std::string_view fen) {
  return std::llround(explain("piece-value", position_of(fen)).total / 10);
}
Question counting_question() {
  const auto ahead = pawns_ahead(kOneDown);
  return number(kOneDown,
                "A pawn counts 1, a knight and a bishop 3, a rook 5, a queen 9. By how many pawns "
                "is White ahead? (Behind is a negative number.)",
                ahead, fmt::format("White's pieces minus Black's: {:+}.", ahead),
                "Both sides have a queen, two rooks, a bishop and a knight. Count the pawns.");
}
std::vector<Run> counting_runs() {
  return {{"piece-value", 1, std::string(kOneDown)}, {"piece-value", 2, std::string(kOneDown)}};
}
std::string counting_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "A count of pieces, in tenths of a pawn: {} after the best move it sees ({}), from {} nodes. "
      "Now one position can be told from another, and an agent has something to aim at. Against "
      "random moves that is worth hundreds of Elo points.",
      runs[0].value, runs[0].san, runs[0].nodes);
}
Question counting_exercise() {
  constexpr std::string_view kFen = "2kr3r/ppp2ppp/8/8/8/2N5/PPP2PPP/R4RK1 w - - 0 1";
  const auto ahead = pawns_ahead(kFen);
  return number(kFen, "And here: by how many pawns is White ahead?", ahead,
                fmt::format("{:+}: look at what only one side has.", ahead),
                "What is equal on both sides need not be counted.");
}

// 3 -----------------------------------------------------------------------------------------------

bool captures(std::string_view fen, int depth) {
  return think("piece-value", depth, position_of(fen)).best.is_capture();
}
Question ahead_question() {
  return choice(kQueenOut,
                "White's knight attacks the black queen. An agent that counts pieces looks one ply "
                "ahead: it makes each of its moves and counts. What does it play?",
                {"It brings the queen to safety", "It takes a pawn with the queen"},
                captures(kQueenOut, 1) ? 1 : 0,
                "After taking a pawn it counts one pawn more. White's answer lies one ply further, "
                "and it does not look there.",
                "It counts right after its own move.");
}
std::vector<Run> ahead_runs() { return deeper("piece-value", 3, kQueenOut); }
std::string ahead_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "One ply costs {} nodes and gives away the queen with {}. Two plies cost {} and find {}. "
      "Each ply more multiplies the cost, and shows what the last one did not.",
      runs[0].nodes, runs[0].san, runs[1].nodes, runs[1].san);
}
Question ahead_exercise() {
  int depth = 1;
  while (captures(kQueenOut, depth)) ++depth;
  return number(kQueenOut,
                "How many plies must it look ahead before it no longer takes a pawn here?", depth,
                fmt::format("{}: its move and the answer.", depth),
                "Whose move must it see to know that the queen is lost?");
}

// 4 -----------------------------------------------------------------------------------------------

Question minimax_question() {
  std::uint64_t nodes[5] = {};
  for (int depth = 1; depth <= 4; ++depth)
    nodes[static_cast<std::size_t>(depth)] = nodes_of(kFull, depth, kAfterD4);
  return choice(
      kAfterD4,
      "After 1.d4 Black has 20 moves; look at every line of four plies. How many positions stand "
      "at the end of these lines?",
      {grouped(nodes[3] - nodes[2]), grouped(nodes[4] - nodes[3]),
       grouped(20 * (nodes[4] - nodes[3]))},
      1,
      fmt::format("{} nodes in all for four plies, {} of them for the first three.",
                  grouped(nodes[4]), grouped(nodes[3])),
      "20 moves, about 28 answers to each, then about 22, then about 29.");
}
std::vector<Run> minimax_runs() { return deeper(kFull, 4, kAfterD4); }
std::string minimax_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "The best move under the best defence, for a price: {}, {}, {}, {} nodes, about {:.0f} times "
      "as many for each ply. (The report counts 1,499,220: its program searches the four plies "
      "four "
      "times over.)",
      grouped(runs[0].nodes), grouped(runs[1].nodes), grouped(runs[2].nodes),
      grouped(runs[3].nodes),
      std::cbrt(static_cast<double>(runs[3].nodes) / static_cast<double>(runs[0].nodes)));
}
Question minimax_exercise() {
  const SmallTree small = small_tree(kPawnEnding);
  int best = -1'000'000;
  for (const auto& replies : small.replies)
    best = std::max(best, *std::min_element(replies.begin(), replies.end()));
  return number(kPawnEnding,
                "Two plies. Behind each move of White: what the position is worth to White after "
                "each of Black's answers.\n\n" +
                    small.text + "\nWhat is the whole tree worth?",
                best,
                fmt::format("Black leaves White the least of each row; White takes the row whose "
                            "least is greatest: {:+}.",
                            best),
                "First the smallest number of each row, then the largest of those.");
}

// 5 -----------------------------------------------------------------------------------------------

Question alphabeta_question() {
  const Position position = position_of(kAfterD4);
  const search::SearchTrace trace = record(kAlphaBeta, 2, position);
  const tree::Tree tree(trace, position);
  std::uint32_t i = 0;
  while (tree.node(i).cut != Cut::alpha || tree.node(i).skipped < 5) ++i;
  const search::TraceNode& node = tree.node(i);
  const std::string here = notation::to_san(position, node.move);
  const std::uint32_t reply = tree.children(i).back();
  const std::string answer = notation::to_san(tree.position(i), tree.node(reply).move);
  // Does the rest matter? Search all of it.
  const int whole =
      static_cast<int>(-std::lround(think(kFull, 1, tree.position(i)).info.score.own_units));
  return choice(
      kAfterD4,
      fmt::format("Black has found a move that is worth {} to Black, whatever White does. After "
                  "{} White can answer {}, which leaves Black {}. White has {} other answers. "
                  "Must they be looked at before {} is given up?",
                  tree.text(node.alpha), here, answer, tree.text(node.value), node.skipped, here),
      {"Yes, one of them may be better for Black", "No, none of them can matter"},
      whole <= node.alpha ? 1 : 0,
      fmt::format("White chooses the answer, so {} is worth at most {} to Black: less than what "
                  "Black has already. All answers searched: {:+}.",
                  here, tree.text(node.value), whole),
      "Who chooses among the answers?");
}
std::vector<Run> alphabeta_runs() {
  return {{kFull, 4, std::string(kAfterD4)},
          {"alphabeta:repeat=0", 4, std::string(kAfterD4)},
          {kAlphaBeta, 4, std::string(kAfterD4)}};
}
std::string alphabeta_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "The same move ({}) and the same value ({}) for {:.1f} % of the nodes; and for {:.1f} % if "
      "the "
      "root passes on what it has found, which the published program does not. Nothing is lost: "
      "what was cut could not have mattered, and 'rookery tree --prove' shows it for any cut.",
      runs[2].san, runs[2].value, percent(runs[1].nodes, runs[0].nodes),
      percent(runs[2].nodes, runs[0].nodes));
}
Question alphabeta_exercise() {
  const SmallTree small = small_tree(kPawnEnding);
  const search::SearchTrace trace = record(kAlphaBeta, 2, position_of(kPawnEnding));
  int skipped = 0;
  for (const search::TraceNode& node : trace.nodes())
    if (node.cut == Cut::alpha) skipped += node.skipped;
  return number(kPawnEnding,
                "The same small tree, searched from left to right, row by row. A row is left as "
                "soon as one of its numbers is no more than the best row so far.\n\n" +
                    small.text + "\nHow many numbers are never looked at?",
                skipped,
                fmt::format("{}: in each row after the first, all behind the first number that is "
                            "not better than what White has.",
                            skipped),
                "Find the least of the first row. In the second row stop at the first number that "
                "is not greater, and count those behind it; and so on, with the best row so far.");
}

// 6 -----------------------------------------------------------------------------------------------

constexpr const char* kOrdered = "alphabeta:repeat=0,root_alpha=1,order=captures";

Question ordering_question() {
  const auto before = nodes_of(kAlphaBeta, 4, kFourKnights);
  const auto now = nodes_of(kOrdered, 4, kFourKnights);
  const double share = percent(now, before);
  return choice(kFourKnights,
                fmt::format("Alpha-beta needs {} nodes for four plies here. Now captures are tried "
                            "first, and nothing else changes. How many nodes does it need?",
                            grouped(before)),
                {"As many as before", "Fewer, but more than half", "Less than half"},
                share < 50     ? 2
                : share < 99.5 ? 1
                               : 0,
                fmt::format("{}: {:.0f} %.", grouped(now), share),
                "A bad move is often refuted by a capture. How soon is it found?");
}
std::vector<Run> ordering_runs() {
  return {{kAlphaBeta, 4, std::string(kFourKnights)}, {kOrdered, 4, std::string(kFourKnights)}};
}
std::string ordering_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "It costs a sort and no node. The value stays {}, the tree shrinks from {} to {} nodes. No "
      "other idea of this course gives as much: with the best move always first, alpha-beta sees "
      "nearly twice as deep as minimax for the same price. The table, the deepening and the "
      "flagship's history of good moves are ways to order better.",
      runs[1].value, grouped(runs[0].nodes), grouped(runs[1].nodes));
}
Question ordering_exercise() {
  const auto leaves = minimal_leaves(30, 4);
  return number(kFourKnights,
                "A tree with 30 moves everywhere and four plies has 810,000 leaves. With the best "
                "move always first, alpha-beta looks at 30^2 + 30^2 - 1 of them. How many is that?",
                static_cast<std::int64_t>(leaves),
                fmt::format("{}: twice the square root of all leaves, and a little less.", leaves),
                "30 times 30 is 900.");
}

// 7 -----------------------------------------------------------------------------------------------

constexpr const char* kTable = "alphabeta:repeat=0,root_alpha=1,order=captures,table=1";
constexpr const char* kDeepened = "alphabeta:repeat=0,root_alpha=1,order=captures,table=1,deepen=1";

Question deepening_question() {
  const auto once = nodes_of(kTable, 4, kAfterD4), stepwise = nodes_of(kDeepened, 4, kAfterD4);
  return choice(
      kAfterD4,
      fmt::format("With captures first and a table, four plies at once cost {} nodes. Now "
                  "it searches one ply, then two, then three, then four, and each time "
                  "begins with the move that was best before. What do all four searches "
                  "cost together?",
                  grouped(once)),
      {"More: three searches come on top", "Less, for all four together"}, stepwise < once ? 1 : 0,
      fmt::format("{} nodes.", grouped(stepwise)),
      "The short searches are cheap, and they say which moves to try first.");
}
std::vector<Run> deepening_runs() {
  return {{kTable, 4, std::string(kAfterD4)},
          {kDeepened, 4, std::string(kAfterD4)},
          {kTable, 5, std::string(kAfterD4)},
          {kDeepened, 5, std::string(kAfterD4)}};
}
std::string deepening_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "{} nodes in place of {} at four plies, {} in place of {} at five. And an agent that deepens "
      "has a move ready whenever its time is up, and takes the nearest mate.",
      grouped(runs[1].nodes), grouped(runs[0].nodes), grouped(runs[3].nodes),
      grouped(runs[2].nodes));
}
Question deepening_exercise() {
  std::uint64_t sum = 0;
  for (int depth = 1; depth <= 3; ++depth) sum += nodes_of(kFull, depth, kAfterD4);
  const auto last = nodes_of(kFull, 4, kAfterD4);
  const auto share = std::llround(percent(sum, last));
  return number(
      kAfterD4,
      fmt::format("Even without a table the short searches are cheap. Minimax needs {} "
                  "nodes for four plies and {} for one, two and three plies together. How "
                  "many per cent come on top, rounded?",
                  grouped(last), grouped(sum)),
      share, fmt::format("{} of {} is {} %.", grouped(sum), grouped(last), share),
      "Divide, and multiply by 100.");
}

// 8 -----------------------------------------------------------------------------------------------

std::size_t table_hits(std::string_view spec) {
  const search::SearchTrace trace = record(spec, 4, position_of(kAfterD4));
  return static_cast<std::size_t>(
      std::count_if(trace.nodes().begin(), trace.nodes().end(),
                    [](const search::TraceNode& node) { return node.cut == Cut::table; }));
}
Question table_question() {
  const auto nodes = nodes_of("transposition", 4, kAfterD4);
  const auto before = nodes_of("alphabeta", 4, kAfterD4);
  const auto hits = table_hits("transposition");
  return choice(
      kAfterD4,
      fmt::format("A table remembers positions that were searched. The report gives {} "
                  "nodes without it and {} with it. How often did the published table "
                  "give a value in this search?",
                  grouped(before), grouped(nodes)),
      {"Never", "A few hundred times", "More than ten thousand times"},
      hits == 0       ? 0
      : hits < 10'000 ? 1
                      : 2,
      fmt::format("{} times. The whole saving is that this program really deepens: "
                  "20 + 580 + 3,964 + 61,708 nodes, where the other one searches the full "
                  "depth four times.",
                  hits),
      "An entry is used only if it was stored with a greater depth than is wanted now. "
      "Which search comes first, the shallow or the deep one?");
}
std::vector<Run> table_runs() {
  return {{"alphabeta", 4, std::string(kAfterD4)},
          {"transposition", 4, std::string(kAfterD4)},
          {"alphabeta-sound", 4, std::string(kAfterD4)},
          {"transposition-sound", 4, std::string(kAfterD4)}};
}
std::vector<Fact> table_facts() {
  return {{"values from the published table", grouped(table_hits("transposition"))},
          {"values from the sound table", grouped(table_hits("transposition-sound"))}};
}
std::string table_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "A sound table keeps with each value its depth and whether it is exact or only a bound, and "
      "the best move to try first: {} nodes become {}, with the same value. In the ending, where "
      "many ways lead to one position, it saves far more.",
      grouped(runs[2].nodes), grouped(runs[3].nodes));
}
Question table_exercise() {
  const auto line = [](std::initializer_list<const char*> moves) {
    Position position = Position::initial();
    for (const char* san : moves) position = after(position, san);
    return position;
  };
  const chess::Key wanted = line({"Nf3", "d6", "e4"}).key();
  const Position candidates[] = {line({"e4", "d6", "Nf3"}), line({"Nf3", "d6", "e3"}),
                                 line({"Nf3", "e6", "e4"})};
  std::size_t right = 0;
  while (candidates[right].key() != wanted) ++right;
  return choice(kStart, "1.Nf3 d6 2.e4 has been searched. Which of these does the table know now?",
                {"1.e4 d6 2.Nf3", "1.Nf3 d6 2.e3", "1.Nf3 e6 2.e4"}, right,
                "The same pieces on the same squares, the same side to move, the same rights: the "
                "order of the moves is forgotten.",
                "Play them out: which board is the same?");
}

// 9 -----------------------------------------------------------------------------------------------

Question quiescence_question() {
  const Position position = position_of(kFourKnights);
  const auto found = think(kFull, 1, position);
  return move(kFourKnights,
              "White to move. An agent that looks one ply ahead stops in the middle of things. "
              "Which capture does it play?",
              found.best,
              "It sees a pawn won and no answer. Black takes the knight; the last move that was "
              "looked at was a capture, and nobody took back.",
              "There is one undefended-looking pawn that a knight can take.");
}
std::vector<Run> quiescence_runs() {
  return {{kFull, 1, std::string(kFourKnights)},
          {kFull, 2, std::string(kFourKnights)},
          {"quiescent", 1, std::string(kFourKnights)},
          {"quiescent", 2, std::string(kFourKnights)}};
}
std::string quiescence_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "{} nodes instead of {} at one ply, and {} instead of {}. A quiescent search plays the "
      "captures out before it judges, and lets each side stand pat: nobody must capture. In the "
      "tournament of docs/lineage.md this is worth more than any evaluation.",
      runs[2].nodes, runs[0].nodes, runs[2].san, runs[0].san);
}
Question quiescence_exercise() {
  constexpr std::string_view kFen = "4k3/3p4/2p4p/3p4/8/8/3Q4/4K3 w - - 0 1";
  return move(kFen, "Two pawns are in the queen's reach. Which one can she take for nothing?",
              think("quiescent", 1, position_of(kFen)).best,
              "The pawn on d5 is defended by its neighbour: there she would be lost for a pawn.",
              "Look who takes back.");
}

}  // namespace

std::span<const Lesson> search_lessons() {
  static const Lesson kLessons[] = {
      {"random", "A random move", "Any legal move, each as likely as every other.", 3,
       "the agents of \"Utility for LocationAgent\" (document 000, author not named)", kStart,
       "The simplest player knows the rules and nothing else. It lists the legal moves and draws "
       "one. It is a good first opponent for a program: whoever loses to it has a bug.",
       random_question, random_runs, no_facts, random_gained, random_exercise},
      {"counting", "Counting pieces", "A number for a position: what stands on the board.", 4,
       "PieceValueAgent of \"Utility for LocationAgent\" (document 000, author not named)",
       kOneDown,
       "To choose, a program must prefer one position to another. So it gives each a number: its "
       "own pieces less the opponent's. What is good for one side is as bad for the other, so one "
       "number is enough for both.",
       counting_question, counting_runs, no_facts, counting_gained, counting_exercise},
      {"ahead", "Looking ahead", "Make the move, look what follows, take it back.", 5,
       "\"Ceng461 HW1 Report\" by Ali Görkem Yalçın (document 001)", kQueenOut,
       "The program makes each move on a board of its own and counts there. One move of one side "
       "is a ply. With one ply it sees what it takes, but not what is taken back.",
       ahead_question, ahead_runs, no_facts, ahead_gained, ahead_exercise},
      {"minimax", "Minimax", "I take the best of what you leave me; you leave me the worst.", 8,
       "\"Chess AI\" by James Jia (document 004)", kAfterD4,
       "At the end of each line stands a number. The side that moves last chooses the best for "
       "itself, the side before knows that and chooses accordingly, and so on up to the root. "
       "Nothing is left out, so nothing is missed within the depth.",
       minimax_question, minimax_runs, no_facts, minimax_gained, minimax_exercise},
      {"alphabeta", "Alpha-beta", "What cannot matter is not searched.", 8,
       "\"Chess AI\" by James Jia (document 004)", kAfterD4,
       "Alpha is what we have for certain, beta what the opponent has. Once a reply shows that a "
       "move is worse than what is certain already, its other replies need no look: the move will "
       "not be played.",
       alphabeta_question, alphabeta_runs, no_facts, alphabeta_gained, alphabeta_exercise},
      {"ordering", "Move ordering", "The sooner the good move, the sooner the cut.", 6,
       "missing in all five documents", kFourKnights,
       "Alpha-beta compares with the best found so far. If that is good from the start, nearly "
       "everything is cut; if the best move comes last, nothing is. So good moves are tried first. "
       "Which ones are good? A guess will do: it changes the cost, never the value.",
       ordering_question, ordering_runs, no_facts, ordering_gained, ordering_exercise},
      {"deepening", "Deepening", "One ply, then two, then three, and none of it is wasted.", 6,
       "\"Chess AI\" by James Jia (document 004) and \"Chess AI\" of melsh_bot (document 002)",
       kAfterD4,
       "How deep can one look in ten seconds? Nobody knows before. So search one ply, then two, "
       "and so on until the time is up. It sounds like waste. But the last ply costs more than all "
       "before together, and each search tells the next one which moves to try first.",
       deepening_question, deepening_runs, no_facts, deepening_gained, deepening_exercise},
      {"table", "The transposition table", "What was searched once need not be searched again.", 8,
       "\"Chess AI\" by James Jia (document 004)", kAfterD4,
       "Different orders of moves lead to one position. A table keeps what was found. The value "
       "alone is not enough: it may be from a shallower search, or, where alpha-beta cut, only a "
       "bound. A table that forgets that gives wrong values.",
       table_question, table_runs, table_facts, table_gained, table_exercise},
      {"quiescence", "Quiescence", "Play the captures out before you judge.", 6,
       "\"Chess AI\" by Alexander Richey (document 003)", kFourKnights,
       "A search of a fixed depth stops in the middle of an exchange: the last move takes "
       "something, and the answer is not seen. That is the horizon. The mend: at the end of the "
       "depth go on with captures alone until it is quiet.",
       quiescence_question, quiescence_runs, no_facts, quiescence_gained, quiescence_exercise},
  };
  return kLessons;
}

}  // namespace rookery::course
