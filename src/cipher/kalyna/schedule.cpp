// The portable key schedule is the schedule of kernel.hpp with the round on bit planes (planes.hpp) in 64-bit words.
// Therefore it is constant in time on any CPU.
#include "cipher/kalyna/kernel.hpp"
#include "cipher/kalyna/planes.hpp"

namespace hedgerow::kalyna {
namespace {

using namespace HR_ISA;

// One round without a key. It ends in phase 1 (planes.hpp), where rows 4..7 are rotated by half a
// block. Therefore the upper half of each word, which has these rows, is stored half a block
// further.
template <int kColumns>
void apply_round(std::uint64_t* column, int blocks) {
  const PlaneKey no_key{};
  Planes p, q;
  for (int done = 0; done < blocks * kColumns; done += 32) {
    std::uint64_t* const at = column + done;
    to_planes<kColumns>(p.row, [&](int i) HR_LAMBDA { return Vec{at[i]}; });
    encrypt_round<kColumns, 1>(p, q, no_key);
    invert<mixed(kSubNots)>(q);
    from_planes<kColumns>(q.row, [&](int i, Vec v) HR_LAMBDA {
      constexpr std::uint64_t upper = 0xffffffff00000000;
      const int other = i / kColumns * kColumns + (i + kColumns / 2) % kColumns;
      at[i] = (at[i] & upper) | (v.v & ~upper);
      at[other] = (at[other] & ~upper) | (v.v & upper);
    });
  }
  wipe(&p, sizeof p);
  wipe(&q, sizeof q);
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
