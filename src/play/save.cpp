#include "play/save.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <ctime>
#include <iterator>
#include <vector>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"

namespace rookery::play {

namespace fs = std::filesystem;
using chess::Color;
using chess::EndReason;

namespace {

constexpr const char* kPlayerTags[2] = {"RookeryWhite", "RookeryBlack"};

constexpr long kMaxMoveTime = 86'400'000;  // a day

std::optional<long> parse_long(std::string_view text) {
  long value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Milliseconds> parse_seconds(std::string_view text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || !(value >= 0 && value < 1e8))
    return std::nullopt;
  return Milliseconds(std::lround(value * 1000));
}

/// PGN's TimeControl, seconds+seconds; ours may have fractions.
std::optional<TimeControl> parse_pgn_time_control(std::string_view text) {
  const auto plus = text.find('+');
  const auto base = parse_seconds(text.substr(0, plus));
  const auto increment = plus == text.npos ? Milliseconds(0) : parse_seconds(text.substr(plus + 1));
  if (!base || !increment || *base + *increment <= Milliseconds(0)) return std::nullopt;
  return TimeControl{*base, *increment};
}

std::string pgn_time_control(const std::optional<TimeControl>& control) {
  if (!control) return "-";
  const auto seconds = [](Milliseconds t) { return static_cast<double>(t.count()) / 1000; };
  return fmt::format("{}+{}", seconds(control->base), seconds(control->increment));
}

const char* termination(EndReason reason) {
  switch (reason) {
    case EndReason::time:
      return "time forfeit";
    case EndReason::forfeit:
      return "rules infraction";
    case EndReason::adjudication:
      return "adjudication";
    default:
      return "normal";
  }
}

Error file_error(const char* what, const fs::path& path, std::string_view why) {
  return Error{fmt::format("{} {}: {}", what, path.string(), why)};
}

}  // namespace

namespace {

/// The moves of the game as main line of what its file had. Moves that were replaced stay as
/// variations; those that were taken back go.
chess::GameTree with_origin(const GameRecord& record) {
  if (!record.origin) return chess::GameTree::from_game(record.game);
  chess::GameTree tree = *record.origin;
  const chess::NodeId last = tree.add(chess::kRoot, record.game.moves());
  tree.make_main_line(last);
  while (!tree.children(last).empty()) tree.remove(tree.children(last).front());
  tree.set_result("*");
  return tree;
}

/// What the file said stays, unless it was Rookery that had written it.
void set_tags(chess::GameTree& pgn, const GameRecord& record) {
  const GameSetup& setup = record.setup;
  const auto set = [&](const char* name, std::string_view value, bool anew) {
    if (anew || pgn.tag(name).empty()) pgn.set_tag(name, value);
  };
  set("Event", "Rookery game", false);
  set("Site", "Terminal", false);
  set("Date",
      record.date.empty() ? fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time({}))) : record.date,
      false);
  set("Round", "-", false);
  for (const Color c : chess::kColors) {
    const char* const name = c == Color::white ? "White" : "Black";
    const bool is_ours =
        pgn.tag(name) == PlayerSpec::from_file(pgn.tag(kPlayerTags[index(c)])).title();
    set(name, setup.player(c).title(), is_ours);
    pgn.set_tag(kPlayerTags[index(c)], setup.player(c).saved_text());
  }
  set("TimeControl", pgn_time_control(setup.clock), setup.clock.has_value());
  if (const auto outcome = record.game.outcome()) {
    pgn.set_result(chess::result_text(*outcome));
    set("Termination", termination(outcome->reason),
        !record.origin || record.origin->result() != pgn.result());
  } else {
    pgn.set_tag("Termination", "");
  }
  pgn.set_tag("Result", pgn.result());
  if (setup.move_time) pgn.set_tag("RookeryMoveTime", std::to_string(setup.move_time->count()));
}

}  // namespace

namespace {

/// What document 000 kept of each move of the machine: score, seconds and nodes.
void log_decision(chess::Annotation& note, const search::SearchInfo& info, Color mover) {
  const search::Score score = info.score.for_white(mover);
  note.eval = chess::EvalNote{score.centipawns, score.mate, info.depth};
  note.elapsed = std::chrono::duration_cast<Milliseconds>(info.time);
  std::erase_if(note.commands, [](const std::string& c) { return c.starts_with("nodes "); });
  note.commands.push_back(fmt::format("nodes {}", info.nodes));
}

}  // namespace

