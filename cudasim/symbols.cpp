// SPDX-License-Identifier: Apache-2.0
#include "cudasim/symbols.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/core.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace cudasim {
namespace {

/// What one program or shared library says of its functions and thread-local variables.
struct Image {
  struct Symbol {
    std::uint64_t value;  // of a function: its offset from the load address
    std::uint64_t size;
    std::size_t name;  // position in `names`
  };
  std::vector<Symbol> functions;
  std::vector<Symbol> locals;
  std::vector<char> names;
};

template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, std::size_t count, std::vector<T>& out) {
  out.resize(count);
  file.seekg(static_cast<std::streamoff>(offset));
  return bool(file.read(reinterpret_cast<char*>(out.data()),
                        static_cast<std::streamsize>(count * sizeof(T))));
}

Image read_image(const std::string& path) {
  Image image;
  std::ifstream file(path, std::ios::binary);
  std::vector<Elf64_Ehdr> header;
  std::vector<Elf64_Shdr> sections;
  if (!read_at(file, 0, 1, header) || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      !read_at(file, header[0].e_shoff, header[0].e_shnum, sections)) {
    return image;
  }
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size()) continue;
    std::vector<Elf64_Sym> symbols;
    const Elf64_Shdr& strings = sections[table.sh_link];
    if (!read_at(file, table.sh_offset, table.sh_size / sizeof(Elf64_Sym), symbols) ||
        !read_at(file, strings.sh_offset, strings.sh_size, image.names) || image.names.empty()) {
      break;
    }
    image.names.back() = '\0';
    for (const Elf64_Sym& symbol : symbols) {
      if (symbol.st_name >= image.names.size() || symbol.st_shndx == SHN_UNDEF) continue;
      const int type = ELF64_ST_TYPE(symbol.st_info);
      const Image::Symbol entry{symbol.st_value, symbol.st_size, symbol.st_name};
      if (type == STT_FUNC) image.functions.push_back(entry);
      if (type == STT_TLS) image.locals.push_back(entry);
    }
    break;  // a file has one such table
  }
  return image;
}

const Image& image_of(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Image>> images;
  std::lock_guard lock(mutex);
  auto& image = images[path];
  if (!image) image = std::make_unique<Image>(read_image(path));
  return *image;
}

struct Found {
  const Image* image = nullptr;
  std::string mangled;
};

Found find(const void* function) {
  Dl_info info;
  link_map* map = nullptr;
  if (!dladdr1(function, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map) return {};
  const std::string path = map->l_name && *map->l_name ? map->l_name : "/proc/self/exe";
  Found found{&image_of(path), {}};
  const auto offset = reinterpret_cast<std::uintptr_t>(function) - map->l_addr;
  for (const Image::Symbol& symbol : found.image->functions) {
    if (symbol.value == offset) found.mangled = &found.image->names[symbol.name];
  }
  return found;
}

}  // namespace

std::string symbol_name(const void* function) {
  const Found found = find(function);
  if (found.mangled.empty()) return fmt::format("kernel at {}", function);
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(found.mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0) return found.mangled;
  std::string name = text.get();
  // A template's name begins with its return type, which every kernel has alike.
  if (name.starts_with("void ")) name.erase(0, 5);
  return name;
}

std::size_t static_shared_bytes(const void* function) {
  const Found found = find(function);
  if (!found.mangled.starts_with("_Z")) return 0;
  // A variable `a` in the function `_Zf` is called `_ZZfE1a`.
  const std::string prefix = "_ZZ" + found.mangled.substr(2) + "E";
  std::size_t bytes = 0;
  for (const Image::Symbol& symbol : found.image->locals) {
    const std::string_view name = &found.image->names[symbol.name];
    if (name.starts_with(prefix)) bytes += symbol.size;
  }
  return bytes;
}

}  // namespace cudasim
