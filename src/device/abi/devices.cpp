// The functions of device.h for statuses, lists, devices, memory and queues.
#include <algorithm>
#include <cstring>

#include "device/abi/boundary.hpp"

namespace hedgerow::device::abi {
namespace {

// The length of the longest beginning of `text` that leaves room for the final 0 and does not split
// a UTF-8 character.
std::size_t fitting(const char* text, std::size_t room) {
  std::size_t bytes = std::min(std::strlen(text), room - 1);
  if (text[bytes] == '\0') return bytes;
  while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80) bytes--;
  return bytes;
}

struct KernelName {
  std::string id;
  const KernelInfo* info;
  const char* backend;
};

const std::vector<KernelName>& kernel_names() {
  static const auto* const all = [] {
    auto* names = new std::vector<KernelName>;
    for (const KernelInfo& info : kernel_infos())
      for (const auto& [language, backend] :
           {std::pair(Language::kCuda, "cuda"), std::pair(Language::kOpenCl, "opencl")})
        names->push_back({info.id(language), &info, backend});
    return names;
  }();
  return *all;
}

[[noreturn]] void refuse_index(std::size_t index) {
  throw Error(Status::kArgument, "there is nothing of index " + std::to_string(index));
}

}  // namespace

hedgerow_device_status report(hedgerow_device_error* error, Status status, const char* text) {
  const auto code = static_cast<hedgerow_device_status>(status);
  if (error) {
    error->status = code;
    std::memset(error->text, 0, sizeof error->text);
    std::memcpy(error->text, text, fitting(text, sizeof error->text));
  }
  return code;
}

hedgerow_device_status report_success(hedgerow_device_error* error) {
  return report(error, static_cast<Status>(HEDGEROW_DEVICE_OK), "");
}

hedgerow_device_info info_of(const DeviceInfo& facts) {
  hedgerow_device_info info{};
  info.id = facts.id.c_str();
  info.name = facts.name.c_str();
  info.driver = facts.driver.c_str();
  info.architecture = facts.architecture.c_str();
  info.memory_bytes = facts.memory_bytes;
  info.compute_units = facts.compute_units;
  info.clock_mhz = facts.clock_mhz;
  return info;
}

}  // namespace hedgerow::device::abi

using namespace hedgerow::device;
using namespace hedgerow::device::abi;

extern "C" {

const char* hedgerow_device_version(void) { return hedgerow_version(); }

size_t hedgerow_device_backend_count(void) { return drivers().size(); }

hedgerow_device_status hedgerow_device_backend_at(size_t index,
                                                  hedgerow_device_backend_info* info) {
  return guarded(nullptr, [&] {
    if (index >= drivers().size()) refuse_index(index);
    const DriverState& state = drivers()[index];
    hedgerow_device_backend_info r{};
    r.name = state.name;
    r.driver = state.driver.c_str();
    r.device_count = state.backend ? state.backend->devices().size() : 0;
    r.reason = "";
    if (state.refusal) {
      r.status = (hedgerow_device_status)state.refusal->status();
      r.reason = state.refusal->what();
    }
    write_struct(r, info);
  });
}

size_t hedgerow_device_count(void) {
  size_t count = 0;
  [[maybe_unused]] const auto status = guarded(nullptr, [&] { count = all_devices().size(); });
  return count;
}

hedgerow_device_status hedgerow_device_at(size_t index, hedgerow_device_info* info) {
  return guarded(nullptr, [&] {
    const auto all = all_devices();
    if (index >= all.size()) refuse_index(index);
    write_struct(info_of(*all[index]), info);
  });
}

size_t hedgerow_device_kernel_count(void) {
  size_t count = 0;
  [[maybe_unused]] const auto status = guarded(nullptr, [&] { count = kernel_names().size(); });
  return count;
}

hedgerow_device_status hedgerow_device_kernel_at(size_t index, hedgerow_device_kernel_info* info) {
  return guarded(nullptr, [&] {
    if (index >= kernel_names().size()) refuse_index(index);
    const KernelName& name = kernel_names()[index];
    hedgerow_device_kernel_info r{};
    r.id = name.id.c_str();
    r.cipher = name.info->variant;
    r.technique = name.info->technique;
    r.backend = name.backend;
    write_struct(r, info);
  });
}

hedgerow_device_status hedgerow_device_open(hedgerow_device** device, const char* id,
                                            const hedgerow_device_options* options,
                                            hedgerow_device_error* error) {
  if (device) *device = nullptr;
  return guarded(error, [&] {
    require(device, "device");
    require(id, "id");
    const auto o = read_struct(options, "options");
    *device = new hedgerow_device{std::make_shared<OpenDevice>(id, o.native_context)};
  });
}

void hedgerow_device_close(hedgerow_device* device) { delete device; }

hedgerow_device_status hedgerow_device_query(const hedgerow_device* device,
                                             hedgerow_device_info* info) {
  return guarded(nullptr, [&] {
    require(device, "device");
    write_struct(info_of(device->open->facts()), info);
  });
}

hedgerow_device_status hedgerow_device_check(hedgerow_device* device,
                                             hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(device, "device");
    device->open->device().check();
  });
}

