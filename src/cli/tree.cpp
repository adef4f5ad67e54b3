// `rookery tree`: a search seen whole; walk through its tree, ask why a branch was cut, prove it.
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/atomic_file.h"
#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "tree/guesses.h"
#include "tree/html.h"
#include "tree/proof.h"
#include "tree/why.h"

namespace rookery::cli {

namespace {

using search::kNoNode;
using tree::Tree;

/// What the walk needs beside the tree.
struct Walk {
  const Tree& tree;
  const search::Agent& searcher;
  std::string title;
  bool sound_table;
  std::uint32_t at;
  std::string proof;
};

std::string line_text(const Tree& tree, std::uint32_t node) {
  std::vector<std::string> moves;
  for (; tree.parent(node) != kNoNode; node = tree.parent(node)) {
    const search::TraceNode& n = tree.node(node);
    if (n.move)
      moves.push_back(notation::to_san(tree.position(tree.parent(node)), n.move));
    else if (n.ply != tree.node(tree.parent(node)).ply)
      moves.push_back("pass");
  }
  std::reverse(moves.begin(), moves.end());
  return moves.empty() ? "(root)" : fmt::format("{}", fmt::join(moves, " "));
}

/// Words broken at 79 columns, the first line after a label of eight.
std::string paragraph(std::string_view label, const std::string& text) {
  std::string out = fmt::format("{:<8}", label);
  std::size_t column = 8;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column + word.size() > 79) {
      out += "\n        ";
      column = 8;
    }
    out += word + " ";
    column += word.size() + 1;
  }
  return out + "\n";
}

/// How often such a guess was wrong when it was measured; empty where it was not.
std::string measured(const Walk& walk, std::string_view guess) {
  for (const tree::MeasuredGuess& known : tree::measured_guesses(walk.searcher.name()))
    if (known.name == guess) return fmt::format(" Measured: {}.", tree::share_text(known));
  return "";
}

std::string describe(const Walk& walk, std::size_t rows) {
  const Tree& tree = walk.tree;
  const search::TraceNode& node = tree.node(walk.at);
  std::string out = fmt::format("{}  iteration {}  node {} of {}\n", walk.title,
                                tree.iteration(walk.at), walk.at, tree.size());
  out += paragraph("line", line_text(tree, walk.at));
  out +=
      fmt::format("value   {}   window {} .. {}   static {}\n", tree.text(node.value),
                  tree.text(node.alpha), tree.text(node.beta),
                  node.static_value == search::kNoStatic ? "none" : tree.text(node.static_value));
  out += fmt::format("kind    {}   depth left {}   reduced by {}   nodes kept {}, not kept {}\n",
                     search::to_text(node.kind), node.depth_left, node.reduction, node.size,
                     node.dropped);
  const char* const kGrounds[] = {"fact", "proof", "guess"};
  out += fmt::format("cut     {} ({})\n", search::to_text(node.cut),
                     kGrounds[static_cast<int>(tree::ground(node.cut, walk.sound_table))]);
  std::string why = tree::why(tree, walk.at, walk.sound_table);
  if (tree::ground(node.cut, walk.sound_table) == tree::Ground::guess)
    why += measured(walk, search::to_text(node.cut));
  if (node.reduction > 0)
    why += " It was searched less deep than earlier moves: a guess that late moves are worse." +
           measured(walk, "reduction");
  out += paragraph("why", why);
  if (!walk.proof.empty()) out += paragraph("proof", walk.proof);

  const auto children = tree.children(walk.at);
  if (!children.empty()) out += "\nmove          value  window                     nodes  cut\n";
  const chess::Position position = tree.position(walk.at);
  for (std::size_t i = 0; i < std::min(rows, children.size()); ++i) {
    const search::TraceNode& child = tree.node(children[i]);
    const std::string move = child.move              ? notation::to_san(position, child.move)
                             : child.ply != node.ply ? "(pass)"
                                                     : "(again)";
    out += fmt::format("{:<10} {:>8}  {:<21} {:>10}  {}{}\n", move, tree.text(child.value),
                       tree.text(child.alpha) + " .. " + tree.text(child.beta),
                       child.size + child.dropped, search::to_text(child.cut),
                       child.kind >= search::NodeKind::quiescence
                           ? fmt::format(", {}", search::to_text(child.kind))
                           : std::string());
  }
  if (children.size() > rows) out += fmt::format("... and {} more\n", children.size() - rows);
  std::map<std::string_view, std::vector<std::string>> skipped;
  const auto& all = tree.trace().skipped_moves();
  auto skip = std::lower_bound(
      all.begin(), all.end(), walk.at,
      [](const search::SkippedMove& s, std::uint32_t wanted) { return s.node < wanted; });
  for (; skip != all.end() && skip->node == walk.at; ++skip)
    skipped[search::to_text(skip->why)].push_back(notation::to_san(position, skip->move));
  for (const auto& [reason, moves] : skipped)
    out += paragraph("left out", fmt::format("{}: {}.{}", reason, fmt::join(moves, " "),
                                             measured(walk, reason)));
  return out;
}

