// The kernels that serve a call of each length. Counting kernels replace the real ones of every
// selection. The test compares with the batches given in the READMEs of the ciphers, and with a
// simulation that goes through a call batch by batch.
//
// The suite turned red when kernels.def stated its own batches (for example 32 blocks instead of 16
// for Kalyna-128 byteslice with AVX2), and when bulk_share gave a rest of narrow_up_to blocks to
// the bulk kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "isa/cpu.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {
namespace {

enum Place { kBulk, kNarrow, kSingle };
using Blocks = std::array<std::size_t, 3>;  // indexed by Place
Blocks taken;

template <Place kPlace>
void count(const void*, const std::uint8_t*, std::uint8_t*, std::size_t blocks) noexcept {
  taken[kPlace] += blocks;
}
template <Place kPlace>
void count_ctr(const void*, const std::uint8_t*, CounterOrder, const std::uint8_t*, std::uint8_t*,
               std::size_t blocks) noexcept {
  taken[kPlace] += blocks;
}
void prepare_nothing(const std::uint8_t*, void*) noexcept {}
void schedule_nothing(const std::uint8_t*, std::uint8_t*) noexcept {}

// A selection whose kernels count the blocks that they receive.
class Counting {
 public:
  explicit Counting(const Selection& of) {
    copy<kBulk>(*of.bulk);
    copy<kNarrow>(*of.narrow);
    copy<kSingle>(*of.single);
    const Kernel* const narrow = of.narrow == of.bulk ? &kernels_[kBulk] : &kernels_[kNarrow];
    const Kernel* const single = of.single == of.narrow ? narrow
                                 : of.single == of.bulk ? &kernels_[kBulk]
                                                        : &kernels_[kSingle];
    is_bound_ = key_.bind({&kernels_[kBulk], narrow, single});
  }
  bool is_bound() const { return is_bound_; }
  // Memory that is large enough for every call, because the key computes addresses in it.
  static std::uint8_t* memory() {
    static std::uint8_t room[1 << 20];
    return room;
  }
  // Returns the number of blocks that each kernel receives in a call. The kernels touch no memory.
  Blocks encrypt(std::size_t blocks) {
    taken = {};
    key_.encrypt(memory(), memory(), blocks);
    return taken;
  }
  Blocks decrypt(std::size_t blocks) {
    taken = {};
    key_.decrypt(memory(), memory(), blocks);
    return taken;
  }
  Blocks ctr(std::size_t blocks) {
    taken = {};
    const std::uint8_t counter[kMaxBlockBytes] = {};
    key_.ctr(counter, CounterOrder::kBigEndian, memory(), memory(), blocks);
    return taken;
  }

