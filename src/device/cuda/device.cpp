// The primary context, memory and errors of a CUDA device.
#include "device/cuda/device.hpp"

#include <algorithm>
#include <vector>

#include "device/cuda/queue.hpp"

namespace hedgerow::device::cuda {
namespace {

constexpr int kOutOfMemory = 2;
constexpr unsigned kPortableHostMemory = 1;
// CUpointer_attribute
constexpr int kMemoryType = 2, kDeviceOrdinal = 9, kRangeStart = 11, kRangeSize = 12;
constexpr unsigned kHostMemoryType = 1;

}  // namespace

bool means_lost(int error) {
  constexpr int kSticky[] = {4,   46,  201, 214, 219, 220, 226, 700, 702, 709, 710,
                             714, 715, 716, 717, 718, 719, 721, 802, 803, 804, 999};
  return std::find(std::begin(kSticky), std::end(kSticky), error) != std::end(kSticky);
}

Current::Current(const CudaDevice& device) : driver_(device.driver()) {
  device.require(driver_.context_push(device.context()), "the context cannot be made current");
}

Current::~Current() {
  void* popped;
  driver_.context_pop(&popped);
}

CudaDevice::CudaDevice(const Driver& driver, const Nvrtc* nvrtc, const DeviceInfo& facts,
                       int ordinal)
    : driver_(driver), nvrtc_(nvrtc), facts_(facts), ordinal_(ordinal) {
  require(driver_.device_get(&device_, ordinal), "the device cannot be opened");
  require(driver_.primary_retain(&context_, device_), "the device's context cannot be made");
}

CudaDevice::~CudaDevice() { driver_.primary_release(device_); }

void CudaDevice::require_alive() const {
  if (lost_) throw Error(Status::kLost, facts_.id + " was lost before");
}

void CudaDevice::require(int error, const char* what) const {
  if (error == 0) return;
  const std::string text = facts_.id + ": " + what + ": " + driver_.describe(error);
  if (means_lost(error)) {
    lost_ = true;
    throw Error(Status::kLost, text);
  }
  throw Error(error == kOutOfMemory ? Status::kDeviceMemory : Status::kDriver, text);
}

std::unique_ptr<Queue> CudaDevice::make_queue(void* native) {
  return std::make_unique<CudaQueue>(*this, native);
}

DevicePtr CudaDevice::allocate(std::uint64_t bytes) {
  require_alive();
  const Current current(*this);
  DevicePtr place;
  require(driver_.allocate(&place.base, bytes),
          ("no device memory of " + std::to_string(bytes) + " bytes").c_str());
  return place;
}

void CudaDevice::release(DevicePtr place) {
  if (place.base == 0) return;
  require_alive();
  const Current current(*this);
  require(driver_.release(place.base), "device memory cannot be freed");
}

void* CudaDevice::allocate_pinned(std::size_t bytes) {
  require_alive();
  const Current current(*this);
  void* memory = nullptr;
  const int error = driver_.host_allocate(&memory, bytes, kPortableHostMemory);
  if (error == kOutOfMemory)
    throw Error(Status::kMemory, facts_.id + ": no pinned memory of " + std::to_string(bytes) +
                                     " bytes: " + driver_.describe(error));
  require(error, "no pinned memory");
  return memory;
}

void CudaDevice::release_pinned(void* memory) {
  if (!memory) return;
  const Current current(*this);
  require(driver_.host_release(memory), "pinned memory cannot be freed");
}

bool CudaDevice::is_pinned(const void* memory, std::size_t bytes) {
  const Current current(*this);
  const auto pinned = [this](std::uintptr_t address) {
    unsigned type = 0;
    int attributes[] = {kMemoryType};
    void* values[] = {&type};
    return driver_.pointer_attributes(1, attributes, values, address) == 0 &&
           type == kHostMemoryType;
  };
  const auto begin = (std::uintptr_t)memory;
  return bytes > 0 && pinned(begin) && pinned(begin + bytes - 1);
}

void CudaDevice::check_range(DevicePtr place, std::uint64_t bytes) {
  const std::uint64_t begin = place.base + place.offset;
  std::uint64_t start = 0;
  std::size_t size = 0;
  unsigned type = 0;
  int ordinal = -1;
  int attributes[] = {kMemoryType, kDeviceOrdinal, kRangeStart, kRangeSize};
  void* values[] = {&type, &ordinal, &start, &size};
  const Current current(*this);
  const int error = driver_.pointer_attributes(4, attributes, values, begin);
  if (means_lost(error)) require(error, "device memory cannot be looked at");
  if (place.base == 0 || begin < place.base || error != 0 || size == 0 || type == kHostMemoryType)
    throw Error(Status::kPointer, "the address is not one of memory of " + facts_.id);
  if (ordinal != ordinal_)
    throw Error(Status::kPointer, "the address is one of another device's memory, cuda:" +
                                      std::to_string(ordinal) + ", not of " + facts_.id);
  if (begin < start || bytes > size || begin - start > size - bytes)
    throw Error(Status::kPointer, "the run takes " + std::to_string(bytes) +
                                      " bytes, and the allocation ends before: it has " +
                                      std::to_string(size) + ", from the address " +
                                      std::to_string(begin >= start ? size - (begin - start) : 0));
}

// Also waits for a lost device, because its copies may still be writing.
void CudaDevice::wait_all() {
  const Current current(*this);
  require(driver_.context_synchronize(), "work on the device failed");
  require_alive();
}

void CudaDevice::check() { wait_all(); }

}  // namespace hedgerow::device::cuda