Result<std::string, Error> prove_here(const Walk& walk) {
  auto full = make_typed_agent("minimax:repeat=0");
  if (!full) return Unexpected{full.error()};
  const chess::Position position = walk.tree.position(walk.at);
  const auto ours = walk.searcher.explain(position), theirs = (*full)->explain(position);
  if (!ours || ours->total != theirs->total || ours->unit != theirs->unit)
    return Unexpected{Error{std::string(walk.searcher.name()) +
                            " evaluates otherwise than minimax, which proves"}};
  auto proof = tree::prove(walk.tree, walk.at, **full);
  if (!proof) return Unexpected{proof.error()};
  return proof->text;
}

/// The keyboard without Enter and echo, for as long as it lives.
class RawKeyboard {
 public:
  RawKeyboard() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawKeyboard() { tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  RawKeyboard(const RawKeyboard&) = delete;
  RawKeyboard& operator=(const RawKeyboard&) = delete;
  /// Arrows are 'U', 'D', 'L', 'R'; 0 at the end of input.
  char next() {
    char c = 0;
    if (read(STDIN_FILENO, &c, 1) != 1) return 0;
    if (c != '\x1b') return c;
    char rest[2] = {};
    if (read(STDIN_FILENO, rest, 2) != 2 || rest[0] != '[') return 'q';
    switch (rest[1]) {
      case 'A':
        return 'U';
      case 'B':
        return 'D';
      case 'C':
        return 'R';
      default:
        return 'L';
    }
  }

 private:
  termios before_{};
};

void walk_with_keys(Walk walk) {
  RawKeyboard keyboard;
  while (true) {
    fmt::print(
        "\x1b[2J\x1b[H{}\n\n"
        "arrows: down first child, up parent, left right siblings | p proof | q end\n",
        describe(walk, 12));
    std::fflush(stdout);
    const char key = keyboard.next();
    const Tree& tree = walk.tree;
    const std::uint32_t before = walk.at, parent = tree.parent(walk.at);
    const std::uint32_t after = walk.at + tree.node(walk.at).size;
    if (key == 'q' || key == 0) return;
    if (key == 'U' && parent != kNoNode) walk.at = parent;
    if (key == 'D' && tree.node(walk.at).size > 1) walk.at += 1;
    if (key == 'R' && after < tree.size() && tree.parent(after) == parent) walk.at = after;
    if (key == 'L' && parent != kNoNode) {
      const auto siblings = tree.children(parent);
      const auto here = std::find(siblings.begin(), siblings.end(), walk.at);
      if (here != siblings.begin()) walk.at = *(here - 1);
    }
    if (walk.at != before) walk.proof.clear();
    if (key == 'p') {
      const auto proof = prove_here(walk);
      walk.proof = proof ? *proof : proof.error().message;
    }
  }
}

/// "d5 c4" or "d7d5 c2c4" from the position on.
Result<std::vector<chess::Move>, Error> read_line(chess::Position position,
                                                  const std::string& text) {
  std::vector<chess::Move> line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto uci = notation::parse_uci_move(position, word);
    if (uci) {
      line.push_back(*uci);
    } else {
      const auto san = notation::parse_san(position, word);
      if (!san) return Unexpected{Error{fmt::format("--line: '{}' is not a move there", word)}};
      line.push_back(*san);
    }
    position.make_move(line.back());
  }
  return line;
}

