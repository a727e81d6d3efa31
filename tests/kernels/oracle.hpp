// The right answers for one key. They come from the reference kernel of the variant, called for one
// block at a time, so that its own block loop is also under test. The oracle builds counter blocks
// itself. All functions are inline, because the ledger and the unit tests share them.
#pragma once

#include <string.h>

#include "random.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

// Returns the reference kernel of a variant, or null.
inline const Kernel* reference_kernel(const Variant& variant) {
  for (const Kernel& k : kernels())
    if (k.variant == &variant && !strcmp(k.technique, "reference")) return &k;
  return nullptr;
}

// Returns the index of byte `i` of the counter in the block. Byte 0 is the least significant.
inline std::size_t counter_byte(std::size_t block_bytes, CounterOrder order, std::size_t i) {
  if (order == CounterOrder::kLittleEndian) return i;
  return (order == CounterOrder::kBigEndian ? block_bytes : block_bytes / 2) - 1 - i;
}

// Returns the 32 bits of a counter block that `order` selects.
inline std::uint32_t read_counter(const std::uint8_t* block, std::size_t block_bytes,
                                  CounterOrder order) {
  std::uint32_t v = 0;
  for (std::size_t i = 0; i < 4; i++)
    v |= (std::uint32_t)block[counter_byte(block_bytes, order, i)] << (8 * i);
  return v;
}

inline void write_counter(std::uint8_t* block, std::size_t block_bytes, CounterOrder order,
                          std::uint32_t value) {
  for (std::size_t i = 0; i < 4; i++)
    block[counter_byte(block_bytes, order, i)] = (std::uint8_t)(value >> (8 * i));
}

inline Bytes xor_bytes(const Bytes& a, const std::uint8_t* b) {
  Bytes r(a.size());
  for (std::size_t i = 0; i < a.size(); i++) r[i] = (std::uint8_t)(a[i] ^ b[i]);
  return r;
}

class Oracle {
 public:
  Oracle(const Kernel& reference, const Bytes& user_key)
      : ops_(*reference.ops),
        block_(reference.variant->block_bytes),
        round_keys_(ops_.round_key_bytes),
        memory_(ops_.key_bytes + 64),
        key_(memory_.data() + (64 - (std::uintptr_t)memory_.data() % 64) % 64) {
    ops_.schedule(user_key.data(), round_keys_.data());
    ops_.prepare(round_keys_.data(), key_);
  }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  Bytes encrypt(const Bytes& in) const { return map(ops_.encrypt, in); }
  Bytes decrypt(const Bytes& in) const { return map(ops_.decrypt, in); }

  // E(counter), E(counter + 1), ...
  Bytes keystream(Bytes counter, CounterOrder order, std::size_t blocks) const {
    const std::uint32_t start = read_counter(counter.data(), block_, order);
    Bytes counters;
    for (std::size_t i = 0; i < blocks; i++) {
      write_counter(counter.data(), block_, order, start + (std::uint32_t)i);
      counters.insert(counters.end(), counter.begin(), counter.end());
    }
    return encrypt(counters);
  }

  const Bytes& round_keys() const { return round_keys_; }

 private:
  using Direction = decltype(KernelOps::encrypt);
  Bytes map(Direction direction, const Bytes& in) const {
    Bytes out(in.size());
    for (std::size_t i = 0; i + block_ <= in.size(); i += block_)
      direction(key_, in.data() + i, out.data() + i, 1);
    return out;
  }

  const KernelOps& ops_;
  std::size_t block_;
  Bytes round_keys_, memory_;
  std::uint8_t* key_;  // aligned, in memory_
};

}  // namespace hedgerow::ledger
