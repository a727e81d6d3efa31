// The AEAD engine: chunks, padding between AAD and data, lengths.
#include "mode/aead.hpp"

#include <string.h>

#include "isa/cpu.hpp"

namespace hedgerow {

namespace {
// Data, output and MGM's hash blocks of one chunk fit together into 32 KiB of L1 cache.
constexpr std::size_t kChunkBytes = 8192;

// Calls body(offset, n) for consecutive chunks.
template <class Body>
void for_chunks(std::size_t bytes, Body&& body) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t left = bytes - done, n = left < kChunkBytes ? left : kChunkBytes;
    body(done, n);
    done += n;
  }
}
}  // namespace

bool AeadEngine::set_key(const AeadScheme& scheme, const CipherKey& key) noexcept {
  scheme_ = &scheme;
  state_.field = select_field(key.block_bytes(), cpu_features())->ops;
  return scheme.set_key(state_, key);
}

bool AeadEngine::copy_from(const AeadEngine& other) noexcept {
  scheme_ = other.scheme_;
  feed_ = other.feed_;
  aad_bytes_ = other.aad_bytes_;
  data_bytes_ = other.data_bytes_;
  state_.field = other.state_.field;
  state_.ctr = other.state_.ctr;
  memcpy(state_.sum, other.state_.sum, sizeof state_.sum);
  memcpy(state_.z, other.state_.z, sizeof state_.z);
  state_.hash_next = other.state_.hash_next;
  state_.hash_end = other.state_.hash_end;
  state_.message_bytes = other.state_.message_bytes;
  return state_.memory.copy_from(other.state_.memory);
}

void AeadEngine::start(const CipherKey& key, const std::uint8_t* nonce) noexcept {
  clear();
  if (nonce) scheme_->start(state_, key, nonce);
}

void AeadEngine::aad(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept {
  aad_bytes_ += bytes;
  feed_.feed(key.block_bytes(), in, bytes, [&](const std::uint8_t* p, std::size_t blocks) {
    scheme_->absorb(state_, key, p, blocks);
  });
}

void AeadEngine::pad(const CipherKey& key) noexcept {
  feed_.pad_zero(key.block_bytes(), [&](const std::uint8_t* p, std::size_t blocks) {
    scheme_->absorb(state_, key, p, blocks);
  });
}

void AeadEngine::absorb_data(const CipherKey& key, const std::uint8_t* in,
                             std::size_t bytes) noexcept {
  if (data_bytes_ == 0) pad(key);
  data_bytes_ += bytes;
  feed_.feed(key.block_bytes(), in, bytes, [&](const std::uint8_t* p, std::size_t blocks) {
    scheme_->absorb(state_, key, p, blocks);
  });
}

void AeadEngine::decrypt_only(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                              std::size_t bytes) noexcept {
  state_.ctr.crypt(key, in, out, bytes);
}

void AeadEngine::encrypt(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                         std::size_t bytes) noexcept {
  for_chunks(bytes, [&](std::size_t at, std::size_t n) {
    state_.ctr.crypt(key, in + at, out + at, n);
    absorb_data(key, out + at, n);
  });
}

void AeadEngine::decrypt(const CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                         std::size_t bytes) noexcept {
  for_chunks(bytes, [&](std::size_t at, std::size_t n) {
    absorb_data(key, in + at, n);
    state_.ctr.crypt(key, in + at, out + at, n);
  });
}

void AeadEngine::tag(const CipherKey& key, std::uint8_t* block) noexcept {
  pad(key);
  scheme_->absorb_lengths(state_, key, aad_bytes_ * 8, data_bytes_ * 8);
  key.encrypt(state_.sum, block, 1);
  clear_sum();
}

void AeadEngine::clear_sum() noexcept {
  feed_.clear();
  wipe(state_.sum, sizeof state_.sum);
  wipe(state_.z, sizeof state_.z);
  if (state_.message_bytes != 0) wipe(state_.memory.data(), state_.message_bytes);
  state_.hash_next = state_.hash_end = state_.message_bytes = 0;
}

void AeadEngine::clear() noexcept {
  clear_sum();
  state_.ctr.clear();
  aad_bytes_ = data_bytes_ = 0;
}

}  // namespace hedgerow