Result<Ok, Error> record(search::Agent& agent, const std::string& name,
                         const chess::Position& position, int depth, search::SearchTrace& trace) {
  if (!agent.record(&trace)) return Unexpected{Error{name + " has no tree to record"}};
  search::Limits limits;
  limits.depth = depth;
  search::Control control;
  search::NullSink sink;
  const auto result = agent.think(chess::Game(position), limits, control, sink);
  agent.record(nullptr);
  if (result.failure) return Unexpected{Error{*result.failure}};
  return Ok{};
}

/// The same ones each time.
chess::Position random_position(Rng& rng) {
  while (true) {
    chess::Position p = chess::Position::initial();
    const auto plies = 8 + rng.below(24);
    for (std::uint32_t i = 0; i < plies && has_legal_move(p); ++i) {
      const chess::MoveList moves = legal_moves(p);
      p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (has_legal_move(p)) return p;
  }
}

struct Recorded {
  std::unique_ptr<search::Agent> agent;
  std::unique_ptr<search::SearchTrace> trace;
  std::unique_ptr<Tree> tree;
};

/// A search of the agent of this name; the status to end with if it cannot be had, which was told.
Result<Recorded, int> record_by(const std::string& name, const chess::Position& position, int depth,
                                const search::TraceFilter& filter) {
  auto agent = make_typed_agent(name);
  if (!agent) return Unexpected{fail("tree: " + agent.error().message, 2)};
  Recorded recorded{std::move(*agent), std::make_unique<search::SearchTrace>(filter), nullptr};
  if (const auto done = record(*recorded.agent, name, position, depth, *recorded.trace); !done)
    return Unexpected{fail("tree: " + done.error().message)};
  recorded.tree = std::make_unique<Tree>(*recorded.trace, position);
  if (recorded.tree->last_root() == kNoNode)
    return Unexpected{fail("tree: the search visited no node")};
  return recorded;
}

/// The table of docs/learn.md: how often each guess of an agent is wrong, over positions of random
/// games.
int print_guesses(const std::string& name, int depth, int positions,
                  const search::TraceFilter& filter) {
  const bool sound_table = tree::has_sound_table(name);
  auto agent = make_typed_agent(name);
  if (!agent) return fail("tree: " + agent.error().message, 2);
  // What the published table claims is exact can be checked exactly; a selective search only by a
  // deeper one of its own.
  const int deeper = sound_table ? 4 : 0;
  auto judge = make_typed_agent(sound_table ? name : "minimax:repeat=0");
  if (!judge) return fail("tree: " + judge.error().message, 2);
  tree::GuessCounts counts;
  Rng rng(1);
  for (int i = 0; i < positions; ++i) {
    const chess::Position position = random_position(rng);
    search::SearchTrace trace(filter);
    (*agent)->new_game();
    if (const auto done = record(**agent, name, position, depth, trace); !done)
      return fail("tree: " + done.error().message);
    tree::check_guesses(Tree(trace, position), **judge, sound_table, deeper, 10, counts);
  }
  fmt::print("{} at depth {}, {} positions of random games, at most 10 of a kind in each;\n", name,
             depth, positions);
  fmt::print("wrong: {}\n\n", sound_table
                                  ? "a search 4 plies deeper is on the other side of the bound"
                                  : "minimax to the same depth says otherwise");
  fmt::print("{:<18}{:>8}{:>8}{:>9}\n", "guess", "checked", "wrong", "share");
  const auto row = [](const std::string& guess, const tree::GuessCount& count) {
    fmt::print("{:<18}{:>8}{:>8}{:>8.1f}%\n", guess, count.asked, count.wrong,
               100.0 * count.wrong / std::max(1, count.asked));
  };
  // Cuts by a move that was searched are no guess: how often a deeper search changes its mind.
  tree::GuessCount searched;
  for (const char* name_of_cut : {"alpha", "beta"})
    if (const auto found = counts.extract(name_of_cut)) {
      searched.asked += found.mapped().asked;
      searched.wrong += found.mapped().wrong;
    }
  for (const auto& [guess, count] : counts) row(guess, count);
  if (searched.asked > 0) row("(a move searched)", searched);
  if (counts.empty()) fmt::print("It makes no guesses.\n");
  return 0;
}

}  // namespace

