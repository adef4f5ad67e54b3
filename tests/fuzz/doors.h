// What must hold for any bytes at the doors above notation: UCI sessions, files of games, networks,
// books and checkpoints, configuration, the server's events and saved games. Where a hash or a
// shape would turn nearly every input away at once, the target makes those right first.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/hash.h"
#include "base/read_file.h"
#include "eval/nnue/evaluator.h"
#include "fuzz/targets.h"
#include "lichess/config.h"
#include "lichess/events.h"
#include "play/book.h"
#include "play/roster.h"
#include "play/save.h"
#include "train/data.h"
#include "train/positions.h"
#include "train/trainer.h"
#include "uci/server.h"

namespace rookery::fuzz {

/// Bytes under a file name, without a disk.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "a file in memory can be made");
    while (!bytes.empty()) {
      const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
      require(n > 0, "a file in memory can be written");
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Takes numbers off the front of the input; zeros when it is used up.
class Source {
 public:
  explicit Source(std::string_view text) : rest_(text) {}
  template <class T>
  T next() {
    T value{};
    const std::size_t n = std::min(sizeof value, rest_.size());
    std::memcpy(&value, rest_.data(), n);
    rest_.remove_prefix(n);
    return value;
  }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

inline std::size_t count_lines(const std::string& text, std::string_view start) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    n += std::string_view(text).substr(at, end - at).starts_with(start);
    at = end + 1;
  }
  return n;
}

/// Answers at once and has an option of every kind.
class FuzzAgent final : public search::Agent {
 public:
  std::string_view name() const override { return "fuzz"; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink&) override {
    search::SearchResult result;
    const chess::MoveList moves = chess::legal_moves(game.position());
    if (!moves.empty()) result.best = *moves.begin();
    for (const chess::Move m : limits.search_moves)
      require(game.position().is_legal(m), "searchmoves are legal");
    while (limits.infinite && !control.should_stop()) std::this_thread::yield();
    return result;
  }
  std::vector<search::OptionSpec> options() override {
    using Type = search::OptionSpec::Type;
    return {{"Hash", Type::spin, "16", 1, 1024, {}},
            {"Style", Type::combo, "calm", 0, 0, {"calm", "wild"}},
            {"Clear Hash", Type::button, "", 0, 0, {}},
            {"Ponder", Type::check, "false", 0, 0, {}},
            {"EvalFile", Type::string, "", 0, 0, {}}};
  }
  Result<Ok, Error> set_option(std::string_view option, std::string_view value) override {
    if (option == "Hash") require(std::stoi(std::string(value)) <= 1024, "spins are in range");
    return Ok{};
  }
};

/// A session of any lines: one bestmove for each search, one readyok for each isready, and it ends.
inline void fuzz_session(std::string_view text) {
  std::ostringstream out;
  std::size_t searches = 0, questions = 0;
  {
    uci::ServerSetup setup;
    setup.name = "Fuzz";
    setup.author = "nobody";
    setup.agents = {"fuzz", "location"};
    setup.make_agent =
        [](const std::string& name) -> Result<std::unique_ptr<search::Agent>, Error> {
      if (name == "fuzz") return std::unique_ptr<search::Agent>(std::make_unique<FuzzAgent>());
      return play::make_agent(*play::NamedSpec::parse("location"));
    };
    uci::Server server(std::move(setup), out);
    int lines = 0;
    while (!text.empty() && ++lines <= 40) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      const bool go_on = server.handle(line);
      searches += line.find("go") != line.npos;
      questions += line.find("isready") != line.npos;
      // A search that was asked for may take minutes; the fuzzer has seconds.
      if (!go_on || !server.handle("stop")) break;
    }
  }
  require(count_lines(out.str(), "bestmove") <= searches, "one bestmove for each go", out.str());
  require(count_lines(out.str(), "readyok") <= questions, "one readyok for each", out.str());
}

