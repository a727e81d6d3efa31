// Command queues: copies, launches, waiting.
#include "device/opencl/queue.hpp"

namespace hedgerow::device::opencl {
namespace {

constexpr std::uint64_t kOutOfOrder = 1;

void* buffer_of(Place place) { return (void*)(std::uintptr_t)place.base; }

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

void OpenClQueue::upload(Place to, const void* from, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  device_.require(
      loader_.write(queue_, buffer_of(to), 0, to.offset, bytes, from, 0, nullptr, nullptr),
      "a copy to the device failed");
}

void OpenClQueue::download(void* to, Place from, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  device_.require(
      loader_.read(queue_, buffer_of(from), 0, from.offset, bytes, to, 0, nullptr, nullptr),
      "a copy from the device failed", true);
}

void OpenClQueue::clear(Place place, std::size_t bytes) {
  device_.require_alive();
  forget_marker();
  const std::uint32_t zero = 0;
  device_.require(loader_.fill(queue_, buffer_of(place), &zero, sizeof zero, place.offset, bytes, 0,
                               nullptr, nullptr),
                  "wiping failed");
}

// A buffer with an offset is a sub-buffer: kernels take none. `parts` keeps them for the caller.
void OpenClQueue::set_arguments(void* kernel, std::span<const Argument> arguments,
                                std::vector<void*>& parts) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, void*> made;
  unsigned index = 0;
  for (const Argument& argument : arguments) {
    int error = kSuccess;
    if (!argument.is_memory()) {
      error = loader_.set_argument(kernel, index++, argument.bytes(), argument.data());
      device_.require(error, "an argument is refused");
      continue;
    }
    void* buffer = buffer_of(argument.place());
    if (argument.place().offset) {
      void*& part = made[{argument.place().base, argument.place().offset}];
      if (!part) {
        std::size_t size = 0;
        loader_.buffer_info(buffer, kBufferSize, sizeof size, &size, nullptr);
        const std::size_t region[2] = {argument.place().offset, size - argument.place().offset};
        part = loader_.create_sub_buffer(buffer, kReadWrite, kRegion, region, &error);
        device_.require(error, "an offset into a buffer is refused");
        parts.push_back(part);
      }
      buffer = part;
    }
    device_.require(loader_.set_argument(kernel, index++, sizeof buffer, &buffer),
                    "an argument is refused");
  }
}

void OpenClQueue::launch(Program& program, const Dispatch& dispatch) {
  device_.require_alive();
  forget_marker();
  auto& own = static_cast<OpenClProgram&>(program);
  const std::lock_guard lock(own.mutex());
  std::vector<void*> parts;
  struct Release {
    const Loader& loader;
    std::vector<void*>& parts;
    ~Release() {
      for (void* part : parts) loader.release_buffer(part);  // the queue keeps what it needs
    }
  } const release{loader_, parts};
  void* const kernel = own.kernel(dispatch.entry);
  set_arguments(kernel, dispatch.arguments, parts);
  const std::size_t local = dispatch.group_threads, global = local * dispatch.groups;
  device_.require(loader_.launch(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                  "a kernel could not be launched");
}

void OpenClQueue::flush() { device_.require(loader_.flush(queue_), "the queue is refused", true); }

void OpenClQueue::wait() {
  device_.require_alive();
  device_.require(loader_.finish(queue_), "work on the device failed", true);
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