std::string record_to_pgn(const GameRecord& record) {
  chess::GameTree pgn = with_origin(record);
  set_tags(pgn, record);
  Color mover = record.setup.start.side_to_move();
  const std::vector<chess::NodeId> line = pgn.main_line();
  for (std::size_t i = 0; i < record.plies.size(); ++i, mover = ~mover) {
    const PlayedPly& ply = record.plies[i];
    if (record.setup.clock) pgn.annotate(line[i]).clock = ply.left[index(mover)];
    if (ply.info) log_decision(pgn.annotate(line[i]), *ply.info, mover);
  }
  return notation::to_pgn(pgn) + record.other_games;
}

namespace {

Result<GameRecord, Error> next_record(notation::PgnReader& reader) {
  auto read = notation::read_game_tree(reader);
  if (!read) return Unexpected{Error{"no game and no FEN in it"}};
  if (read->error) return Unexpected{Error{read->error->text()}};
  const chess::GameTree& pgn = read->tree;
  if (pgn.tags().empty() && pgn.children(chess::kRoot).empty())
    return Unexpected{Error{"no game and no FEN in it"}};

  GameSetup setup;
  setup.start = pgn.start();
  setup.chess960 = pgn.is_chess960();
  setup.clock = parse_pgn_time_control(pgn.tag("TimeControl"));
  for (const Color c : chess::kColors)
    if (const auto spec = pgn.tag(kPlayerTags[index(c)]); !spec.empty())
      setup.players[index(c)] = PlayerSpec::from_file(spec);
  if (const auto ms = parse_long(pgn.tag("RookeryMoveTime")); ms && *ms > 0 && *ms <= kMaxMoveTime)
    setup.move_time = Milliseconds(*ms);

  GameRecord record(setup);
  record.date = pgn.tag("Date");
  record.game = pgn.game();
  PlayedPly ply;
  for (auto& left : ply.left) left = setup.clock ? setup.clock->base : Milliseconds(0);
  Color mover = setup.start.side_to_move();
  const std::vector<chess::NodeId> line = pgn.main_line();
  for (std::size_t i = 0; i < record.game.ply(); ++i, mover = ~mover) {
    if (const auto& clock = pgn.note(line[i]).clock) ply.left[index(mover)] = *clock;
    record.plies.push_back(ply);
  }
  if (!record.game.outcome() && pgn.result() != "*") {
    chess::Outcome outcome{std::nullopt, EndReason::agreement};
    if (pgn.result() != "1/2-1/2")
      outcome = {
          pgn.result() == "1-0" ? Color::white : Color::black,
          pgn.tag("Termination") == "time forfeit" ? EndReason::time : EndReason::resignation};
    record.game.end(outcome);
  }
  record.origin = std::move(read->tree);
  return record;
}

}  // namespace

Result<GameRecord, Error> record_from_text(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos) {
    std::string_view line = text.substr(first);
    line = line.substr(0, line.find_first_of("\r\n"));
    const auto position = notation::parse_fen(line);
    if (position) {
      GameSetup setup;
      setup.start = *position;
      setup.chess960 = notation::needs_chess960(*position);
      return GameRecord(setup);
    }
    // Eight ranks are a FEN and no PGN, so it is the FEN's error that helps.
    const std::string_view board = line.substr(0, line.find(' '));
    if (std::count(board.begin(), board.end(), '/') == 7)
      return Unexpected{Error{"FEN: " + position.error().message}};
  }
  notation::PgnReader reader(text);
  auto record = next_record(reader);
  if (!record) return record;
  std::string_view rest = text.substr(reader.game_end());
  while (!rest.empty() && (rest.front() == '\n' || rest.front() == '\r')) rest.remove_prefix(1);
  record->other_games = rest;
  return record;
}

