// Tells the classes of processors apart: by CPUID's vendor and family and by the width of the
// units.
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

struct Line {
  const char *name, *note;
};
constexpr Line kLines[] = {
#define CLASS(identifier, name, note) {name, note},
#include "lists/class.inc"
};

#if defined(__x86_64__) || defined(__i386__)
bool vendor_is(const char* name) noexcept {
  unsigned a, text[3];
  return __get_cpuid(0, &a, &text[0], &text[2], &text[1]) && memcmp(text, name, 12) == 0;
}

// The family as CPUID adds it up from its base and extended fields.
unsigned cpu_family() noexcept {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const unsigned base = (a >> 8) & 15;
  return base == 15 ? base + ((a >> 20) & 255) : base;
}

// AMD: 512-bit operations pass the units in one piece (leaf 0x8000001a, EAX bit 3, FP512).
bool amd_has_full_width() noexcept {
  unsigned a, b, c, d;
  return __get_cpuid(0x8000001a, &a, &b, &c, &d) && (a & 8);
}
#endif

}  // namespace

const char* machine_class_name(MachineClass machine) noexcept {
  return kLines[(std::size_t)machine].name;
}

const char* machine_class_note(MachineClass machine) noexcept {
  return kLines[(std::size_t)machine].note;
}

MachineClass machine_class_detect() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  const bool has_512 = cpu_detect() & HR_CPU_AVX512;
  if (vendor_is("GenuineIntel")) return has_512 ? MachineClass::k_intel_512 : MachineClass::k_other;
  if (!vendor_is("AuthenticAMD") || cpu_family() < 0x19) return MachineClass::k_other;
  if (!has_512) return cpu_family() == 0x19 ? MachineClass::k_zen3 : MachineClass::k_other;
  return cpu_family() >= 0x1a && amd_has_full_width() ? MachineClass::k_zen5 : MachineClass::k_zen4;
#elif defined(__aarch64__) || defined(__arm__)
  return MachineClass::k_arm;
#else
  return MachineClass::k_other;
#endif
}

MachineClass machine_class_named(const char* name, MachineClass otherwise) noexcept {
  for (std::size_t i = 0; name && i < kMachineClasses; i++)
    if (strcmp(kLines[i].name, name) == 0) return (MachineClass)i;
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
