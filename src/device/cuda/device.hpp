// Implements the contract of devices for CUDA with streams in the primary context, using only the
// driver API.
#pragma once

#include <atomic>
#include <mutex>

#include "device/contract.hpp"
#include "device/cuda/api.hpp"

namespace hedgerow::device::cuda {

class CudaDevice;

// Makes the device's primary context current and restores the caller's context at the end of the
// scope.
class Current {
 public:
  explicit Current(const CudaDevice& device);
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  ~Current();

 private:
  const Driver& driver_;
};

class CudaDevice final : public Device {
 public:
  CudaDevice(const Driver& driver, const Nvrtc* nvrtc, const DeviceInfo& facts, int ordinal);
  ~CudaDevice() override;

  const DeviceInfo& facts() const override { return facts_; }
  std::unique_ptr<Program> build(const Source& source) override;
  std::unique_ptr<Queue> make_queue(void* native) override;
  DevicePtr allocate(std::uint64_t bytes) override;
  void release(DevicePtr place) override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) override;
  bool is_pinned(const void* memory, std::size_t bytes) override;
  void check_range(DevicePtr place, std::uint64_t bytes) override;
  DevicePtr absolute(DevicePtr place) const override { return {0, place.base + place.offset}; }
  void wait_all() override;
  void check() override;

  const Driver& driver() const { return driver_; }
  void* context() const { return context_; }
  // Throws if a call failed, and remembers for later calls if the device is lost.
  void require(int error, const char* what) const;
  void require_alive() const;

 private:
  std::unique_ptr<Program> build_from_source(const Source& source);
  std::unique_ptr<Program> build_from_ptx(const Source& source);
  std::unique_ptr<Program> load(const Source& source, const std::string& image);

  const Driver& driver_;
  const Nvrtc* nvrtc_;       // null if NVRTC is not installed
  const DeviceInfo& facts_;  // of the backend, which is never destroyed, so its texts are static
  int ordinal_, device_ = 0;
  void* context_ = nullptr;
  mutable std::atomic<bool> lost_{false};
};

// Says if `error` means that all later calls in this context will fail.
bool means_lost(int error);

// Compiles a source with NVRTC for the architecture `arch` (for example 90). The result is a cubin
// if NVRTC knows the architecture, else PTX for the highest one below it. Throws kCompile.
std::string compile_with_nvrtc(const Nvrtc& nvrtc, const Source& source, int arch);
// Compiles PTX, which runs on that architecture and on all later ones.
std::string compile_ptx(const Nvrtc& nvrtc, const Source& source, int arch);

}  // namespace hedgerow::device::cuda
