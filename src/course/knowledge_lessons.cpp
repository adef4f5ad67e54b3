// Lessons 10 to 15: from considerable moves to the network.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "course/work.h"
#include "eval/nnue/arch.h"
#include "json/value.h"
#include "notation/fen.h"
#include "search/win_draw_loss.h"

namespace rookery::course {

namespace {

using chess::Position;

// 10 ----------------------------------------------------------------------------------------------

std::uint64_t considerable_nodes(const char* spec) {
  return think(spec, 4, position_of(kFourKnights)).info.nodes;
}
Question considerable_question() {
  const auto usual = considerable_nodes("considerable");
  const auto low = considerable_nodes("considerable:threshold=50");
  return choice(
      kFourKnights,
      fmt::format("Beyond four plies this agent goes on with moves that gain at least 100 "
                  "centipawns, and needs {} nodes. Now moves that gain 50 are "
                  "considerable too. How many nodes does it need?",
                  grouped(usual)),
      {"Fewer", "As many", "More"},
      low < usual    ? 0
      : low == usual ? 1
                     : 2,
      fmt::format("{}. A piece that goes five ranks forward gains 50 here, and there are "
                  "many such moves.",
                  grouped(low)),
      "Each rank forward is worth 10 centipawns.");
}
std::vector<Run> considerable_runs() {
  return {{"considerable", 4, std::string(kFourKnights)},
          {"considerable:threshold=50", 4, std::string(kFourKnights)},
          {"considerable:threshold=300", 4, std::string(kFourKnights)},
          {"quiescent", 4, std::string(kFourKnights)}};
}
std::string considerable_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "{} nodes with a threshold of 100, {} with 50, {} with 300: the lower, the more it sees and "
      "the more it costs, and far enough down it never ends. It is the idea of quiescence with a "
      "price instead of a rule, and Turing had it before there was a machine to run it.",
      grouped(runs[0].nodes), grouped(runs[1].nodes), grouped(runs[2].nodes));
}
Question considerable_exercise() {
  constexpr std::string_view kFen = "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1";
  const Position before = position_of(kFen);
  const double gain =
      explain("considerable", after(before, "exd5")).total - explain("considerable", before).total;
  return number(
      kFen,
      "A pawn is worth 100, a knight 300, and each piece ten more for each rank it has "
      "advanced, counted from the middle: 35 less on its first rank, 35 more on its "
      "eighth. By how much does exd5 change the evaluation for White?",
      std::llround(gain),
      fmt::format("The knight stood on its fourth rank: 300 - 5. The pawn gains one rank: "
                  "10. Together {:.0f}.",
                  gain),
      "On which rank does the knight stand, as Black sees it? From 35 less it gains ten "
      "with each rank.");
}

// 11 ----------------------------------------------------------------------------------------------

Question evaluation_question() {
  const double difference = explain("michniewski", after(Position::initial(), "Nf3")).total -
                            explain("michniewski", after(Position::initial(), "Nh3")).total;
  return choice(
      kStart,
      "A piece is worth more where it does more. Tables say by how much for each square. "
      "By how many centipawns does Michniewski's table prefer 1.Nf3 to 1.Nh3?",
      {"5", "40", "150"},
      difference < 20    ? 0
      : difference < 100 ? 1
                         : 2,
      fmt::format("{:.0f}: a knight on the rim commands four squares, on f3 eight.", difference),
      "Less than half a pawn, or there would be nothing left to sacrifice a pawn for; "
      "more than noise.");
}
std::vector<Run> evaluation_runs() {
  std::vector<Run> runs;
  for (const char* agent :
       {"piece-value", "location", "michniewski", "seven-terms", "minimax:repeat=0"})
    runs.push_back({agent, 2, std::string(kStart)});
  return runs;
}
std::string evaluation_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "Counting alone plays {} and sees no difference between moves; the tables play {} and {}, "
      "the "
      "seven terms {}. At equal depth the evaluations of the documents differ by about a hundred "
      "Elo points, and a richer one costs more time at every node.",
      runs[0].san, runs[1].san, runs[2].san, runs[3].san);
}
Question evaluation_exercise() {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/P1PP1P1P/4K3 w - - 0 1";
  double term = 0;
  const auto breakdown = explain("seven-terms", position_of(kFen));
  for (const eval::Term& t : breakdown.terms)
    if (t.name == "isolated pawns") term = t.white;
  return number(kFen,
                "The seven terms take 5 off for each isolated pawn: one without a neighbour on the "
                "files beside it. What is that term for White here?",
                std::llround(term), fmt::format("Three pawns stand alone: {:.0f}.", term),
                "The pawns on c2 and d2 have each other. Which have nobody? It is a negative "
                "number.");
}

