// The registry: every cipher variant, ISA, kernel and field multiplication of this build, derived
// from the .def lists. All data is constant; every function is thread-safe and noexcept.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/field.hpp"
#include "base/fused.hpp"
#include "isa/machine.hpp"

namespace hedgerow {

// Where a family stands (its FAMILY line).
enum class Maturity : std::uint8_t { kStandard, kPublished, kExperimental };

struct Variant {
  const char* family;
  const char* name;  // printed form: kalyna-128-256
  std::uint32_t block_bytes;
  std::uint32_t key_bytes;  // of the user key, S-boxes included
  std::uint32_t rounds;
  CounterOrder ctr_order;
  Maturity maturity;
  const char* note;  // a line on security
  // The last bytes of the user key are S-boxes, which the caller gives beside the key; the check
  // takes the same time for all of them. 0 and null: there are none.
  std::uint32_t sbox_bytes;
  bool (*sboxes_are_valid)(const std::uint8_t* sboxes) noexcept;
  const char* sbox_oid;  // of the set of S-boxes that the name says, or ""
};

struct Isa {
  const char* name;
  const char* architecture;
  std::uint64_t features;
  std::uint32_t rank;  // of two of one architecture, the stronger has the higher
  bool built;          // compiled into this library
};

// The rank of references and exhibits.
constexpr std::uint16_t kNeverSelected = 0xffff;

struct Kernel {
  char id[64];  // variant.technique.isa
  const Variant* variant;
  const char* technique;
  const Isa* isa;
  std::uint64_t features;               // the ISA's and the line's own
  std::uint16_t rank[kMachineClasses];  // by MachineClass; the least is preferred
  const KernelOps*
      ops;  // null when the ISA is not built; without key_bytes where the kernel does not serve the variant
  const FusedOps* fused;  // null with `ops`, and where the kernel has none
  // Of one that is not built, which nobody can run: constant time.
  Timing timing() const { return ops ? ops->timing : Timing::kConstantTime; }
};

struct Field {
  const char* name;  // gf128, gf256, gf512
  const Isa* isa;
  std::uint64_t features;  // the ISA's and the line's own
  const FieldOps* ops;     // null when the ISA is not built
  const RowOps* rows;      // the same
};

template <class T>
struct List {
  const T* items;
  std::size_t count;
  const T* begin() const noexcept { return items; }
  const T* end() const noexcept { return items + count; }
};

// The same at every call, which `const` tells the compiler.
[[gnu::const]] List<Variant> variants() noexcept;
List<Isa> isas() noexcept;
List<Kernel> kernels() noexcept;  // by variant, those of one in the order of kernels.def
List<Kernel> kernels_of(const Variant& variant) noexcept;
List<Field> fields() noexcept;

const Variant* find_variant(const char* name) noexcept;  // null when unknown
const Kernel* find_kernel(const char* id) noexcept;      // null when unknown

// Whether this CPU, with these features, can run it.
bool available(const Kernel& kernel, std::uint64_t features) noexcept;
bool available(const Field& field, std::uint64_t features) noexcept;

// The kernels that serve a key: calls of up to so many blocks go to this one.
struct Selection {
  static constexpr std::size_t kMost = 4;
  struct Entry {
    std::size_t up_to_blocks;  // more than in the entry before; of the last one SIZE_MAX
    const Kernel* kernel;
  };
  Entry entries[kMost];
  std::size_t count;

  Selection() noexcept : entries{}, count(0) {}
  // One kernel for all calls.
  explicit Selection(const Kernel& kernel) noexcept : entries{{SIZE_MAX, &kernel}}, count(1) {}
  const Entry* begin() const noexcept { return entries; }
  const Entry* end() const noexcept { return entries + count; }
  // Of the shortest and of the longest calls.
  const Kernel& first() const noexcept { return *entries[0].kernel; }
  const Kernel& last() const noexcept { return *entries[count - 1].kernel; }
  const Kernel& of(std::size_t blocks) const noexcept {
    const Entry* e = entries;
    while (blocks > e->up_to_blocks) e++;
    return *e->kernel;
  }
};

enum class SelectStatus : std::uint8_t { kOk, kUnknownKernel, kOtherCipher, kNotAvailable };

// Chooses the kernels of a variant for `machine`: for each length the one of least rank that is available and good for
// it. `forced` (an id, or null) binds that kernel to all calls. An id that no kernel of this variant has is an error
// unless `forced_may_differ`, which then ignores it, because one environment variable is for all ciphers of a program.
SelectStatus select_kernels(const Variant& variant, const Machine& machine, const char* forced,
                            bool forced_may_differ, Selection* selection) noexcept;

// The id in HEDGEROW_KERNEL as it was when this was first called (secure_getenv, once a process,
// whichever thread comes first), or null when it is unset, empty, or longer than any id.
const char* forced_kernel_from_environment() noexcept;

// The best available field multiplication for elements of `block_bytes`; null only where there is
// no such field (scalar is always built).
const Field* select_field(std::uint32_t block_bytes, std::uint64_t features,
                          FieldProduct product = FieldProduct::kPlain) noexcept;

}  // namespace hedgerow
