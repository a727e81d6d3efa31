// device_kernels list                       one line per kernel: index, ids, compile options (by tabs)
// device_kernels program INDEX cuda|opencl  the text of its program
// device_kernels check INDEX LIBRARY SEED   compares hr_native of a library with the CPU; exit status 1 if they differ
//
// Kernels of ciphers come first, and kernels of hashes follow them.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "check_kernel.hpp"

namespace {

using namespace hedgerow::device;

void list() {
  std::size_t index = 0;
  const auto line = [&](const char* name, const char* technique, const Launch& l,
                        std::uint32_t block) {
    printf("%zu\t%s\t%s\t%s\t%s\t%u\t%u\t%u\t%u\n", index++, name, technique, l.source, l.options,
           block, l.group_threads, l.blocks_per_thread, l.local_bytes);
  };
  for (const KernelInfo& f : kernel_infos()) line(f.variant, f.technique, f.launch, f.block_bytes);
  for (const HashKernelInfo& f : hash_kernel_infos())
    line(f.field, f.technique, f.launch, f.block_bytes);
}

int check(std::size_t index, const char* path, std::uint64_t seed) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* const native = library ? dlsym(library, "hr_native") : nullptr;
  if (!native) {
    fprintf(stderr, "%s: %s\n", path, dlerror());
    return 2;
  }
  if (index < kernel_infos().count)
    return check_kernel(kernel_infos().items[index], native, seed) ? 0 : 1;
  return check_hash_kernel(hash_kernel_infos().items[index - kernel_infos().count], native, seed)
             ? 0
             : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "";
  if (command == "list") {
    list();
    return 0;
  }
  const std::size_t index = count > 2 ? strtoul(arguments[2], nullptr, 10) : SIZE_MAX;
  if (index >= kernel_infos().count + hash_kernel_infos().count || count < 4) return 2;
  if (command == "check" && count == 5)
    return check(index, arguments[3], strtoull(arguments[4], nullptr, 10));
  if (command != "program") return 2;
  const Launch& launch = index < kernel_infos().count
                             ? kernel_infos().items[index].launch
                             : hash_kernel_infos().items[index - kernel_infos().count].launch;
  fputs(program(launch, strcmp(arguments[3], "cuda") ? Language::kOpenCl : Language::kCuda).c_str(),
        stdout);
  return 0;
}
