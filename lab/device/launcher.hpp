// A kernel of the study on a device, with its tables in the memory of the device.
#pragma once

#include "kernels.hpp"

namespace hedgerow::lab {

class Launcher {
 public:
  // Compiles the kernel. Throws device::Error.
  Launcher(device::Device& device, device::Language language, const StudyKernel& kernel);
  // Queues out[i] = f(in[i]) for `arrays` arrays.
  void launch(device::Queue& queue, device::DevicePtr in, device::DevicePtr out,
              std::uint64_t arrays);

 private:
  const StudyKernel& kernel_;
  std::unique_ptr<device::Program> program_;
  device::Memory tables_;
  std::uint64_t most_groups_;
};

}  // namespace hedgerow::lab
