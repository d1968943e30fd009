// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/io/files.h"
#include "thalweg/io/npy.h"
#include "thalweg/io/zip.h"
#include "thalweg/tensor/create.h"

namespace thalweg::io {
namespace {

using testing::contents;
using testing::file_error;
using testing::golden;
using testing::has;
using Doubles = std::vector<double>;
using Names = std::vector<std::string>;

Names names_of(const NamedTensors& tensors) {
  Names names;
  for (const auto& [name, x] : tensors) names.push_back(name);
  return names;
}

TEST_CASE("load_npz: stored, deflated, zip64") {
  for (const char* file : {"npz/stored.npz", "npz/deflated.npz", "npz/zip64.npz"}) {
    CAPTURE(file);
    const NamedTensors tensors = load_npz(golden(file));
    Names names = names_of(tensors);
    if (names[0] == "zeros") names.erase(names.begin());
    CHECK(names == Names{"weight", "bias", "steps"});
    CHECK(to_vector<double>(find_tensor(tensors, "weight")) ==
          Doubles{-1.5, -0.5, 0.5, 1.5, 2.5, 3.5});
    CHECK(find_tensor(tensors, "weight").shape() == Shape{2, 3});
    CHECK(to_vector<double>(find_tensor(tensors, "bias")) == Doubles{0, 1, 2});
    CHECK(find_tensor(tensors, "steps").item() == 7);
    CHECK(find_tensor(tensors, "steps").dtype() == i64);
  }
  CHECK(to_vector<float>(find_tensor(load_npz(golden("npz/deflated.npz")), "zeros")) ==
        std::vector<float>(5000, 0));
}

TEST_CASE("load_npz: only the named arrays") {
  const Names only{"bias"};
  CHECK(names_of(load_npz(golden("npz/stored.npz"), only)) == only);
  const Names missing{"bias", "none"};
  CHECK_THROWS_WITH_AS(load_npz(golden("npz/stored.npz"), missing),
                       ("load_npz: no array of this name; got 'none' for " +
                        golden("npz/stored.npz") + "; there are 'weight', 'bias', 'steps'")
                           .c_str(),
                       IndexError);
}

TEST_CASE("save_npz: what was saved comes back, with the same bytes each time") {
  const testing::TemporaryFolder folder;
  const NamedTensors tensors{{"b", tensor<float>({1, 2, 3, 4}, {2, 2})},
                             {"a", full({3}, 5, u8)},
                             {"deep/name", zeros({0, 2}, i64)},
                             {"caf\xc3\xa9", scalar(1, boolean)}};
  save_npz(folder / "x.npz", tensors);
  const std::string first = contents(folder / "x.npz");
  save_npz(folder / "x.npz", tensors);
  CHECK(contents(folder / "x.npz") == first);
  const NamedTensors back = load_npz(folder / "x.npz");
  CHECK(names_of(back) == names_of(tensors));
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    CHECK(back[i].tensor.dtype() == tensors[i].tensor.dtype());
    CHECK(back[i].tensor.shape() == tensors[i].tensor.shape());
    CHECK(to_vector<double>(back[i].tensor) == to_vector<double>(tensors[i].tensor));
  }
  save_npz(folder / "none.npz", {});
  CHECK(load_npz(folder / "none.npz").empty());
  CHECK_THROWS_WITH_AS(save_npz(folder / "x.npz", {{"a", zeros({1})}, {"a", zeros({1})}}),
                       "save_npz: names must differ; got 'a' twice", ValueError);
  CHECK(contents(folder / "x.npz") == first);
  CHECK(folder.names().size() == 2);
}

std::string error_of(const std::string& text) {
  return file_error([&] { parse_npz(bytes_of(text), "x.npz"); });
}

TEST_CASE("parse_npz: cut anywhere, it is refused") {
  for (const char* name : {"npz/stored.npz", "npz/zip64.npz", "npz/deflated.npz"}) {
    const std::string whole = contents(golden(name));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CHECK(error_of(whole.substr(0, size)) != "none");
    }
    CHECK(has(error_of(whole.substr(5)), "at byte"));
  }
}

TEST_CASE("parse_npz: any changed byte of the content is found by its checksum") {
  for (const char* name : {"npz/stored.npz", "npz/deflated.npz"}) {
    const std::string whole = contents(golden(name));
    const Source source{"test", "x.npz", bytes_of(whole)};
    for (const ZipMember& member : parse_zip(source)) {
      for (std::uint64_t i = 0; i < member.packed; i += 7) {
        std::string changed = whole;
        changed[member.at + i] ^= 0x10;
        CHECK(error_of(changed) != "none");
      }
    }
  }
}

/// stored.npz with one field of its second directory entry, or of its end, changed.
std::string changed(std::size_t entry_field, const std::string& bytes, bool in_end = false) {
  std::string text = contents(golden("npz/stored.npz"));
  std::size_t at = text.find("PK\1\2");
  at = in_end ? text.find("PK\5\6") : text.find("PK\1\2", at + 4);
  text.replace(at + entry_field, bytes.size(), bytes);
  return text;
}

