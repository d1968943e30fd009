// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "testing/skip.h"
#include "thalweg/base/platform.h"
#include "thalweg/io/bytes.h"

namespace thalweg::testing {

/// A folder of this test's own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "thalweg-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  /// Names of the files in it.
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      list.push_back(entry.path().filename());
    }
    return list;
  }

 private:
  std::string path_;
};

inline std::string golden(const std::string& name) {
  return THALWEG_REPO_DIR "/tests/golden/" + name;
}

/// Path of a file in ../shared/data; "" and a visible skip where there is none.
inline std::string shared(const std::string& name) {
  const std::string path = THALWEG_SHARED_DIR "/data/" + name;
  if (std::filesystem::exists(path)) return path;
  skip("no ../shared/data/" + name);
  return "";
}

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_contents(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// The text of the FileError that parse throws; "none" when it throws nothing.
template <class Parse>
std::string file_error(Parse&& parse) {
  try {
    parse();
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

/// Whether operator new throws when there is no memory: that of two sanitizers ends the program.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kNewThrows = false;
#else
inline constexpr bool kNewThrows = !kAddressSanitizer;
#endif

/// Whether `text` holds `part`.
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace thalweg::testing
