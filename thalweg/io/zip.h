// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/io/bytes.h"
#include "thalweg/io/file.h"

// As much of the zip format (PKWARE's APPNOTE.TXT 6.3) as NumPy's archives need.
namespace thalweg::io {

struct ZipMember {
  std::string name;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint32_t crc = 0;
  std::uint64_t packed = 0, size = 0;
  std::uint64_t header_at = 0;  // first byte of its own header
  std::uint64_t at = 0;         // first byte of its data
};

/// The members in the order of the central directory, with zip64 fields where they are used.
/// FileError for encrypted members, other methods, several disks, members that overlap each other
/// or the directory, and names that stand twice.
std::vector<ZipMember> parse_zip(const Source& source);

/// The content of a member, its checksum compared. A stored one is copied as well.
std::vector<std::byte> read_member(const Source& source, const ZipMember& member);

/// Writes an archive of stored members, one after the other; its bytes depend on names and content
/// alone. ValueError above 4 GiB or 65535 members.
class ZipWriter {
 public:
  explicit ZipWriter(FileWriter& file) : file_(file) {}

  /// Starts a member whose content will be `size` bytes with this checksum; write() it next.
  void start(const std::string& name, std::uint64_t size, std::uint32_t crc);
  void write(Bytes bytes) { file_.write(bytes); }
  /// The central directory; then the file may be committed.
  void finish();

 private:
  FileWriter& file_;
  std::string directory_;
  std::uint64_t at_ = 0;
  std::uint64_t members_ = 0;
};

/// CRC-32 of zip and gzip, continued from `crc` (0 at first).
std::uint32_t crc32_of(Bytes bytes, std::uint32_t crc = 0);

}  // namespace thalweg::io