// 12 ----------------------------------------------------------------------------------------------

Question zobrist_question() {
  const Census three = census(3);
  return choice(kStart,
                fmt::format("The first three plies can be played in {} ways. How many different "
                            "positions do they lead to?",
                            grouped(three.sequences)),
                {grouped(three.sequences), grouped(three.positions), grouped(three.occupancies)}, 1,
                fmt::format("{}. Without a table {} of them would be searched again.",
                            grouped(three.positions), grouped(three.sequences - three.positions)),
                "1.e4 e5 2.d4 and 1.d4 e5 2.e4 are two ways and one position.");
}
std::vector<Fact> zobrist_facts() {
  const Census three = census(3);
  return {{"sequences of three plies", grouped(three.sequences)},
          {"different positions", grouped(three.positions)},
          {"different Zobrist keys", grouped(three.keys)},
          {"different occupancies", grouped(three.occupancies)},
          {"positions lost by an occupancy key", grouped(three.positions - three.occupancies)},
          {"bits that a move changes, Zobrist", fmt::format("{:.1f}", three.zobrist_bits)},
          {"bits that a move changes, occupancy", fmt::format("{:.1f}", three.occupancy_bits)}};
}
std::string zobrist_gained(const std::vector<RunResult>&) {
  const Census three = census(3);
  return fmt::format(
      "A Zobrist key is the exclusive or of one random number for each piece on its square, the "
      "side to move and the rights. A move changes {:.0f} of its 64 bits on average, and it is "
      "updated with two or three operations. All {} positions have keys of their own; a key of "
      "occupied squares alone would confuse {} of them with another.",
      three.zobrist_bits, grouped(three.positions), grouped(three.positions - three.occupancies));
}
Question zobrist_exercise() {
  constexpr std::string_view kFen = "4k3/2r1n3/8/1b2Q3/8/8/8/4K3 w - - 0 1";
  const Position position = position_of(kFen);
  std::set<chess::Bitboard> occupancies;
  int captures = 0;
  for (const chess::Move m : legal_moves(position)) {
    if (!m.is_capture()) continue;
    ++captures;
    Position child = position;
    child.make_move(m);
    occupancies.insert(child.pieces());
  }
  return number(kFen,
                fmt::format("The queen can take {} pieces. A key that knows only which squares are "
                            "occupied: how many different keys do the {} positions have?",
                            captures, captures),
                static_cast<std::int64_t>(occupancies.size()),
                "The queen leaves e5 and the square she goes to was occupied before: the same "
                "squares each time, and the table takes three positions for one.",
                "Which squares are empty after each of the captures that were not before?");
}

// 13 ----------------------------------------------------------------------------------------------

Question flagship_question() {
  const Position position = position_of(kFourKnights);
  const auto plain = think("alphabeta-sound", 5, position).info.nodes;
  const auto flagship = think("rookery", 10, position).info.nodes;
  return choice(kFourKnights,
                fmt::format("Sound alpha-beta needs {} nodes for five plies here. The flagship "
                            "searches ten plies. How many nodes does it need?",
                            grouped(plain)),
                {"About a hundred times as many", "About as many", "Less than a tenth of them"},
                flagship > 10 * plain   ? 0
                : 10 * flagship > plain ? 1
                                        : 2,
                fmt::format("{}.", grouped(flagship)),
                "It leaves out what it does not expect to matter, and orders the rest well.");
}
std::vector<Run> flagship_runs() {
  return {{"alphabeta-sound", 5, std::string(kFourKnights)},
          {"quiescent", 5, std::string(kFourKnights)},
          {"considerable", 5, std::string(kFourKnights)},
          {"rookery", 5, std::string(kFourKnights)},
          {"rookery", 10, std::string(kFourKnights)}};
}
std::string flagship_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "Ten plies for {} nodes. Passing the move (null move), late moves searched less deep "
      "(reductions) and hopeless moves left out (futility) are guesses: wrong now and then, but "
      "what is saved pays for going deeper, and the next depth finds the mistake. "
      "'rookery tree --check-guesses' measures how often they are wrong.",
      grouped(runs[4].nodes));
}
/// What passing would gain, in centipawns: the value if the opponent had to move, less the value of
/// the best move.
int gain_of_passing(std::string_view fen) {
  const Position position = position_of(fen);
  Position passed = position;
  passed.make_null_move();
  return -think("rookery", 8, passed).info.score.centipawns -
         think("rookery", 8, position).info.score.centipawns;
}
Question flagship_exercise() {
  constexpr std::string_view kZugzwang = "8/8/8/3pK3/2kP4/8/8/8 w - - 0 1";
  constexpr std::string_view kOther = "8/5k2/8/3p4/3P4/8/5K2/8 w - - 0 1";
  const int here = gain_of_passing(kZugzwang), there = gain_of_passing(kOther);
  return choice(
      kZugzwang,
      "The null move supposes that a real move is never worse than passing. In this "
      "position, would White rather pass?",
      {"Yes: whoever moves loses a pawn", "No: a move always helps"}, here > 50 ? 0 : 1,
      fmt::format("Passing would gain {} centipawns here, and {} if the kings stood on f2 "
                  "and f7. This is zugzwang; a null move lies here, so the flagship does "
                  "not pass without pieces on the board.",
                  here, there),
      "Try each king move: which pawn can White no longer defend?");
}

