// Modules, streams, copies and launches of the standin.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "compile.hpp"
#include "driver.hpp"

namespace standin {
namespace {

// The function that a text compiled as C exports (src/device/source/native.inc).
using Run = void (*)(unsigned entry, unsigned groups, const void* keys, const void* in,
                     std::uint64_t in_at, void* out, std::uint64_t out_at, std::uint64_t blocks,
                     const void* last);
// The arguments of every entry are keys, in, in_at, out, out_at, blocks, and then further arguments
// of this number of bytes.
constexpr std::size_t kWords = 6, kMostBytes = 72;
struct Entry {
  const char* name;
  std::size_t last_bytes;
};
constexpr std::array<Entry, 6> kEntries = {{{"hr_encrypt", 0},
                                            {"hr_decrypt", 0},
                                            {"hr_ctr", kMostBytes},
                                            {"hr_hash", 8},
                                            {"hr_dot", 8},
                                            {"hr_put", 64}}};
struct Arguments {
  std::uint64_t words[kWords];
  unsigned char last[kMostBytes];
};

struct Module;
struct Function {
  Module* module;
  unsigned entry;
};
struct Module {
  void* handle = nullptr;
  Run run = nullptr;
  std::mutex running;  // the text keeps the place of the thread in variables
  Function functions[kEntries.size()] = {{this, 0}, {this, 1}, {this, 2},
                                         {this, 3}, {this, 4}, {this, 5}};
};

std::mutex streams_mutex;
std::set<Stream*> streams;

void count_object(int by) {
  const std::lock_guard lock(state().mutex);
  state().objects += (std::size_t)by;
}

// Returns the length of an ELF file from its header, because an image has no length.
std::size_t image_bytes(const unsigned char* image) {
  if (std::memcmp(image, "\177ELF", 4) != 0) return 0;
  std::uint64_t sections;
  std::uint16_t size, count;
  std::memcpy(&sections, image + 40, 8);
  std::memcpy(&size, image + 58, 2);
  std::memcpy(&count, image + 60, 2);
  return (std::size_t)sections + std::size_t{size} * count;
}

void* open_image(const void* image) {
  std::string compiled;
  if (std::strncmp((const char*)image, kPtxHead, sizeof kPtxHead - 1) == 0) {
    const std::string ptx = (const char*)image;
    const std::size_t line = ptx.find('\n'), head = sizeof kPtxHead - 1;
    compiled = compile(ptx.substr(line), ptx.substr(head, line - head)).image;
    if (compiled.empty()) return nullptr;
    image = compiled.data();
  }
  const std::size_t bytes = image_bytes((const unsigned char*)image);
  if (bytes == 0) return nullptr;
  // dlopen identifies modules by name, so each needs a new one
  char path[] = P_tmpdir "/standin-module-XXXXXX";
  const int fd = mkostemp(path, O_CLOEXEC);
  if (fd < 0) return nullptr;
  const bool written = write(fd, image, bytes) == (ssize_t)bytes;
  void* handle = written ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path);
  close(fd);
  return handle;
}

void run_all(const Function& f, unsigned groups, const Arguments& a) {
  const std::lock_guard lock(f.module->running);
  const auto pointer = [](std::uint64_t address) { return (void*)(std::uintptr_t)address; };
  f.module->run(f.entry, groups, pointer(a.words[0]), pointer(a.words[1]), a.words[2],
                pointer(a.words[3]), a.words[4], a.words[5], a.last);
  const std::lock_guard state_lock(state().mutex);
  if (state().corrupt) ((unsigned char*)pointer(a.words[3]))[a.words[4]] ^= 1;
}

}  // namespace
}  // namespace standin

using namespace standin;

#define ENTER(name) \
  if (const int early = entered(name)) return early