hedgerow_device_status hedgerow_device_memory_new(hedgerow_device* device, uint64_t bytes,
                                                  hedgerow_device_pointer* memory,
                                                  hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(device, "device");
    require(memory, "memory");
    if (bytes == 0) throw Error(Status::kArgument, "bytes is 0");
    const DevicePtr place = device->open->device().allocate(bytes);
    *memory = {place.base, place.offset};
  });
}

hedgerow_device_status hedgerow_device_memory_free(hedgerow_device* device,
                                                   hedgerow_device_pointer memory,
                                                   hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(device, "device");
    if (memory.offset) throw Error(Status::kPointer, "the offset of memory to be freed is not 0");
    if (memory.base == 0) return;
    device->open->device().wait_all();
    device->open->device().release(place_of(memory));
  });
}

hedgerow_device_status hedgerow_device_host_new(hedgerow_device* device, size_t bytes,
                                                void** memory, hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(device, "device");
    require(memory, "memory");
    if (bytes == 0) throw Error(Status::kArgument, "bytes is 0");
    *memory = device->open->device().allocate_pinned(bytes);
  });
}

hedgerow_device_status hedgerow_device_host_free(hedgerow_device* device, void* memory,
                                                 hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(device, "device");
    device->open->device().release_pinned(memory);
  });
}

hedgerow_device_status hedgerow_device_queue_new(hedgerow_device_queue** queue,
                                                 hedgerow_device* device, void* native,
                                                 hedgerow_device_error* error) {
  if (queue) *queue = nullptr;
  return guarded(error, [&] {
    require(queue, "queue");
    require(device, "device");
    *queue = new hedgerow_device_queue{device->open, device->open->device().make_queue(native)};
  });
}

void hedgerow_device_queue_free(hedgerow_device_queue* queue) { delete queue; }

hedgerow_device_status hedgerow_device_queue_wait(hedgerow_device_queue* queue,
                                                  hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(queue, "queue");
    queue->queue->wait();
  });
}

hedgerow_device_status hedgerow_device_queue_query(hedgerow_device_queue* queue, int* done,
                                                   hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(queue, "queue");
    require(done, "done");
    *done = queue->queue->done() ? 1 : 0;
  });
}

hedgerow_device_status hedgerow_device_upload(hedgerow_device_queue* queue,
                                              hedgerow_device_pointer to, const void* from,
                                              size_t bytes, hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(queue, "queue");
    if (bytes == 0) return;
    require(from, "from");
    queue->open->device().check_range(place_of(to), bytes);
    queue->queue->upload(place_of(to), from, bytes);
    queue->queue->flush();
  });
}

hedgerow_device_status hedgerow_device_download(hedgerow_device_queue* queue, void* to,
                                                hedgerow_device_pointer from, size_t bytes,
                                                hedgerow_device_error* error) {
  return guarded(error, [&] {
    require(queue, "queue");
    if (bytes == 0) return;
    require(to, "to");
    queue->open->device().check_range(place_of(from), bytes);
    queue->queue->download(to, place_of(from), bytes);
    queue->queue->flush();
  });
}

}  // extern "C"
