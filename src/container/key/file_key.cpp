// Derives a file's keys with libsodium.
#include "container/key/file_key.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

using Purpose = std::array<unsigned char, crypto_generichash_blake2b_PERSONALBYTES>;

Purpose purpose(const char* letters, std::uint8_t version) {
  Purpose text = {'H', 'E', 'D', 'G', 'E', 'R', 'O', 'W', '-', 0, 0, 0, '-', '0', '0', 0};
  std::copy_n(letters, 3, &text[9]);
  text[15] = static_cast<unsigned char>('0' + version);
  return text;
}

using Commitment = std::array<std::uint8_t, kCommitmentBytes>;

Commitment commitment_of(const Header& header, const Secret& file_secret) {
  Commitment commitment;
  derive(file_secret.view(), header.bound(), "COM", header.version, commitment);
  return commitment;
}

}  // namespace

void derive(std::span<const std::uint8_t> key, std::span<const std::uint8_t> data,
            const char* letters, std::uint8_t version, std::span<std::uint8_t> out) {
  const auto text = purpose(letters, version);
  const int failed = crypto_generichash_blake2b_salt_personal(
      out.data(), out.size(), data.data(), data.size(), key.empty() ? nullptr : key.data(),
      key.size(), nullptr, text.data());
  if (failed != 0) throw Error(Status::kArgument, "a key could not be derived");
}

HeaderHash hash_header(const Header& header) {
  HeaderHash hash;
  derive({}, header.bytes, "HDR", header.version, hash);
  return hash;
}

Secret derive_cipher_key(const Header& header, const Secret& file_secret) {
  Secret key(header.algorithm.key_bytes);
  derive(file_secret.view(), header.bound(), "KEY", header.version, key.span());
  return key;
}

Secret derive_slot_area_key(const Header& header, const Secret& file_secret, const char* letters) {
  Secret key(kDerivedKeyBytes);
  derive(file_secret.view(), header.bound(), letters, header.version, key.span());
  return key;
}

void commit_header(Header& header, const Secret& file_secret) {
  const auto commitment = commitment_of(header, file_secret);
  std::copy(commitment.begin(), commitment.end(), header.commitment().begin());
}

bool is_committed(const Header& header, const Secret& file_secret) {
  const auto commitment = commitment_of(header, file_secret);
  return sodium_memcmp(commitment.data(), header.commitment().data(), kCommitmentBytes) == 0;
}

}  // namespace hedgerow::container
