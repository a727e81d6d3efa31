// device_forms list                       one line per form: index, ids, compile options (by tabs)
// device_forms program INDEX cuda|opencl  the text of its program
// device_forms check INDEX LIBRARY SEED   compares hr_native of a library with the CPU; exit status 1 if they differ
//
// Forms of ciphers come first, and forms of hashes follow them.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "check_form.hpp"

namespace {

using namespace hedgerow::device;

void list() {
  std::size_t index = 0;
  const auto line = [&](const char* name, const char* technique, const Launch& l,
                        std::uint32_t block) {
    printf("%zu\t%s\t%s\t%s\t%s\t%u\t%u\t%u\t%u\n", index++, name, technique, l.text, l.options,
           block, l.group_threads, l.blocks_per_thread, l.local_bytes);
  };
  for (const Form& f : forms()) line(f.variant, f.technique, f.launch, f.block_bytes);
  for (const HashForm& f : hash_forms()) line(f.field, f.technique, f.launch, f.block_bytes);
}

int check(std::size_t index, const char* path, std::uint64_t seed) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* const native = library ? dlsym(library, "hr_native") : nullptr;
  if (!native) {
    fprintf(stderr, "%s: %s\n", path, dlerror());
    return 2;
  }
  if (index < forms().count) return check_form(forms().items[index], native, seed) ? 0 : 1;
  return check_hash_form(hash_forms().items[index - forms().count], native, seed) ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "";
  if (command == "list") {
    list();
    return 0;
  }
  const std::size_t index = count > 2 ? strtoul(arguments[2], nullptr, 10) : SIZE_MAX;
  if (index >= forms().count + hash_forms().count || count < 4) return 2;
  if (command == "check" && count == 5)
    return check(index, arguments[3], strtoull(arguments[4], nullptr, 10));
  if (command != "program") return 2;
  const Launch& launch = index < forms().count ? forms().items[index].launch
                                               : hash_forms().items[index - forms().count].launch;
  fputs(program(launch, strcmp(arguments[3], "cuda") ? Language::kOpenCl : Language::kCuda).c_str(),
        stdout);
  return 0;
}
