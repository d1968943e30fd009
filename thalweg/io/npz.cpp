// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "thalweg/io/file.h"
#include "thalweg/io/npy.h"
#include "thalweg/io/npy_header.h"
#include "thalweg/io/zip.h"

namespace thalweg::io {
namespace {

constexpr std::string_view kEnding = ".npy";

// NumPy's name of a member: without its ending.
std::string array_name(const std::string& member) {
  return member.ends_with(kEnding) ? member.substr(0, member.size() - kEnding.size()) : member;
}

void check_wanted(std::string_view file, const std::vector<ZipMember>& members,
                  std::span<const std::string> wanted) {
  std::vector<std::string> names;
  for (const ZipMember& member : members) names.push_back(array_name(member.name));
  for (const std::string& name : wanted) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw IndexError("load_npz: no array of this name; got '{}' for {}; there are {}", name, file,
                     list_of(names));
  }
}

}  // namespace

NamedTensors parse_npz(Bytes bytes, std::string_view name, std::span<const std::string> only) {
  const Source source{"load_npz", name, bytes};
  if (text_of_bytes(bytes).starts_with("\x93NUMPY")) {
    source.fail(0, "an npz file is a zip archive", "an npy file", "use load_npy");
  }
  const std::vector<ZipMember> members = parse_zip(source);
  check_wanted(name, members, only);
  const std::set<std::string> wanted(only.begin(), only.end());
  NamedTensors tensors;
  for (const ZipMember& member : members) {
    const std::string key = array_name(member.name);
    if (!only.empty() && !wanted.contains(key)) continue;
    try {
      if (!member.name.ends_with(kEnding)) {
        source.fail(member.at, "the members of an npz archive are .npy files",
                    in_quotes(member.name));
      }
      tensors.push_back({key, parse_npy(read_member(source, member), member.name)});
    } catch (Error& error) {
      error.add_context(fmt::format("reading {} of {}", in_quotes(member.name), name));
      throw;
    }
  }
  check_names("load_npz", tensors);
  return tensors;
}

NamedTensors load_npz(const std::string& path, std::span<const std::string> only) {
  return parse_npz(read_file("load_npz", path).bytes(), path, only);
}

void save_npz(const std::string& path, const NamedTensors& tensors) {
  check_names("save_npz", tensors);
  FileWriter file("save_npz", path);
  ZipWriter zip(file);
  for (const auto& [name, x] : tensors) {
    const std::string header = npy_header(x.dtype(), x.shape());
    std::uint32_t crc = crc32_of(bytes_of(header));
    encode(x, [&](Bytes bytes) { crc = crc32_of(bytes, crc); });
    zip.start(name + std::string(kEnding), header.size() + x.numel() * size_of(x.dtype()), crc);
    zip.write(bytes_of(header));
    encode(x, [&](Bytes bytes) { zip.write(bytes); });
  }
  zip.finish();
  file.commit();
}

}  // namespace thalweg::io