 private:
  template <Place kPlace>
  void copy(const Kernel& of) {
    KernelOps& ops = ops_[kPlace];
    ops = *of.ops;
    ops.schedule = schedule_nothing;
    ops.prepare = prepare_nothing;
    ops.set_up = nullptr;
    ops.encrypt = ops.decrypt = count<kPlace>;
    ops.ctr = count_ctr<kPlace>;
    kernels_[kPlace] = of;
    kernels_[kPlace].ops = &ops;
  }
  KernelOps ops_[3];
  Kernel kernels_[3];
  CipherKey key_;
  bool is_bound_ = false;
};

// The expected shares. A short call goes to the single or the narrow kernel. Otherwise whole
// batches go to the bulk kernel, and the rest goes to the narrow kernel if it accepts that many
// blocks.
Blocks expected(const Selection& s, std::size_t blocks) {
  const std::size_t wanted = s.narrow != s.bulk ? s.narrow->ops->narrow_up_to : 0;
  Blocks r{};
  if (s.single != s.narrow && blocks <= s.single->single_up_to) {
    r[s.single == s.bulk ? kBulk : kSingle] = blocks;
    return r;
  }
  if (blocks > wanted)
    for (; blocks >= s.bulk->ops->batch_blocks; blocks -= s.bulk->ops->batch_blocks)
      r[kBulk] += s.bulk->ops->batch_blocks;
  r[blocks <= wanted ? kNarrow : kBulk] += blocks;
  return r;
}

void expect_shares(const Variant& v, const Machine& machine) {
  Selection s{};
  ASSERT_EQ(select_kernels(v, machine, nullptr, false, &s), SelectStatus::kOk);
  SCOPED_TRACE(std::string(s.bulk->id) + ", " + s.narrow->id + ", " + s.single->id);
  Counting counting(s);
  ASSERT_TRUE(counting.is_bound());
  const std::size_t most = 2 * s.bulk->ops->batch_blocks + s.narrow->ops->narrow_up_to + 1;
  for (std::size_t blocks = 1; blocks <= std::max<std::size_t>(128, most); blocks++) {
    ASSERT_EQ(counting.encrypt(blocks), expected(s, blocks)) << blocks << " blocks";
    ASSERT_EQ(counting.decrypt(blocks), expected(s, blocks)) << blocks << " blocks";
    ASSERT_EQ(counting.ctr(blocks), expected(s, blocks)) << blocks << " blocks";
  }
}

// All sets that this build contains. The machine need not support them, because the real kernels do
// not run.
constexpr std::uint64_t kSets[] = {0,
                                   HR_CPU_SSSE3,
                                   HR_CPU_SSSE3 | HR_CPU_AVX2,
                                   HR_CPU_SSSE3 | HR_CPU_AVX2 | HR_CPU_GFNI,
                                   HR_CPU_SSSE3 | HR_CPU_AVX2 | HR_CPU_AVX512,
                                   HR_CPU_SSSE3 | HR_CPU_PCLMUL | HR_CPU_AES | HR_CPU_AVX2 |
                                       HR_CPU_GFNI | HR_CPU_VAES | HR_CPU_VPCLMUL | HR_CPU_AVX512 |
                                       HR_CPU_AVX512_ICELAKE,
                                   HR_CPU_NEON | HR_CPU_PMULL | HR_CPU_ARM_AES,
                                   HR_CPU_NEON32};

TEST(Shares, AreWholeBatchesAndWhatTheNarrowKernelWants) {
  for (std::size_t c = 0; c < kMachineClasses; c++)
    for (const std::uint64_t features : kSets)
      for (const Variant& v : variants()) {
        SCOPED_TRACE(std::string(v.name) + " on " + machine_class_name((MachineClass)c) +
                     ", features " + std::to_string(features));
        expect_shares(v, {features, (MachineClass)c});
      }
}

// For example, batches of 16 blocks, and box_lanes for a rest of up to 12 blocks.
TEST(Shares, OfKalyna128OverAvx2) {
  const Variant& v = *find_variant("kalyna-128-128");
  const Kernel* const bulk = find_kernel("kalyna-128-128.byteslice.avx2");
  if (!bulk || !bulk->ops) GTEST_SKIP() << "this build has no AVX2";
  for (const std::uint64_t gfni : {std::uint64_t{0}, HR_CPU_GFNI}) {
    const Machine machine{HR_CPU_SSSE3 | HR_CPU_AVX2 | gfni, MachineClass::k_zen3};
    Selection s{};
    ASSERT_EQ(select_kernels(v, machine, nullptr, false, &s), SelectStatus::kOk);
    ASSERT_STREQ(s.narrow->id, "kalyna-128-128.box_lanes.avx2") << s.bulk->id;
    Counting counting(s);
    ASSERT_TRUE(counting.is_bound());
    for (std::size_t blocks = 1; blocks <= 128; blocks++) {
      const std::size_t rest = blocks % 16, narrow = rest <= 12 ? rest : 0;
      EXPECT_EQ(counting.encrypt(blocks), (Blocks{blocks - narrow, narrow, 0})) << blocks;
    }
  }
}

TEST(Batches, AreThoseOfTheLayouts) {
  const struct {
    const char* id;
    std::uint32_t blocks;
  } lines[] = {
      {"kalyna-128-128.byteslice.sse", 8},
      {"kalyna-128-128.byteslice.neon", 8},
      {"kalyna-128-128.byteslice.avx2", 16},
      {"kalyna-128-256.byteslice.avx2_gfni", 16},
      {"kalyna-256-256.byteslice.avx2", 8},
      {"kalyna-512-512.byteslice.avx2_gfni", 4},
      {"kalyna-512-512.byteslice.sse", 2},
      {"kalyna-128-128.byteslice.avx512_gfni", 64},
      {"kalyna-512-512.byteslice.avx512_gfni", 16},
      {"kalyna-128-128.byteslice_narrow.avx512_gfni", 32},
      {"kalyna-128-128.box_lanes.avx2", 8},
      {"kalyna-128-128.bitslice.avx2", 64},
      {"kalyna-128-128.bitslice.scalar", 16},
      {"kuznyechik.byteslice.avx2", 32},
      {"kuznyechik.bitslice.avx2", 256},
      {"kuznyechik.byteslice_narrow.avx2", 4},
      {"kuznyechik.byteslice_narrow.avx512_gfni", 8},
      {"magma.bitslice.avx2", 256},
      {"magma.bitslice.scalar", 64},
      {"magma.byteslice.sse", 16},
      {"magma.wordslice.avx2", 16},
      {"rectangle-128.bitslice.sse", 24},
      {"clefia-128.byteslice_narrow.avx512_gfni", 32},
      {"clefia-128.byteslice_narrow.avx2", 8},
      {"aes-128.native.sse", 8},
      {"aes-128.native.avx512_gfni", 32},
      {"aes-128.bitslice.scalar", 8},
      // Each word has four, five or six groups of one vector. 64 bytes are 16 blocks for words of
      // 24 or 32 bits, and 8 blocks for words of 48 or 64 bits.
      {"speck-48-72.arx.sse", 16},
      {"speck-48-72.arx.avx2", 32},
      {"speck-64-96.arx.avx2", 40},
      {"speck-96-96.arx.avx2", 16},
      {"speck-48-96.arx.avx512", 96},
      {"speck-96-144.arx.avx512", 48},
      {"simon-48-72.bitslice.avx2", 256},
      {"simon-48-72.arx.avx2", 32},
      {"simon-96-96.arx.avx512", 32},
      {"lea-128.arx.avx2", 16},
      {"kalyna-512-512.reference.scalar", 1},
      {"speck-32-64.reference.scalar", 1},
  };
  for (const auto& line : lines) {
    const Kernel* const k = find_kernel(line.id);
    ASSERT_NE(k, nullptr) << line.id;
    if (k->ops) {
      EXPECT_EQ(k->ops->batch_blocks, line.blocks) << line.id;
    }
  }
}

}  // namespace
}  // namespace hedgerow
