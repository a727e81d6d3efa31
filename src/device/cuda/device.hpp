// CUDA behind the contract: streams of the primary context, over the driver's API alone.
#pragma once

#include <atomic>
#include <mutex>

#include "device/contract.hpp"
#include "device/cuda/api.hpp"

namespace hedgerow::device::cuda {

class CudaDevice;

// Makes the device's primary context current, and the caller's again at the end.
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
  CudaDevice(const Driver& driver, const Nvrtc* nvrtc, const Facts& facts, int ordinal);
  ~CudaDevice() override;

  const Facts& facts() const override { return facts_; }
  std::unique_ptr<Program> build(const Source& source) override;
  std::unique_ptr<Queue> make_queue(void* native) override;
  Place allocate(std::uint64_t bytes) override;
  void release(Place place) override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) override;
  bool is_pinned(const void* memory, std::size_t bytes) override;
  void check_range(Place place, std::uint64_t bytes) override;
  Place absolute(Place place) const override { return {0, place.base + place.offset}; }
  void wait_all() override;
  void check() override;

  const Driver& driver() const { return driver_; }
  void* context() const { return context_; }
  // Throws when a call failed; remembers that the device is lost.
  void require(int error, const char* what) const;
  void require_alive() const;

 private:
  std::unique_ptr<Program> build_from_source(const Source& source);
  std::unique_ptr<Program> build_from_ptx(const Source& source);
  std::unique_ptr<Program> load(const Source& source, const std::string& image);

  const Driver& driver_;
  const Nvrtc* nvrtc_;  // null: not installed
  Facts facts_;
  int ordinal_, device_ = 0;
  void* context_ = nullptr;
  mutable std::atomic<bool> lost_{false};
};

// Whether `error` says that nothing more will work in this context.
bool means_lost(int error);

// What NVRTC makes of a source for an architecture of `arch` (90): a cubin where it knows the
// architecture, else PTX of the highest below it. Throws kCompile.
std::string compile_with_nvrtc(const Nvrtc& nvrtc, const Source& source, int arch);
// PTX for that architecture and all later ones.
std::string compile_ptx(const Nvrtc& nvrtc, const Source& source, int arch);

}  // namespace hedgerow::device::cuda
