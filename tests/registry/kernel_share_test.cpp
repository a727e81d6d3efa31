// The kernels that serve a call of each length, and their results. Counting kernels run before the real ones of every
// selection. The test compares the tables with the rule of kernels.def, length by length; the shares with a simulation
// that goes through a call batch by batch; the results with the reference; and the batches with the ciphers' READMEs.
//
// The suite turned red when a table ignored the first length of a kernel of lower rank, when it ignored crossovers,
// when calls were not shared, when the rest of a CTR call got the counter of the whole call, and when a rest was split
// off between two kernels that share a key.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "isa/cpu.hpp"
#include "kernels/oracle.hpp"
#include "registry/cipher_key.hpp"
#include "support/seed.hpp"

namespace hedgerow {
namespace {

using Blocks = std::array<std::size_t, Selection::kMost>;  // by place in the selection
Blocks taken;
const KernelOps* real[Selection::kMost];
bool runs;  // true if the real kernels run too, which needs a CPU that supports them

using Crypt = decltype(KernelOps::encrypt);
template <int kPlace, Crypt KernelOps::* kCrypt>
void count(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  taken[kPlace] += blocks;
  if (runs) (real[kPlace]->*kCrypt)(key, in, out, blocks);
}
template <int kPlace>
void count_ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
               const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
  taken[kPlace] += blocks;
  if (runs) real[kPlace]->ctr(key, counter, order, in, out, blocks);
}
template <int kPlace>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  if (runs) real[kPlace]->prepare(round_keys, key);
}
template <int kPlace>
void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  if (runs) real[kPlace]->schedule(user_key, round_keys);
}

// A key with kernels that count their blocks.
class Counting {
 public:
  explicit Counting(const Selection& of) {
    [&]<std::size_t... places>(std::index_sequence<places...>) {
      (place<places>(of), ...);
    }(std::make_index_sequence<Selection::kMost>());
    Selection counting = of;
    for (std::size_t i = 0; i < of.count; i++) counting.entries[i].kernel = &kernels_[i];
    is_bound_ = key_.bind(counting);
  }
  bool is_bound() const { return is_bound_; }
  CipherKey& key() { return key_; }
  // Returns the number of blocks that each kernel takes of call(key).
  template <class Call>
  Blocks during(Call call) {
    taken = {};
    call(key_);
    return taken;
  }

 private:
  template <int kPlace>
  void place(const Selection& of) {
    if (kPlace >= of.count) return;
    const Kernel& kernel = *of.entries[kPlace].kernel;
    real[kPlace] = kernel.ops;
    KernelOps& ops = ops_[kPlace];
    ops = *kernel.ops;
    ops.schedule = schedule<kPlace>;
    ops.prepare = prepare<kPlace>;
    ops.set_up = nullptr;
    ops.encrypt = count<kPlace, &KernelOps::encrypt>;
    ops.decrypt = count<kPlace, &KernelOps::decrypt>;
    ops.ctr = count_ctr<kPlace>;
    kernels_[kPlace] = kernel;
    kernels_[kPlace].ops = &ops;
  }
  KernelOps ops_[Selection::kMost];
  Kernel kernels_[Selection::kMost];
  CipherKey key_;
  bool is_bound_ = false;
};

// The blocks that each kernel should take. A call goes where the table says. A call for the last
// kernel gives it whole batches. The rest goes where the table says for its length, unless the
// kernel before shares the key.
Blocks expected(const Selection& s, std::size_t blocks) {
  auto serving = [&](std::size_t n) {
    std::size_t i = 0;
    while (n > s.entries[i].up_to_blocks) i++;
    return i;
  };
  const std::size_t last = s.count - 1;
  const KeyLayout layout = s.last().ops->layout;
  Blocks r{};
  if (serving(blocks) < last || last == 0 ||
      (layout != KeyLayout::kOwn && layout == s.entries[last - 1].kernel->ops->layout)) {
    r[serving(blocks)] = blocks;
    return r;
  }
  for (; blocks >= s.last().ops->batch_blocks; blocks -= s.last().ops->batch_blocks)
    r[last] += s.last().ops->batch_blocks;
  r[serving(blocks)] += blocks;
  return r;
}

std::size_t three_batches(const Selection& s) {
  std::size_t most = 128;
  for (const Selection::Entry& e : s)
    most = std::max<std::size_t>(most, 3 * e.kernel->ops->batch_blocks);
  return most;
}

