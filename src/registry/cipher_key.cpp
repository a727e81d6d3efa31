// Memory and preparation of a CipherKey.
#include "registry/cipher_key.hpp"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow {

namespace {
constexpr std::size_t kMaxRoundKeyBytes =
    19 * 64;  // Kalyna-512/512; registry tests check every variant against it

// Adds n to the 32 bits of a counter block that `order` names.
void add_to_counter(std::uint8_t* counter, std::size_t block, CounterOrder order,
                    std::size_t n) noexcept {
  if (order == CounterOrder::kLittleEndian) {
    store_le32(counter, load_le32(counter) + (std::uint32_t)n);
    return;
  }
  std::uint8_t* const end = counter + (order == CounterOrder::kBigEndian ? block : block / 2);
  store_be32(end - 4, load_be32(end - 4) + (std::uint32_t)n);
}
}  // namespace

bool CipherKey::bind(const Selection& selection) noexcept {
  clear();
  if (selection.narrow->ops->round_key_bytes > kMaxRoundKeyBytes) return false;
  const KernelOps* bulk = selection.bulk->ops;
  const KernelOps* narrow = selection.narrow->ops;
  const std::size_t narrow_bytes = narrow == bulk ? 0 : narrow->key_bytes;
  memory_bytes_ = bulk->key_bytes + narrow_bytes;
  memory_ = (std::uint8_t*)aligned_alloc(64, (memory_bytes_ + 63) / 64 * 64);
  if (!memory_) return false;
  memset(memory_, 0, memory_bytes_);
  selection_ = selection;
  bulk_ = {bulk, memory_};
  narrow_ = {narrow, narrow_bytes ? memory_ + bulk->key_bytes : memory_};
  bulk_batch_ = selection.bulk->width_blocks;
  narrow_up_to_ = narrow_bytes ? narrow->narrow_up_to : 0;
  return true;
}

void CipherKey::set(const std::uint8_t* user_key, std::size_t most_blocks) noexcept {
  std::uint8_t round_keys[kMaxRoundKeyBytes];
  narrow_.ops->schedule(user_key, round_keys);
  if (most_blocks > narrow_up_to_) bulk_.ops->prepare(round_keys, memory_);
  if (narrow_.key != memory_) narrow_.ops->prepare(round_keys, const_cast<void*>(narrow_.key));
  wipe(round_keys, narrow_.ops->round_key_bytes);
}

bool CipherKey::copy_from(const CipherKey& other) noexcept {
  if (!other.memory_) {
    clear();
    return true;
  }
  if (!bind(other.selection_)) return false;
  memcpy(memory_, other.memory_, memory_bytes_);
  return true;
}

void CipherKey::ctr(const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
                    std::uint8_t* out, std::size_t blocks) const noexcept {
  const std::size_t n = blocks_for_bulk(blocks), bytes = n * block_bytes();
  if (n) bulk_.ops->ctr(bulk_.key, counter, order, in, out, n);
  if (n == blocks) return;
  std::uint8_t later[kMaxBlockBytes];
  if (n) {
    memcpy(later, counter, block_bytes());
    add_to_counter(later, block_bytes(), order, n);
  }
  narrow_.ops->ctr(narrow_.key, n ? later : counter, order, in + bytes, out + bytes, blocks - n);
  if (n) wipe(later, sizeof later);
}

void CipherKey::wipe_key() noexcept {
  if (memory_) wipe(memory_, memory_bytes_);
}

void CipherKey::clear() noexcept {
  wipe_key();
  free(memory_);
  memory_ = nullptr;
  memory_bytes_ = 0;
}

}  // namespace hedgerow