inline std::uint32_t fnv1a(std::string_view bytes) {
  std::uint32_t hash = 0x811C9DC5u;
  for (const char c : bytes) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193u;
  return hash;
}

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A file of self-play games: as it is, or (first byte odd) cut into records with right sizes and
/// checksums. What is read can be replayed and packed.
inline void fuzz_games(std::string_view text) {
  Source source(text);
  std::string file(source.rest());
  if (source.next<std::uint8_t>() % 2 == 1) {
    file = "ROOKGAM1";
    append(file, std::uint32_t{0});
    append(file, fnv1a(file));
    while (!source.empty()) {
      const std::string_view rest = source.rest();
      const std::string_view payload = rest.substr(0, 1 + static_cast<std::uint8_t>(rest[0]));
      source = Source(rest.substr(payload.size()));
      append(file, static_cast<std::uint16_t>(payload.size() - 1));
      file += payload.substr(1);
      append(file, fnv1a(payload.substr(1)));
    }
  }
  const MemoryFile memory(file);
  const auto games = train::GameFile::open(memory.path());
  if (!games) return require(!games.error().message.empty(), "an error has a reason");
  require(games->intact_size() <= games->file_size(), "what is intact is in the file");
  (void)games->damage();
  train::GameRecord game;
  for (std::size_t i = 0; i < games->games(); ++i) {
    games->read(i, game);
    train::replay(game, [&](const chess::Position& p, int ply, const train::ScoredMove& m) {
      require(p.is_consistent(), "a replayed position is consistent");
      (void)train::is_kept(p, ply, m);
      train::Features features;
      train::unpack(train::pack(p, m, game.result, 0), features);
      require(features.count == chess::count(p.pieces()), "packing keeps all pieces");
    });
  }
}

/// A good file of a network with bytes altered, before its hash is made (an attacker can) and after
/// (damage). What is accepted evaluates.
inline void fuzz_network(std::string_view text) {
  using namespace eval::nnue;
  static const auto weights = std::make_unique<Weights>();
  *weights = Weights{};
  weights->scale = 200;
  Source source(text);
  const std::uint8_t changes = source.next<std::uint8_t>();
  auto* const memory = reinterpret_cast<std::uint8_t*>(weights.get());
  for (int i = 0; i < changes && !source.empty(); ++i) {
    const auto at = source.next<std::uint32_t>();
    memory[at % sizeof(Weights)] = source.next<std::uint8_t>();
  }
  std::vector<std::byte> file = serialize(*weights, "record: " + std::to_string(changes) + "\n");
  const bool damaged = source.next<std::uint8_t>() % 2 == 1 && !source.empty();
  if (damaged) {
    const auto at = source.next<std::uint16_t>();
    if (at % 4 == 0)
      file.resize(at);
    else
      file[at % 128] ^= std::byte{static_cast<std::uint8_t>(source.next<std::uint8_t>() | 1)};
  }
  const auto network = parse_network(file);
  if (!network) return require(!network.error().message.empty(), "an error has a reason");
  require(!damaged, "damage is noticed");
  Evaluator evaluator(*network);
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "8/8/8/8/8/1k6/1p6/1K6 b - - 0 1"}) {
    const chess::Position position = *parse_fen(fen);
    evaluator.reset(position);
    const auto value = evaluator.evaluate(position);
    require(std::abs(value) < eval::kTablebaseBound, "a value is no mate and no table's");
  }
}

/// A book: as it is, or (first byte odd) with entries about the initial position.
inline void fuzz_book(std::string_view text) {
  const chess::Position position = chess::Position::initial();
  Source source(text);
  std::string file(text);
  if (source.next<std::uint8_t>() % 2 == 1) {
    file.clear();
    const std::uint64_t key = __builtin_bswap64(play::polyglot_key(position));
    while (source.rest().size() >= 4) {
      append(file, key);
      append(file, source.next<std::uint32_t>());  // move and weight
      append(file, std::uint32_t{0});
    }
  }
  const MemoryFile memory(file);
  const auto book = play::Book::open(memory.path());
  if (!book) return require(!book.error().message.empty(), "an error has a reason");
  for (const auto& [move, weight] : book->moves(position)) {
    require(position.is_legal(move), "book moves are legal");
    require(weight >= 0, "weights are not negative");
  }
  Rng rng(1);
  const chess::Move picked = book->pick(position, rng);
  require(!picked || position.is_legal(picked), "the move picked is legal");
}