// 14 ----------------------------------------------------------------------------------------------

int points_of_hundred(int centipawns) {
  return static_cast<int>(
      std::lround(100 * search::expected_result(centipawns, Position::initial())));
}
Question learning_question() {
  const int points = points_of_hundred(100);
  const int nearest = std::abs(points - 52) < std::abs(points - 75) ? 0 : points < 88 ? 1 : 2;
  return choice(kStart,
                "Values need not be guessed: games tell what they are worth. In the flagship's own "
                "games, with all pieces on the board and a score of +100: how many points of 100 "
                "games, about?",
                {"52", "75", "99"}, static_cast<std::size_t>(nearest),
                fmt::format("{} points, by the curve that was fitted to its games.", points),
                "A pawn is an advantage, not yet a win; most such games are won or drawn.");
}
std::vector<Fact> learning_facts() {
  std::vector<Fact> facts;
  for (const int score : {0, 50, 100, 200, 400}) {
    const auto wdl = search::win_draw_loss(score, Position::initial());
    facts.push_back({fmt::format("score {:+}", score),
                     fmt::format("win {:.1f} %, draw {:.1f} %, loss {:.1f} %", wdl.win / 10.0,
                                 wdl.draw / 10.0, wdl.loss / 10.0)});
  }
  return facts;
}
std::string learning_gained(const std::vector<RunResult>&) {
  return fmt::format(
      "The author of melsh_bot wished to choose the constants by learning instead of by hand. That "
      "is how it is done: play games, let the evaluation foretell each result, and turn every "
      "constant a little in the direction that makes the error smaller. 'rookery tune' fits the "
      "classical evaluation so, 'rookery train' a network. A score of +100 then means something: "
      "{} points of 100.",
      points_of_hundred(100));
}
Question learning_exercise() {
  const double foretold = 0.8, result = 0.5;
  const auto error = std::llround(100 * (foretold - result) * (foretold - result));
  return number(kStart,
                "The evaluation foretells 0.8 points; the game is drawn, 0.5 points. What is the "
                "squared error, in hundredths?",
                error, fmt::format("0.3 times 0.3 is {:.2f}.", static_cast<double>(error) / 100),
                "The difference, times itself, times 100.");
}

// 15 ----------------------------------------------------------------------------------------------

constexpr std::int64_t kWeights =
    std::int64_t{eval::nnue::kInputs} * eval::nnue::kHidden + eval::nnue::kHidden +
    std::int64_t{eval::nnue::kOutputBuckets} * (2 * eval::nnue::kHidden + 1);

