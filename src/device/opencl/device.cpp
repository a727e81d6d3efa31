// The context, memory and errors of an OpenCL device.
#include "device/opencl/device.hpp"

#include <vector>

#include "device/opencl/queue.hpp"

namespace hedgerow::device::opencl {

OpenClDevice::OpenClDevice(const Loader& loader, const DeviceInfo& facts, void* device,
                           void* native_context)
    : loader_(loader),
      facts_(facts),
      device_(device),
      context_(native_context),
      foreign_context_(native_context) {
  int error = kSuccess;
  if (foreign_context_)
    error = loader_.retain_context(context_);
  else
    context_ = loader_.create_context(nullptr, 1, &device_, nullptr, nullptr, &error);
  require(error, "the device's context cannot be made");
  pinning_queue_ = loader_.create_queue(context_, device_, 0, &error);
  if (error) loader_.release_context(context_);
  require(error, "no queue");
}

OpenClDevice::~OpenClDevice() {
  loader_.release_queue(pinning_queue_);
  loader_.release_context(context_);
}

void OpenClDevice::require_alive() const {
  if (lost_) throw Error(Status::kLost, facts_.id + " was lost before");
}

void OpenClDevice::require(int error, const char* what, bool waiting) const {
  if (error == kSuccess) return;
  const Status status = meaning(error, waiting);
  if (status == Status::kLost) lost_ = true;
  throw Error(status, facts_.id + ": " + what + ": " + describe(error));
}

std::unique_ptr<Queue> OpenClDevice::make_queue(void* native) {
  return std::make_unique<OpenClQueue>(*this, native);
}

void OpenClDevice::add_queue(void* queue) {
  const std::lock_guard lock(mutex_);
  queues_[queue]++;
}

void OpenClDevice::remove_queue(void* queue) {
  const std::lock_guard lock(mutex_);
  if (--queues_[queue] == 0) queues_.erase(queue);
}

DevicePtr OpenClDevice::allocate(std::uint64_t bytes) {
  require_alive();
  int error = kSuccess;
  if (bytes > SIZE_MAX) throw Error(Status::kDeviceMemory, "more than this system can address");
  void* buffer = loader_.create_buffer(context_, kReadWrite, (std::size_t)bytes, nullptr, &error);
  require(error, ("no device memory of " + std::to_string(bytes) + " bytes").c_str());
  const auto base = (std::uint64_t)(std::uintptr_t)buffer;
  const std::lock_guard lock(mutex_);
  own_[base] = bytes;
  return {base, 0};
}

void OpenClDevice::release(DevicePtr place) {
  if (place.base == 0) return;
  {
    const std::lock_guard lock(mutex_);
    if (own_.erase(place.base) == 0)
      throw Error(Status::kPointer, "the memory is not one that this device's handle gave");
  }
  require(loader_.release_buffer((void*)(std::uintptr_t)place.base),
          "device memory cannot be freed");
}

void* OpenClDevice::allocate_pinned(std::size_t bytes) {
  require_alive();
  int error = kSuccess;
  void* buffer = loader_.create_buffer(context_, kReadWrite | kHostPinned, bytes, nullptr, &error);
  if (error)
    throw Error(Status::kMemory, facts_.id + ": no pinned memory of " + std::to_string(bytes) +
                                     " bytes: " + describe(error));
  void* memory =
      loader_.map(pinning_queue_, buffer, 1, kMapBoth, 0, bytes, 0, nullptr, nullptr, &error);
  if (error) loader_.release_buffer(buffer);
  require(error, "pinned memory cannot be mapped");
  const std::lock_guard lock(mutex_);
  pinned_[(const char*)memory] = {buffer, bytes};
  return memory;
}

void OpenClDevice::release_pinned(void* memory) {
  if (!memory) return;
  void* buffer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = pinned_.find((const char*)memory);
    if (found == pinned_.end())
      throw Error(Status::kPointer, "the memory is not one that this device's handle gave");
    buffer = found->second.first;
    pinned_.erase(found);
  }
  loader_.unmap(pinning_queue_, buffer, memory, 0, nullptr, nullptr);
  loader_.finish(pinning_queue_);
  require(loader_.release_buffer(buffer), "pinned memory cannot be freed");
}

bool OpenClDevice::is_pinned(const void* memory, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto after = pinned_.upper_bound((const char*)memory);
  if (after == pinned_.begin()) return false;
  const auto& [begin, buffer] = *--after;
  const auto offset = (std::size_t)((const char*)memory - begin);
  return offset <= buffer.second && bytes <= buffer.second - offset;
}

void OpenClDevice::check_range(DevicePtr place, std::uint64_t bytes) {
  std::uint64_t size = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto found = own_.find(place.base);
    if (found != own_.end()) size = found->second;
  }
  if (size == 0) {  // the caller's buffer, which is possible only in the caller's context
    void* const buffer = (void*)(std::uintptr_t)place.base;
    void* context = nullptr;
    std::size_t room = 0;
    if (!foreign_context_ || !buffer ||
        loader_.buffer_info(buffer, kBufferContext, sizeof context, &context, nullptr) != 0 ||
        loader_.buffer_info(buffer, kBufferSize, sizeof room, &room, nullptr) != 0 ||
        context != context_)
      throw Error(Status::kPointer, "the base is no buffer of the context of " + facts_.id);
    size = room;
  }
  if (bytes > size || place.offset > size - bytes)
    throw Error(Status::kPointer, "the run takes " + std::to_string(bytes) + " bytes from offset " +
                                      std::to_string(place.offset) + " of a buffer that has " +
                                      std::to_string(size));
}

// Also waits for a lost device, because its copies may still be writing.
void OpenClDevice::wait_all() {
  std::vector<void*> queues;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [queue, uses] : queues_) {
      loader_.retain_queue(queue);
      queues.push_back(queue);
    }
  }
  int error = kSuccess;
  for (void* queue : queues) {
    if (const int now = loader_.finish(queue)) error = now;
    loader_.release_queue(queue);
  }
  require(error, "work on the device failed", true);
  require_alive();
}

}  // namespace hedgerow::device::opencl
