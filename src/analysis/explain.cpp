#include "analysis/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/board_facts.h"
#include "analysis/chances.h"
#include "analysis/positional.h"
#include "analysis/refutation.h"
#include "analysis/sentences.h"
#include "analysis/settle.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr int kRepliesTried = 3;
/// Of the effort for a question, where a mate is known or looks likely.
constexpr double kMoreForMates = 10;

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
  const Effort effort = analyst.effort();
  analyst.set_effort(effort.part(0.25));
  Game after = game;
  after.play(move);
  const std::vector<Finding> answer = analyst.best(after);
  analyst.set_effort(effort);
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

/// The pawn that answers goes on to promote, and lives.
bool answering_pawn_promotes(const Line& line, Color victim) {
  if (line.plies() < 2) return false;
  Square pawn = line.move(1).to();
  if (type_of(line.before(1).moving_piece(line.move(1))) != PieceType::pawn) return false;
  for (std::size_t i = 2; i < line.plies(); ++i) {
    const Move move = line.move(i);
    if (i % 2 == 0 && move.to() == pawn) return false;
    if (i % 2 == 0 || move.from() != pawn) continue;
    if (move.is_promotion()) return material_words(line, victim).promotion;
    pawn = move.to();
  }
  return false;
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
    e_ = by_figures(game_.position(), move_, values_);
    tell_of_the_reply();
    if (is_bad(e_.judgement))
      tell_of_the_best();
    else if (move_ == e_.best && e_.win_after >= 50)
      tell_what_it_wins();
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
    Refutation refutation = refute(analyst_, game_, move_);
    // A longer search has seen a mate: it is looked for as long here.
    if (values_.played <= -eval::kMateBound && !ends_in_mate(refutation.line))
      with_more_effort([&] { refutation = refute(analyst_, game_, move_); });
    const std::vector<MotifHit> hits = find_motifs(refutation.line);
    for (const MotifHit& hit : hits)
      if (hit.motif != Motif::mate) e_.motifs.emplace_back(motif_name(hit.motif));
    if (ends_in_mate(refutation.line) && is_forced_mate(refutation)) {
      allow_mate(refutation, hits);
      return;
    }
    if (!is_bad(e_.judgement)) return;
    const auto settled = settle(analyst_, game_, refutation.line);
    const auto best_end = settle(analyst_, game_, line_of(game_.position(), {e_.best}));
    // The line may end before the promotion that is its point, where other moves win as well.
    const std::string promotion(motif_name(Motif::promotion));
    if (settled && answering_pawn_promotes(*settled, mover_) &&
        std::find(e_.motifs.begin(), e_.motifs.end(), promotion) == e_.motifs.end())
      e_.motifs.push_back(promotion);
    if (settled) played_gain_ = material_lost(*settled, ~mover_);
    if (settled && best_end && settled->plies() >= 2)
      lose_material(refutation, hits, *settled, *best_end);
    if (e_.claim.kind == Claim::Kind::none) slip_into_draw();
    if (e_.claim.kind == Claim::Kind::none && settled && best_end) stand_worse(*settled, *best_end);
  }

  template <class Ask>
  void with_more_effort(Ask ask) {
    const Effort effort = analyst_.effort();
    analyst_.set_effort(effort.part(kMoreForMates));
    ask();
    analyst_.set_effort(effort);
  }

  /// A line that ends in mate proves one only if the first reply was seen to mate: later the other
  /// side may have chosen badly.
  bool is_forced_mate(const Refutation& refutation) {
    if (values_.played <= -eval::kMateBound || refutation.value >= eval::kMateBound) return true;
    bool forced = false;
    with_more_effort([&] {
      const std::vector<Finding> reply = analyst_.best(played(game_, refutation.line, 1));
      forced = !reply.empty() && reply[0].value >= eval::kMateBound;
    });
    return forced;
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

  void lose_material(const Refutation& refutation, const std::vector<MotifHit>& hits,
                     const Line& settled, const Line& best_end) {
    const auto lost = surely_lost(analyst_, game_, settled, mover_);
    if (!lost || *lost < 1) return;
    // A loss that the best move suffers too is not this move's fault.
    const int fault = material_lost(settled, mover_) - material_lost(best_end, mover_);
    if (fault < 1) return;
    if (!holds_at_less_depth(analyst_, game_, move_, e_.win_before, e_.win_after)) return;

    const int claimed = std::min(*lost, fault);
    const bool exact = claimed == material_lost(settled, mover_);
    const std::string loses = exact ? material_words(settled, mover_).loses()
                              : claimed == 1
                                  ? std::string("loses at least a pawn")
                                  : fmt::format("loses material worth {} pawns", claimed);
    e_.claim = {Claim::Kind::material, claimed};
    e_.proof = settled.moves();
    const MotifHit* hit = motif_to_name(hits, refutation.first_is_only);
    const std::string how = hit ? motif_phrase(refutation.line, *hit)
                                : numbered_san(settled.before(1), settled.move(1));
    add_sentence(fmt::format("It {}{}: {}.",
                             is_bad_trade(settled)     ? "is a bad trade that "
                             : ignores_threat(settled) ? "overlooks a threat and "
                                                       : "",
                             loses, how));
  }

  /// It takes something that is retaken, and the exchange on that square loses.
  bool is_bad_trade(const Line& settled) const {
    return move_.is_capture() && settled.move(1).is_capture() &&
           settled.move(1).to() == move_.to() && !see_at_least(game_.position(), move_, 0);
  }

  /// No piece is lost: what the tuned evaluation says of the ends of the two lines.
  void stand_worse(const Line& settled, const Line& best_end) {
    if (ends_in_mate(settled) || ends_in_mate(best_end)) return;
    const std::vector<WorseGroup> worse = worse_groups(settled.end(), best_end.end(), mover_);
    if (worse.empty()) return;
    e_.claim = {Claim::Kind::position, static_cast<int>(worse[0].centipawns)};
    e_.proof = settled.moves();
    e_.best_line = best_end.moves();
    const bool two = worse.size() > 1 && worse[1].side == worse[0].side;
    add_sentence(fmt::format("It leaves {} with {}{}.",
                             worse[0].side == Color::white ? "White" : "Black", worse[0].phrase,
                             two ? fmt::format(" and {}", worse[1].phrase) : ""));
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
      how = ends_with_checks(line) ? "by perpetual check" : "by repetition";
    else
      return;
    e_.claim = {Claim::Kind::draw, 0};
    e_.proof = line.moves();
    add_sentence(fmt::format("It gives away the win: {} draws {}.",
                             numbered_san(line.before(1), line.move(1)), how));
  }

  /// The hero has given check with each of his last three moves.
  bool ends_with_checks(const Line& line) const {
    int checks = 0;
    for (std::size_t i = line.plies(); i-- > 0 && checks < 3;)
      if (line.before(i).side_to_move() != mover_) {
        if (!line.after(i).in_check()) return false;
        ++checks;
      }
    return checks == 3;
  }

  /// The game with its last move taken back, if there was one.
  std::optional<Game> before_last_move() const {
    if (game_.ply() == 0) return std::nullopt;
    Game before = game_;
    before.undo();
    return before;
  }

  /// The line with the move before it, so that a piece that is only taken back is not a gain.
  Line with_last_move(const Line& line) const {
    const auto before = before_last_move();
    if (!before) return line;
    Line longer(before->position());
    longer.add(game_.moves().back());
    for (const Move move : line.moves()) longer.add(move);
    return longer;
  }

  /// What the mover wins by the line for good, or none: beside the position on the board, and
  /// beside the one before the other side's last move.
  std::optional<int> won_for_good(const Line& settled) {
    const auto won = surely_won(settled);
    if (!won) return std::nullopt;
    const int net = std::min(*won, material_lost(with_last_move(settled), ~mover_));
    return net >= 1 ? std::optional(net) : std::nullopt;
  }

  /// A good move that mates or wins material by force.
  void tell_what_it_wins() {
    if (values_.played >= eval::kMateBound) {
      const Line line = mating_line(move_);
      if (!ends_in_mate(line)) return;
      const int moves = static_cast<int>(line.plies() + 1) / 2;
      e_.best_line = e_.proof = line.moves();
      e_.best_claim = {Claim::Kind::mate, moves};
      add_sentence(moves == 1 ? "It is mate." : fmt::format("It mates in {}.", moves));
      return;
    }
    const auto settled = settle(analyst_, game_, line_of(game_.position(), {move_}));
    const auto won = settled ? won_for_good(*settled) : std::nullopt;
    if (!won) return;
    e_.best_line = e_.proof = settled->moves();
    e_.best_claim = {Claim::Kind::material, *won};
    std::string how;
    if (const auto before = before_last_move()) {
      const Refutation found = refute(analyst_, *before, game_.moves().back());
      if (found.line.plies() > 1 && found.line.move(1) == move_) {
        const std::vector<MotifHit> hits = find_motifs(found.line);
        for (const MotifHit& hit : hits) {
          const std::string name(motif_name(hit.motif));
          if (std::find(e_.motifs.begin(), e_.motifs.end(), name) == e_.motifs.end())
            e_.motifs.push_back(name);
        }
        if (const MotifHit* hit = motif_to_name(hits, found.first_is_only))
          how = ": " + motif_phrase(found.line, *hit);
      }
    }
    add_sentence(fmt::format(
        "It {}{}.", material_words(with_last_move(*settled), ~mover_).wins("wins", "promotes"),
        how));
  }

  /// What the best move would have brought, in the same currency, or only its name.
  void tell_of_the_best() {
    if (move_ == e_.best) return;
    const std::string best = numbered_san(game_.position(), e_.best);
    if (values_.best.value >= eval::kMateBound) {
      Line line = mating_line(e_.best);
      if (!ends_in_mate(line)) with_more_effort([&] { line = mating_line(e_.best); });
      if (ends_in_mate(line)) {
        const int moves = static_cast<int>(line.plies() + 1) / 2;
        e_.best_line = line.moves();
        e_.best_claim = {Claim::Kind::mate, moves};
        add_sentence(moves == 1 ? fmt::format("{} was mate.", best)
                                : fmt::format("{} was mate in {}.", best, moves));
        return;
      }
    }
    if (e_.claim.kind == Claim::Kind::position) {
      // The line stays the one that was compared.
    } else if (const auto settled = settle(analyst_, game_, line_of(game_.position(), {e_.best}))) {
      const auto won = won_for_good(*settled);
      const bool more = won && (!played_gain_ || material_lost(*settled, ~mover_) > *played_gain_);
      if (more && e_.claim.kind != Claim::Kind::mate) {
        e_.best_line = settled->moves();
        e_.best_claim = {Claim::Kind::material, *won};
        add_sentence(
            fmt::format("{} would have {}.", best,
                        material_words(with_last_move(*settled), ~mover_).wins("won", "promoted")));
        return;
      }
    }
    add_sentence(fmt::format("Best was {}.", best));
  }

  Line mating_line(Move first) {
    Line line = line_of(game_.position(), {first});
    Game game = played(game_, line, 1);
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
  std::optional<int> played_gain_;  // what the mover wins by the judged move, in pawns
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
    values.played = reply.empty() ? 0 : before_move(reply[0].value);
  }
  // The same move seen twice has one value: the better search's, which is the one after the move.
  if (values.best.move() == move) values.best.value = values.played;
  // What was played was possible, so the best is at least as good.
  if (values.played > values.best.value) values.best = {{move}, values.played};
  return values;
}

Explanation by_figures(const Position& position, Move move, const MoveValues& values) {
  Explanation e;
  e.best = values.best.move();
  e.best_line = values.best.line;
  e.win_before = win_percent(values.best.value);
  e.win_after = std::min(win_percent(values.played), e.win_before);
  e.accuracy = move_accuracy(e.win_before, e.win_after);
  e.judgement = count_legal_moves(position) == 1
                    ? Judgement::forced
                    : judge(values.best.value, values.played, move == e.best);
  return e;
}

Explanation explain(Analyst& analyst, const Game& game, Move move, const MoveValues& values) {
  return Explainer(analyst, game, move, values).run();
}

}  // namespace rookery::analysis
