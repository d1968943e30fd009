// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/inflate.h"

#include <zlib.h>

#include <limits>

#include "thalweg/base/memory.h"

namespace thalweg::io {
namespace {

/// One zlib stream over part of a source.
class Inflater {
 public:
  Inflater(const Source& source, std::uint64_t at, std::uint64_t size, int window_bits)
      : source_(source), at_(at), left_(source.take(at, size, "the packed data")) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) {
      throw MemoryError("{}: no memory for zlib; got {}", source.op, source.file);
    }
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;

  /// Fills at most `size` bytes; fewer when the stream ends. done() says whether it did.
  std::size_t read(std::byte* to, std::size_t size) {
    std::size_t made = 0;
    while (made < size && !done_) {
      constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
      const auto in = static_cast<uInt>(std::min(left_.size(), kMost));
      const auto out = static_cast<uInt>(std::min(size - made, kMost));
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(left_.data()));
      stream_.avail_in = in;
      stream_.next_out = reinterpret_cast<Bytef*>(to + made);
      stream_.avail_out = out;
      const int answer = inflate(&stream_, Z_NO_FLUSH);
      const std::size_t used = in - stream_.avail_in, got = out - stream_.avail_out;
      left_ = left_.subspan(used);
      at_ += used;
      made += got;
      done_ = answer == Z_STREAM_END;
      if (answer == Z_MEM_ERROR) {
        throw MemoryError("{}: no memory for zlib; got {}", source_.op, source_.file);
      }
      if (!done_ && (answer != Z_OK || (used == 0 && got == 0))) {
        source_.fail(at_, "packed data must be whole and undamaged",
                     answer == Z_OK || answer == Z_BUF_ERROR ? "an early end"
                     : stream_.msg                           ? stream_.msg
                                                             : "damaged data");
      }
    }
    return made;
  }

  bool done() const { return done_; }
  std::uint64_t at() const { return at_; }
  std::size_t left() const { return left_.size(); }
  void restart() {
    inflateReset(&stream_);
    done_ = false;
  }

 private:
  const Source& source_;
  std::uint64_t at_;
  Bytes left_;
  z_stream stream_{};
  bool done_ = false;
};

void make_room(const Source& source, std::vector<std::byte>& content, std::uint64_t size) {
  or_memory_error(source.op, "unpacked data", fmt::format("{} bytes in {}", size, source.file),
                  [&] { content.resize(size); });
}

}  // namespace

bool is_gzip(Bytes bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

std::vector<std::byte> gunzip(const Source& source) {
  constexpr int kGzip = 16 + 15;
  Inflater stream(source, 0, source.bytes.size(), kGzip);
  std::vector<std::byte> content;
  std::size_t size = 0;
  while (true) {
    if (size == content.size())
      make_room(source, content, std::max<std::size_t>(1 << 12, 2 * size));
    size += stream.read(content.data() + size, content.size() - size);
    if (!stream.done()) continue;
    if (stream.left() == 0) break;
    if (!is_gzip(source.bytes.subspan(stream.at()))) {
      source.fail(stream.at(), "the packed data ends the file",
                  fmt::format("{} bytes more", stream.left()));
    }
    stream.restart();
  }
  content.resize(size);
  return content;
}

std::vector<std::byte> inflate_member(const Source& source, std::uint64_t at, std::uint64_t packed,
                                      std::uint64_t size) {
  constexpr std::uint64_t kMostRatio = 1032;  // deflate cannot pack tighter
  if (size / kMostRatio > packed) {
    source.fail(at, "packed data must be as long as its content needs",
                fmt::format("{} bytes for {}", packed, size));
  }
  constexpr int kRaw = -15;
  Inflater stream(source, at, packed, kRaw);
  std::vector<std::byte> content;
  make_room(source, content, size);
  std::byte more;
  if (stream.read(content.data(), size) != size || stream.read(&more, 1) != 0 ||
      stream.left() != 0) {
    source.fail(stream.at(), "packed data must have the length that is written",
                fmt::format("another length than {}", size));
  }
  return content;
}

}  // namespace thalweg::io
