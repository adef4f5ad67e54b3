// What events do in the dialogs.
#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.h"
#include "play/typed_path.h"
#include "tui/app.h"
#include "tui/canvas.h"
#include "tui/help.h"

namespace rookery::tui {

using play::TimePoint;
using Type = Event::Type;

void App::handle_dialog(const Event& event, const Layout& layout, TimePoint now) {
  if (event.type == Type::interrupt) {
    const auto* question = std::get_if<Question>(&dialog_);
    const auto* prompt = std::get_if<Prompt>(&dialog_);
    if ((question && question->purpose == Question::Purpose::quit) ||
        (prompt && prompt->purpose == Prompt::Purpose::rescue))
      done_ = true;
    dialog_ = {};
    return;
  }
  if (auto* prompt = std::get_if<Prompt>(&dialog_)) return handle_prompt(*prompt, event, now);
  if (const auto* question = std::get_if<Question>(&dialog_)) {
    const bool yes = event.type == Type::enter || event.ch == U'y' || event.ch == U'Y';
    const bool no = event.type == Type::escape || event.ch == U'n' || event.ch == U'N';
    if (yes || no) answer(*question, yes, now);
    return;
  }
  if (auto* picker = std::get_if<PromotionPicker>(&dialog_)) {
    const std::u32string_view letters = U"qrbn";
    if (event.type == Type::character) {
      const auto found = letters.find(event.ch | 0x20);
      if (found == letters.npos) return;
      picker->choice = static_cast<int>(found);
    } else if (event.type == Type::left || event.type == Type::up) {
      picker->choice = (picker->choice + 3) % 4;
      return;
    } else if (event.type == Type::right || event.type == Type::down) {
      picker->choice = (picker->choice + 1) % 4;
      return;
    } else if (event.type == Type::escape || event.type == Type::mouse_cancel) {
      dialog_ = {};
      return;
    } else if (event.type != Type::enter) {
      return;
    }
    return pick_promotion(PromotionPicker(*picker), now);
  }
  auto& page = std::get<HelpPage>(dialog_);
  const int last = std::max(0, help_height(layout.width) - help_rows(layout.height));
  const auto scroll = [&](int lines) { page.top = std::clamp(page.top + lines, 0, last); };
  switch (event.type) {
    case Type::up:
    case Type::wheel_up:
      return scroll(-1);
    case Type::down:
    case Type::wheel_down:
      return scroll(1);
    case Type::page_up:
      return scroll(-help_rows(layout.height));
    case Type::page_down:
      return scroll(help_rows(layout.height));
    default:
      dialog_ = {};
  }
}

void App::pick_promotion(const PromotionPicker& picker, TimePoint now) {
  dialog_ = {};
  for (const auto& [target, move] : destinations(session_->game(), picker.from))
    if (target == picker.to && move.promotion_type() == kPromotionTypes[picker.choice])
      return play_move(move, now);
}

void App::handle_prompt(Prompt& prompt, const Event& event, TimePoint now) {
  const bool names_file = prompt.purpose != Prompt::Purpose::menu_value;
  if (event.type == Type::escape) {
    done_ |= prompt.purpose == Prompt::Purpose::rescue;
    dialog_ = {};
  } else if (event.type == Type::enter) {
    submit_prompt(prompt, now);
  } else if (event.type == Type::tab && names_file) {
    prompt.text = play::completed_path(prompt.text);
  } else if (event.type == Type::backspace || event.type == Type::remove) {
    std::u32string chars = decode_utf8(prompt.text);
    if (!chars.empty()) chars.pop_back();
    prompt.text = encode_utf8(chars);
  } else if (event.type == Type::character && event.ch >= U' ') {
    prompt.text += encode_utf8(std::u32string(1, event.ch));
    if (prompt.purpose != Prompt::Purpose::rescue) prompt.error.clear();
  }
}

void App::submit_prompt(Prompt prompt, TimePoint now) {
  const auto fail = [&](std::string why) {
    prompt.error = std::move(why);
    dialog_ = prompt;
  };
  dialog_ = {};
  if (prompt.purpose == Prompt::Purpose::menu_value) {
    const Menu::Row row = menu_.selected();
    const std::string before = std::exchange(menu_.text(row), prompt.text);
    if (const auto checked = menu_.check_text(row); !checked) {
      menu_.text(row) = before;
      fail(checked.error().message);
    }
    return;
  }
  if (prompt.text.empty()) return fail("A name is needed; Esc to go back.");
  if (prompt.purpose == Prompt::Purpose::open) {
    if (const auto opened = open_file(play::name_to_open(prompt.text), now); !opened)
      fail(opened.error().message);
    return;
  }
  pending_name_ = play::name_to_save(prompt.text).string();
  std::error_code error;
  if (std::filesystem::exists(pending_name_, error)) {
    if (prompt.purpose == Prompt::Purpose::rescue) return fail("The file exists; another name?");
    std::string detail = pending_name_;
    if (const auto text = read_file(pending_name_, FileKind::game))
      if (const auto count = play::list_games(*text, 1000).size(); count > 1)
        detail += fmt::format(" holds {} games; this one would replace them", count);
    dialog_ = Question{Question::Purpose::overwrite, "Overwrite the file?", detail};
    return;
  }
  if (!save_to(pending_name_, false)) return fail(message_);
  if (prompt.purpose != Prompt::Purpose::rescue) return;
  // The game is in a place of the person's own: nothing is left to be said of the other one.
  leave_game();
  screen_ = Screen::menu;
  done_ = true;
}

void App::answer(Question question, bool yes, TimePoint now) {
  dialog_ = {};
  switch (question.purpose) {
    case Question::Purpose::overwrite:
      if (yes)
        save_to(pending_name_, true);
      else
        say("Not saved.");
      return;
    case Question::Purpose::resign:
      if (!yes) return;
      session_->resign(session_->only_human().value_or(session_->position().side_to_move()), now);
      return after_change();
    case Question::Purpose::draw:
      if (!yes) return;
      if (session_->only_human() && !session_->agent_accepts_draw())
        return say("Your opponent declines the draw.");
      session_->agree_draw(now);
      return after_change();
    case Question::Purpose::quit:
      done_ = yes;
      return;
    case Question::Purpose::resume:
      if (yes) return resume(now);
      play::Autosave::archive(*unfinished_);  // the list has it still
      unfinished_.reset();
      menu_.set_resumable(false);
      menu_.select_row(Menu::Row::begin);
      return;
  }
}

}  // namespace rookery::tui
