// The registry has every cipher variant, ISA, kernel and field multiplication of this build. It is derived from the
// .def lists. All data is constant, and every function is thread-safe and noexcept.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/field.hpp"
#include "base/fused.hpp"
#include "isa/machine.hpp"

namespace hedgerow {

// The maturity of a family, from its FAMILY line.
enum class Maturity : std::uint8_t { kStandard, kPublished, kExperimental };

struct Variant {
  const char* family;
  const char* name;  // for example "kalyna-128-256"
  std::uint32_t block_bytes;
  std::uint32_t key_bytes;  // length of the user key, including S-boxes
  std::uint32_t rounds;
  CounterOrder ctr_order;
  Maturity maturity;
  const char* note;  // one line about its security
  // If sbox_bytes is not 0, the last bytes of the user key are S-boxes, which the caller gives separately. The check
  // takes the same time for all of them. Without S-boxes these are 0 and null.
  std::uint32_t sbox_bytes;
  bool (*sboxes_are_valid)(const std::uint8_t* sboxes) noexcept;
  const char* sbox_oid;  // OID of the S-box set in the cipher's name, or ""
};

struct Isa {
  const char* name;
  const char* architecture;
  std::uint64_t features;
  std::uint32_t rank;  // of two ISAs of one architecture, the stronger one has the higher rank
  bool built;          // true if this library contains its objects
};

// The rank of references and of kernels of the lab, which are never selected.
constexpr std::uint16_t kNeverSelected = 0xffff;

struct Kernel {
  char id[64];  // "variant.technique.isa", for example "kalyna-128-256.byteslice.avx2"
  const Variant* variant;
  const char* technique;
  const Isa* isa;
  std::uint64_t features;               // those of the ISA and those of the line
  std::uint16_t rank[kMachineClasses];  // by MachineClass; the kernel of lowest rank is preferred
  std::uint16_t
      above[kMachineClasses];  // calls of up to so many blocks go to others (crossovers.def)
  // `ops` is null if the ISA is not built, and its key_bytes is 0 if the kernel does not have the variant. `fused` is
  // null if `ops` is null or the kernel has no fused ops.
  const KernelOps* ops;
  const FusedOps* fused;
  // A kernel that is not built counts as constant time, because it cannot run.
  Timing timing() const { return ops ? ops->timing : Timing::kConstantTime; }
};

struct Field {
  const char* name;  // "gf128", "gf256" or "gf512"
  const Isa* isa;
  std::uint64_t features;  // those of the ISA and those of the line
  const FieldOps* ops;     // null if the ISA is not built
  const RowOps* rows;      // null if the ISA is not built
};

template <class T>
struct List {
  const T* items;
  std::size_t count;
  const T* begin() const noexcept { return items; }
  const T* end() const noexcept { return items + count; }
};

// The result never changes, and `const` tells the compiler so.
[[gnu::const]] List<Variant> variants() noexcept;
List<Isa> isas() noexcept;
// The kernels are sorted by variant, and those of one variant have the order of kernels.def.
List<Kernel> kernels() noexcept;
List<Kernel> kernels_of(const Variant& variant) noexcept;
List<Field> fields() noexcept;

const Variant* find_variant(const char* name) noexcept;  // null if unknown
const Kernel* find_kernel(const char* id) noexcept;      // null if unknown

// Returns true if a CPU with these features can run it.
bool available(const Kernel& kernel, std::uint64_t features) noexcept;
bool available(const Field& field, std::uint64_t features) noexcept;

// The kernels that serve a key, by the length of a call. For example, the entries {18, a} and {SIZE_MAX, b} mean that a
// call of 1 to 18 blocks goes to kernel a, and a longer one to b.
struct Selection {
  static constexpr std::size_t kMost = 6;
  struct Entry {
    std::size_t up_to_blocks;  // increases from entry to entry; SIZE_MAX in the last one
    const Kernel* kernel;
  };
  Entry entries[kMost];
  std::size_t count;

  Selection() noexcept : entries{}, count(0) {}
  // Selects one kernel for all calls.
  explicit Selection(const Kernel& kernel) noexcept : entries{{SIZE_MAX, &kernel}}, count(1) {}
  const Entry* begin() const noexcept { return entries; }
  const Entry* end() const noexcept { return entries + count; }
  // The kernels for the shortest and for the longest calls.
  const Kernel& first() const noexcept { return *entries[0].kernel; }
  const Kernel& last() const noexcept { return *entries[count - 1].kernel; }
  const Kernel& of(std::size_t blocks) const noexcept {
    const Entry* e = entries;
    while (blocks > e->up_to_blocks) e++;
    return *e->kernel;
  }
};

enum class SelectStatus : std::uint8_t { kOk, kUnknownKernel, kOtherCipher, kNotAvailable };

// Selects the kernels of a variant on `machine`. For each length, this is the kernel of lowest rank that is available
// and good for the length. If `forced` (an id, or null) is a kernel of the variant, it serves all calls. If it is not,
// the result is an error. But if `forced_may_differ`, the id is then ignored, because one environment variable holds
// for all ciphers of a program.
SelectStatus select_kernels(const Variant& variant, const Machine& machine, const char* forced,
                            bool forced_may_differ, Selection* selection) noexcept;

// Returns the value of HEDGEROW_KERNEL at the first call, or null if it was unset, empty, or longer than any id. It is
// read once per process (secure_getenv), by the thread that comes first.
const char* forced_kernel_from_environment() noexcept;

// Returns the best available field multiplication for elements of `block_bytes`. It is null only if there is no such
// field, because the scalar one is always built.
const Field* select_field(std::uint32_t block_bytes, std::uint64_t features,
                          FieldProduct product = FieldProduct::kPlain) noexcept;

}  // namespace hedgerow
