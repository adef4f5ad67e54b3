#include "analysis/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/board_facts.h"
#include "analysis/chances.h"
#include "analysis/refutation.h"
#include "analysis/sentences.h"
#include "analysis/settle.h"
#include "chess/movegen.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr int kRepliesTried = 3;

Line line_of(const Position& start, const std::vector<Move>& moves) {
  Line line(start);
  for (const Move move : moves) line.add(move);
  return line;
}

Game played(Game game, const Line& line, std::size_t plies) {
  for (std::size_t i = 0; i < plies; ++i) game.play(line.move(i));
  return game;
}

bool ends_in_mate(const Line& line) { return line.end().in_check() && !has_legal_move(line.end()); }

/// The least that `side` loses in pawns, from the start of the line: along it, and whatever the
/// side's three best replies to the hero's first move are. None if a line does not settle.
std::optional<int> surely_lost(Analyst& analyst, const Game& game, const Line& settled,
                               Color side) {
  int least = material_lost(settled, side);
  if (settled.plies() < 2 || least < 1) return least;
  const Game answered = played(game, settled, 2);
  for (const Finding& reply : analyst.best(answered, kRepliesTried)) {
    if (settled.plies() > 2 && reply.move() == settled.move(2)) continue;
    Line other = settled;
    other.cut(2);
    other.add(reply.move());
    const auto end = settle(analyst, game, std::move(other));
    if (!end) return std::nullopt;
    if (ends_in_mate(*end) && end->end().side_to_move() == side) continue;  // worse than any loss
    least = std::min(least, material_lost(*end, side));
  }
  return least;
}

/// Whether a quarter of the effort already sees most of the loss; what only the last iteration
/// saw is not told as a fact.
bool holds_at_less_depth(Analyst& analyst, const Game& game, Move move, double win_before,
                         double win_after) {
  const std::uint64_t nodes = analyst.nodes();
  analyst.set_nodes(nodes / 4);
  Game after = game;
  after.play(move);
  const std::vector<Finding> answer = analyst.best(after);
  analyst.set_nodes(nodes);
  if (answer.empty()) return true;
  return win_before - win_percent(-answer[0].value) >= (win_before - win_after) / 2;
}

/// Motifs that a sentence may name: those of the hero's moves that had no rival.
const MotifHit* motif_to_name(const std::vector<MotifHit>& hits, bool first_is_only) {
  constexpr Motif kOrder[] = {
      Motif::fork,          Motif::skewer,           Motif::trapped_piece,
      Motif::deflection,    Motif::discovered_check, Motif::discovered_attack,
      Motif::hanging_piece, Motif::promotion,        Motif::pin};
  for (const Motif wanted : kOrder)
    for (const MotifHit& hit : hits)
      if (hit.motif == wanted && (hit.ply > 1 || first_is_only)) return &hit;
  return nullptr;
}

/// Works out one explanation; a class so that its parts share what is known.
class Explainer {
 public:
  Explainer(Analyst& analyst, const Game& game, Move move, const MoveValues& values)
      : analyst_(analyst),
        game_(game),
        move_(move),
        values_(values),
        mover_(game.position().side_to_move()) {}

  Explanation run() {
    e_.best = values_.best.move();
    e_.best_line = values_.best.line;
    e_.win_before = win_percent(values_.best.value);
    e_.win_after = std::min(win_percent(values_.played), e_.win_before);
    e_.accuracy = move_accuracy(e_.win_before, e_.win_after);
    const bool only_legal = count_legal_moves(game_.position()) == 1;
    e_.judgement = only_legal ? Judgement::forced
                              : judge(values_.best.value, values_.played, move_ == e_.best);
    tell_of_the_reply();
    if (is_bad(e_.judgement)) tell_of_the_best();
    return std::move(e_);
  }

 private:
  void add_sentence(const std::string& sentence) {
    if (!e_.text.empty()) e_.text += ' ';
    e_.text += sentence;
  }

