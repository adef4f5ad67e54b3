#include "cli/review_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/read_file.h"
#include "lichess/user_games.h"

namespace rookery::cli {

namespace {

constexpr std::string_view kLichess = "lichess:";

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

}  // namespace

std::string ReviewSource::where() const { return fmt::format("{}: game {}", name, number); }

std::optional<chess::Color> side_of(const chess::GameTree& tree, const std::string& player) {
  if (player.empty()) return std::nullopt;
  if (same_name(tree.tag("White"), player)) return chess::Color::white;
  if (same_name(tree.tag("Black"), player)) return chess::Color::black;
  return std::nullopt;
}

Result<ReviewInput, Error> ReviewInput::open(const Request& request) {
  ReviewInput input;
  for (const std::string& name : request.names) {
    Source source{name};
    if (name.starts_with(kLichess)) {
      auto text = lichess::fetch_user_games(request.lichess_url, name.substr(kLichess.size()),
                                            request.last);
      if (!text) return Unexpected{text.error()};
      source.text = *std::move(text);
    } else {
      const auto descriptor = open_ordinary_file(name);
      if (!descriptor) return Unexpected{descriptor.error()};
      source.file.reset(::fdopen(*descriptor, "rb"));
      if (!source.file) return Unexpected{Error{"cannot read " + name}};
    }
    input.sources_.push_back(std::move(source));
  }
  return input;
}

void ReviewInput::rewind() {
  reader_.reset();
  source_ = number_ = 0;
}

std::optional<ReviewSource> ReviewInput::next(
    const std::function<void(const std::string&)>& on_fault) {
  for (; source_ < sources_.size(); ++source_, number_ = 0, reader_.reset()) {
    const Source& from = sources_[source_];
    if (!reader_ && from.file) {
      std::rewind(from.file.get());
      reader_ = std::make_unique<notation::PgnReader>(from.file.get());
    } else if (!reader_) {
      reader_ = std::make_unique<notation::PgnReader>(from.text);
    }
    while (auto game = notation::read_game_tree(*reader_)) {
      ReviewSource source{from.name, ++number_, std::move(game->tree)};
      const bool has_moves = source.tree.game().ply() > 0;
      if (game->error && on_fault)
        on_fault(fmt::format("{}: {}{}", source.where(), game->error->text(),
                             has_moves ? "; reviewed up to there" : ""));
      if (has_moves && (player_.empty() || side_of(source.tree, player_))) return source;
    }
  }
  return std::nullopt;
}

}  // namespace rookery::cli
