// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/zip.h"

#include <zlib.h>

#include <algorithm>
#include <set>

#include "thalweg/base/memory.h"
#include "thalweg/io/inflate.h"

namespace thalweg::io {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50, kLocator64 = 0x07064b50;
constexpr std::uint32_t kIn64 = 0xffffffff;  // a 32-bit field whose value stands in a zip64 field
constexpr std::uint64_t kEndBytes = 22, kCentralBytes = 46, kLocalBytes = 30, kLocatorBytes = 20;

/// Where the central directory is.
struct Directory {
  std::uint64_t members, bytes, at, end;  // end: what follows it
};

std::uint64_t find_end(const Source& source) {
  const std::uint64_t size = source.bytes.size();
  source.take(0, kEndBytes, "a zip archive's end record");
  const std::uint64_t last = size - kEndBytes;
  const std::uint64_t most = std::min<std::uint64_t>(last, 0xffff);
  for (std::uint64_t comment = 0; comment <= most; ++comment) {
    const std::uint64_t at = last - comment;
    if (read_little<std::uint32_t>(source.bytes.data() + at) == kEnd &&
        read_little<std::uint16_t>(source.bytes.data() + at + 20) == comment) {
      return at;
    }
  }
  source.fail(last, "an archive ends with its end record", "none",
              "the file is cut short, or no zip archive");
}

Directory find_directory(const Source& source) {
  const std::uint64_t end = find_end(source);
  const auto u16 = [&](int i) { return source.little<std::uint16_t>(end + i, "the end record"); };
  const auto u32 = [&](int i) { return source.little<std::uint32_t>(end + i, "the end record"); };
  Directory d{u16(10), u32(12), u32(16), end};
  const bool large = d.members == 0xffff || d.bytes == kIn64 || d.at == kIn64;
  std::uint64_t disks = u16(4) + u16(6);
  if (large && end >= kLocatorBytes &&
      source.little<std::uint32_t>(end - kLocatorBytes, "the zip64 locator") == kLocator64) {
    const auto at = source.little<std::uint64_t>(end - kLocatorBytes + 8, "the zip64 locator");
    if (source.little<std::uint32_t>(at, "the zip64 end record") != kEnd64) {
      source.fail(at, "the zip64 locator must point to the zip64 end record", "something else");
    }
    disks = source.little<std::uint32_t>(at + 16, "the zip64 end record") +
            std::uint64_t{source.little<std::uint32_t>(at + 20, "the zip64 end record")};
    d = {source.little<std::uint64_t>(at + 32, "the zip64 end record"),
         source.little<std::uint64_t>(at + 40, "the zip64 end record"),
         source.little<std::uint64_t>(at + 48, "the zip64 end record"), at};
  }
  if (disks != 0) source.fail(end, "an archive is one file", "one of several");
  source.take(d.at, d.bytes, "the central directory");
  if (d.at + d.bytes > d.end) {
    source.fail(d.at, "the central directory must end before the end record",
                fmt::format("{} bytes", d.bytes));
  }
  return d;
}

// Replaces the fields that say "see zip64" by those of the extra block with number 1.
void read_zip64(const Source& source, std::uint64_t at, std::uint64_t size, ZipMember& member) {
  const std::uint64_t end = at + size;
  while (end - at >= 4) {
    const auto id = source.little<std::uint16_t>(at, "an extra field");
    const auto length = source.little<std::uint16_t>(at + 2, "an extra field");
    at += 4;
    if (length > end - at) break;
    if (id == 1) {
      std::uint64_t field = at;
      for (std::uint64_t* value : {&member.size, &member.packed, &member.header_at}) {
        if (*value != kIn64 || at + length - field < 8) continue;
        *value = source.little<std::uint64_t>(field, "a zip64 field");
        field += 8;
      }
    }
    at += length;
  }
}

// One entry of the central directory and its local header; moves `at` to the next entry.
ZipMember parse_member(const Source& source, const Directory& directory, std::uint64_t& at) {
  constexpr std::string_view kWhat = "an entry of the central directory";
  const std::uint64_t start = at;
  const auto u16 = [&](int i) { return source.little<std::uint16_t>(start + i, kWhat); };
  const auto u32 = [&](int i) { return source.little<std::uint32_t>(start + i, kWhat); };
  if (u32(0) != kCentral) source.fail(at, "the central directory lists the members", "no entry");
  ZipMember member;
  member.method = u16(10);
  member.crc = u32(16);
  member.packed = u32(20);
  member.size = u32(24);
  member.header_at = u32(42);
  member.name = text_of_bytes(source.take(at + kCentralBytes, u16(28), "the name of a member"));
  const std::uint64_t extra = at + kCentralBytes + u16(28);
  source.take(extra, std::uint64_t{u16(30)} + u16(32), "the fields of a member");
  read_zip64(source, extra, u16(30), member);
  at = extra + u16(30) + u16(32);
  if (u16(8) & 1) source.fail(start, "encrypted members cannot be read", in_quotes(member.name));
  if (member.method != 0 && member.method != 8) {
    source.fail(start, "members are stored or deflated",
                fmt::format("method {} for {}", member.method, in_quotes(member.name)));
  }
  if (member.method == 0 && member.packed != member.size) {
    source.fail(
        start, "a stored member is as long as its content",
        fmt::format("{} and {} for {}", member.packed, member.size, in_quotes(member.name)));
  }
  const std::uint64_t local = member.header_at;
  if (source.little<std::uint32_t>(local, "a member's header") != kLocal) {
    source.fail(local, "a member starts with its header", in_quotes(member.name));
  }
  const auto name_bytes = source.little<std::uint16_t>(local + 26, "a member's header");
  const auto extra_bytes = source.little<std::uint16_t>(local + 28, "a member's header");
  const Bytes name = source.take(local + kLocalBytes, name_bytes, "a member's header");
  if (text_of_bytes(name) != member.name) {
    source.fail(local, "a member has one name",
                in_quotes(text_of_bytes(name)) + " and " + in_quotes(member.name));
  }
  member.at = local + kLocalBytes + name_bytes + extra_bytes;
  source.take(member.at, member.packed, "the data of a member");
  if (member.at + member.packed > directory.at) {
    source.fail(member.at, "a member ends before the central directory", in_quotes(member.name));
  }
  return member;
}

void check_overlap(const Source& source, std::vector<ZipMember> members) {
  std::sort(members.begin(), members.end(),
            [](const ZipMember& a, const ZipMember& b) { return a.header_at < b.header_at; });
  for (std::size_t i = 1; i < members.size(); ++i) {
    const ZipMember& before = members[i - 1];
    if (before.at + before.packed > members[i].header_at) {
      source.fail(members[i].header_at, "members do not overlap",
                  in_quotes(before.name) + " and " + in_quotes(members[i].name));
    }
  }
}

// The fields that a local header and an entry of the directory share.
void append_common(std::string& to, const std::string& name, std::uint64_t size,
                   std::uint32_t crc) {
  append_little(to, std::uint16_t{20});          // needs version 2.0
  append_little(to, std::uint16_t{0x0800});      // names are UTF-8
  append_little(to, std::uint16_t{0});           // stored
  append_little(to, std::uint32_t{0x00210000});  // 1980-01-01 0:00, the first time there is
  append_little(to, crc);
  append_little(to, static_cast<std::uint32_t>(size));
  append_little(to, static_cast<std::uint32_t>(size));
  append_little(to, static_cast<std::uint16_t>(name.size()));
  append_little(to, std::uint16_t{0});  // no extra fields
}

}  // namespace