TEST_CASE("parse_npz: lying directories") {
  CHECK(error_of(changed(0, "PK")) == "none");
  CHECK(has(error_of(changed(0, "XX")), "the central directory lists the members"));
  CHECK(has(error_of(changed(8, "\1")), "encrypted members cannot be read; got 'bias.npy'"));
  CHECK(has(error_of(changed(10, "\x0e")), "members are stored or deflated; got method 14"));
  CHECK(has(error_of(changed(16, "zzzz")), "content and checksum must agree"));
  CHECK(has(error_of(changed(20, "\1")), "a stored member is as long as its content"));
  CHECK(has(error_of(changed(20, "\xfe\xff\xff\xff\xfe\xff\xff\xff")),
            "the data of a member must lie inside the file"));
  CHECK(has(error_of(changed(28, "\xff\xff")), "the name of a member must lie inside the file"));
  CHECK(has(error_of(changed(42, std::string(4, '\0'))), "a member has one name"));
  CHECK(has(error_of(changed(42, "\x7f\x7f\x7f\x7f")), "a member's header must lie inside"));
  CHECK(has(error_of(changed(46, "c")), "a member has one name; got 'bias.npy' and 'cias.npy'"));
  CHECK(has(error_of(changed(10, "\x09", true)), "as many members as it says; got 3 of 9"));
  CHECK(has(error_of(changed(12, "\xff\xff\xff", true)), "the central directory must"));
  CHECK(has(error_of(changed(4, "\1", true)), "an archive is one file"));
  CHECK(has(error_of(contents(golden("npy/scalar.npy"))),
            "an npz file is a zip archive; got an npy file at byte 0 of x.npz; use load_npy"));
  CHECK(has(error_of("PK"), "a zip archive's end record must lie inside the file"));
  CHECK(has(error_of(std::string(100, 'x')), "an archive ends with its end record"));
}

TEST_CASE("parse_npz: the zip64 end record is used where the plain one says so") {
  std::string text = contents(golden("npz/zip64.npz"));
  const std::size_t end = text.rfind("PK\5\6");
  text.replace(end + 8, 12, std::string(12, '\xff'));
  CHECK(error_of(text) == "none");
  std::string lost = text;
  lost.replace(lost.rfind("PK\6\6"), 4, "none");
  CHECK(has(error_of(lost), "must point to the zip64 end record"));
  text.replace(text.rfind("PK\6\7") + 8, 8, std::string(8, '\xff'));
  CHECK(has(error_of(text), "the zip64 end record must lie inside the file"));
}

TEST_CASE("parse_npz: names that stand twice and members that overlap") {
  const testing::TemporaryFolder folder;
  save_npz(folder / "x.npz", {{"aa", zeros({2})}, {"ab", zeros({2})}});
  std::string text = contents(folder / "x.npz");
  for (std::size_t at = 0; (at = text.find("ab.npy", at)) != text.npos;) text[at + 1] = 'a';
  CHECK(has(error_of(text), "a name stands once; got 'aa.npy' again"));
  // The first member grows over the second one.
  save_npz(folder / "x.npz", {{"aa", zeros({2})}, {"ab", zeros({2})}});
  text = contents(folder / "x.npz");
  const std::size_t entry = text.find("PK\1\2");
  text[entry + 20] = text[entry + 24] = '\xff';
  CHECK(has(error_of(text), "members do not overlap; got 'aa.npy' and 'ab.npy'"));
}

TEST_CASE(
    "parse_npz: a length that the packed data cannot have is refused before it is allocated") {
  std::string text = contents(golden("npz/deflated.npz"));
  const std::size_t entry = text.find("PK\1\2");
  text.replace(entry + 24, 4, "\xf0\xff\xff\x7f");
  CHECK(has(error_of(text), "packed data must be as long as its content needs"));
  text.replace(entry + 24, 4, std::string("\x00\x10\x00\x00", 4));
  CHECK(has(error_of(text), "packed data must have the length that is written"));
}

TEST_CASE("load_npz: members that are no arrays, other methods, the archives of ref_npy") {
  const std::string member = file_error([] { load_npz(golden("npz/refused_member.npz")); });
  CHECK(has(member, "the members of an npz archive are .npy files; got 'readme.txt'"));
  CHECK(has(member, "\n  while reading 'readme.txt' of /"));
  CHECK(has(file_error([] { load_npz(golden("npz/refused_method.npz")); }),
            "members are stored or deflated; got method 14 for 'x.npy'"));
  if (testing::shared("ref_npy").empty()) return;
  const auto path = [](const std::string& name) { return testing::shared("ref_npy/" + name); };
  for (const char* name : {"npyz_compressed.npz", "npyz_uncompressed.npz"}) {
    const NamedTensors tensors = load_npz(path(name));
    CHECK(to_vector<double>(find_tensor(tensors, "ints")) == Doubles{1, 2, 3, 4});
    CHECK(to_vector<double>(find_tensor(tensors, "floats")) == Doubles{1, 2});
    CHECK(find_tensor(tensors, "floats").shape() == Shape{2, 1});
  }
  const NamedTensors candle = load_npz(path("candle_test.npz"));
  CHECK(names_of(candle) == Names{"x", "x_plus_one"});
  CHECK(to_vector<double>(candle[1].tensor)[9] == 10);
  for (const char* name : {"numpy_py2-objarr.npz", "numpy_py3-objarr.npz"}) {
    CHECK(has(file_error([&] { load_npz(path(name)); }), "pickled Python objects"));
  }
  CHECK(has(file_error([&] { load_npz(path("npyz_sparse_csr.npz")); }), "text cannot be read"));
  const Names parts{"data", "indices", "indptr", "shape"};
  for (const char* kind : {"bsr", "csc", "csr", "csr-unsorted", "bsr-f-order", "bsr-bad-ndim"}) {
    CHECK(load_npz(path(std::string("npyz_sparse_") + kind + ".npz"), parts).size() == 4);
  }
  const NamedTensors csr = load_npz(path("npyz_sparse_csr.npz"), parts);
  CHECK(to_vector<double>(find_tensor(csr, "indptr")) == Doubles{0, 2, 3, 5});
  CHECK(to_vector<double>(find_tensor(csr, "data")) == Doubles{1, 4, 2, 6, 7});
}

}  // namespace
}  // namespace thalweg::io
