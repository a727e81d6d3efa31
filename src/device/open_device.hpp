// An opened device with what is made once for it: kernels that passed their known answers, and which
// of several serves a cipher. Thread-safe; shared by the handles that were made for it.
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
  const Facts& facts() const { return device_->facts(); }
  Language language() const { return language_; }

  // The kernel that serves a cipher: the one that `forced` names (null: HEDGEROW_DEVICE_KERNEL,
  // where it names one of this cipher and backend), else the quickest here. It has computed known
  // answers on this device. `host` is the cipher on the CPU; its key is overwritten.
  std::shared_ptr<Kernel> kernel_for(const std::string& variant, const char* forced);

  // The kernel that serves a field: the one that HEDGEROW_DEVICE_HASH names, where it names one of this field and
  // backend, else the quickest here. `dot`: for sums of products.
  std::shared_ptr<HashKernel> hash_for(const std::string& field, bool dot);
  // Runs `check` at the first call with this name; what it throws as wrong answers is thrown at each later one.
  void require_tested(const std::string& name, const std::function<void()>& check);

 private:
  std::shared_ptr<Kernel> tested(const Form& form);
  // Of several forms the one that a calibration found to be the quickest; `seconds` throws where one cannot run here.
  template <class AnyForm>
  const AnyForm& chosen(const std::vector<const AnyForm*>& candidates,
                        const std::function<double(const AnyForm&)>& seconds);
  std::shared_ptr<HashKernel> compiled(const HashForm& form);

  Language language_;
  std::unique_ptr<Device> device_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Kernel>> kernels_;  // by id
  std::map<std::string, Error> refused_;                    // by id: wrong answers
  std::mutex hash_mutex_;
  std::map<std::string, std::shared_ptr<HashKernel>> hashes_;  // by id
  std::mutex combinations_mutex_;
  std::map<std::string, std::optional<Error>>
      combinations_;  // of cipher, mode and hash: none, or wrong answers
};

// Computes known answers with a kernel: the standard's own both ways, and CTR beside the CPU over
// several launches' worth of blocks and a carry. Throws kSelftest with what differed.
void check_known_answers(Device& device, Kernel& kernel);

// Seconds that a megabyte of CTR, or of a field's first step, takes in device memory: the least of a few runs.
double seconds_per_megabyte(Device& device, Kernel& kernel);
double seconds_per_megabyte(Device& device, HashKernel& kernel);

}  // namespace hedgerow::device
