// Streams: copies, launches, waiting.
#include "device/cuda/queue.hpp"

#include <array>

namespace hedgerow::device::cuda {
namespace {

constexpr unsigned kNonBlocking = 1;  // the stream is not ordered with the legacy default stream
constexpr int kNotReady = 600;
constexpr int kMaxDynamicShared = 8;  // CUfunction_attribute
constexpr std::uint32_t kSharedWithoutAsking = 48 << 10;
constexpr std::size_t kMostArguments = 8;

std::uint64_t address(DevicePtr place) { return place.base + place.offset; }

}  // namespace

CudaQueue::CudaQueue(CudaDevice& device, void* native)
    : device_(device), driver_(device.driver()), stream_(native), own_(!native) {
  device_.require_alive();
  const Current current(device_);
  if (own_) device_.require(driver_.stream_create(&stream_, kNonBlocking), "no stream");
}

CudaQueue::~CudaQueue() {
  try {
    wait();
  } catch (...) {  // the device is lost, so there is no work to wait for
  }
  try {
    const Current current(device_);
    if (own_) driver_.stream_destroy(stream_);
  } catch (...) {
  }
}

void CudaQueue::upload(DevicePtr to, const void* from, std::size_t bytes) {
  device_.require_alive();
  const Current current(device_);
  device_.require(driver_.copy_in(address(to), from, bytes, stream_),
                  "a copy to the device failed");
}

void CudaQueue::download(void* to, DevicePtr from, std::size_t bytes) {
  device_.require_alive();
  const Current current(device_);
  device_.require(driver_.copy_out(to, address(from), bytes, stream_),
                  "a copy from the device failed");
}

void CudaQueue::copy(DevicePtr to, DevicePtr from, std::size_t bytes) {
  device_.require_alive();
  const Current current(device_);
  device_.require(driver_.copy_within(address(to), address(from), bytes, stream_),
                  "a copy on the device failed");
}

void CudaQueue::clear(DevicePtr place, std::size_t bytes) {
  device_.require_alive();
  const Current current(device_);
  device_.require(driver_.set_words(address(place), 0, bytes / 4, stream_), "wiping failed");
}

void CudaQueue::launch(Program& program, const Dispatch& dispatch) {
  device_.require_alive();
  const Current current(device_);
  void* const function =
      static_cast<CudaProgram&>(program).function(dispatch.entry, dispatch.local_bytes);
  std::array<std::uint64_t, kMostArguments> addresses;
  std::array<void*, kMostArguments> parameters;
  std::size_t n = 0;
  for (const Argument& argument : dispatch.arguments) {
    addresses.at(n) = argument.place().base;
    parameters.at(n) = argument.is_memory() ? &addresses[n] : const_cast<void*>(argument.data());
    n++;
  }
  device_.require(driver_.launch(function, dispatch.groups, 1, 1, dispatch.group_threads, 1, 1,
                                 dispatch.local_bytes, stream_, parameters.data(), nullptr),
                  "a kernel could not be launched");
}

// Also waits for a lost device, because its copies may still be writing to host memory.
void CudaQueue::wait() {
  const Current current(device_);
  device_.require(driver_.stream_synchronize(stream_), "work on the device failed");
  device_.require_alive();
}

bool CudaQueue::done() {
  device_.require_alive();
  const Current current(device_);
  const int state = driver_.stream_query(stream_);
  if (state == kNotReady) return false;
  device_.require(state, "work on the device failed");
  return true;
}

CudaProgram::~CudaProgram() {
  try {
    const Current current(device_);
    device_.driver().module_unload(module_);
  } catch (...) {  // a lost device keeps no modules
  }
}

void* CudaProgram::function(const char* entry, std::uint32_t local_bytes) {
  const std::lock_guard lock(mutex_);
  void*& known = functions_[entry];
  if (known) return known;
  void* function = nullptr;
  device_.require(device_.driver().module_function(&function, module_, entry),
                  (std::string("a program has no entry ") + entry).c_str());
  if (local_bytes > kSharedWithoutAsking)
    device_.require(device_.driver().function_set(function, kMaxDynamicShared, (int)local_bytes),
                    "shared memory cannot be had");
  return known = function;
}

}  // namespace hedgerow::device::cuda
