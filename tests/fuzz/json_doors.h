// What must hold for any bytes where JSON, settings and other programs' lines come in.
#pragma once

#include <filesystem>
#include <fstream>

#include "analysis/json.h"
#include "fuzz/targets.h"
#include "json/door.h"
#include "json/search.h"
#include "play/own_engines.h"
#include "play/preferences.h"
#include "play/progress.h"
#include "search/syzygy_file.h"
#include "uci/info_line.h"

namespace rookery::fuzz {

/// A folder for files that are written again and again; in memory where that can be had.
inline const std::filesystem::path& fuzz_folder() {
  static const struct Folder {
    std::filesystem::path path;
    Folder() {
      std::string name = (std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp") +
                         std::string("/rookery_fuzz_XXXXXX");
      require(mkdtemp(name.data()) != nullptr, "a folder can be made");
      path = name;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  } folder;
  return folder.path;
}

inline int depth_of(const json::Value& value) {
  int deepest = 0;
  if (!value.is_structured()) return 0;
  for (const json::Value& item : value) deepest = std::max(deepest, depth_of(item));
  return deepest + 1;
}

/// What passes is within the limits and comes back from its text; no field of it, whatever it is,
/// gives more than was asked for.
inline void fuzz_json(std::string_view text) {
  constexpr json::Limits kLimits{.bytes = 3000, .depth = 6, .values = 200};
  const auto value = json::parse_untrusted(text, kLimits);
  if (!value) return require(!value.error().message.empty(), "an error has a reason", text);
  require(text.size() <= kLimits.bytes, "size is bounded", text);
  require(depth_of(*value) <= kLimits.depth, "depth is bounded", text);
  const std::string written = json::to_text(*value);
  require(json::parse_untrusted(written).value_or(nullptr) == *value, "what was written comes back",
          written);
  json::Fields whole(*value, "input");
  require(whole.error().has_value() != value->is_object(), "only objects have fields", text);
  if (!value->is_object()) return;
  for (const auto& [key, unused] : value->items()) {
    const auto get = [&, name = key](auto call) {
      json::Fields fields = whole.apart();
      call(fields, name);
      if (fields.error()) require(!fields.error()->message.empty(), "an error has a reason", text);
      return !fields.error();
    };
    get([&](auto& f, auto& k) { require(f.text(k, 20).size() <= 20, "texts are bounded", text); });
    get([&](auto& f, auto& k) {
      const auto n = f.integer(k, -5, 1000);
      require(-5 <= n && n <= 1000, "numbers are in range", text);
    });
    get([&](auto& f, auto& k) {
      const double x = f.number(k, -1.5, 2.5);
      require(-1.5 <= x && x <= 2.5, "numbers are in range", text);
    });
    get([](auto& f, auto& k) { (void)f.flag(k); });
    get([&](auto& f, auto& k) {
      for (const std::string& item : f.texts(k, 3, 20))
        require(item.size() <= 20, "texts are bounded", text);
    });
    get([&](auto& f, auto& k) { require(f.integers(k, 3, 0, 9).size() <= 3, "lists are", text); });
    get([&](auto& f, auto& k) {
      require(f.integer_map(k, 3, 0, 9).size() <= 3, "maps are", text);
    });
    get([](auto& f, auto& k) {
      for (json::Fields& one : f.objects(k, 3)) (void)one.optional_text(k);
    });
    get([](auto& f, auto& k) { (void)f.object(k).optional_number(k, 0, 1); });
  }
}

/// The files of the state folder. The first byte chooses which; what is read is in range and comes
/// back after a change.
inline void fuzz_state(std::string_view text) {
  if (text.empty()) return;
  const int kind = static_cast<unsigned char>(text[0]) % 3;
  const std::filesystem::path& folder = fuzz_folder();
  constexpr const char* kNames[] = {"settings.json", "practice.json", "lessons.json"};
  const auto write = [&] { std::ofstream(folder / kNames[kind]) << text.substr(1); };
  write();
  if (kind == 0) {
    const play::Preferences read = play::load_preferences(folder);
    require(*play::patched({}, play::to_json(read)) == read, "preferences come back", text);
    const auto changed = play::change_preferences(folder, {{"lines", 3}});
    require(changed && changed->lines == 3, "a damaged file can be changed", text);
  } else if (kind == 1) {
    const play::Practice practice(folder);
    for (const play::Exercise& exercise : practice.all()) {
      require(parse_fen(exercise.fen).has_value(), "an exercise has a position", text);
      require(practice.grade(exercise.id, true, 1'700'000'000).has_value(), "it is graded", text);
    }
    (void)practice.next(1'700'000'000);
  } else {
    const play::Lessons lessons(folder);
    for (const auto& [id, told] : lessons.all()) require(told.step >= 0, "steps are counted", text);
    require(lessons.reached("one", 2, true).has_value(), "a lesson is done", text);
    require(lessons.all().at("one").done, "and stays so", text);
  }
}

/// The user's own config.toml: every engine has a name that means nothing else.
inline void fuzz_own_engines(std::string_view text) {
  const auto engines = play::parse_own_engines(text);
  if (!engines) return require(!engines.error().message.empty(), "an error has a reason", text);
  for (const play::OwnEngine& engine : engines->list) {
    require(engine.agent.empty() != engine.program.command.empty(), "program or agent", text);
    require(engine.name.find_first_of(":=,/ \n") == engine.name.npos, "a name is a name", text);
  }
}

/// A line of an engine, about the position in the first line: its moves are legal one by one.
inline void fuzz_engine(std::string_view text) {
  const auto [position, line] = position_and_rest(text);
  const auto info = uci::parse_info(line, position);
  if (!info) return;
  chess::Position at = position;
  for (const chess::Move move : info->pv) {
    require(at.is_legal(move), "a line is legal", text);
    at.make_move(move);
  }
  (void)json::to_text(json::to_json(*info, position));
}

/// A Syzygy table of the pieces that the first byte chooses, its size and magic made right.
inline void fuzz_syzygy(std::string_view text) {
  if (text.empty()) return;
  constexpr const char* kNames[] = {"KQvK.rtbw",  "KQvK.rtbz",  "KPvK.rtbw",  "KPvK.rtbz",
                                    "KRvKR.rtbw", "KPvKP.rtbz", "KNNvK.rtbw", "KPPvK.rtbw"};
  const auto kind = static_cast<std::uint8_t>(text[0]) % std::size(kNames);
  std::string bytes(text.substr(1));
  bytes.resize((bytes.size() + 63) / 64 * 64 + 16);
  const std::string_view magic =
      kind % 2 == 1 && kind != 7 ? "\xD7\x66\x0C\xA5" : "\x71\xE8\x23\x5D";
  std::copy(magic.begin(), magic.end(), bytes.begin());
  const std::filesystem::path file = fuzz_folder() / kNames[kind];
  std::ofstream(file, std::ios::binary) << bytes;
  const auto usable = search::check_table(file, search::TableCheck::usable);
  const auto thorough = search::check_table(file, search::TableCheck::thorough);
  require(usable || !thorough, "what is not usable is not whole");
  if (!usable) require(!usable.error().message.empty(), "an error has a reason");
}

/// A stored review: what is read is of this game and comes back from its text.
inline void fuzz_review(std::string_view text) {
  chess::Game game;
  for (const char* uci : {"f2f3", "e7e5", "g2g4", "d8h4"})
    game.play(*parse_uci_move(game.position(), uci));
  const auto value = json::parse_untrusted(text);
  if (!value) return;
  const auto review = analysis::review_from_json(*value, game);
  if (!review) return require(!review.error().message.empty(), "an error has a reason", text);
  require(review->moves.size() == game.ply(), "every move has its review", text);
  const std::string written = json::to_text(analysis::to_json(*review, game));
  const auto again = analysis::review_from_json(*json::parse_untrusted(written), game);
  require(again.has_value(), "what was written can be read", written);
  require(json::to_text(analysis::to_json(*again, game)) == written, "and is written the same",
          written);
}

}  // namespace rookery::fuzz
