// Detects the class of a processor by CPUID's vendor, family and model.
#include "isa/machine.hpp"

#include <stdlib.h>
#include <string.h>

#include <atomic>

#include "isa/cpu.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace hedgerow {
namespace {

constexpr const char* kNames[] = {
#define CLASS(identifier, name, note) name,
#include "lists/class.inc"
};

// The family and the model as AMD adds them up from the base and extended fields of leaf 1.
unsigned family_of(std::uint32_t signature) noexcept {
  const unsigned base = (signature >> 8) & 15;
  return base == 15 ? base + ((signature >> 20) & 255) : base;
}
unsigned model_of(std::uint32_t signature) noexcept {
  return ((signature >> 12) & 0xf0) | ((signature >> 4) & 15);
}

// For family 0x1a: returns true if the units process 512 bits in one piece. Known models decide
// this (the names are those of LLVM's lib/TargetParser/Host.cpp and of AMD), and bit FP512 of leaf
// 0x8000001a decides it for other models.
bool zen5_has_full_width(const X86Identity& cpu) noexcept {
  switch (model_of(cpu.signature) >> 4) {
    case 0x0:  // Turin, of Zen 5
    case 0x1:  // Turin Dense, of Zen 5c
    case 0x4:  // Granite Ridge
    case 0x7:  // Strix Halo, which has the cores of desktop processors
      return true;
    case 0x2:  // Strix Point
    case 0x6:  // Krackan Point
      return false;
    default:
      return cpu.amd_units & 8;
  }
}

#if defined(__x86_64__) || defined(__i386__)
X86Identity read_identity() noexcept {
  unsigned a, b, c, d;
  X86Identity r{};
  if (__get_cpuid(0, &a, &b, &c, &d)) {
    memcpy(r.vendor, &b, 4);
    memcpy(r.vendor + 4, &d, 4);
    memcpy(r.vendor + 8, &c, 4);
  }
  if (__get_cpuid(1, &a, &b, &c, &d)) r.signature = a;
  if (__get_cpuid(0x8000001a, &a, &b, &c, &d)) r.amd_units = a;
  return r;
}
#endif

}  // namespace

const char* machine_class_name(MachineClass machine) noexcept {
  return kNames[(std::size_t)machine];
}

MachineClass machine_class_of(const X86Identity& cpu, std::uint64_t features) noexcept {
  const bool has_512 = features & HR_CPU_AVX512;
  if (strcmp(cpu.vendor, "GenuineIntel") == 0)
    return has_512 ? MachineClass::k_intel_512 : MachineClass::k_other;
  const unsigned family = family_of(cpu.signature);
  if (strcmp(cpu.vendor, "AuthenticAMD") != 0 || family < 0x19) return MachineClass::k_other;
  if (!has_512) return family == 0x19 ? MachineClass::k_zen3 : MachineClass::k_other;
  if (family == 0x19) return MachineClass::k_zen4;
  const bool full = family == 0x1a ? zen5_has_full_width(cpu) : (cpu.amd_units & 8) != 0;
  return full ? MachineClass::k_zen5 : MachineClass::k_zen4;
}

MachineClass machine_class_detect() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  return machine_class_of(read_identity(), cpu_detect());
#elif defined(__aarch64__) || defined(__arm__)
  return MachineClass::k_arm;
#else
  return MachineClass::k_other;
#endif
}

MachineClass machine_class_named(const char* name, MachineClass otherwise) noexcept {
  for (std::size_t i = 0; name && i < kMachineClasses; i++)
    if (strcmp(kNames[i], name) == 0) return (MachineClass)i;
  return otherwise;
}

MachineClass machine_class() noexcept {
  static std::atomic<int> cache{-1};
  int known = cache.load(std::memory_order_relaxed);
  if (known < 0) {
    known = (int)machine_class_named(secure_getenv("HEDGEROW_CPU_CLASS"), machine_class_detect());
    cache.store(known, std::memory_order_relaxed);
  }
  return (MachineClass)known;
}

Machine this_machine() noexcept { return {cpu_features(), machine_class()}; }

}  // namespace hedgerow