std::string table_of(const Selection& s) {
  std::string r;
  for (const Selection::Entry& e : s)
    r += (e.up_to_blocks == SIZE_MAX ? "all" : std::to_string(e.up_to_blocks)) + ": " +
         e.kernel->technique + "." + e.kernel->isa->name + "; ";
  return r;
}

// Calls of every length up to three batches; with `runs`, their results against the reference.
void expect_shares(const Variant& v, const Selection& s) {
  SCOPED_TRACE(table_of(s));
  Counting counting(s);
  ASSERT_TRUE(counting.is_bound());
  const std::size_t most = three_batches(s), block = v.block_bytes;
  ledger::Random random(test_seed());
  const ledger::Bytes user_key = random.bytes(v.key_bytes), in = random.bytes(most * block),
                      counter = random.bytes(block);
  ledger::Bytes encrypted, decrypted, stream, out(in.size());
  if (runs) {
    const ledger::Oracle oracle(*ledger::reference_kernel(v), user_key);
    encrypted = oracle.encrypt(in);
    decrypted = oracle.decrypt(in);
    stream =
        ledger::xor_bytes(in, oracle.keystream(counter, CounterOrder::kBigEndian, most).data());
  }
  counting.key().set(user_key.data());
  const auto expect = [&](const ledger::Bytes& right, std::size_t blocks, auto call) {
    ASSERT_EQ(counting.during(call), expected(s, blocks)) << blocks << " blocks";
    if (runs) {
      ASSERT_TRUE(std::equal(out.begin(), out.begin() + blocks * block, right.begin()))
          << blocks << " blocks";
    }
  };
  for (std::size_t n = 1; n <= most && !testing::Test::HasFatalFailure(); n++) {
    expect(encrypted, n, [&](CipherKey& k) { k.encrypt(in.data(), out.data(), n); });
    expect(decrypted, n, [&](CipherKey& k) { k.decrypt(in.data(), out.data(), n); });
    expect(stream, n, [&](CipherKey& k) {
      k.ctr(counter.data(), CounterOrder::kBigEndian, in.data(), out.data(), n);
    });
  }
}

// Returns the kernel of lowest rank that can run and is declared for the length.
const Kernel* best(const Variant& v, const Machine& machine, std::size_t blocks) {
  const Kernel* found = nullptr;
  const std::size_t c = (std::size_t)machine.of_class;
  for (const Kernel& k : kernels()) {
    if (k.variant != &v || k.rank[c] == kNeverSelected || !available(k, machine.features)) continue;
    if (blocks < k.ops->good_for.from || blocks > k.ops->good_for.up_to) continue;
    if (blocks <= k.above[c]) continue;
    if (!found || k.rank[c] < found->rank[c]) found = &k;
  }
  return found;
}

// The instruction sets that a build may have in addition to scalar.
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

template <class Check>
void for_every_machine(Check check) {
  for (std::size_t c = 0; c < kMachineClasses; c++)
    for (const std::uint64_t features : kSets)
      for (const Variant& v : variants()) {
        SCOPED_TRACE(std::string(v.name) + " on " + machine_class_name((MachineClass)c) +
                     ", features " + std::to_string(features));
        const Machine machine{features, (MachineClass)c};
        Selection s;
        ASSERT_EQ(select_kernels(v, machine, nullptr, false, &s), SelectStatus::kOk);
        check(v, machine, s);
      }
}

TEST(Tables, HaveTheBestKernelForEveryLength) {
  for_every_machine([](const Variant& v, const Machine& machine, const Selection& s) {
    SCOPED_TRACE(table_of(s));
    std::size_t before = 0;
    for (const Selection::Entry& e : s) {
      EXPECT_GT(e.up_to_blocks, before);
      before = e.up_to_blocks;
    }
    EXPECT_EQ(before, SIZE_MAX);
    for (std::size_t blocks = 1; blocks <= 1000; blocks++)
      ASSERT_EQ(&s.of(blocks), best(v, machine, blocks)) << blocks << " blocks";
    ASSERT_EQ(&s.last(), best(v, machine, kNoLimit));
  });
}

