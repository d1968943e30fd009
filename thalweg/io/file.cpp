// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "thalweg/base/memory.h"

namespace thalweg::io {
namespace {

[[noreturn]] void fail_on_file(std::string_view op, std::string_view rule, const std::string& path,
                               std::string_view reason) {
  throw FileError("{}: {}; got '{}': {}", op, rule, path, reason);
}

// What the system would take for another path, or find out about only at the end.
void check_path(std::string_view op, const std::string& path) {
  if (path.empty()) throw FileError("{}: a path names a file; got an empty one", op);
  if (path.find('\0') != path.npos) {
    throw FileError("{}: a path has no zero byte; got one after '{}'", op, path.c_str());
  }
}

std::string system_reason() { return std::generic_category().message(errno); }

struct Descriptor {
  int number;
  ~Descriptor() { close(number); }
};

// read() up to `size` bytes; fewer at the end of the file.
std::size_t read_fully(int descriptor, std::byte* to, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n = read(descriptor, to + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::system_error(errno, std::generic_category());
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

// A link is followed, so that the file it names is replaced and not the link.
std::string resolved(std::string_view op, const std::string& path) {
  check_path(op, path);
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : path;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

}  // namespace

FileBytes read_file(std::string_view op, const std::string& path) {
  constexpr std::string_view kRule = "the file cannot be read";
  check_path(op, path);
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat info {};
  if (file.number < 0 || fstat(file.number, &info) != 0) {
    fail_on_file(op, kRule, path, system_reason());
  }
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) {
    fail_on_file(op, kRule, path, S_ISDIR(info.st_mode) ? "it is a folder" : "it is a device");
  }
  // One byte more than the file has shows its end; a pipe grows as it comes.
  std::size_t room = S_ISREG(info.st_mode) ? static_cast<std::size_t>(info.st_size) + 1 : 1 << 16;
  const auto make_room = [&](std::size_t bytes) {
    return or_memory_error(op, "a file", fmt::format("'{}' with {} bytes or more", path, bytes - 1),
                           [&] { return std::make_unique_for_overwrite<std::byte[]>(bytes); });
  };
  auto data = make_room(room);
  std::size_t size = 0;
  try {
    while ((size += read_fully(file.number, data.get() + size, room - size)) == room) {
      auto larger = make_room(2 * room);
      std::memcpy(larger.get(), data.get(), size);
      data = std::move(larger);
      room *= 2;
    }
  } catch (const std::system_error& error) {
    fail_on_file(op, kRule, path, error.code().message());
  }
  return {std::move(data), size};
}

FileWriter::FileWriter(std::string_view op, const std::string& path)
    : op_(op), path_(resolved(op, path)) {
  struct stat info {};
  const bool exists = stat(path_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    fail("the file cannot be written");
  }
  if (exists && !S_ISREG(info.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    static std::atomic<unsigned> made{0};
    temporary_ = fmt::format("{}.{}-{}.tmp", path_, getpid(), made.fetch_add(1));
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 && exists) fchmod(descriptor_, info.st_mode & 0777);
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("the file cannot be written");
  }
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void FileWriter::write(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("the file cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void FileWriter::commit() {
  if (!temporary_.empty()) {
    if (fsync(descriptor_) != 0) fail("the file cannot be synced");
    if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("the file cannot be renamed");
    temporary_.clear();
    // The new name is safe once its folder is; some file systems do not sync folders.
    const Descriptor folder{open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (folder.number >= 0) fsync(folder.number);
  }
  const int descriptor = std::exchange(descriptor_, -1);
  if (close(descriptor) != 0) fail("the file cannot be closed");
}

void FileWriter::fail(std::string_view rule) const {
  fail_on_file(op_, rule, path_, system_reason());
}

}  // namespace thalweg::io
