// A UCI engine that misbehaves as its argument says; "good" is a polite one for comparison. It
// plays mate in one where there is one, else a move that depends on the position alone.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "chess/game.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

using namespace rookery;

namespace {

void say(const std::string& line) { std::cout << line << '\n' << std::flush; }

[[noreturn]] void hang() {
  for (;;) pause();
}

chess::Move choose(const chess::Position& position, bool& mates) {
  const auto moves = chess::legal_moves(position);
  for (const chess::Move m : moves) {
    chess::Position next = position;
    next.make_move(m);
    mates = next.in_check() && !chess::has_legal_move(next);
    if (mates) return m;
  }
  return moves[static_cast<std::size_t>(position.key() % moves.size())];
}

chess::Game read_position(std::istringstream& words) {
  std::string word, fen;
  words >> word;
  if (word == "fen") {
    while (words >> word && word != "moves") fen += word + ' ';
  } else {
    words >> word;
  }
  chess::Game game(fen.empty() ? chess::Position::initial() : *notation::parse_fen(fen));
  while (words >> word) game.play(*notation::parse_uci_move(game.position(), word));
  return game;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  if (mode == "crash-start") std::abort();
  if (mode == "never-quits") std::signal(SIGTERM, SIG_IGN);
  if (mode == "daemon" && argc > 2 && fork() == 0) {  // leaves the engine's process group
    setsid();
    if (fork() != 0) _exit(0);
    std::ofstream(argv[2]) << getpid() << std::endl;
    hang();
  }
  chess::Game game;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "uci") {
      if (mode == "no-uciok") continue;
      say("id name Bad Engine");
      say("option name Hash type spin default 16 min 1 max 1024");
      say("option name Style Of Play type combo default calm var calm var very wild");
      say("option name Clear Hash type button");
      say("uciok");
    } else if (word == "isready") {
      if (mode != "no-readyok") say("readyok");
    } else if (word == "position") {
      game = read_position(words);
    } else if (word == "go") {
      const bool late = game.ply() >= 6;
      if (mode == "crash-mid" && late) {
        std::cerr << "assertion failed: the sky is up" << std::endl;
        std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would turn it into an exit status
        std::raise(SIGSEGV);
      }
      if (mode == "exit-mid" && late) return 3;
      if (mode == "close-output" && late) {
        close(1);
        hang();
      }
      if (mode == "hang" && late) hang();
      if (mode == "long-line" && late) say(std::string(1'000'000, 'x'));
      if (mode == "garbage")
        for (int i = 0; i < 100; ++i)
          say(fmt::format("\x01\xff info score {} \t pv zz99 bestmove", i));
      if (mode == "flood" && late)
        for (;;) say("info depth 1 score cp 0 nodes 1 pv a1a1");
      if (mode == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(200));
      if (mode == "infinite") {
        say("info depth 7 score cp 25 nodes 1234 pv e2e4 e7e5");
        while (std::getline(std::cin, line) && line != "stop") {
        }
      }
      bool mates = false;
      const chess::Move move = choose(game.position(), mates);
      const std::string text = notation::to_uci(move);
      say(fmt::format("info depth 2 seldepth 3 score {} nodes 40 time 1 hashfull 5 pv {}",
                      !mates                 ? "cp 10"
                      : mode == "wrong-side" ? "mate -1"
                                             : "mate 1",
                      text));
      say("bestmove " + (mode == "illegal" && late   ? std::string("a1a1")
                         : mode == "no-move" && late ? std::string("(none)")
                         : mode == "garbage" && late ? std::string("\x02\x03?!")
                                                     : text));
      if (mode == "twice") say("bestmove a1a1");
    } else if (word == "quit" && mode != "never-quits") {
      return 0;
    }
  }
  if (mode == "never-quits") hang();
}
