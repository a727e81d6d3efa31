// The lists as constant tables. tools/lists.py writes them to lists/registry.inc in the build folder. HR_BUILD_<isa> (0
// or 1, from cmake/lists.cmake) says whether this build contains the objects of an ISA. libhedgerow-lab compiles this
// file a second time, with HR_LAB, because its registry also has the references and the kernels of the lab.
#include "registry/registry.hpp"

#include <string.h>

#include "isa/cpu.hpp"

namespace hedgerow {
#ifdef HR_LAB
#include "lists/registry_lab.inc"
#else
#include "lists/registry.inc"
#endif

namespace {
template <class T, std::size_t kCount>
constexpr List<T> list_of(const T (&items)[kCount]) {
  return {items, kCount};
}
}  // namespace

List<Variant> variants() noexcept { return list_of(kVariants); }
List<Isa> isas() noexcept { return list_of(kIsas); }
List<Kernel> kernels() noexcept { return list_of(kKernels); }
List<Kernel> kernels_of(const Variant& variant) noexcept {
  const std::uint16_t* const begin = kFirstKernels + (&variant - kVariants);
  return {kKernels + begin[0], (std::size_t)(begin[1] - begin[0])};
}
List<Field> fields() noexcept { return list_of(kFields); }

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
