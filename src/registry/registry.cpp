// The lists, expanded at compile time into constant tables.
// HR_BUILD_<isa> (0 or 1, from cmake/lists.cmake) says whether the objects of an ISA are part of
// this build.
#include "registry/registry.hpp"

#include <string.h>

#include "isa/cpu.hpp"

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

// Printed variant names have ':' where identifiers have '__', and '-' where they have '_'.
struct Name {
  char text[32];
};
consteval Name printed(const char* identifier) {
  Name r{};
  for (char* to = r.text; *identifier; identifier++) {
    const bool two = identifier[0] == '_' && identifier[1] == '_';
    *to++ = two ? ':' : *identifier == '_' ? '-' : *identifier;
    identifier += two;
  }
  return r;
}

#define CIPHER(family, variant, block, key, rounds, order, oid) \
  constexpr Name kName_##variant = printed(#variant);
#include "cipher/cipher.def"
#undef CIPHER

struct VariantLine {
  const char *family, *name;
  std::uint32_t block_bytes, key_bytes, rounds;
  CounterOrder order;
  const char* oid;
};
constexpr VariantLine kVariantLines[] = {
#define CIPHER(family, variant, block, key, rounds, order, oid) \
  {#family, kName_##variant.text, block, key, rounds, CounterOrder::order, oid},
#include "cipher/cipher.def"
#undef CIPHER
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
#define KERNEL_WITH(family, technique, isa, features, flags, bytes, role, timing) \
  HR_CAT(HR_DECLARE_, HR_BUILD_##isa)(                                            \
      extern const KernelOps                                                      \
          hedgerow_kernel_##family##_##technique##_##isa[family_size(#family)];)
#define FIELD(field, isa, features, flags, timing) \
  HR_CAT(HR_DECLARE_, HR_BUILD_##isa)(extern const FieldOps hedgerow_field_##field##_##isa;)
#include "registry/kernels.def"

namespace {

struct FamilyLine {
  const char* name;
  Standing standing;
  const char* note;
};
constexpr FamilyLine kFamilyLines[] = {
#define standard Standing::kStandard
#define published Standing::kPublished
#define experimental Standing::kExperimental
#define FAMILY(family, standing, note) {#family, standing, note},
#include "cipher/family.def"
#undef FAMILY
#undef standard
#undef published
#undef experimental
};
consteval const FamilyLine& family_named(const char* name) {
  const FamilyLine* found = nullptr;
  for (const FamilyLine& f : kFamilyLines)
    if (same(f.name, name)) found = &f;
  return *found;  // null, and no constant, when family.def lacks a family of cipher.def
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
    r.v[i] = {l.family, l.name, l.block_bytes, l.key_bytes,     l.rounds,
              l.order,  l.oid,  index,         family.standing, family.note};
  }
  return r;
}
constexpr VariantTable kVariants = make_variants();

constexpr Isa kIsas[] = {
#define ISA(name, architecture, features, flags) \
  {#name, #architecture, features, HR_BUILD_##name != 0},
#include "isa/isa.def"
#undef ISA
};
consteval const Isa* isa_named(const char* name) {
  for (const Isa& i : kIsas)
    if (same(i.name, name)) return &i;
  return nullptr;  // an unknown ISA in kernels.def: fails the constant evaluation of whoever reads
                   // it
}

#define bulk Role::kBulk
#define narrow Role::kNarrow
#define none Role::kNone
#define ct Timing::kConstantTime
#define vartime Timing::kVartime

struct KernelLine {
  const char *family, *technique, *isa;
  std::uint64_t features;  // beyond the ISA's
  std::int32_t bytes;      // of a batch; negative: that many blocks
  Role role;
  Timing timing;
  const KernelOps* table;
};
#define KERNEL_WITH(family, technique, isa, features, flags, bytes, role, timing) \
  {#family, #technique,                                                           \
   #isa,    features,                                                             \
   bytes,   role,                                                                 \
   timing,  HR_CAT(HR_IF_, HR_BUILD_##isa)(hedgerow_kernel_##family##_##technique##_##isa)},
constexpr KernelLine kKernelLines[] = {
#include "registry/kernels.def"
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
constexpr std::uint32_t batch_blocks(std::int32_t bytes, std::uint32_t block_bytes) {
  if (bytes < 0) return (std::uint32_t)-bytes;
  return (std::uint32_t)bytes > block_bytes ? (std::uint32_t)bytes / block_bytes : 1;
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
      k.width_blocks = batch_blocks(line.bytes, v.block_bytes);
      k.role = line.role;
      k.timing = line.timing;
      k.ops = line.table ? line.table + v.index_in_family : nullptr;
    }
  return r;
}
constexpr KernelTable kKernels = make_kernels();

#define FIELD(field, isa, extra, flags, timing)                          \
  {#field, isa_named(#isa), isa_named(#isa)->features | (extra), timing, \
   HR_CAT(HR_IF_, HR_BUILD_##isa)(&hedgerow_field_##field##_##isa)},
constexpr Field kFields[] = {
#include "registry/kernels.def"
};
#undef bulk
#undef narrow
#undef none
#undef ct
#undef vartime

}  // namespace

List<Variant> variants() noexcept { return {kVariants.v, kVariantCount}; }
List<Isa> isas() noexcept { return {kIsas, sizeof kIsas / sizeof *kIsas}; }
List<Kernel> kernels() noexcept { return {kKernels.k, kKernelCount}; }
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
