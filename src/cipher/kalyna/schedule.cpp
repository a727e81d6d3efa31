// The portable key schedule: key_expansion.hpp over the bit-plane round. Constant in time on any
// CPU.
#include "cipher/kalyna/schedule.hpp"

#include "cipher/kalyna/key_expansion.hpp"

namespace hedgerow::kalyna {
namespace {

#include "cipher/kalyna/bitslice.hpp"

template <int kColumns>
void apply_round(std::uint64_t* column, int blocks) {
  const Planes no_key{};
  Planes p;
  for (int done = 0; done < blocks * kColumns; done += kBatchColumns) {
    to_planes(column + done, p);
    sub_bytes<false>(p);
    shift_rows<kColumns, false>(p);
    mix_columns(p, no_key);
    from_planes(p, column + done);
  }
  wipe(&p, sizeof p);
}

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key<kVariant[kIndex]>(user_key, round_keys, apply_round<kVariant[kIndex].columns>);
}

}  // namespace

void portable_schedule(int variant, const std::uint8_t* user_key,
                       std::uint8_t* round_keys) noexcept {
  unroll<kVariants>([&](auto i) HR_LAMBDA {
    if (variant == i) expand<i>(user_key, round_keys);
  });
  wipe_stack<8192>();
}

}  // namespace hedgerow::kalyna
