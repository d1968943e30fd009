// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/digest.h"

#include <openssl/evp.h>

#include <algorithm>

#include "thalweg/io/stored.h"

namespace thalweg::io {
namespace {

EVP_MD_CTX* context_of(void* context) { return static_cast<EVP_MD_CTX*>(context); }

void check(int answer) {
  if (answer != 1) throw Error("sha256: OpenSSL's SHA-256 does not work; got answer {}", answer);
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  check(context_ ? EVP_DigestInit_ex(context_of(context_), EVP_sha256(), nullptr) : 0);
}
Sha256::~Sha256() { EVP_MD_CTX_free(context_of(context_)); }

void Sha256::add(Bytes bytes) {
  check(EVP_DigestUpdate(context_of(context_), bytes.data(), bytes.size()));
}

std::string Sha256::finish() {
  unsigned char hash[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  check(EVP_DigestFinal_ex(context_of(context_), hash, &size));
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", hash[i]);
  return text;
}

std::string sha256(Bytes bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

std::string digest(const NamedTensors& tensors) {
  check_names("digest", tensors);
  NamedTensors sorted = tensors;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  Sha256 hash;
  for (const auto& [name, x] : sorted) {
    std::string head;
    append_little(head, std::uint64_t{name.size()});
    head += name;
    head += name_of(x.dtype());
    head += text_of(x.shape());
    head += '\0';
    hash.add(bytes_of(head));
    encode(x, [&](Bytes bytes) { hash.add(bytes); });
  }
  return hash.finish();
}

}  // namespace thalweg::io
