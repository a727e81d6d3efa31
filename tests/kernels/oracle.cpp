// The oracle over the reference kernel.
#include "oracle.hpp"

#include <string.h>

namespace hedgerow::ledger {

const Kernel* reference_kernel(const Variant& variant) {
  for (const Kernel& k : kernels())
    if (k.variant == &variant && !strcmp(k.technique, "reference")) return &k;
  return nullptr;
}

namespace {
// Byte `i` of the counter, 0 the least significant, as an index into the block.
std::size_t counter_byte(std::size_t block_bytes, CounterOrder order, std::size_t i) {
  if (order == CounterOrder::kLittleEndian) return i;
  return (order == CounterOrder::kBigEndian ? block_bytes : block_bytes / 2) - 1 - i;
}
}  // namespace

std::uint32_t read_counter(const std::uint8_t* block, std::size_t block_bytes, CounterOrder order) {
  std::uint32_t v = 0;
  for (std::size_t i = 0; i < 4; i++)
    v |= (std::uint32_t)block[counter_byte(block_bytes, order, i)] << (8 * i);
  return v;
}

void write_counter(std::uint8_t* block, std::size_t block_bytes, CounterOrder order,
                   std::uint32_t value) {
  for (std::size_t i = 0; i < 4; i++)
    block[counter_byte(block_bytes, order, i)] = (std::uint8_t)(value >> (8 * i));
}

Oracle::Oracle(const Kernel& reference, const Bytes& user_key)
    : ops_(*reference.ops),
      block_(reference.variant->block_bytes),
      round_keys_(ops_.round_key_bytes),
      memory_(ops_.key_bytes + 64) {
  key_ = memory_.data() + (64 - (std::uintptr_t)memory_.data() % 64) % 64;
  ops_.schedule(user_key.data(), round_keys_.data());
  ops_.prepare(round_keys_.data(), key_);
}

Bytes Oracle::map(Direction direction, const Bytes& in) const {
  Bytes out(in.size());
  for (std::size_t i = 0; i + block_ <= in.size(); i += block_)
    direction(key_, in.data() + i, out.data() + i, 1);
  return out;
}

Bytes Oracle::keystream(Bytes counter, CounterOrder order, std::size_t blocks) const {
  const std::uint32_t start = read_counter(counter.data(), block_, order);
  Bytes counters;
  for (std::size_t i = 0; i < blocks; i++) {
    write_counter(counter.data(), block_, order, start + (std::uint32_t)i);
    counters.insert(counters.end(), counter.begin(), counter.end());
  }
  return encrypt(counters);
}

Bytes xor_bytes(const Bytes& a, const std::uint8_t* b) {
  Bytes r(a.size());
  for (std::size_t i = 0; i < a.size(); i++) r[i] = (std::uint8_t)(a[i] ^ b[i]);
  return r;
}

}  // namespace hedgerow::ledger
