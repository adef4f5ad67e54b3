// A file that grows line by line and whose lines survive a crash of the machine.
#pragma once

#include <string>
#include <string_view>

namespace rookery {

class AppendFile {
 public:
  AppendFile() = default;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  /// Creates the file if there is none.
  bool open(const std::string& path);
  /// On disk when this returns true.
  bool append(std::string_view text);

 private:
  int descriptor_ = -1;
};

}  // namespace rookery
