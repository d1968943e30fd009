// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "tests/io/files.h"
#include "thalweg/io/bytes.h"

namespace thalweg::io {
namespace {

using testing::contents;
using testing::file_error;

TEST_CASE("read_file: whole files, empty ones, pipes") {
  const testing::TemporaryFolder folder;
  const std::string text(100'000, 'q');
  testing::write_contents(folder / "x", text);
  CHECK(text_of_bytes(read_file("test", folder / "x").bytes()) == text);
  testing::write_contents(folder / "x", "");
  CHECK(read_file("test", folder / "x").bytes().empty());
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::jthread writer([&] { testing::write_contents(pipe, text); });
  CHECK(text_of_bytes(read_file("test", pipe).bytes()) == text);
}

TEST_CASE("read_file: what it refuses") {
  const testing::TemporaryFolder folder;
  CHECK(file_error([&] { read_file("load", folder / "none"); }) ==
        "load: the file cannot be read; got '" + (folder / "none") +
            "': No such file or directory");
  CHECK(file_error([&] { read_file("load", folder / "."); }) ==
        "load: the file cannot be read; got '" + (folder / ".") + "': it is a folder");
  CHECK(file_error([&] { read_file("load", "/dev/zero"); }) ==
        "load: the file cannot be read; got '/dev/zero': it is a device");
}

TEST_CASE("read_file: more than memory holds") {
  // Where the system promises memory that it lacks, the file would be read to the bitter end.
  if (contents("/proc/sys/vm/overcommit_memory").starts_with("1")) {
    return testing::skip("vm.overcommit_memory is 1");
  }
  if (!testing::kNewThrows) return;
  const testing::TemporaryFolder folder;
  const std::string path = folder / "sparse";
  testing::write_contents(path, "");
  const std::int64_t size = std::int64_t{1} << 43;
  if (truncate(path.c_str(), size) != 0) return testing::skip("no file of 8 TiB here");
  CHECK_THROWS_WITH_AS(
      read_file("load", path),
      ("load: a file must fit in memory; got '" + path + "' with 8796093022208 bytes or more")
          .c_str(),
      MemoryError);
}

TEST_CASE("FileWriter: nothing is seen before commit, nothing is left without it") {
  const testing::TemporaryFolder folder;
  testing::write_contents(folder / "x", "old");
  {
    FileWriter file("save", folder / "x");
    file.write("new and incomplete");
    CHECK(contents(folder / "x") == "old");
    CHECK(folder.names().size() == 2);
  }
  CHECK(contents(folder / "x") == "old");
  CHECK(folder.names().size() == 1);
  FileWriter file("save", folder / "x");
  file.write("new");
  file.write("er");
  file.commit();
  CHECK(contents(folder / "x") == "newer");
  CHECK(folder.names().size() == 1);
}

TEST_CASE("FileWriter: permissions stay, links are followed") {
  const testing::TemporaryFolder folder;
  testing::write_contents(folder / "x", "old");
  REQUIRE(chmod((folder / "x").c_str(), 0640) == 0);
  std::filesystem::create_symlink("x", folder / "link");
  FileWriter file("save", folder / "link");
  file.write("new");
  file.commit();
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(contents(folder / "x") == "new");
  struct stat info {};
  REQUIRE(stat((folder / "x").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);
}

TEST_CASE("FileWriter: devices are written to; folders and missing ones are refused") {
  const testing::TemporaryFolder folder;
  FileWriter file("save", "/dev/null");
  file.write("gone");
  file.commit();
  CHECK(file_error([&] { FileWriter("save", folder / "."); }).find("Is a directory") !=
        std::string::npos);
  CHECK(file_error([&] { FileWriter("save", folder / "no/x"); }) ==
        "save: the file cannot be written; got '" + (folder / "no/x") +
            "': No such file or directory");
  const auto full = [] {
    FileWriter file("save", "/dev/full");
    file.write("x");
  };
  CHECK(file_error(full) ==
        "save: the file cannot be written; got '/dev/full': No space left on device");
}

TEST_CASE("in_quotes: short and plain, whatever a file holds") {
  CHECK(in_quotes("abc") == "'abc'");
  CHECK(in_quotes(std::string("\x1b\n\0", 3)) == "'\\x1b\\x0a\\x00'");
  CHECK(in_quotes(std::string(50, 'a')) == "'" + std::string(40, 'a') + "...'");
}

}  // namespace
}  // namespace thalweg::io
