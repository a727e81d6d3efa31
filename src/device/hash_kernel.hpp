// A hash kernel on one device: its program, and the steps that condense a sequence into one element.
//
//   blocks --hash--> steps()[0] partials --hash--> steps()[1] --...--> 1
//
// Each step multiplies by h^partials for its own number of partials. A step is left out if it would
// not shorten the sequence.
#pragma once

#include "device/kernel.hpp"

namespace hedgerow::device {

class HashKernel {
 public:
  // Compiles the kernel for the device, or throws kCompile or kUnsupported.
  HashKernel(Device& device, const HashKernelInfo& info, Language language);

  const HashKernelInfo& info() const { return info_; }
  const std::string& id() const { return id_; }
  // The number of partials after each step, where the last step leaves one.
  const std::vector<std::uint64_t>& steps() const { return steps_; }
  // Bytes of the prepared power of one step, a multiple of 16.
  std::uint64_t key_bytes() const {
    return (std::uint64_t{info_.launch.key_words} * 4 + 15) / 16 * 16;
  }

  // Launches hr_hash or hr_dot of the kernel, where `keys` is the prepared power for this number of
  // `partials`.
  void hash(Queue& queue, DevicePtr keys, DevicePtr in, std::uint64_t blocks, DevicePtr out,
            std::uint64_t partials);
  void dot(Queue& queue, DevicePtr factors, DevicePtr in, std::uint64_t blocks, DevicePtr out,
           std::uint64_t partials);
  void put(Queue& queue, DevicePtr out, const std::uint8_t* element);

 private:
  void launch(Queue& queue, const char* entry, std::uint64_t partials,
              std::span<const Argument> arguments);

  const HashKernelInfo& info_;
  std::string id_;
  std::vector<std::uint64_t> steps_;
  std::unique_ptr<Program> program_;
};

// The kernels of a field that the device can run, in the order of devices.def, like kernel_infos_for() for
// ciphers. `dot`: return only kernels with hr_dot.
std::vector<const HashKernelInfo*> hash_kernel_infos_for(const std::string& field, bool dot,
                                                         const DeviceInfo& facts);

}  // namespace hedgerow::device
