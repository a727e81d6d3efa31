// The class of processors that this processor belongs to. On all processors of a class the same
// kernels are fastest. The classes are the CLASS lines of isa.def.
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

// The name of a class, for example "intel-512", as a static string.
const char* machine_class_name(MachineClass machine) noexcept;

// The answers of CPUID on an x86 processor. EBX, EDX and ECX of leaf 0 spell the vendor.
// `signature` is EAX of leaf 1, which has the family and the model; AMD gives each
// microarchitecture a range of models. `amd_units` is EAX of leaf 0x8000001a, which some
// hypervisors leave 0.
struct X86Identity {
  char vendor[13];
  std::uint32_t signature, amd_units;
};

// Returns the class of an x86 processor with these features (HR_CPU_* of isa/cpu.hpp). A pure
// function.
MachineClass machine_class_of(const X86Identity& cpu, std::uint64_t features) noexcept;

// Returns the class that the hardware and the system show. The environment has no influence.
MachineClass machine_class_detect() noexcept;

// Returns the class for which kernels are selected: the class that the environment variable
// HEDGEROW_CPU_CLASS names if it exists, else the detected class. The variable is read once with
// secure_getenv. Thread-safe.
MachineClass machine_class() noexcept;

// Returns the class with this name, or `otherwise` if no class has it.
MachineClass machine_class_named(const char* name, MachineClass otherwise) noexcept;

// The properties of a machine that decide which kernels are selected.
struct Machine {
  std::uint64_t features;  // HR_CPU_* of isa/cpu.hpp
  MachineClass of_class;
};

// Returns cpu_features() and machine_class().
Machine this_machine() noexcept;

}  // namespace hedgerow
