// The lists, as tools/lists.py wrote them into the build folder, expanded at compile time into
// constant tables. HR_BUILD_<isa> (0 or 1, from cmake/lists.cmake) says whether the objects of an
// ISA are part of this build. libhedgerow-lab compiles this file a second time, with HR_LAB: its
// registry has the references and the exhibits of lab/ behind the kernels.
#include "registry/registry.hpp"

#include <string.h>

#include "isa/cpu.hpp"

#ifdef HR_LAB
#define HR_KERNEL_LIST "lists/lab.inc"
#else
#define HR_KERNEL_LIST "lists/kernel.inc"
#endif

namespace hedgerow {

#define HR_CAT_(a, b) a##b
#define HR_CAT(a, b) HR_CAT_(a, b)
#define HR_IF_1(x) x
#define HR_IF_0(x) nullptr

namespace {

constexpr std::size_t length(const char* s) {
  std::size_t n = 0;
  while (s[n]) n++;
  return n;
}
constexpr bool same(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

}  // namespace

#define SBOX(family)                                               \
  namespace family {                                               \
  bool boxes_are_permutations(const std::uint8_t* boxes) noexcept; \
  }
#include "lists/sbox.inc"

namespace {

struct VariantLine {
  const char *family, *name;
  std::uint32_t block_bytes, key_bytes, rounds;
  CounterOrder order;
  std::uint32_t sbox_bytes;
  bool (*sboxes_are_valid)(const std::uint8_t* sboxes) noexcept;
  const char* sbox_oid;
};
constexpr VariantLine kVariantLines[] = {
#define CIPHER(family, identifier, name, block, key, rounds, order, sbox, valid, sbox_oid) \
  {#family, name, block, key, rounds, CounterOrder::order, sbox, valid, sbox_oid},
#include "lists/cipher.inc"
};
constexpr std::size_t kVariantCount = sizeof kVariantLines / sizeof *kVariantLines;

consteval std::size_t family_size(const char* family) {
  std::size_t n = 0;
  for (const VariantLine& v : kVariantLines) n += same(v.family, family);
  return n;
}

}  // namespace

#define HR_DECLARE_0(x)
#define HR_DECLARE_1(x) x
#define KERNEL(family, technique, isa, features, single, fused, ...)                               \
  HR_CAT(HR_DECLARE_, HR_BUILD_##isa)(                                                             \
      extern const KernelOps hedgerow_kernel_##family##_##technique##_##isa[family_size(#family)]; \
      HR_DECLARE_##fused(                                                                          \
          extern const FusedOps hedgerow_kernel_##family##_##technique##_##isa##_fused;))
#include HR_KERNEL_LIST
#define FIELD(field, isa, features, timing) \
  HR_CAT(HR_DECLARE_, HR_BUILD_##isa)(extern const FieldTable hedgerow_field_##field##_##isa;)
#include "lists/field.inc"

namespace {

struct FamilyLine {
  const char* name;
  Maturity maturity;
  const char* note;
};
constexpr FamilyLine kFamilyLines[] = {
#define FAMILY(family, maturity, note) {#family, Maturity::maturity, note},
#include "lists/family.inc"
};
consteval const FamilyLine& family_named(const char* name) {
  const FamilyLine* found = nullptr;
  for (const FamilyLine& f : kFamilyLines)
    if (same(f.name, name)) found = &f;
  return *found;  // tools/lists.py refuses a CIPHER line whose FAMILY line is missing
}

struct VariantTable {
  Variant v[kVariantCount];
};
consteval VariantTable make_variants() {
  VariantTable r{};
  for (std::size_t i = 0; i < kVariantCount; i++) {
    const VariantLine& l = kVariantLines[i];
    std::uint32_t index = 0;
    for (std::size_t j = 0; j < i; j++) index += same(kVariantLines[j].family, l.family);
    const FamilyLine& family = family_named(l.family);
    r.v[i] = {
        l.family, l.name,          l.block_bytes, l.key_bytes,  l.rounds,           l.order,
        index,    family.maturity, family.note,   l.sbox_bytes, l.sboxes_are_valid, l.sbox_oid};
  }
  return r;
}
constexpr VariantTable kVariants = make_variants();

constexpr Isa kIsas[] = {
#define ISA(name, architecture, features, rank) \
  {#name, #architecture, features, rank, HR_BUILD_##name != 0},
#include "lists/isa.inc"
};
consteval const Isa* isa_named(const char* name) {
  for (const Isa& i : kIsas)
    if (same(i.name, name)) return &i;
  return nullptr;  // tools/lists.py refuses an unknown ISA
}

struct KernelLine {
  const char *family, *technique, *isa;
  std::uint64_t features;  // beyond the ISA's
  std::uint32_t single_up_to;
  Role role;
  Timing timing;
  std::uint16_t rank[kMachineClasses];
  const KernelOps* table;
  const FusedOps* fused;
};
#define KERNEL(family, technique, isa, features, single, fused, role, timing, ...) \
  {#family,                                                                        \
   #technique,                                                                     \
   #isa,                                                                           \
   features,                                                                       \
   single,                                                                         \
   Role::role,                                                                     \
   Timing::timing,                                                                 \
   {__VA_ARGS__},                                                                  \
   HR_CAT(HR_IF_, HR_BUILD_##isa)(hedgerow_kernel_##family##_##technique##_##isa), \
   HR_CAT(HR_IF_, HR_BUILD_##isa)(                                                 \
       HR_IF_##fused(&hedgerow_kernel_##family##_##technique##_##isa##_fused))},
constexpr KernelLine kKernelLines[] = {
#include HR_KERNEL_LIST
};

consteval std::size_t count_kernels() {
  std::size_t n = 0;
  for (const KernelLine& k : kKernelLines)
    for (const VariantLine& v : kVariantLines) n += same(k.family, v.family);
  return n;
}
constexpr std::size_t kKernelCount = count_kernels();

struct KernelTable {
  Kernel k[kKernelCount];
};
constexpr void append(char* id, const char* part, char separator) {
  std::size_t n = length(id);
  if (n) id[n++] = separator;
  for (std::size_t i = 0; part[i]; i++) id[n++] = part[i];
}
consteval KernelTable make_kernels() {
  KernelTable r{};
  std::size_t n = 0;
  for (const KernelLine& line : kKernelLines)
    for (std::size_t i = 0; i < kVariantCount; i++) {
      const Variant& v = kVariants.v[i];
      if (!same(line.family, v.family)) continue;
      Kernel& k = r.k[n++];
      append(k.id, v.name, '.');
      append(k.id, line.technique, '.');
      append(k.id, line.isa, '.');
      k.variant = &kVariants.v[i];
      k.technique = line.technique;
      k.isa = isa_named(line.isa);
      k.features = k.isa->features | line.features;
      k.single_up_to = line.single_up_to;
      k.role = line.role;
      k.timing = line.timing;
      for (std::size_t c = 0; c < kMachineClasses; c++) k.rank[c] = line.rank[c];
      k.ops = line.table ? line.table + v.index_in_family : nullptr;
      k.fused = line.fused;
    }
  return r;
}
constexpr KernelTable kKernels = make_kernels();

struct VariantIndex {
  std::uint16_t kernels[kKernelCount];     // of all variants, each one's behind the other's
  std::uint16_t begin[kVariantCount + 1];  // of each variant's, in `kernels`
};
consteval VariantIndex make_variant_index() {
  VariantIndex r{};
  std::uint16_t n = 0;
  for (std::size_t i = 0; i < kVariantCount; i++) {
    r.begin[i] = n;
    for (std::size_t k = 0; k < kKernelCount; k++)
      if (kKernels.k[k].variant == &kVariants.v[i]) r.kernels[n++] = (std::uint16_t)k;
  }
  r.begin[kVariantCount] = n;
  return r;
}
constexpr VariantIndex kVariantIndex = make_variant_index();

#define FIELD(field, isa, extra, timing)                                \
  {#field,                                                              \
   isa_named(#isa),                                                     \
   isa_named(#isa)->features | (extra),                                 \
   Timing::timing,                                                      \
   HR_CAT(HR_IF_, HR_BUILD_##isa)(&hedgerow_field_##field##_##isa.ops), \
   HR_CAT(HR_IF_, HR_BUILD_##isa)(&hedgerow_field_##field##_##isa.rows)},
constexpr Field kFields[] = {
#include "lists/field.inc"
};

}  // namespace

List<Variant> variants() noexcept { return {kVariants.v, kVariantCount}; }
List<Isa> isas() noexcept { return {kIsas, sizeof kIsas / sizeof *kIsas}; }
List<Kernel> kernels() noexcept { return {kKernels.k, kKernelCount}; }
List<std::uint16_t> kernels_of(const Variant& variant) noexcept {
  const std::uint16_t* begin = &kVariantIndex.begin[&variant - kVariants.v];
  return {kVariantIndex.kernels + begin[0], (std::size_t)(begin[1] - begin[0])};
}
List<Field> fields() noexcept { return {kFields, sizeof kFields / sizeof *kFields}; }

const Variant* find_variant(const char* name) noexcept {
  for (const Variant& v : variants())
    if (strcmp(v.name, name) == 0) return &v;
  return nullptr;
}

const Kernel* find_kernel(const char* id) noexcept {
  for (const Kernel& k : kernels())
    if (strcmp(k.id, id) == 0) return &k;
  return nullptr;
}

}  // namespace hedgerow
