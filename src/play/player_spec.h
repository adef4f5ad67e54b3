// Who plays, as text becomes it. Two kinds of text, and two types that never become each other:
// what the person who runs the program wrote may name any program and any path; what a file, a page
// or a queue says may only name what is here already.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "play/levels.h"
#include "play/own_engines.h"

namespace rookery::play {

/// Written by the person who runs the program, on the command line or in a configuration that they
/// named there: "quiescent:depth=3", "cmd=stockfish,option.Hash=16", a name of config.toml.
class OwnSpec {
 public:
  /// tools/check_layers.py holds the list of files that may call this; docs/audit.md says why.
  static OwnSpec written_by_user(std::string text) { return OwnSpec(std::move(text)); }
  const std::string& text() const { return text_; }
  friend bool operator==(const OwnSpec&, const OwnSpec&) = default;

 private:
  explicit OwnSpec(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// A roster name with settings that are switches, bounded numbers or choices (never a path, never a
/// program), or a name that the user's config.toml maps to a program. Nothing else can be held.
class NamedSpec {
 public:
  /// The error says what is not allowed, or not known.
  static Result<NamedSpec, Error> parse(std::string_view text,
                                        const OwnEngines& engines = own_engines());
  /// "rookery:level=3,seed=7".
  static NamedSpec of_level(int level, std::uint64_t seed);
  static NamedSpec flagship() { return NamedSpec("rookery"); }
  /// The same with this many MB and threads, where its agent has the options and the spec does not
  /// say otherwise. Programs of config.toml have what is written there.
  NamedSpec with_resources(int hash_mb, int threads) const;

  const std::string& name() const { return name_; }
  const std::vector<std::pair<std::string, std::string>>& settings() const { return settings_; }
  std::string text() const;
  friend bool operator==(const NamedSpec&, const NamedSpec&) = default;

 private:
  explicit NamedSpec(std::string_view name) : name_(name) {}
  std::string name_;
  std::vector<std::pair<std::string, std::string>> settings_;
};

/// Who plays one side of a game: a person, or an agent of either kind.
class PlayerSpec {
 public:
  /// A person.
  PlayerSpec() = default;
  PlayerSpec(NamedSpec named) : who_(std::move(named)) {}
  /// "human" or an agent; checked, so that a mistake is told before a game begins.
  static Result<PlayerSpec, Error> from_command_line(const std::string& text);
  /// Without the check.
  static PlayerSpec of(OwnSpec own) { return PlayerSpec(std::move(own)); }
  /// What a file may not name is kept as text to show; a person moves for it until somebody else
  /// is chosen.
  static PlayerSpec from_file(std::string_view text, const OwnEngines& engines = own_engines());

  bool is_human() const { return std::holds_alternative<Person>(who_); }
  /// The file named a player that cannot be had: ask who shall play.
  bool is_missing() const;
  const Level* level() const;
  /// For tags and screens: "Human", "Rookery Sparrow (level 3)", "quiescent:depth=3", "stockfish".
  std::string title() const;
  /// For save files: from_file() of it is the same player, or a missing one with this text.
  std::string saved_text() const;
  const OwnSpec* own() const { return std::get_if<OwnSpec>(&who_); }
  const NamedSpec* named() const { return std::get_if<NamedSpec>(&who_); }
  friend bool operator==(const PlayerSpec&, const PlayerSpec&) = default;

 private:
  struct Person {
    std::string stands_in_for;  ///< what a file said; empty = just a person
    friend bool operator==(const Person&, const Person&) = default;
  };
  explicit PlayerSpec(OwnSpec own) : who_(std::move(own)) {}
  explicit PlayerSpec(Person person) : who_(std::move(person)) {}
  std::variant<Person, NamedSpec, OwnSpec> who_;
};

}  // namespace rookery::play
