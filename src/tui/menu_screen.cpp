// What events do in the menu.
#include <fmt/format.h>

#include "play/levels.h"
#include "tui/app.h"

namespace rookery::tui {

using play::TimePoint;
using Type = Event::Type;

void App::handle_menu(const Event& event, TimePoint now) {
  message_.clear();
  const Menu::Row row = menu_.selected();
  const bool is_digit =
      event.type == Type::character && event.ch >= U'0' && event.ch <= U'9' && typed_.empty();
  if (!is_digit) level_digits_ = 0;
  switch (event.type) {
    case Type::up:
      return menu_.select(-1);
    case Type::down:
      return menu_.select(1);
    case Type::left:
      return menu_.change(-1);
    case Type::right:
      return menu_.change(1);
    case Type::interrupt:
      done_ = true;
      return;
    case Type::character:
      if (is_digit) {  // no word begins with one: the level, of one digit or two
        const int digit = static_cast<int>(event.ch - U'0');
        const int both = level_digits_ * 10 + digit, most = static_cast<int>(play::levels().size());
        level_digits_ = both >= 1 && both <= most ? both : digit;
        if (level_digits_ >= 1) menu_.set_level(level_digits_);
        return;
      }
      break;
    default:
      break;
  }
  if (handle_line(event, now) || event.type != Type::enter) return;
  switch (row) {
    case Menu::Row::begin: {
      auto setup = menu_.setup(next_seed());
      if (!setup) return say(setup.error().message, true);
      if (!waiting_) {
        remember(menu_.chosen());
        return start_game(play::GameRecord(*setup), now);
      }
      play::GameRecord record = *std::exchange(waiting_, std::nullopt);
      menu_.ask_players_only({});
      std::swap(record.setup.players, setup->players);
      return start_game(std::move(record), now, waiting_file_);
    }
    case Menu::Row::resume:
      return resume(now);
    case Menu::Row::games:
      return show_games();
    case Menu::Row::load:
      return run(Command::open, "", now);
    case Menu::Row::edit:
      return run(Command::edit, "", now);
    case Menu::Row::quit:
      done_ = true;
      return;
    default:
      if (!menu_.wants_text(row)) return menu_.select_row(Menu::Row::begin);
      dialog_ = Prompt{Prompt::Purpose::menu_value,
                       row == Menu::Row::clock ? "Clock: minutes+seconds (5+3)"
                                               : "Start: FEN, or Chess960 number 0-959",
                       menu_.text(row), ""};
  }
}

}  // namespace rookery::tui
