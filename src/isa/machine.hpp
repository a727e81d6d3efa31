// The class of processors that this one belongs to: on all of a class the same kernels are the
// fastest. The classes are the CLASS lines of isa.def.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

enum class MachineClass : std::uint8_t {
#define CLASS(identifier, name, note) k_##identifier,
#include "lists/class.inc"
};

#define CLASS(identifier, name, note) +1
constexpr std::size_t kMachineClasses = 0
#include "lists/class.inc"
    ;

// "intel-512", and what the class is. Static strings.
const char* machine_class_name(MachineClass machine) noexcept;
const char* machine_class_note(MachineClass machine) noexcept;

// What CPUID says of an x86 processor. EBX, EDX and ECX of leaf 0 spell the vendor. `signature` is EAX of leaf 1: the
// family and the model, of which AMD gives each microarchitecture ranges. `amd_units` is EAX of leaf 0x8000001a; some
// hypervisors leave it 0.
struct X86Identity {
  char vendor[13];
  std::uint32_t signature, amd_units;
};

// The class of an x86 processor that has these features (HR_CPU_* of isa/cpu.hpp). A pure function.
MachineClass machine_class_of(const X86Identity& cpu, std::uint64_t features) noexcept;

// The class that hardware and system show, whatever the environment says.
MachineClass machine_class_detect() noexcept;

// The class to choose kernels for: the one that HEDGEROW_CPU_CLASS names, when it names one, else
// the detected. Read once with secure_getenv. Thread-safe.
MachineClass machine_class() noexcept;

// The class of this name, or `otherwise` when no class has it.
MachineClass machine_class_named(const char* name, MachineClass otherwise) noexcept;

// What the choice of kernels depends on.
struct Machine {
  std::uint64_t features;  // HR_CPU_* of isa/cpu.hpp
  MachineClass of_class;
};

// cpu_features() and machine_class().
Machine this_machine() noexcept;

}  // namespace hedgerow
