// Wraps dlopen and keeps the reason of a failure.
#include "device/library.hpp"

#include <dlfcn.h>

namespace hedgerow::device {

Library::Library(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (!name || !*name) continue;
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_) {
      name_ = name;
      error_.clear();
      return;
    }
    const char* why = dlerror();
    error_ = why ? why : name;
  }
}

void* Library::find(const char* symbol) const { return handle_ ? dlsym(handle_, symbol) : nullptr; }

}  // namespace hedgerow::device
