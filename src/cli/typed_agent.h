// The one door through which the command line names programs and paths as agents.
#pragma once

#include <memory>
#include <string>

#include "play/roster.h"

namespace rookery::cli {

/// `text` must be what the user typed behind the command, or wrote into a configuration named
/// there.
inline search::MadeAgent make_typed_agent(const std::string& text) {
  return play::make_agent(play::OwnSpec::written_by_user(text));
}

}  // namespace rookery::cli
