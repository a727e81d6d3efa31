// Implements the contract of devices for OpenCL 1.2 with a context, in-order queues and buffers.
#pragma once

#include <atomic>
#include <map>
#include <mutex>

#include "device/contract.hpp"
#include "device/opencl/api.hpp"

namespace hedgerow::device::opencl {

class OpenClDevice final : public Device {
 public:
  // `native_context` is a cl_context with the device, which is retained, or null for a new context.
  OpenClDevice(const Loader& loader, const DeviceInfo& facts, void* device, void* native_context);
  ~OpenClDevice() override;

  const DeviceInfo& facts() const override { return facts_; }
  std::unique_ptr<Program> build(const Source& source) override;
  std::unique_ptr<Queue> make_queue(void* native) override;
  DevicePtr allocate(std::uint64_t bytes) override;
  void release(DevicePtr place) override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) override;
  bool is_pinned(const void* memory, std::size_t bytes) override;
  void check_range(DevicePtr place, std::uint64_t bytes) override;
  DevicePtr absolute(DevicePtr place) const override { return place; }
  void wait_all() override;
  void check() override { wait_all(); }

  const Loader& loader() const { return loader_; }
  void* context() const { return context_; }
  void* device() const { return device_; }
  void require(int error, const char* what, bool waiting = false) const;
  void require_alive() const;
  // Registers the queues that wait_all waits for.
  void add_queue(void* queue);
  void remove_queue(void* queue);

 private:
  void* build_program(const Source& source);
  void* program_from_binary(const std::string& binary, const std::string& options);
  std::string log_of(void* program) const;
  std::string binary_of(void* program) const;

  const Loader& loader_;
  const DeviceInfo& facts_;  // of the backend, which is never destroyed, so its texts are static
  void* device_;
  void* context_ = nullptr;
  bool foreign_context_;
  void* pinning_queue_ = nullptr;  // maps and unmaps pinned memory
  std::mutex mutex_;
  std::map<void*, int> queues_;                 // the number of users of each
  std::map<std::uint64_t, std::uint64_t> own_;  // the buffers of allocate() and their bytes
  std::map<const char*, std::pair<void*, std::size_t>> pinned_;  // address -> buffer, bytes
  mutable std::atomic<bool> lost_{false};
};

}  // namespace hedgerow::device::opencl
