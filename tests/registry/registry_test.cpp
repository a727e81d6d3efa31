// The registry: the promises of the lists, the selection for every subset of CPU features, forced
// kernels, and the environment variables.
//
// The suite turned red when a KERNEL line came before that of a stronger instruction set.
#include "registry/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "cipher/clefia/spec.hpp"
#include "cipher/kalyna/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "isa/cpu.hpp"
#include "kernels/child.hpp"
#include "kernels/oracle.hpp"
#include "registry/cipher_key.hpp"
#include "support/seed.hpp"

namespace hedgerow {
namespace {

std::vector<const Kernel*> every_kernel_of(const Variant& v) {
  std::vector<const Kernel*> r;
  for (const Kernel& k : kernels())
    if (k.variant == &v) r.push_back(&k);
  return r;
}

TEST(Registry, IdsAreUniqueAndPrinted) {
  std::set<std::string> ids;
  for (const Kernel& k : kernels()) {
    EXPECT_TRUE(ids.insert(k.id).second) << k.id;
    EXPECT_EQ(k.id, std::string(k.variant->name) + "." + k.technique + "." + k.isa->name);
    EXPECT_EQ(find_kernel(k.id), &k);
  }
  EXPECT_EQ(find_kernel("kuznyechik.byteslice"), nullptr);
  EXPECT_EQ(find_kernel(""), nullptr);
}

TEST(Registry, VariantNamesHaveNoUnderscore) {
  for (const Variant& v : variants()) {
    EXPECT_EQ(std::string(v.name).find('_'), std::string::npos) << v.name;
    const bool magma = std::string("magma") == v.name;  // the newer name of GOST 28147-89
    EXPECT_TRUE(magma || std::string(v.name).find(v.family) == 0) << v.name;
    EXPECT_EQ(find_variant(v.name), &v);
  }
  EXPECT_NE(find_variant("kalyna-128-256"), nullptr);
  EXPECT_EQ(find_variant("kalyna_128_256"), nullptr);
  EXPECT_NE(find_variant("gost28147:cryptopro-a"), nullptr);
}

TEST(Registry, EveryVariantHasReferenceTableAndPortableKernel) {
  for (const Variant& v : variants()) {
    int reference = 0, table = 0, portable = 0;
    bool arx = false;
    for (const Kernel* k : every_kernel_of(v)) {
      const bool scalar = !strcmp(k->isa->name, "scalar"),
                 ct = k->timing() == Timing::kConstantTime;
      reference += scalar && !strcmp(k->technique, "reference");
      table += scalar && !ct && !strcmp(k->technique, "table");
      arx |= !strcmp(k->technique, "arx");
      portable += scalar && k->rank[0] != kNeverSelected && k->ops->good_for.has(1) &&
                  k->ops->good_for.has(kNoLimit);
    }
    EXPECT_EQ(reference, 1) << v.name;
    // An ARX cipher has no S-box that a table could hold. The lab compares no paper with the other three.
    const std::string family = v.family;
    const bool in_lab = family != "sm4" && family != "camellia" && family != "aria";
    EXPECT_EQ(table, !arx && in_lab ? 1 : 0) << v.name;
    EXPECT_GE(portable, 1) << v.name;
  }
}

TEST(Registry, FieldsKeepTheContract) {
  std::set<std::string> ids;
  for (const Field& f : fields()) {
    EXPECT_TRUE(ids.insert(std::string(f.name) + "." + f.isa->name).second) << f.name;
    EXPECT_EQ(f.ops != nullptr, f.isa->built);
    if (!f.ops) continue;
    EXPECT_EQ(f.ops->key_bytes % 64, 0u);
    const bool by_width = "gf" + std::to_string(8 * f.ops->block_bytes) == f.name;
    const std::set<std::string> by_use = {"ghash", "polyval"};  // GF(2^128) with other bit orders
    EXPECT_TRUE(by_width || (by_use.count(f.name) && f.ops->block_bytes == 16)) << f.name;
  }
}

// Returns every closed subset of `features`.
std::set<std::uint64_t> closed_subsets(std::uint64_t features) {
  std::set<std::uint64_t> r;
  for (std::uint64_t subset = features;; subset = (subset - 1) & features) {
    r.insert(cpu_mask(subset, nullptr));
    if (!subset) return r;
  }
}

// Returns the available kernel with the lowest rank that is good for calls of so many blocks, as the
// head of kernels.def defines.
const Kernel* first_of(const Variant& v, const Machine& machine, std::size_t blocks) {
  std::map<int, const Kernel*> by_rank;
  for (const Kernel* k : every_kernel_of(v))
    if (k->timing() == Timing::kConstantTime && k->isa->built && k->ops->key_bytes &&
        k->ops->good_for.has(blocks) && blocks > k->above[(int)machine.of_class] &&
        (machine.features & k->features) == k->features)
      by_rank[k->rank[(int)machine.of_class]] = k;
  return by_rank.empty() ? nullptr : by_rank.begin()->second;
}

// A key with this selection must give the output of the reference: for short calls, long calls, and
// calls that two kernels share.
void expect_runs_right(const Variant& v, const Selection& selection, ledger::Random& random) {
  const ledger::Bytes user_key = random.bytes(v.key_bytes);
  const ledger::Oracle oracle(*ledger::reference_kernel(v), user_key);
  CipherKey key;
  ASSERT_TRUE(key.bind(selection));
  key.set(user_key.data());
  const std::size_t batch = selection.last().ops->batch_blocks;
  std::set<std::size_t> lengths = {0, 1, 3, 4, batch + 1};
  for (const Selection::Entry& e : selection)
    if (e.up_to_blocks != SIZE_MAX)
      lengths.insert({e.up_to_blocks + 1, 2 * batch + e.up_to_blocks});
  for (const std::size_t blocks : lengths) {
    SCOPED_TRACE(selection.last().id + (", " + std::to_string(blocks) + " blocks"));
    const ledger::Bytes in = random.bytes(blocks * v.block_bytes);
    ledger::Bytes out(in.size());
    key.encrypt(in.data(), out.data(), blocks);
    EXPECT_EQ(out, oracle.encrypt(in));
    key.decrypt(out.data(), out.data(), blocks);
    EXPECT_EQ(out, in);
    for (const CounterOrder order :
         {CounterOrder::kLittleEndian, CounterOrder::kBigEndian, CounterOrder::kBigEndianLeft}) {
      if (!has_order(v.block_bytes, order)) continue;
      const ledger::Bytes counter = random.bytes(v.block_bytes);
      key.ctr(counter.data(), order, in.data(), out.data(), blocks);
      EXPECT_EQ(out, ledger::xor_bytes(in, oracle.keystream(counter, order, blocks).data()));
    }
  }
}

class EverySubset : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(OfEveryClass, EverySubset, testing::Range(0, (int)kMachineClasses),
                         [](const auto& parameter) {
                           std::string name = machine_class_name((MachineClass)parameter.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(EverySubset, OfTheCpuFeaturesSelectsByRank) {
  const MachineClass of_class = (MachineClass)GetParam();
  ledger::Random random(test_seed());
  static std::set<std::vector<const Kernel*>> run;
  for (std::uint64_t features : closed_subsets(cpu_detect()))
    for (const Variant& v : variants()) {
      SCOPED_TRACE(std::string(v.name) + ", features " + std::to_string(features));
      Selection s;
      const Machine machine{features, of_class};
      ASSERT_EQ(select_kernels(v, machine, nullptr, false, &s), SelectStatus::kOk);
      for (const std::size_t blocks : {1, 2, 3, 8, 9, 24, 25, 33, 64, 129, 420, 421, 100000})
        EXPECT_EQ(&s.of(blocks), first_of(v, machine, blocks)) << blocks << " blocks";
      std::vector<const Kernel*> chosen;
      for (const Selection::Entry& e : s) {
        chosen.push_back(e.kernel);
        EXPECT_EQ(e.kernel->features & ~features, 0u) << e.kernel->id;
        EXPECT_EQ(e.kernel->timing(), Timing::kConstantTime);
      }
      if (run.insert(chosen).second) expect_runs_right(v, s, random);
    }
}

TEST(Selection, EverySubsetHasAField) {
  for (std::uint64_t features : closed_subsets(cpu_detect()))
    for (std::uint32_t block : {16u, 32u, 64u}) {
      const Field* f = select_field(block, features);
      ASSERT_NE(f, nullptr);
      EXPECT_EQ(f->ops->block_bytes, block);
      EXPECT_EQ(f->features & ~features, 0u);
    }
}

TEST(Selection, FirstLinesAreTheFastest) {
  for (const Variant& v : variants()) {
    // for each technique, because another technique may be faster on a weaker ISA
    std::map<std::string, const Isa*> last;
    for (const Kernel* k : every_kernel_of(v))
      if (k->rank[0] != kNeverSelected && strncmp(k->isa->architecture, "arm", 3)) {
        const Isa*& before = last[k->technique];
        EXPECT_TRUE(!before || k->isa->rank <= before->rank)
            << k->id << " stands after a weaker ISA";
        before = k->isa;
      }
  }
}

TEST(Selection, ForcedKernels) {
  const Variant& v = *find_variant("kuznyechik");
  const Machine all = this_machine(), none{0, MachineClass::k_other};
  Selection s;
  for (const Kernel* k : every_kernel_of(v)) {
    const SelectStatus allowed = select_kernels(v, all, k->id, false, &s);
    if (!available(*k, all.features)) {
      EXPECT_EQ(allowed, SelectStatus::kNotAvailable) << k->id;
      continue;
    }
    ASSERT_EQ(allowed, SelectStatus::kOk) << k->id;
    EXPECT_TRUE(s.count == 1 && &s.first() == k) << k->id;
    if (k->isa->features) {
      EXPECT_EQ(select_kernels(v, none, k->id, false, &s), SelectStatus::kNotAvailable);
    }
  }
}

TEST(Selection, ForcedKernelErrors) {
  const Variant& v = *find_variant("kuznyechik");
  const Machine none{0, MachineClass::k_other};
  Selection s, best;
  ASSERT_EQ(select_kernels(v, none, nullptr, false, &best), SelectStatus::kOk);
  const char* other = "kalyna-128-128.bitslice.scalar";
  EXPECT_EQ(select_kernels(v, none, other, false, &s), SelectStatus::kOtherCipher);
  ASSERT_EQ(select_kernels(v, none, other, true, &s), SelectStatus::kOk);
  EXPECT_TRUE(&s.first() == &best.first() && &s.last() == &best.last());
  for (const char* unknown : {"", "none", "kuznyechik.bitslice.scala", "kuznyechik"})
    EXPECT_EQ(select_kernels(v, none, unknown, false, &s), SelectStatus::kUnknownKernel);
  ASSERT_EQ(select_kernels(v, none, "nonsense", true, &s), SelectStatus::kOk);
  EXPECT_TRUE(&s.first() == &best.first() && &s.last() == &best.last())
      << "the environment may be wrong";
}

// Returns the kernel that serves Kuznyechik in a program with these environment variables.
std::string served_with(const std::vector<std::string>& variables) {
  return run_child("kernel", variables);
}

TEST(Child, kernel) {
  if (!is_child("kernel")) return;
  Selection s;
  const SelectStatus status = select_kernels(*find_variant("kuznyechik"), this_machine(),
                                             forced_kernel_from_environment(), true, &s);
  answer(status == SelectStatus::kOk ? s.last().id : std::to_string((int)status));
}

TEST(Environment, DisablesAndForces) {
  const std::string scalar = "kuznyechik.bitslice.scalar";
  EXPECT_EQ(served_with({"HEDGEROW_CPU_DISABLE=all"}), scalar);
  EXPECT_EQ(served_with({"HEDGEROW_KERNEL=" + scalar}), scalar);
  EXPECT_EQ(served_with({}), served_with({"HEDGEROW_KERNEL="}));
  EXPECT_EQ(served_with({}), served_with({"HEDGEROW_KERNEL=kalyna-128-128.bitslice.scalar"}));
  EXPECT_EQ(served_with({"HEDGEROW_KERNEL=kuznyechik.table.scalar"}), "kuznyechik.table.scalar");
  EXPECT_EQ(served_with({"HEDGEROW_KERNEL=nonsense"}), served_with({}));
  for (const Kernel* k : every_kernel_of(*find_variant("kuznyechik")))
    if (k->isa->features && k->isa->built) {
      EXPECT_EQ(served_with({"HEDGEROW_CPU_DISABLE=all", std::string("HEDGEROW_KERNEL=") + k->id}),
                std::to_string((int)SelectStatus::kNotAvailable));
    }
}

// Compares the S-boxes of the sources with files from an independent source.
std::string hex_of(const std::uint8_t (&box)[256]) {
  std::string r;
  for (std::uint8_t x : box) {
    r += "0123456789abcdef"[x >> 4];
    r += "0123456789abcdef"[x & 15];
  }
  return r;
}

TEST(Constants, SBoxes) {
  std::string line;
  std::ifstream kuznyechik_file(HR_VECTORS_DIR "/kuznyechik_pi.hex");
  ASSERT_TRUE(kuznyechik_file >> line);
  EXPECT_EQ(hex_of(kuznyechik::kPi), line);
  std::ifstream kalyna_file(HR_VECTORS_DIR "/kalyna_sboxes.hex");
  for (const kalyna::Box& box : kalyna::kBoxes.box) {
    ASSERT_TRUE(kalyna_file >> line);
    EXPECT_EQ(hex_of(box.t), line);
  }
  std::ifstream clefia_file(HR_VECTORS_DIR "/clefia_sboxes.hex");
  for (const ByteMap* box : {&clefia::kS0, &clefia::kS1}) {
    ASSERT_TRUE(clefia_file >> line);
    EXPECT_EQ(hex_of(box->of), line);
  }
}

}  // namespace
}  // namespace hedgerow
