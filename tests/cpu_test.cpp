// Feature masks: parsing of HEDGEROW_CPU_DISABLE, closure, and what the environment does; classes
// of processors and HEDGEROW_CPU_CLASS.
//
// Seen to turn red: avx2 kept when ssse3 is off.
#include "isa/cpu.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isa/machine.hpp"
#include "kernels/child.hpp"

namespace hedgerow {
namespace {

constexpr std::uint64_t kX86 = HR_CPU_SSSE3 | HR_CPU_PCLMUL | HR_CPU_AES | HR_CPU_AVX2 |
                               HR_CPU_GFNI | HR_CPU_VAES | HR_CPU_VPCLMUL | HR_CPU_AVX512 |
                               HR_CPU_AVX512_ICELAKE;

TEST(CpuMask, NothingDisabledKeepsAll) {
  EXPECT_EQ(cpu_mask(kX86, nullptr), kX86);
  EXPECT_EQ(cpu_mask(kX86, ""), kX86);
}

TEST(CpuMask, AllRemovesEverything) {
  EXPECT_EQ(cpu_mask(kX86, "all"), 0u);
  EXPECT_EQ(cpu_mask(kX86, "gfni,all"), 0u);
}

TEST(CpuMask, UnknownAndEmptyNamesAreIgnored) {
  EXPECT_EQ(cpu_mask(kX86, ",,sse5,,AVX2,avx,avx22, avx2"), kX86);
}

TEST(CpuMask, RemovesWhatIsBuiltOnTheRemoved) {
  EXPECT_EQ(cpu_mask(kX86, "ssse3"), 0u);
  EXPECT_EQ(cpu_mask(kX86, "avx2"), HR_CPU_SSSE3 | HR_CPU_PCLMUL | HR_CPU_AES | HR_CPU_GFNI);
  EXPECT_EQ(cpu_mask(kX86, "pclmul"),
            kX86 & ~(HR_CPU_PCLMUL | HR_CPU_VPCLMUL | HR_CPU_AVX512_ICELAKE));
  EXPECT_EQ(cpu_mask(kX86, "gfni"), kX86 & ~(HR_CPU_GFNI | HR_CPU_AVX512_ICELAKE));
  EXPECT_EQ(cpu_mask(kX86, "avx512"), kX86 & ~(HR_CPU_AVX512 | HR_CPU_AVX512_ICELAKE));
  EXPECT_EQ(cpu_mask(kX86, "avx512icelake"), kX86 & ~HR_CPU_AVX512_ICELAKE);
  EXPECT_EQ(cpu_mask(kX86, "aes"), kX86 & ~(HR_CPU_AES | HR_CPU_VAES | HR_CPU_AVX512_ICELAKE));
  EXPECT_EQ(cpu_mask(HR_CPU_NEON | HR_CPU_PMULL | HR_CPU_ARM_AES, "neon"), 0u);
}

TEST(CpuMask, EveryNameRemovesItsOwnBit) {
  int names = 0;
  for (int bit = 0; bit < 63; bit++)
    if (const char* name = cpu_feature_name(1ull << bit)) {
      names++;
      EXPECT_EQ(cpu_mask(~0ull >> 1, name) & (1ull << bit), 0u) << name;
    }
  EXPECT_EQ(names, 13);
  EXPECT_EQ(cpu_feature_name(1ull << 40), nullptr);
}

TEST(CpuMask, ResultIsClosedAndNeverGrows) {
  for (std::uint64_t f = 0; f < 8192; f++) {
    const std::uint64_t once = cpu_mask(f, nullptr);
    EXPECT_EQ(once & ~f, 0u);
    EXPECT_EQ(cpu_mask(once, nullptr), once);
  }
}

TEST(CpuFeatures, AreThoseDetected) {
  EXPECT_EQ(cpu_features(), cpu_mask(cpu_detect(), getenv("HEDGEROW_CPU_DISABLE")));
  EXPECT_EQ(cpu_features(), cpu_features());
}

// The child prints its features; see child.hpp.
TEST(CpuFeatures, EnvironmentDisables) {
  EXPECT_EQ(run_child("features", {"HEDGEROW_CPU_DISABLE=all"}), "0");
  EXPECT_EQ(run_child("features", {"HEDGEROW_CPU_DISABLE=avx2"}),
            std::to_string(cpu_mask(cpu_detect(), "avx2")));
}

TEST(Child, features) {
  if (is_child("features")) answer(std::to_string(cpu_features()));
}

TEST(MachineClass, NamesAreFoundAndUnknownOnesIgnored) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kMachineClasses; i++) {
    const std::string name = machine_class_name((MachineClass)i);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(machine_class_named(name.c_str(), MachineClass::k_other), (MachineClass)i);
  }
  for (const char* unknown : {"", "zen", "ZEN5", "zen5 "})
    EXPECT_EQ(machine_class_named(unknown, MachineClass::k_arm), MachineClass::k_arm);
  EXPECT_EQ(machine_class_named(nullptr, MachineClass::k_zen4), MachineClass::k_zen4);
}

TEST(MachineClass, EnvironmentNamesAnother) {
  for (std::size_t i = 0; i < kMachineClasses; i++) {
    const std::string name = machine_class_name((MachineClass)i);
    EXPECT_EQ(run_child("machine", {"HEDGEROW_CPU_CLASS=" + name}), name);
  }
  const std::string detected = machine_class_name(machine_class_detect());
  EXPECT_EQ(run_child("machine", {"HEDGEROW_CPU_CLASS=486"}), detected);
  EXPECT_EQ(run_child("machine", {}), detected);
}

TEST(Child, machine) {
  if (is_child("machine")) answer(machine_class_name(machine_class()));
}

}  // namespace
}  // namespace hedgerow
