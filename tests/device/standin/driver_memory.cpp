// Devices, contexts and memory of the standin.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "driver.hpp"

namespace standin {
namespace {

thread_local std::vector<int> contexts;  // the stack of contexts, as device ordinals

void* context_of(int device) { return (void*)(std::uintptr_t)(device + 1); }

int environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

// Returns the allocation that contains the address. The caller holds the lock.
const std::pair<const std::uintptr_t, Allocation>* containing(std::uintptr_t address) {
  auto after = state().memory.upper_bound(address);
  if (after == state().memory.begin()) return nullptr;
  --after;
  return address - after->first < after->second.bytes ? &*after : nullptr;
}

int allocate(std::size_t bytes, int device, std::uintptr_t* result) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  if (bytes == 0) return kInvalidValue;
  if (bytes > s.room || s.used > s.room - bytes) return kOutOfMemory;
  void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!memory) return kOutOfMemory;
  std::memset(memory, 0xa5, bytes);
  *result = (std::uintptr_t)memory;
  s.memory[*result] = {bytes, device};
  s.used += bytes;
  return kOk;
}

int release(std::uintptr_t address, bool host) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  const auto found = s.memory.find(address);
  if (found == s.memory.end() || (found->second.device < 0) != host) return kInvalidValue;
  const auto* bytes = (const unsigned char*)address;
  if (!host)
    s.dirty += (std::size_t)std::count_if(bytes, bytes + found->second.bytes,
                                          [](unsigned char b) { return b != 0; });
  s.used -= found->second.bytes;
  s.memory.erase(found);
  std::free((void*)address);
  return kOk;
}

}  // namespace

int current_device() { return contexts.empty() ? -1 : contexts.back(); }

}  // namespace standin

using namespace standin;

#define ENTER(name) \
  if (const int early = entered(name)) return early

STANDIN_API int cuInit(unsigned) { return environment("STANDIN_INIT", 0); }
STANDIN_API int cuDriverGetVersion(int* version) {
  *version = environment("STANDIN_VERSION", 12040);
  return kOk;
}
STANDIN_API int cuDeviceGetCount(int* count) {
  *count = device_count();
  return kOk;
}
STANDIN_API int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal >= 0 && ordinal < device_count() ? kOk : kInvalidDevice;
}
STANDIN_API int cuDeviceGetName(char* name, int room, int) {
  std::snprintf(name, (std::size_t)room, "Stand-in of a GPU");
  return kOk;
}
STANDIN_API int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = state().room;
  return kOk;
}
STANDIN_API int cuDeviceGetAttribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 9 : attribute == 13 ? 1000000 : attribute == 16 ? 2 : 0;
  if (attribute == 97) *value = 232448;
  return kOk;
}
STANDIN_API int cuDevicePrimaryCtxRetain(void** context, int device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = context_of(device);
  return kOk;
}
STANDIN_API int cuDevicePrimaryCtxRelease_v2(int) { return kOk; }
STANDIN_API int cuCtxPushCurrent_v2(void* context) {
  if (!context) return kInvalidContext;
  contexts.push_back((int)(std::uintptr_t)context - 1);
  return kOk;
}
STANDIN_API int cuCtxPopCurrent_v2(void** context) {
  if (contexts.empty()) return kInvalidContext;
  *context = context_of(contexts.back());
  contexts.pop_back();
  return kOk;
}
STANDIN_API int cuCtxGetCurrent(void** context) {
  *context = contexts.empty() ? nullptr : context_of(contexts.back());
  return kOk;
}
STANDIN_API int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  ENTER("cuMemAlloc_v2");
  if (current_device() < 0) return kInvalidContext;
  std::uintptr_t made = 0;
  const int error = allocate(bytes, current_device(), &made);
  *address = made;
  return error;
}
STANDIN_API int cuMemFree_v2(std::uint64_t address) {
  ENTER("cuMemFree_v2");
  return release((std::uintptr_t)address, false);
}
STANDIN_API int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  ENTER("cuMemHostAlloc");
  if (current_device() < 0) return kInvalidContext;
  std::uintptr_t made = 0;
  const int error = allocate(bytes, -1, &made);
  *memory = (void*)made;
  return error;
}
STANDIN_API int cuMemFreeHost(void* memory) { return release((std::uintptr_t)memory, true); }

STANDIN_API int cuPointerGetAttributes(unsigned count, int* attributes, void** values,
                                       std::uint64_t address) {
  ENTER("cuPointerGetAttributes");
  const std::lock_guard lock(state().mutex);
  const auto* found = containing((std::uintptr_t)address);
  for (unsigned i = 0; i < count; i++) switch (attributes[i]) {
      case 2:
        *(unsigned*)values[i] = !found ? 0 : found->second.device < 0 ? 1 : 2;
        break;
      case 9:
        *(int*)values[i] = found ? std::max(found->second.device, 0) : -2;
        break;
      case 11:
        *(std::uint64_t*)values[i] = found ? found->first : 0;
        break;
      case 12:
        *(std::size_t*)values[i] = found ? found->second.bytes : 0;
        break;
      default:
        return kInvalidValue;
    }
  return kOk;
}
STANDIN_API int cuGetErrorName(int error, const char** name) {
  *name = error == kOutOfMemory    ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == kLaunchFailed ? "CUDA_ERROR_LAUNCH_FAILED"
          : error == kNoDevice     ? "CUDA_ERROR_NO_DEVICE"
                                   : "CUDA_ERROR_UNKNOWN";
  return kOk;
}
STANDIN_API int cuGetErrorString(int, const char** text) {
  *text = "of the stand-in";
  return kOk;
}