constexpr std::uint64_t kAvx2 = kSets[2], kAvx2Gfni = kSets[3], kAvx512Gfni = kSets[5];
const struct {
  const char* variant;
  std::uint64_t features;
  MachineClass of_class;
  std::vector<const char*> isas;  // that the build must have
  const char* table;
} kNamed[] = {
    {"kalyna-128-128",
     kAvx2,
     MachineClass::k_zen3,
     {"avx2"},
     "12: box_lanes.avx2; all: byteslice.avx2; "},
    {"kalyna-512-512",
     kAvx2Gfni,
     MachineClass::k_other,
     {"avx2", "avx2_gfni"},
     "3: box_lanes.avx2; all: byteslice.avx2_gfni; "},
    {"kalyna-128-128",
     kAvx512Gfni,
     MachineClass::k_zen5,
     {"avx512_gfni"},
     "32: byteslice_halves.avx512_gfni; all: byteslice_masks.avx512_gfni; "},
    {"kuznyechik",
     kAvx2,
     MachineClass::k_zen3,
     {"avx2"},
     "18: byteslice_narrow.avx2; 128: byteslice.avx2; all: bitslice.avx2; "},
    {"kuznyechik",
     kAvx512Gfni,
     MachineClass::k_intel_512,
     {"avx512_gfni"},
     "24: byteslice_narrow.avx512_gfni; all: byteslice.avx512_gfni; "},
    {"magma",
     kAvx512Gfni,
     MachineClass::k_zen4,
     {"avx512_gfni"},
     "8: wordslice_half.avx512_gfni; all: wordslice.avx512_gfni; "},
    {"speck-64-128",
     kAvx512Gfni,
     MachineClass::k_zen4,
     {"sse", "avx2", "avx512"},
     "1: arx.scalar; 4: arx.sse; 8: arx.avx2; 56: arx.avx512; all: arx_wide.avx512; "},
    {"speck-128-128", kAvx2, MachineClass::k_zen3, {"avx2"}, "1: arx.scalar; all: arx.avx2; "},
    {"clefia-128",
     kAvx2,
     MachineClass::k_zen3,
     {"avx2"},
     "16: byteslice_narrow.avx2; 128: byteslice.avx2; all: bitslice.avx2; "},
    {"aes-128", kSets[0], MachineClass::k_other, {}, "all: bitslice.scalar; "},
};

TEST(Tables, ByName) {
  for (const auto& line : kNamed) {
    const bool built = std::all_of(line.isas.begin(), line.isas.end(), [](const char* name) {
      return std::any_of(isas().begin(), isas().end(),
                         [&](const Isa& i) { return i.built && !strcmp(i.name, name); });
    });
    if (!built || sizeof(void*) != 8) continue;
    Selection s;
    ASSERT_EQ(select_kernels(*find_variant(line.variant), {line.features, line.of_class}, nullptr,
                             false, &s),
              SelectStatus::kOk);
    EXPECT_EQ(table_of(s), line.table) << line.variant;
  }
}

TEST(Shares, AreWholeBatchesAndShortRests) {
  for_every_machine([](const Variant& v, const Machine& machine, const Selection& s) {
    runs = (machine.features & cpu_features()) == machine.features &&
           machine.of_class == machine_class();
    expect_shares(v, s);
  });
}

// For example, batches of 16 blocks, and box_lanes for a rest of up to 12 blocks.
TEST(Shares, OfKalyna128OverAvx2) {
  const Kernel* const bulk = find_kernel("kalyna-128-128.byteslice.avx2");
  if (!bulk || !bulk->ops) GTEST_SKIP() << "this build has no AVX2";
  Selection s;
  ASSERT_EQ(select_kernels(*bulk->variant, {HR_CPU_SSSE3 | HR_CPU_AVX2, MachineClass::k_zen3},
                           nullptr, false, &s),
            SelectStatus::kOk);
  runs = false;
  Counting counting(s);
  ASSERT_TRUE(counting.is_bound());
  for (std::size_t blocks = 1; blocks <= 128; blocks++) {
    const std::size_t rest = blocks % 16, narrow = rest <= 12 ? rest : 0;
    std::vector<std::uint8_t> data(16 * blocks);
    EXPECT_EQ(counting.during([&](CipherKey& k) { k.encrypt(data.data(), data.data(), blocks); }),
              (Blocks{narrow, blocks - narrow}))
        << blocks;
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
      {"kalyna-128-128.bitslice.avx512", 128},
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
