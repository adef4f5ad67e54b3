// What the program says when an exception reaches nobody: mostly that there is no memory, on a
// thread or while something else was being cleaned up. One line and status 1, as for any failure;
// what was finished is on disk by then.
#include <unistd.h>

#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace {

void say(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

[[noreturn]] void end_with_a_word() {
  say("rookery: ");
  try {
    if (const auto failure = std::current_exception()) std::rethrow_exception(failure);
    say("cannot go on: no memory or no thread is to be had");  // a thread was left behind
  } catch (const std::bad_alloc&) {
    say("not enough memory");
  } catch (const std::exception& error) {
    say(error.what());
  } catch (...) {
    say("an internal error");
  }
  say("\n");
  ::_exit(1);  // no destructors: other threads may still run
}

// Before any other object of the program is made.
[[gnu::constructor(101)]] void prepare_last_words() { std::set_terminate(end_with_a_word); }

}  // namespace