  void tell_of_the_reply() {
    Game after = game_;
    after.play(move_);
    if (after.outcome()) return;
    const Refutation refutation = refute(analyst_, game_, move_);
    const std::vector<MotifHit> hits = find_motifs(refutation.line);
    for (const MotifHit& hit : hits)
      if (hit.motif != Motif::mate) e_.motifs.emplace_back(motif_name(hit.motif));
    if (ends_in_mate(refutation.line)) {
      allow_mate(refutation, hits);
      return;
    }
    if (!is_bad(e_.judgement)) return;
    lose_material(refutation, hits);
    if (e_.claim.kind == Claim::Kind::none) slip_into_draw();
  }

  void allow_mate(const Refutation& refutation, const std::vector<MotifHit>& hits) {
    const int moves = static_cast<int>(refutation.line.plies()) / 2;
    e_.motifs.push_back(fmt::format("mateIn{}", moves));
    if (values_.best.value <= -eval::kMateBound && move_ == e_.best) return;  // nothing to avoid
    const bool back_rank = std::any_of(hits.begin(), hits.end(), [](const MotifHit& hit) {
      return hit.motif == Motif::back_rank_mate;
    });
    e_.claim = {Claim::Kind::mate, moves};
    e_.proof = refutation.line.moves();
    const std::string first = numbered_san(refutation.line.before(1), refutation.line.move(1));
    const std::string kind = back_rank ? "a back-rank mate" : "mate";
    add_sentence(moves == 1 ? fmt::format("It allows {}: {}.", kind, first)
                            : fmt::format("It allows {} in {}: {}.", kind, moves, first));
  }

  void lose_material(const Refutation& refutation, const std::vector<MotifHit>& hits) {
    const auto settled = settle(analyst_, game_, refutation.line);
    if (!settled || settled->plies() < 2) return;
    const auto lost = surely_lost(analyst_, game_, *settled, mover_);
    if (!lost || *lost < 1) return;
    // A loss that the best move suffers too is not this move's fault.
    const auto best_end = settle(analyst_, game_, line_of(game_.position(), {e_.best}));
    if (!best_end) return;
    const int fault = material_lost(*settled, mover_) - material_lost(*best_end, mover_);
    if (fault < 1) return;
    if (!holds_at_less_depth(analyst_, game_, move_, e_.win_before, e_.win_after)) return;

    const int claimed = std::min(*lost, fault);
    const bool exact = claimed == material_lost(*settled, mover_);
    const std::string what = exact          ? lost_material(*settled, mover_)
                             : claimed == 1 ? std::string("at least a pawn")
                                            : fmt::format("material worth {} pawns", claimed);
    e_.claim = {Claim::Kind::material, claimed};
    e_.proof = settled->moves();
    const MotifHit* hit = motif_to_name(hits, refutation.first_is_only);
    const std::string how = hit ? motif_phrase(refutation.line, *hit)
                                : numbered_san(settled->before(1), settled->move(1));
    add_sentence(fmt::format("It {}loses {}: {}.",
                             ignores_threat(*settled) ? "overlooks a threat and " : "", what, how));
  }

  /// Whether the reply was a threat before the move: played with the move skipped, it is the best.
  bool ignores_threat(const Line& settled) {
    Position passed = game_.position();
    if (passed.in_check()) return false;
    passed.make_null_move();
    const Move reply = settled.move(1);
    if (!passed.is_legal(reply) || settled.move(0).to() == reply.to()) return false;
    const std::vector<Finding> threat = analyst_.best(Game(passed, game_.is_chess960()));
    if (threat.empty() || threat[0].move() != reply) return false;
    return win_percent(threat[0].value) >= 100 - e_.win_after - 5;
  }

