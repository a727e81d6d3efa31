// The fixture of the tests of AEADs over the standin of CUDA.
#pragma once
#include "device/device_aead_support.hpp"
#include "device/device_cuda_support.hpp"

namespace hedgerow::test {

class DeviceCudaAead : public DeviceCuda {
 protected:
  const AeadSubject gcm{"speck-128-128", "gcm"};
  DeviceAead make_gcm(const Device& device, std::size_t piece_bytes = 4096, bool allow_cpu = false,
                      bool repeat_nonce = true) {
    return gcm.on(device, piece_bytes, allow_cpu, repeat_nonce, kKernel);
  }
};

}  // namespace hedgerow::test
