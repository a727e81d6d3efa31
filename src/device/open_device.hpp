// An open device and the results that are computed once for it: kernels that passed their known
// answers, and the choice between several kernels. Thread-safe. The handles that were made for the
// device share it.
#pragma once

#include <functional>
#include <map>
#include <mutex>

#include "device/drivers.hpp"
#include "device/hash_kernel.hpp"

namespace hedgerow::device {

class OpenDevice {
 public:
  OpenDevice(const std::string& id, void* native_context);
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  Device& device() { return *device_; }
  const DeviceInfo& facts() const { return device_->facts(); }
  Language language() const { return language_; }

  // Returns the kernel that serves a cipher: the kernel `forced`, or, if `forced` is null, the kernel in
  // HEDGEROW_DEVICE_KERNEL if that is for this cipher and backend, or otherwise the fastest kernel on this device. The
  // kernel has passed its known answers on this device. `host` is the cipher on the CPU; its key is overwritten.
  std::shared_ptr<Kernel> kernel_for(const std::string& variant, const char* forced);

  // Returns the kernel that serves a field: the kernel in HEDGEROW_DEVICE_HASH if that is for this field and backend,
  // otherwise the fastest kernel on this device. If `dot` is set, the kernel must have hr_dot.
  std::shared_ptr<HashKernel> hash_for(const std::string& field, bool dot);
  // Runs `check` at the first call with this name. If it throws wrong answers, each later call
  // throws the same error.
  void require_tested(const std::string& name, const std::function<void()>& check);

 private:
  std::shared_ptr<Kernel> tested(const KernelInfo& info);
  // Returns the kernel that a calibration found to be the fastest. `seconds` throws if a kernel cannot
  // run here.
  template <class AnyInfo>
  const AnyInfo& chosen(const std::vector<const AnyInfo*>& candidates,
                        const std::function<double(const AnyInfo&)>& seconds);
  std::shared_ptr<HashKernel> compiled(const HashKernelInfo& info);

  Language language_;
  std::unique_ptr<Device> device_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Kernel>> kernels_;  // by id
  std::map<std::string, Error> refused_;                    // by id: kernels with wrong answers
  std::mutex hash_mutex_;
  std::map<std::string, std::shared_ptr<HashKernel>> hashes_;  // by id
  std::mutex combinations_mutex_;
  std::map<std::string, std::optional<Error>>
      combinations_;  // by cipher, mode and hash: nullopt, or the error of its wrong answers
};

// Computes known answers with a kernel: the standard's own vectors in both directions, and CTR over
// several passes of the kernel and across a carry, compared with the CPU. Throws kSelftest and
// names the difference.
void check_known_answers(Device& device, Kernel& kernel);

// Seconds for one megabyte of CTR, or of a field's first step, in device memory. The result is the
// least of a few runs.
double seconds_per_megabyte(Device& device, Kernel& kernel);
double seconds_per_megabyte(Device& device, HashKernel& kernel);

}  // namespace hedgerow::device
