// The subjects of hedgerow-lab-measure on Windows, in place of subjects.cpp: the primitives, and the kernels of the two
// papers that measured there, in the forms of these papers. No other part of the library is built for Windows.
#include <stdio.h>
#include <string.h>

#include <string>

#include "subjects.hpp"

namespace hedgerow {
#define HR_LAB_KERNEL(family, technique) \
  extern const KernelOps hedgerow_kernel_##family##_##technique##_scalar[];
#include "lab_windows.inc"
#undef HR_LAB_KERNEL

namespace lab {
namespace {

struct Variant {
  const char *family, *name;
  std::size_t block_bytes;
};
constexpr Variant kVariants[] = {
#define CIPHER(family, identifier, name, block_bytes, ...) {#family, name, block_bytes},
#include "lists/cipher.inc"
};
struct Technique {
  const char *family, *name;
  const KernelOps* ops;  // of the family's variants, in the order of kVariants
};
const Technique kTechniques[] = {
#define HR_LAB_KERNEL(family, technique) \
  {#family, #technique, hedgerow_kernel_##family##_##technique##_scalar},
#include "lab_windows.inc"
#undef HR_LAB_KERNEL
};

// Calls `use` with the id, the operations and the block size of each kernel until it returns true.
template <class Use>
void each_kernel(Use&& use) {
  for (const Technique& t : kTechniques) {
    const KernelOps* ops = t.ops;
    for (const Variant& v : kVariants) {
      if (strcmp(v.family, t.family) != 0) continue;
      if (ops->key_bytes &&
          use(std::string(v.name) + "." + t.name + ".scalar", *ops, v.block_bytes))
        return;
      ops++;
    }
  }
}

}  // namespace

Subject* make_subject(const char* subject, const char* direction, std::size_t bytes) {
  std::string name(subject);
  const Filling filling = split_filling(name);
  Subject* found = make_primitive(name.c_str(), filling, bytes);
  each_kernel([&](const std::string& id, const KernelOps& ops, std::size_t block_bytes) {
    if (id == name) found = make_kernel_subject(ops, block_bytes, direction, filling, bytes);
    return found != nullptr;
  });
  if (!found) fprintf(stderr, "there is no subject %s\n", subject);
  return found;
}

int list_subjects() {
  each_kernel([](const std::string& id, const KernelOps&, std::size_t) {
    printf("{\"subject\": \"%s\", \"reason\": \"\"}\n", id.c_str());
    return false;
  });
  list_primitives();
  return 0;
}

int print_footprint(const char*) {
  fprintf(stderr, "footprints can be measured only in builds for Linux\n");
  return 4;
}

}  // namespace lab
}  // namespace hedgerow