  /// A won game that the reply takes into a draw on the board: stalemate or repetition.
  void slip_into_draw() {
    if (e_.win_before < 70 || std::abs(values_.played) > 5) return;
    Game game = game_;
    Line line(game_.position());
    const auto add = [&](Move m) {
      line.add(m);
      game.play(m);
    };
    add(move_);
    while (line.plies() < 24 && !game.outcome()) {
      const std::vector<Finding> found = analyst_.best(game);
      if (found.empty() || std::abs(found[0].value) > 10) return;
      add(found[0].move());
    }
    const auto outcome = game.outcome();
    if (!outcome || outcome->winner) return;
    std::string how;
    if (outcome->reason == EndReason::stalemate)
      how = "by stalemate";
    else if (outcome->reason == EndReason::threefold_repetition)
      how = "by repetition";
    else
      return;
    e_.claim = {Claim::Kind::draw, 0};
    e_.proof = line.moves();
    add_sentence(fmt::format("It gives away the win: {} draws {}.",
                             numbered_san(line.before(1), line.move(1)), how));
  }

  /// What the best move would have brought, in the same currency, or only its name.
  void tell_of_the_best() {
    if (move_ == e_.best) return;
    const std::string best = numbered_san(game_.position(), e_.best);
    if (values_.best.value >= eval::kMateBound) {
      const int moves = eval::mate_moves(values_.best.value);
      Line line = mating_line();
      if (ends_in_mate(line)) {
        e_.best_line = line.moves();
        e_.best_claim = {Claim::Kind::mate, moves};
        add_sentence(moves == 1 ? fmt::format("{} was mate.", best)
                                : fmt::format("{} was mate in {}.", best,
                                              static_cast<int>(line.plies() + 1) / 2));
        return;
      }
    }
    if (const auto settled = settle(analyst_, game_, line_of(game_.position(), {e_.best}))) {
      const auto won = surely_won(*settled);
      if (won && *won >= 1 && e_.claim.kind != Claim::Kind::mate) {
        e_.best_line = settled->moves();
        e_.best_claim = {Claim::Kind::material, *won};
        add_sentence(fmt::format("{} would have won {}.", best, lost_material(*settled, ~mover_)));
        return;
      }
    }
    add_sentence(fmt::format("Best was {}.", best));
  }

  Line mating_line() {
    Line line(game_.position());
    Game game = game_;
    while (!game.outcome() && line.plies() < 40) {
      const std::vector<Finding> found = analyst_.best(game);
      if (found.empty()) break;
      line.add(found[0].move());
      game.play(found[0].move());
    }
    return line;
  }

  /// What the best move wins against each of the three best replies to it, if that is what the
  /// main line says too.
  std::optional<int> surely_won(const Line& settled) {
    const int won = material_lost(settled, ~mover_);
    if (won < 1) return std::nullopt;
    const Game answered = played(game_, settled, 1);
    for (const Finding& reply : analyst_.best(answered, kRepliesTried)) {
      Line other(game_.position());
      other.add(e_.best);
      other.add(reply.move());
      const auto end = settle(analyst_, game_, std::move(other));
      if (!end) return std::nullopt;
      if (ends_in_mate(*end) && end->end().side_to_move() != mover_) continue;
      if (material_lost(*end, ~mover_) < won) return std::nullopt;
    }
    return won;
  }

  Analyst& analyst_;
  const Game& game_;
  const Move move_;
  const MoveValues& values_;
  const Color mover_;
  Explanation e_;
};

}  // namespace

MoveValues measure(Analyst& analyst, const Game& game, Move move) {
  MoveValues values;
  const std::vector<Finding> best = analyst.best(game);
  if (!best.empty()) values.best = best[0];
  Game after = game;
  after.play(move);
  if (const auto outcome = after.outcome()) {
    values.played = outcome->winner ? eval::mate_in(1) : 0;
  } else {
    const std::vector<Finding> reply = analyst.best(after);
    values.played = reply.empty() ? 0 : -reply[0].value;
  }
  // The same move seen twice has one value: the better search's, which is the one after the move.
  if (values.best.move() == move) values.best.value = values.played;
  // What was played was possible, so the best is at least as good.
  if (values.played > values.best.value) values.best = {{move}, values.played};
  return values;
}

Explanation explain(Analyst& analyst, const Game& game, Move move, const MoveValues& values) {
  return Explainer(analyst, game, move, values).run();
}

}  // namespace rookery::analysis
