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
    auto text = name.starts_with(kLichess)
                    ? lichess::fetch_user_games(request.lichess_url, name.substr(kLichess.size()),
                                                request.last)
                    : read_file(name, FileKind::games);
    if (!text) return Unexpected{text.error()};
    input.texts_.push_back({name, *std::move(text)});
  }
  return input;
}

void ReviewInput::rewind() {
  reader_.reset();
  text_ = number_ = 0;
}

std::optional<ReviewSource> ReviewInput::next(
    const std::function<void(const std::string&)>& on_fault) {
  for (; text_ < texts_.size(); ++text_, number_ = 0, reader_.reset()) {
    const Text& text = texts_[text_];
    if (!reader_) reader_ = std::make_unique<notation::PgnReader>(text.pgn);
    while (auto game = notation::read_game_tree(*reader_)) {
      ReviewSource source{text.name, ++number_, std::move(game->tree)};
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
