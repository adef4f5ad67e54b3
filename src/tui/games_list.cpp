#include "tui/games_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "notation/fen.h"

namespace rookery::tui {

namespace {

std::string small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

GamesList::GamesList(std::filesystem::path state)
    : title_("Your games"), library_(std::move(state)) {
  fill();
}

GamesList::GamesList(std::filesystem::path file, std::string text)
    : title_(file.filename().string()), text_(std::move(text)) {
  for (play::GameTags& tags : play::list_games(text_)) {
    Row row;
    row.date = std::move(tags.date);
    row.white = std::move(tags.white);
    row.black = std::move(tags.black);
    row.result = std::move(tags.result);
    row.note = std::move(tags.event);
    row.number = all_.size();
    all_.push_back(std::move(row));
  }
  fill();
}

void GamesList::fill() {
  rows_.clear();
  if (library_) {
    for (play::LibraryEntry& entry : library_->list(filter_)) {
      Row row;
      row.date = entry.date;
      row.white = entry.white;
      row.black = entry.black;
      row.result = entry.result;
      row.unfinished = entry.result == "*" && entry.games == 1 && entry.broken.empty();
      row.note = !entry.broken.empty() ? entry.broken
                 : entry.games > 1     ? fmt::format("{} games", entry.games)
                                       : entry.opening;
      row.entry = std::move(entry);
      rows_.push_back(std::move(row));
    }
  } else {
    for (const Row& row : all_) {
      const std::string about = small_letters(
          fmt::format("{} {} {} {} {}", row.white, row.black, row.date, row.result, row.note));
      std::istringstream words(small_letters(filter_));
      bool fits = true;
      for (std::string word; words >> word;) fits &= about.find(word) != about.npos;
      if (fits) rows_.push_back(row);
    }
  }
  selected_ = std::min(selected_, rows_.empty() ? 0 : rows_.size() - 1);
  previewed_ = static_cast<std::size_t>(-1);
}

void GamesList::select(int step) {
  const int last = static_cast<int>(rows_.size()) - 1;
  selected_ = static_cast<std::size_t>(
      std::clamp(static_cast<int>(selected_) + step, 0, std::max(0, last)));
}

void GamesList::set_filter(std::string filter) {
  filter_ = std::move(filter);
  selected_ = 0;
  fill();
}

Result<play::GameRecord, Error> GamesList::load() const {
  if (rows_.empty()) return Unexpected{Error{"there is no game in the list"}};
  const Row& row = rows_[selected_];
  return row.entry ? play::load_record(row.entry->file) : play::record_of_game(text_, row.number);
}

std::optional<chess::Position> GamesList::preview() const {
  if (rows_.empty()) return std::nullopt;
  if (previewed_ != selected_) {
    previewed_ = selected_;
    preview_.reset();
    const Row& row = rows_[selected_];
    if (row.entry) {
      if (const auto position = notation::parse_fen(row.entry->fen)) preview_ = *position;
    } else if (const auto record = load()) {
      preview_ = record->game.position();
    }
  }
  return preview_;
}

Result<Ok, Error> GamesList::put_away() {
  if (!library_ || rows_.empty()) return Unexpected{Error{"nothing to put away"}};
  const auto gone = library_->put_away(rows_[selected_].entry->id);
  if (!gone) return Unexpected{gone.error()};
  fill();
  return Ok{};
}

}  // namespace rookery::tui