int run_tree(Arguments arguments) {
  Parser parser("tree", "Records a search and shows its tree: values, windows, reasons of cuts.",
                "  rookery tree --agent alphabeta-sound --depth 3\n"
                "  rookery tree --agent alphabeta-sound --depth 3 --line 'd4 d5' --prove\n"
                "  rookery tree --agent rookery --depth 10 --html tree.html\n"
                "  rookery tree --agent alphabeta-sound --with minimax:repeat=0 --html two.html\n"
                "  rookery tree --agent rookery --depth 8 --check-guesses 100");
  std::string agent_name, other_name, fen, line_words, html_path;
  int depth = 3;
  search::TraceFilter filter;
  bool proves = false;
  parser.add_option("--agent", agent_name, "Agent; 'rookery agents' lists them")->required();
  parser.add_option("--depth", depth, "Plies")->check(CLI::Range(1, 60))->capture_default_str();
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  parser.add_option("--line", line_words, "Moves from the root to the node that is shown");
  parser.add_option("--max-nodes", filter.max_nodes, "Nodes to keep at most")
      ->check(CLI::Range(std::size_t{1}, std::size_t{20'000'000}))
      ->capture_default_str();
  parser.add_flag("--prove", proves, "Search the branch that was cut at the node");
  parser.add_option("--html", html_path, "Write one self-contained page with the whole tree");
  parser.add_option("--with", other_name, "A second agent beside it in the page")->needs("--html");
  int guesses = 0;
  parser
      .add_option("--check-guesses", guesses,
                  "How often its guesses are wrong, over this many positions")
      ->check(CLI::Range(1, 100'000));
  if (const auto status = parser.run(arguments)) return *status;
  if (guesses > 0) return print_guesses(agent_name, depth, guesses, filter);

  const auto position = read_position(fen);
  if (!position) return fail("tree: " + position.error().message, 2);
  const auto line = read_line(*position, line_words);
  if (!line) return fail("tree: " + line.error().message, 2);
  const auto recorded = record_by(agent_name, *position, depth, filter);
  if (!recorded) return recorded.error();
  const auto& [agent, trace, its_tree] = *recorded;
  const Tree& tree = *its_tree;
  if (!html_path.empty()) {
    std::vector<tree::PageData> trees{tree::page_data(tree, agent_name, depth)};
    if (!other_name.empty()) {
      const auto beside = record_by(other_name, *position, depth, filter);
      if (!beside) return beside.error();
      trees.push_back(tree::page_data(*beside->tree, other_name, depth));
    }
    const std::string page = tree::html_page(trees);
    if (const auto written = write_file(html_path, page); !written)
      return fail("tree: " + written.error().message);
    fmt::print("{} of {} nodes in {} ({:.1f} MB)\n", tree.size(), trace->entered(), html_path,
               static_cast<double>(page.size()) / 1e6);
    return 0;
  }

  Walk walk{tree,
            *agent,
            fmt::format("{} depth {}: {} nodes", agent->name(), depth, trace->total()),
            tree::has_sound_table(agent->name()),
            tree.find(tree.last_root(), *line),
            ""};
  if (walk.at == kNoNode)
    return fail("tree: that line was not searched, or is not among the nodes kept", 2);
  if (proves) {
    const auto proof = prove_here(walk);
    if (!proof) return fail("tree: " + proof.error().message);
    walk.proof = *proof;
  }
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
    walk_with_keys(walk);
  else
    fmt::print("{}", describe(walk, 60));
  return 0;
}

}  // namespace rookery::cli
