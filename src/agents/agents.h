// The classic agents, each made by one function; the classes are private to their files.
#pragma once

#include <memory>

#include "search/agent.h"

namespace rookery::agents {

// Document 000.
std::unique_ptr<search::Agent> make_random();
std::unique_ptr<search::Agent> make_fixed_random();
std::unique_ptr<search::Agent> make_piece_value();
std::unique_ptr<search::Agent> make_location();
std::unique_ptr<search::Agent> make_michniewski();
// Document 001.
std::unique_ptr<search::Agent> make_seven_terms();
// Document 002.
std::unique_ptr<search::Agent> make_considerable();
// Document 003.
std::unique_ptr<search::Agent> make_quiescent();
// Document 004, as published.
std::unique_ptr<search::Agent> make_minimax();
std::unique_ptr<search::Agent> make_alphabeta();
std::unique_ptr<search::Agent> make_transposition();
// The same ideas with the published flaws mended.
std::unique_ptr<search::Agent> make_alphabeta_sound();
std::unique_ptr<search::Agent> make_transposition_sound();

}  // namespace rookery::agents