STANDIN_API int cuModuleLoadDataEx(void** result, const void* image, unsigned, int*, void**) {
  ENTER("cuModuleLoadDataEx");
  auto module = std::make_unique<Module>();
  module->handle = open_image(image);
  if (!module->handle) return kInvalidImage;
  module->run = (Run)dlsym(module->handle, "hr_native");
  if (!module->run) return kInvalidImage;
  *result = module.release();
  count_object(1);
  return kOk;
}
STANDIN_API int cuModuleUnload(void* handle) {
  std::unique_ptr<Module> module((Module*)handle);
  dlclose(module->handle);
  count_object(-1);
  return kOk;
}
STANDIN_API int cuModuleGetFunction(void** function, void* module, const char* name) {
  ENTER("cuModuleGetFunction");
  for (unsigned i = 0; i < kEntries.size(); i++)
    if (std::strcmp(kEntries[i].name, name) == 0) {
      *function = &((Module*)module)->functions[i];
      return kOk;
    }
  return kNotFound;
}
STANDIN_API int cuFuncSetAttribute(void*, int, int value) {
  return value <= 232448 ? kOk : kInvalidValue;
}
STANDIN_API int cuStreamCreate(void** result, unsigned) {
  ENTER("cuStreamCreate");
  auto* const stream = new Stream;
  const std::lock_guard lock(streams_mutex);
  streams.insert(stream);
  *result = stream;
  count_object(1);
  return kOk;
}
STANDIN_API int cuStreamDestroy_v2(void* handle) {
  auto* const stream = (Stream*)handle;
  {
    const std::lock_guard lock(streams_mutex);
    streams.erase(stream);
  }
  delete stream;
  count_object(-1);
  return kOk;
}
STANDIN_API int cuStreamSynchronize(void* handle) {
  ((Stream*)handle)->wait();  // also for a lost context: no work may continue after the call
  return entered("cuStreamSynchronize");
}
STANDIN_API int cuStreamQuery(void* handle) {
  ENTER("cuStreamQuery");
  return ((Stream*)handle)->idle() ? kOk : kNotReady;
}
STANDIN_API int cuCtxSynchronize(void) {
  {
    const std::lock_guard lock(streams_mutex);
    for (Stream* stream : streams) stream->wait();
  }
  return entered("cuCtxSynchronize");
}
STANDIN_API int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes,
                                     void* stream) {
  ENTER("cuMemcpyHtoDAsync_v2");
  ((Stream*)stream)->add([=] {
    if (executing("run.in") == kOk) std::memcpy((void*)(std::uintptr_t)to, from, bytes);
  });
  return kOk;
}
STANDIN_API int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes,
                                     void* stream) {
  ENTER("cuMemcpyDtoHAsync_v2");
  ((Stream*)stream)->add([=] {
    if (executing("run.out") == kOk) std::memcpy(to, (void*)(std::uintptr_t)from, bytes);
  });
  return kOk;
}
STANDIN_API int cuMemcpyDtoDAsync_v2(std::uint64_t to, std::uint64_t from, std::size_t bytes,
                                     void* stream) {
  ENTER("cuMemcpyDtoDAsync_v2");
  ((Stream*)stream)->add([=] {
    if (executing("run.copy") == kOk)
      std::memcpy((void*)(std::uintptr_t)to, (void*)(std::uintptr_t)from, bytes);
  });
  return kOk;
}
STANDIN_API int cuMemsetD32Async(std::uint64_t to, unsigned value, std::size_t words,
                                 void* stream) {
  ENTER("cuMemsetD32Async");
  ((Stream*)stream)->add([=] {
    if (executing("run.set") != kOk) return;
    for (std::size_t i = 0; i < words; i++)
      std::memcpy((char*)(std::uintptr_t)to + 4 * i, &value, 4);
  });
  return kOk;
}
STANDIN_API int cuLaunchKernel(void* function, unsigned groups, unsigned, unsigned, unsigned,
                               unsigned, unsigned, unsigned, void* stream, void** parameters,
                               void**) {
  ENTER("cuLaunchKernel");
  const Function f = *(const Function*)function;
  Arguments a{};  // copied before the call returns
  for (std::size_t i = 0; i < kWords; i++) std::memcpy(&a.words[i], parameters[i], 8);
  if (const std::size_t bytes = kEntries[f.entry].last_bytes)
    std::memcpy(a.last, parameters[kWords], bytes);
  ((Stream*)stream)->add([=] {
    if (executing("run.kernel") == kOk) run_all(f, groups, a);
  });
  return kOk;
}
