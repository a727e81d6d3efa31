// The right answers for one key: the reference kernel of the variant, called for one block at a
// time, so that even its own block loop is under test. Counter blocks are built here.
#pragma once

#include "random.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

// The reference kernel of a variant, or null.
const Kernel* reference_kernel(const Variant& variant);

// The 32 bits of a counter block that `order` names.
std::uint32_t read_counter(const std::uint8_t* block, std::size_t block_bytes, CounterOrder order);
void write_counter(std::uint8_t* block, std::size_t block_bytes, CounterOrder order,
                   std::uint32_t value);

class Oracle {
 public:
  Oracle(const Kernel& reference, const Bytes& user_key);

  Bytes encrypt(const Bytes& in) const { return map(ops_.encrypt, in); }
  Bytes decrypt(const Bytes& in) const { return map(ops_.decrypt, in); }
  // E(counter), E(counter + 1), ...
  Bytes keystream(Bytes counter, CounterOrder order, std::size_t blocks) const;
  const Bytes& round_keys() const { return round_keys_; }

 private:
  using Direction = decltype(KernelOps::encrypt);
  Bytes map(Direction direction, const Bytes& in) const;

  const KernelOps& ops_;
  std::size_t block_;
  Bytes round_keys_, memory_;
  std::uint8_t* key_;  // aligned, in memory_
};

Bytes xor_bytes(const Bytes& a, const std::uint8_t* b);

}  // namespace hedgerow::ledger
