// Checks the contract of every kernel in the registry, and that kernels with the same key layout
// prepare the same bytes.
//
// The suite turned red when SPARX over SSE prepared its keys without their rotation, and
// when it was declared for calls from 5 to 4 blocks.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>

#include <map>

#include "kernels/oracle.hpp"
#include "registry/registry.hpp"
#include "support/seed.hpp"

namespace hedgerow {
namespace {

std::vector<const Kernel*> every_kernel_of(const Variant& v) {
  std::vector<const Kernel*> r;
  for (const Kernel& k : kernels())
    if (k.variant == &v) r.push_back(&k);
  return r;
}

TEST(Registry, KernelsKeepTheContract) {
  for (const Kernel& k : kernels()) {
    SCOPED_TRACE(k.id);
    EXPECT_EQ(k.ops != nullptr, k.isa->built);
    if (!k.ops || !k.ops->key_bytes) continue;
    EXPECT_EQ(k.ops->key_bytes % 64, 0u);
    EXPECT_LE(k.ops->good_for.from, k.ops->good_for.up_to);
    EXPECT_TRUE(k.timing() == Timing::kConstantTime || k.rank[0] == kNeverSelected);
    const std::string technique = k.technique;
    EXPECT_TRUE(k.timing() == Timing::kVartime ||
                (technique != "reference" && technique != "table"));
    EXPECT_EQ(k.ops->round_key_bytes, ledger::reference_kernel(*k.variant)->ops->round_key_bytes);
    EXPECT_TRUE(k.ops->schedule && k.ops->prepare && k.ops->encrypt && k.ops->decrypt &&
                k.ops->ctr);
  }
}

TEST(Registry, KernelsOfOneKeyLayoutPrepareAlike) {
  ledger::Random random(test_seed());
  int compared = 0;
  for (const Variant& v : variants()) {
    const ledger::Bytes user_key = random.bytes(v.key_bytes);
    std::map<KeyLayout, ledger::Bytes> prepared;
    for (const Kernel* k : every_kernel_of(v)) {
      if (!available(*k, this_machine().features) || k->ops->layout == KeyLayout::kOwn) continue;
      ledger::Bytes round_keys(k->ops->round_key_bytes);
      k->ops->schedule(user_key.data(), round_keys.data());
      std::uint8_t* const key = (std::uint8_t*)aligned_alloc(64, k->ops->key_bytes);
      memset(key, 0, k->ops->key_bytes);
      k->ops->prepare(round_keys.data(), key);
      const ledger::Bytes bytes(key, key + k->ops->key_bytes);
      free(key);
      const auto [first, added] = prepared.emplace(k->ops->layout, bytes);
      compared += !added;
      EXPECT_EQ(first->second, bytes) << k->id;
    }
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace hedgerow
