// Command queues: copies, launches, waiting.
#include "device/opencl/queue.hpp"

namespace hedgerow::device::opencl {
namespace {

constexpr std::uint64_t kOutOfOrder = 1;

void* buffer_of(DevicePtr place) { return (void*)(std::uintptr_t)place.base; }

}  // namespace

OpenClQueue::OpenClQueue(OpenClDevice& device, void* native)
    : device_(device), loader_(device.loader()), queue_(native) {
  device_.require_alive();
  int error = kSuccess;
  if (native) {
    void* context = nullptr;
    std::uint64_t properties = 0;
    loader_.queue_info(native, kQueueContext, sizeof context, &context, nullptr);
    loader_.queue_info(native, kQueueProperties, sizeof properties, &properties, nullptr);
    if (context != device_.context())
      throw Error(Status::kArgument,
                  "the cl_command_queue is of another context; open the device "
                  "with the option native_context");
    if (properties & kOutOfOrder)
      throw Error(Status::kArgument, "the cl_command_queue executes out of order");
    error = loader_.retain_queue(queue_);
  } else {
    queue_ = loader_.create_queue(device_.context(), device_.device(), 0, &error);
  }
  device_.require(error, "no queue");
  device_.add_queue(queue_);
}

OpenClQueue::~OpenClQueue() {
  forget_marker();
  loader_.finish(queue_);
  device_.remove_queue(queue_);
  loader_.release_queue(queue_);
}

void OpenClQueue::forget_marker() {
  if (marker_) loader_.release_event(marker_);
  marker_ = nullptr;
}

void OpenClQueue::upload(DevicePtr to, const void* from, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  device_.require(
      loader_.write(queue_, buffer_of(to), 0, to.offset, bytes, from, 0, nullptr, nullptr),
      "a copy to the device failed");
}

void OpenClQueue::download(void* to, DevicePtr from, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  device_.require(
      loader_.read(queue_, buffer_of(from), 0, from.offset, bytes, to, 0, nullptr, nullptr),
      "a copy from the device failed", true);
}

void OpenClQueue::copy(DevicePtr to, DevicePtr from, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  device_.require(loader_.copy(queue_, buffer_of(from), buffer_of(to), from.offset, to.offset,
                               bytes, 0, nullptr, nullptr),
                  "a copy on the device failed");
}

void OpenClQueue::clear(DevicePtr place, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  const std::uint32_t zero = 0;
  device_.require(loader_.fill(queue_, buffer_of(place), &zero, sizeof zero, place.offset, bytes, 0,
                               nullptr, nullptr),
                  "wiping failed");
}

void OpenClQueue::launch(Program& program, const Dispatch& dispatch) {
  device_.require_alive();
  forget_marker();
  auto& own = static_cast<OpenClProgram&>(program);
  const std::lock_guard lock(own.mutex());
  void* const kernel = own.kernel(dispatch.entry);
  unsigned index = 0;
  for (const Argument& argument : dispatch.arguments) {
    const void* const buffer = buffer_of(argument.place());
    device_.require(argument.is_memory()
                        ? loader_.set_argument(kernel, index, sizeof buffer, &buffer)
                        : loader_.set_argument(kernel, index, argument.bytes(), argument.data()),
                    "an argument of a kernel is refused");
    index++;
  }
  const std::size_t local = dispatch.group_threads, global = local * dispatch.groups;
  device_.require(loader_.launch(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                  "a kernel could not be launched");
}

void OpenClQueue::flush() { device_.require(loader_.flush(queue_), "the queue is refused", true); }

// Also waits for a lost device, because its copies may still be writing to host memory.
void OpenClQueue::wait() {
  device_.require(loader_.finish(queue_), "work on the device failed", true);
  device_.require_alive();
}

bool OpenClQueue::done() {
  device_.require_alive();
  if (!marker_) {
    device_.require(loader_.marker(queue_, 0, nullptr, &marker_), "the queue is refused", true);
    flush();
  }
  int status = 0;
  device_.require(loader_.event_info(marker_, kEventStatus, sizeof status, &status, nullptr),
                  "the queue is refused", true);
  if (status < 0) device_.require(status, "work on the device failed", true);
  return status == 0;
}

}  // namespace hedgerow::device::opencl
