// Where `rookery review` gets its games: files and Lichess, one game after the other.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game_tree.h"
#include "notation/pgn_tree.h"

namespace rookery::cli {

struct ReviewSource {
  std::string name;        ///< file or "lichess:USER"
  std::size_t number = 0;  ///< in its file, from 1
  chess::GameTree tree;

  std::string where() const;
};

/// Files are read as they are needed, one game at a time: ten thousand games need no more memory
/// than one.
class ReviewInput {
 public:
  struct Request {
    std::vector<std::string> names;  ///< files, or "lichess:USER"
    int last = 10;                   ///< games of a user
    std::string lichess_url;
  };
  static Result<ReviewInput, Error> open(const Request& request);

  /// Keeps games without this player out; upper and lower case are the same.
  void set_player(std::string player) { player_ = std::move(player); }
  /// The next game with a move; a broken one up to its fault, which `on_fault` hears.
  std::optional<ReviewSource> next(const std::function<void(const std::string&)>& on_fault = {});
  void rewind();

 private:
  struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Source {
    std::string name;
    std::unique_ptr<std::FILE, FileCloser> file = {};  ///< stays open: it may be moved or removed
    std::string text = {};                             ///< of what is no file
  };
  std::vector<Source> sources_;
  std::string player_;
  std::unique_ptr<notation::PgnReader> reader_;
  std::size_t source_ = 0, number_ = 0;
};

/// Which side is the player's; none if neither is, or if no player is asked for.
std::optional<chess::Color> side_of(const chess::GameTree& tree, const std::string& player);

}  // namespace rookery::cli
