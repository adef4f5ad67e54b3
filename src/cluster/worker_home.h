// WorkerHome: what a worker keeps on its own disk: who it is, results not yet sent, fetched files.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "base/lock_file.h"
#include "base/result.h"
#include "cluster/job_store.h"

namespace rookery::cluster {

/// One running worker has one home; several on a machine take the next free ones.
class WorkerHome {
 public:
  /// `queue` is the queue's address: each has results of its own.
  static Result<std::unique_ptr<WorkerHome>, Error> open(const std::filesystem::path& state,
                                                         const std::string& queue);

  /// Random, the same at the next start.
  const std::string& instance() const { return instance_; }
  const std::string& secret() const { return secret_; }

  struct Spooled {
    Lease lease;
    UnitResult result;
  };
  /// What an earlier run could not send.
  std::vector<Spooled> spooled() const;
  /// On disk when this returns true; false if the disk is full.
  bool spool(const Lease& lease, const UnitResult& result);
  void clear_spool();
  bool has_spool() const { return has_spool_; }

  /// The file with this SHA-256; none if it is not here.
  std::optional<std::string> file(const std::string& hash) const;
  /// Refuses bytes of another name.
  Result<Ok, Error> keep_file(const std::string& hash, const std::string& bytes) const;

 private:
  WorkerHome() = default;
  std::filesystem::path folder_, files_, spool_path_;
  std::unique_ptr<LockFile> lock_;
  std::string instance_, secret_;
  std::unique_ptr<AppendFile> spool_;
  bool has_spool_ = false;  ///< there is something in it
};

}  // namespace rookery::cluster