Question network_question() {
  return choice(
      kStart,
      "Counting pieces needs five numbers, Michniewski's tables 448. How many does the "
      "flagship's network hold?",
      {"768", grouped(static_cast<std::uint64_t>(kWeights)), grouped(1'000'000'000)}, 1,
      fmt::format("{} inputs, one for each piece on each square, to {} neurons for each "
                  "side, and {} outputs by the number of pieces: {} numbers, all learned "
                  "from Rookery's own games.",
                  eval::nnue::kInputs, eval::nnue::kHidden, eval::nnue::kOutputBuckets, kWeights),
      "768 is only the number of inputs: 12 kinds of pieces on 64 squares.");
}
std::vector<Run> network_runs() {
  return {{"tuned", 8, std::string(kFourKnights)}, {"rookery", 8, std::string(kFourKnights)}};
}
/// White's pawns in the starting position as the network values them, a2 first.
std::vector<double> pawn_worths() {
  std::vector<double> worths(8);
  const auto breakdown = explain("rookery", Position::initial());
  for (const eval::PieceWorth& worth : breakdown.pieces)
    if (worth.piece == chess::make_piece(chess::Color::white, chess::PieceType::pawn))
      worths[static_cast<std::size_t>(index(file_of(worth.square)))] = worth.value;
  return worths;
}
std::vector<Fact> network_facts() {
  std::vector<Fact> facts{{"inputs", grouped(eval::nnue::kInputs)},
                          {"neurons for each side", grouped(eval::nnue::kHidden)},
                          {"outputs", grouped(eval::nnue::kOutputBuckets)},
                          {"weights in all", grouped(static_cast<std::uint64_t>(kWeights))}};
  const auto worths = pawn_worths();
  for (std::size_t i = 0; i < worths.size(); ++i)
    facts.push_back({fmt::format("the pawn on {}2", static_cast<char>('a' + i)),
                     fmt::format("{:+.0f} centipawns", worths[i])});
  return facts;
}
std::string network_gained(const std::vector<RunResult>& runs) {
  return fmt::format(
      "The same search to eight plies: {} with {} nodes by the tuned terms, {} with {} by the "
      "network. A move changes two to four of its inputs, so the sums of the first layer are "
      "updated instead of computed: that is why it is fast enough for a search.",
      runs[0].san, grouped(runs[0].nodes), runs[1].san, grouped(runs[1].nodes));
}
Question network_exercise() {
  const auto worths = pawn_worths();
  const auto best = std::max_element(worths.begin(), worths.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < worths.size(); ++i)
    names.push_back(fmt::format("{}2", static_cast<char>('a' + i)));
  return choice(kStart,
                "Take one white pawn off the starting position and ask the network what was lost. "
                "Which pawn is it least willing to lose? ('rookery eval --agent rookery' shows "
                "them.)",
                names, static_cast<std::size_t>(best - worths.begin()),
                fmt::format("{:+.0f} centipawns. Nobody told it: this came out of games.", *best),
                "The figures of the lesson above hold the answer.");
}

}  // namespace

std::span<const Lesson> knowledge_lessons() {
  static const Lesson kLessons[] = {
      {"considerable", "Considerable moves", "Beyond the depth, only moves that gain enough.", 6,
       "\"Chess AI\" of melsh_bot (document 002), after Turing's Turochamp", kFourKnights,
       "Captures are not the only moves that matter: a pawn about to promote is no capture. So let "
       "a move's own gain decide. If the evaluation rises by a pawn or more it is considerable and "
       "is searched further; and since nobody is forced to play such a move, standing still is "
       "allowed as well.",
       considerable_question, considerable_runs, no_facts, considerable_gained,
       considerable_exercise},
      {"evaluation", "Evaluation: from tables to terms", "Where a piece stands, and what it does.",
       7, "Michniewski's tables; \"Ceng461 HW1 Report\" by Ali Görkem Yalçın (document 001)",
       kStart,
       "Two positions with the same pieces are not equal. Tables add a number for each piece on "
       "each square. Terms go further: they look at open files, lonely pawns, the king's safety, "
       "the number of moves. Each is a little knowledge, and each costs time at every node.",
       evaluation_question, evaluation_runs, no_facts, evaluation_gained, evaluation_exercise},
      {"zobrist", "Zobrist keys", "A position as one number of 64 bits.", 7,
       "\"Chess AI\" of melsh_bot (document 002)", kStart,
       "A table must find a position quickly, so each gets a key. A key of occupied squares is "
       "quick and bad: it does not know which piece stands where. Zobrist's key gives each piece "
       "on each square a random number and combines them with exclusive or.",
       zobrist_question, no_runs, zobrist_facts, zobrist_gained, zobrist_exercise},
      {"flagship", "Null move, reductions, the flagship", "Guess, save, and go deeper.", 8,
       "Rookery", kFourKnights,
       "Alpha-beta leaves out only what cannot matter. A strong engine also leaves out what it "
       "does not expect to matter. If even passing is too good for the opponent, a real move will "
       "be too. Moves late in a good order are rarely best: search them less deep, and again if "
       "they surprise.",
       flagship_question, flagship_runs, no_facts, flagship_gained, flagship_exercise},
      {"learning", "Learning values from games", "The constants that foretell results best.", 6,
       "the wish at the end of \"Chess AI\" of melsh_bot (document 002)", kStart,
       "Why is a knight worth three pawns? Because it works in practice. Then practice can say it "
       "more exactly: take many games, turn each score into an expected result, compare it with "
       "the real one, and change the constants until they foretell best.",
       learning_question, no_runs, learning_facts, learning_gained, learning_exercise},
      {"network", "The network", "Not terms that we thought of, but what games taught.", 7,
       "Rookery", kStart,
       "A network is an evaluation with very many constants and no names for them. Its inputs say "
       "which piece stands where; a layer of neurons adds the numbers of all pieces that are "
       "there; the output is a score. It learns from positions and the results of their games, "
       "all of them played by Rookery itself.",
       network_question, network_runs, network_facts, network_gained, network_exercise},
  };
  return kLessons;
}

}  // namespace rookery::course