std::vector<GameTags> list_games(std::string_view text, std::size_t most) {
  struct : notation::PgnVisitor {
    std::vector<GameTags> list;
    void begin_game() override { list.emplace_back(); }
    void tag(std::string_view name, std::string_view value) override {
      GameTags& tags = list.back();
      if (name == "White") tags.white = value;
      if (name == "Black") tags.black = value;
      if (name == "Date") tags.date = value;
      if (name == "Event") tags.event = value;
    }
    bool begin_moves(const chess::Position&, bool) override { return false; }
    void end_game(std::string_view result) override { list.back().result = result; }
  } games;
  notation::PgnReader reader(text);
  while (games.list.size() < most && reader.read_game(games)) {
  }
  return std::move(games.list);
}

Result<GameRecord, Error> record_of_game(std::string_view text, std::size_t number) {
  struct : notation::PgnVisitor {
    bool begin_moves(const chess::Position&, bool) override { return false; }
  } skipped;
  notation::PgnReader reader(text);
  for (std::size_t i = 0; i < number; ++i)
    if (!reader.read_game(skipped)) break;
  return next_record(reader);
}

Result<GameRecord, Error> load_record(const fs::path& path) {
  const auto text = read_file(path, FileKind::game);
  if (!text) return Unexpected{text.error()};
  auto record = record_from_text(*text);
  if (!record) return Unexpected{file_error("cannot read", path, record.error().message)};
  return record;
}

Result<Ok, Error> write_new_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  if (fs::exists(path, error))
    return Unexpected{file_error("will not overwrite", path, "the file exists")};
  return write_file(path, text);
}

Autosave::Autosave(std::optional<fs::path> state) {
  if (!state) return;
  static std::atomic<unsigned> games{0};  // two may begin within a millisecond
  const auto now = std::chrono::system_clock::now();
  const auto ms = std::chrono::duration_cast<Milliseconds>(now.time_since_epoch()).count() % 1000;
  file_ =
      *state / "current" /
      fmt::format("{:%Y%m%d-%H%M%S}-{:03}-{}-{}.pgn",
                  fmt::localtime(std::chrono::system_clock::to_time_t(now)), ms, getpid(), ++games);
}

Autosave::~Autosave() { unlock(); }

bool Autosave::lock() {
  if (lock_ >= 0) return true;
  const std::string name = file_.string() + ".lock";
  lock_ = open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) return true;
  const int why = errno;
  if (lock_ >= 0) close(lock_);
  lock_ = -1;
  errno = why;
  return false;
}

void Autosave::unlock() {
  if (lock_ < 0) return;
  std::error_code error;
  fs::remove(file_.string() + ".lock", error);
  close(lock_);
  lock_ = -1;
}

bool Autosave::adopt(const fs::path& file) {
  unlock();
  file_ = file;
  return lock();
}

std::optional<fs::path> Autosave::find_unfinished(const std::optional<fs::path>& state) {
  if (!state) return std::nullopt;
  std::error_code error, none;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(*state / "current", error))
    if (entry.path().extension() == ".pgn" && !entry.is_symlink(none))  // not ours
      files.push_back(entry.path());
  std::sort(files.rbegin(), files.rend());  // the name begins with the time
  for (const fs::path& file : files) {
    Autosave probe(state);
    if (!probe.adopt(file)) continue;
    const auto record = load_record(file);
    if (record && !record->game.outcome()) return file;
  }
  return std::nullopt;
}

void Autosave::archive(const fs::path& file) {
  std::error_code error;
  const fs::path folder = file.parent_path().parent_path() / "archive";
  fs::create_directories(folder, error);
  fs::rename(file, folder / file.filename(), error);
}

Result<Ok, Error> Autosave::save(const GameRecord& record) {
  const auto written = write(record);
  problem_ = written ? "" : written.error().message;
  return written;
}

Result<Ok, Error> Autosave::write(const GameRecord& record) {
  if (!keeps()) return Ok{};
  std::error_code error;
  if (record.game.ply() == 0) {
    if (lock_ >= 0) fs::remove(file_, error);  // every move was taken back
    return Ok{};
  }
  fs::create_directories(file_.parent_path(), error);
  if (error)
    return Unexpected{file_error("cannot make the folder", file_.parent_path(), error.message())};
  errno = 0;
  if (!lock())
    return Unexpected{file_error(
        "cannot write", file_,
        errno == EWOULDBLOCK ? "another program plays this game" : std::strerror(errno))};
  const auto written = write_file(file_, record_to_pgn(record), Writing::own_state);
  if (written && record.game.outcome()) archive(file_);
  return written;
}

}  // namespace rookery::play