/// The checkpoint of a training run, altered, with its hash made right again.
inline void fuzz_checkpoint(std::string_view text) {
  struct Run {
    train::TrainOptions options;
    std::unique_ptr<train::Dataset> data;
    std::unique_ptr<train::Trainer> trainer;
    std::string saved;
  };
  static const Run run = [] {
    Run r;
    r.options.batch = 4;
    r.options.epochs = 2;
    std::string folder = "/tmp/rookery_fuzz_XXXXXX";
    require(mkdtemp(folder.data()) != nullptr, "a folder can be made");
    std::vector<train::DataSource> sources{{folder + "/a.games", 4}};
    {
      auto writer = train::GameWriter::open(sources[0].path, "agent: fuzz\n");
      for (int g = 0; g < 4; ++g) {
        train::GameRecord game;
        chess::Position p = chess::Position::initial();
        for (int ply = 0; ply < 40; ++ply) {
          const chess::MoveList moves = chess::legal_moves(p);
          const chess::Move m = moves[static_cast<std::size_t>(ply * (g + 3)) % moves.size()];
          game.moves.push_back({m, static_cast<std::int16_t>(ply)});
          p.make_move(m);
          if (chess::legal_moves(p).empty()) break;
        }
        require(writer->append(game).has_value(), "a game can be written");
      }
    }
    auto data = train::Dataset::open(sources, 1000);
    require(data.has_value(), "the data can be read");
    r.data = std::make_unique<train::Dataset>(std::move(*data));
    r.trainer = std::make_unique<train::Trainer>(*r.data, r.options);
    r.trainer->step();
    require(r.trainer->save(folder + "/c", sources).has_value(), "a checkpoint can be written");
    r.saved = *read_file(folder + "/c", FileKind::checkpoint);
    for (const char* name : {"/a.games", "/c", ""}) (void)::remove((folder + name).c_str());
    return r;
  }();
  // Everything before the weights is small; that is where the structure is.
  const std::size_t front = std::min<std::size_t>(run.saved.size(), 700);
  std::string file = run.saved.substr(0, run.saved.size() - 8);
  Source source(text);
  for (int changes = source.next<std::uint8_t>() % 8; changes > 0; --changes) {
    const auto at = source.next<std::uint16_t>();
    file[at % 16 == 0 ? file.size() - 1 - at : at % front] = source.next<char>();
  }
  if (const auto cut = source.next<std::uint16_t>(); cut % 3 == 1) file.resize(cut % file.size());
  append(file, hash_bytes(std::as_bytes(std::span(file))));
  const MemoryFile memory(file);
  const auto sources = train::checkpoint_sources(memory.path(), run.options.settings());
  const auto loaded = run.trainer->load(memory.path());
  if (loaded) {
    require(sources.has_value(), "what is loaded has sources");
    require(run.trainer->steps() <= run.trainer->total_steps(), "steps are in range");
    require(!run.trainer->finished() || !run.trainer->history().empty(),
            "a finished run has a history");
  }
}

/// Configuration in either language: what is accepted comes back from what it says of itself.
inline void fuzz_config(std::string_view text) {
  const auto language = !text.empty() && text[0] == '{' ? lichess::ConfigLanguage::json
                                                        : lichess::ConfigLanguage::toml;
  const auto config = lichess::parse_config(text, language);
  if (!config) return require(!config.error().message.empty(), "an error has a reason", text);
  (void)lichess::config_to_json(*config).dump(-1, ' ', false,
                                              nlohmann::json::error_handler_t::replace);
}

/// A line of the server's streams.
inline void fuzz_events(std::string_view text) {
  (void)lichess::parse_challenge(text);
  (void)lichess::parse_event(text);
  const auto event = lichess::parse_game_event(text);
  if (!event) return require(!event.error().message.empty(), "an error has a reason", text);
  if (const auto* full = std::get_if<lichess::GameFull>(&*event))
    require(full->initial.count() >= 0 && full->state.clock[0].count() >= 0,
            "clocks are not negative", text);
}

/// A saved game: what is accepted is saved and read to the same position, with the same players.
inline void fuzz_saved_game(std::string_view text) {
  const auto record = play::record_from_text(text);
  if (!record) return require(!record.error().message.empty(), "an error has a reason", text);
  const std::string written = play::record_to_pgn(*record);
  const auto again = play::record_from_text(written);
  require(again.has_value(), "what was written can be read", written);
  require(again->game.position() == record->game.position(), "the position comes back", written);
  require(again->plies.size() == record->plies.size(), "the moves come back", written);
}

}  // namespace rookery::fuzz
