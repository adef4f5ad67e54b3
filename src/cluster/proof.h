// How a machine shows that it has the same player: signatures, hashes, speed.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "cluster/job_store.h"
#include "cluster/wire.h"
#include "play/player_spec.h"
#include "search/agent.h"

namespace rookery::cluster {

/// The nodes of a few small searches: another version, network or setting gives another number.
Result<std::uint64_t, Error> signature_of(search::Agent& agent);

/// Nodes a second of one search while `threads` of them run.
struct Speed {
  double nps = 0;
  std::uint64_t bench = 0;  ///< the signature of this build: `rookery bench --depth 8`
};
inline constexpr int kSpeedDepth = 8;
Speed measure_speed(int threads);

/// What the user typed, made fit to travel: a network becomes a hash and its bytes go into the
/// store, a program must be a name of config.toml.
Result<QueuedPlayer, Error> to_queue(const match::Player& player, JobStore& store);

/// A player of a test on this machine. Checked once, made as often as wanted.
class LocalPlayer {
 public:
  /// `network` is the file of the player's network, if it has one. The error says why this machine
  /// cannot play it: unknown here, or not the same.
  static Result<LocalPlayer, Error> check(const QueuedPlayer& player,
                                          const std::filesystem::path& network);
  search::MadeAgent make() const;
  /// As a program of its own, for timed games against programs.
  search::MadeAgent make_program() const;
  bool is_program() const { return program_; }

 private:
  LocalPlayer(play::NamedSpec spec, std::string network, bool program)
      : spec_(std::move(spec)), network_(std::move(network)), program_(program) {}
  play::NamedSpec spec_;
  std::string network_;
  bool program_;
};

/// Numbers from the queue: only options that are numbers, and no more memory or threads than a file
/// may ask for.
Result<Ok, Error> set_numbers(search::Agent& agent,
                              const std::map<std::string, std::int64_t>& numbers);

}  // namespace rookery::cluster
