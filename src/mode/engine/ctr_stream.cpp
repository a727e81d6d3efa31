// CTR streams. Whole blocks go to the kernel, an incomplete block goes through a padded copy, and a single block uses
// the kernel's function for one block.
#include "mode/engine/ctr_stream.hpp"

#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"

namespace hedgerow {

namespace {
// If the end of a call, with an incomplete block, fits into kTailBytes, one kernel call processes all of it through a
// padded copy. The kernel turns the zeros of the padding into the unused rest of the keystream.
constexpr std::size_t kTailBytes = 512;

void ctr_one(const CipherKey& key, const std::uint8_t* counter, const std::uint8_t* in,
             std::uint8_t* out) noexcept {
  const std::size_t block = key.block_bytes();
  std::uint8_t stream[kMaxBlockBytes];
  key.encrypt_one(counter, stream);
  block % 8 ? xor_into(out, in, stream, block) : xor_block(out, in, stream, block);
  wipe(stream, sizeof stream);
}
}  // namespace

void ctr_blocks(CipherKey& key, const CounterField& field, std::uint8_t* counter,
                const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
  if (blocks == 1) {
    ctr_one(key, counter, in, out);
    return counter_add(field, counter, 1);
  }
  const std::size_t block = key.block_bytes();
  while (blocks != 0) {
    const std::uint64_t room = counter_room(field, counter);
    const std::size_t n = blocks < room ? blocks : (std::size_t)room;
    key.ctr(counter, field.order, in, out, n);
    counter_add(field, counter, n);
    in += n * block;
    out += n * block;
    blocks -= n;
  }
}

void CtrStream::start(const CounterField& field, const std::uint8_t* counter,
                      std::size_t block) noexcept {
  clear();
  field_ = field;
  memcpy(counter_, counter, block);
}

void CtrStream::crypt(CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t bytes) noexcept {
  const std::size_t block = key.block_bytes();
  if (used_ != 0) {
    const std::size_t n = bytes < block - used_ ? bytes : block - used_;
    xor_into(out, in, keystream_ + used_, n);
    used_ = (used_ + n) % block;
    in += n;
    out += n;
    bytes -= n;
  }
  std::size_t blocks = bytes == block ? 1 : bytes / block;
  const std::size_t whole = blocks * block, tail = bytes - whole;
  if (tail == 0 || whole + block > kTailBytes) {
    ctr_blocks(key, field_, counter_, in, out, blocks);
    in += whole;
    out += whole;
    blocks = 0;
  }
  if (tail != 0) crypt_tail(key, in, out, blocks, tail);
}

// Processes the end of a call: `whole` blocks and `tail` bytes of one more, at most kTailBytes with padding.
void CtrStream::crypt_tail(CipherKey& key, const std::uint8_t* in, std::uint8_t* out,
                           std::size_t whole, std::size_t tail) noexcept {
  const std::size_t block = key.block_bytes(), blocks = whole + 1, bytes = whole * block + tail;
  std::uint8_t padded[kTailBytes];
  memcpy(padded, in, bytes);
  memset(padded + bytes, 0, blocks * block - bytes);
  ctr_blocks(key, field_, counter_, padded, padded, blocks);
  memcpy(out, padded, bytes);
  used_ = tail;
  memcpy(keystream_ + used_, padded + bytes, block - used_);
  wipe(padded, blocks * block);
}

void CtrStream::clear() noexcept {
  wipe(counter_, sizeof counter_);
  wipe(keystream_, sizeof keystream_);
  used_ = 0;
}

void CtrStream::seek(CipherKey& key, const std::uint8_t* first, std::uint64_t blocks) noexcept {
  clear();
  memcpy(counter_, first, key.block_bytes());
  counter_add(field_, counter_, blocks);
}

}  // namespace hedgerow