std::vector<ZipMember> parse_zip(const Source& source) {
  const Directory directory = find_directory(source);
  std::vector<ZipMember> members;
  std::set<std::string> names;
  std::uint64_t at = directory.at;
  while (at < directory.at + directory.bytes) {
    members.push_back(parse_member(source, directory, at));
    if (!names.insert(members.back().name).second) {
      source.fail(at, "a name stands once", in_quotes(members.back().name) + " again");
    }
  }
  if (members.size() != directory.members) {
    source.fail(directory.at, "the central directory has as many members as it says",
                fmt::format("{} of {}", members.size(), directory.members));
  }
  check_overlap(source, members);
  return members;
}

std::vector<std::byte> read_member(const Source& source, const ZipMember& member) {
  std::vector<std::byte> content;
  if (member.method == 0) {
    const Bytes stored = source.take(member.at, member.size, "the data of a member");
    or_memory_error(source.op, "the content of a member", fmt::format("{} bytes", member.size),
                    [&] { content.assign(stored.begin(), stored.end()); });
  } else {
    content = inflate_member(source, member.at, member.packed, member.size);
  }
  const std::uint32_t crc = crc32_of(content);
  if (crc != member.crc) {
    source.fail(member.at, "content and checksum must agree",
                fmt::format("{:08x} for {:08x} in {}", crc, member.crc, in_quotes(member.name)),
                "the file is damaged");
  }
  return content;
}

std::uint32_t crc32_of(Bytes bytes, std::uint32_t crc) {
  return static_cast<std::uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void ZipWriter::start(const std::string& name, std::uint64_t size, std::uint32_t crc) {
  const std::uint64_t next = at_ + kLocalBytes + name.size() + size;
  if (name.size() > 0xffff || members_ == 0xfffe || next + directory_.size() > 0xffff0000u) {
    throw ValueError(
        "save_npz: an archive has at most 4 GiB and 65534 members; got {} at {}; use "
        "safetensors",
        in_quotes(name), at_);
  }
  std::string local;
  append_little(local, kLocal);
  append_common(local, name, size, crc);
  local += name;
  file_.write(local);
  append_little(directory_, kCentral);
  append_little(directory_, std::uint16_t{0x0314});  // made on Unix, version 2.0
  append_common(directory_, name, size, crc);
  append_little(directory_, std::uint16_t{0});            // no comment
  append_little(directory_, std::uint32_t{0});            // disk 0, binary
  append_little(directory_, std::uint32_t{0644u << 16});  // rw-r--r--
  append_little(directory_, static_cast<std::uint32_t>(at_));
  directory_ += name;
  at_ = next;
  members_ += 1;
}

void ZipWriter::finish() {
  const auto bytes = static_cast<std::uint32_t>(directory_.size());
  append_little(directory_, kEnd);
  append_little(directory_, std::uint32_t{0});  // disk 0
  append_little(directory_, static_cast<std::uint16_t>(members_));
  append_little(directory_, static_cast<std::uint16_t>(members_));
  append_little(directory_, bytes);
  append_little(directory_, static_cast<std::uint32_t>(at_));
  append_little(directory_, std::uint16_t{0});  // no comment
  file_.write(directory_);
}

}  // namespace thalweg::io
