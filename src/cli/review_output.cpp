#include "cli/review_output.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "analysis/json.h"
#include "cli/review_input.h"
#include "notation/pgn_tree.h"
#include "play/user_folders.h"
#include "report/html.h"
#include "report/pgn.h"
#include "report/player.h"
#include "report/terminal.h"

namespace rookery::cli {

namespace {

bool terminal_shows_unicode() {
  const char* locale = std::getenv("LC_ALL") ? std::getenv("LC_ALL") : std::getenv("LANG");
  return locale && std::string_view(locale).find("UTF-8") != std::string_view::npos;
}

Result<Ok, Error> create(std::optional<AtomicFile>& file, const std::string& path) {
  if (path.empty()) return Ok{};
  auto created = AtomicFile::create(path);
  if (!created) return Unexpected{created.error()};
  file.emplace(*std::move(created));
  return Ok{};
}

Result<Ok, Error> put(std::optional<AtomicFile>& file, const std::string& text) {
  return file ? file->write(text) : Result<Ok, Error>(Ok{});
}

std::string json_line(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace

ReviewOutput::ReviewOutput(ReviewFiles files) : files_(std::move(files)) {
  player_.name = files_.player;
}

Result<Ok, Error> ReviewOutput::begin() {
  for (auto [file, path] : {std::pair{&html_, &files_.html}, std::pair{&pgn_, &files_.pgn},
                            std::pair{&puzzles_, &files_.puzzles}})
    if (auto created = create(*file, *path); !created) return created;
  return put(html_, report::html_begin("Review"));
}

Result<Ok, Error> ReviewOutput::print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    return Unexpected{Error{"cannot write to standard output"}};
  return Ok{};
}

Result<Ok, Error> ReviewOutput::print_game(const report::ReviewedGame& reviewed) {
  if (!files_.as_json)
    return print((games_ > 1 ? "\n" : "") + report::summary(reviewed, terminal_shows_unicode()));
  nlohmann::json object = analysis::to_json(reviewed.review, reviewed.game);
  for (const auto& [name, value] : reviewed.tree.tags()) object["tags"][name] = value;
  return print(json_line(object));
}

Result<Ok, Error> ReviewOutput::add_puzzles(const FinishedGame& game) {
  const report::ReviewedGame& reviewed = game.reviewed;
  for (const analysis::Puzzle& puzzle : game.puzzles) {
    ++puzzles_found_;
    const std::string source = reviewed.title();
    if (auto done = put(puzzles_, notation::to_epd(analysis::to_epd_record(puzzle, source)) + '\n');
        !done)
      return done;
    if (!files_.practice) continue;
    const auto state = play::state_directory();
    if (!state) return Unexpected{Error{play::kNotKept}};
    const play::Practice practice(*state);
    if (auto kept =
            practice.add(analysis::to_exercise(puzzle, source, reviewed.game.is_chess960()));
        !kept)
      return kept;
    ++puzzles_kept_;
  }
  return Ok{};
}

Result<Ok, Error> ReviewOutput::add(const FinishedGame& game) {
  const report::ReviewedGame& reviewed = game.reviewed;
  ++games_;
  if (const auto side = side_of(reviewed.tree, files_.player))
    player_.add(reviewed.review, reviewed.game, *side, games_);
  if (pgn_)
    if (auto done = put(pgn_, notation::to_pgn(report::annotated(reviewed))); !done) return done;
  if (html_)
    if (auto done = put(html_, report::html_game(reviewed, games_)); !done) return done;
  if (auto done = add_puzzles(game); !done) return done;
  return print_game(reviewed);
}

Result<Ok, Error> ReviewOutput::end() {
  if (!files_.player.empty() && games_ > 0) {
    if (auto done = put(html_, report::player_html(player_)); !done) return done;
    if (auto done = print(files_.as_json ? json_line(analysis::to_json(player_))
                                         : '\n' + report::player_text(player_));
        !done)
      return done;
  }
  if (puzzles_kept_ > 0 && !files_.as_json)
    if (auto done =
            print(fmt::format("\n{} kept for 'rookery practice'.\n",
                              puzzles_kept_ == 1 ? "One position is"
                                                 : fmt::format("{} positions are", puzzles_kept_)));
        !done)
      return done;
  if (auto done = put(html_, report::html_end()); !done) return done;
  for (auto* file : {&html_, &pgn_, &puzzles_})
    if (*file)
      if (auto done = (*file)->commit(); !done) return done;
  return Ok{};
}

}  // namespace rookery::cli
