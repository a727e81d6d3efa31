// Memory and preparation of a CipherKey.
#include "registry/cipher_key.hpp"

#include <stdlib.h>
#include <string.h>

#include "base/secret.hpp"

namespace hedgerow {

namespace {
constexpr std::size_t kMaxRoundKeyBytes =
    19 * 64;  // Kalyna-512/512; registry tests check every variant against it
}

bool CipherKey::allocate(const Selection& selection) noexcept {
  clear();
  const KernelOps* bulk = selection.bulk->ops;
  const KernelOps* narrow = selection.narrow->ops;
  const std::size_t narrow_bytes = narrow == bulk ? 0 : narrow->key_bytes;
  memory_bytes_ = bulk->key_bytes + narrow_bytes;
  memory_ = (std::uint8_t*)aligned_alloc(64, (memory_bytes_ + 63) / 64 * 64);
  if (!memory_) return false;
  selection_ = selection;
  bulk_ = {bulk, memory_};
  narrow_ = {narrow, narrow_bytes ? memory_ + bulk->key_bytes : memory_};
  narrow_up_to_ = narrow_bytes ? narrow->narrow_up_to : 0;
  return true;
}

bool CipherKey::set(const Selection& selection, const std::uint8_t* user_key) noexcept {
  const KernelOps* narrow = selection.narrow->ops;
  if (narrow->round_key_bytes > kMaxRoundKeyBytes || !allocate(selection)) return false;
  std::uint8_t round_keys[kMaxRoundKeyBytes];
  narrow->schedule(user_key, round_keys);
  bulk_.ops->prepare(round_keys, memory_);
  if (narrow_.key != memory_) narrow->prepare(round_keys, const_cast<void*>(narrow_.key));
  wipe(round_keys, sizeof round_keys);
  return true;
}

bool CipherKey::copy_from(const CipherKey& other) noexcept {
  if (!other.memory_) {
    clear();
    return true;
  }
  if (!allocate(other.selection_)) return false;
  memcpy(memory_, other.memory_, memory_bytes_);
  return true;
}

void CipherKey::clear() noexcept {
  if (memory_) wipe(memory_, memory_bytes_);
  free(memory_);
  memory_ = nullptr;
  memory_bytes_ = 0;
}

}  // namespace hedgerow
