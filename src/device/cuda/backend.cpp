// The devices of the CUDA driver.
#include "device/cuda/backend.hpp"

#include "device/cuda/device.hpp"

namespace hedgerow::device::cuda {
namespace {

// CUdevice_attribute
constexpr int kClockKhz = 13, kMultiprocessors = 16, kMajor = 75, kMinor = 76, kSharedOptin = 97;

class CudaBackend final : public Backend {
 public:
  CudaBackend() : driver_(load_driver()), nvrtc_(load_nvrtc(driver_.version)) {
    int count = 0;
    if (const int error = driver_.device_count(&count))
      throw Error(Status::kDriver, "CUDA devices cannot be listed: " + driver_.describe(error));
    if (count == 0) throw Error(Status::kNoDevice, "the CUDA driver has no device");
    for (int i = 0; i < count; i++) devices_.push_back(facts_of(i));
  }
  const char* name() const override { return "cuda"; }
  std::string driver() const override {
    return "CUDA " + version_text(driver_.version) +
           (nvrtc_ ? ", NVRTC " + nvrtc_->version_text : ", no NVRTC");
  }
  const std::vector<DeviceInfo>& devices() const override { return devices_; }
  std::unique_ptr<Device> open(std::size_t index, void* native_context) override {
    if (native_context)
      throw Error(Status::kArgument,
                  "native_context is for OpenCL: CUDA's is always the primary context");
    return std::make_unique<CudaDevice>(driver_, nvrtc_ ? &*nvrtc_ : nullptr, devices_.at(index),
                                        (int)index);
  }

 private:
  int attribute(int device, int which) const {
    int value = 0;
    driver_.device_attribute(&value, which, device);
    return value;
  }
  DeviceInfo facts_of(int ordinal) const {
    int device = 0;
    char name[256] = "";
    std::size_t bytes = 0;
    const int error = driver_.device_get(&device, ordinal);
    if (error || driver_.device_name(name, sizeof name - 1, device) != 0 ||
        driver_.device_memory(&bytes, device) != 0)
      throw Error(Status::kDriver, "cuda:" + std::to_string(ordinal) + " does not answer");
    DeviceInfo facts;
    facts.id = "cuda:" + std::to_string(ordinal);
    facts.backend = "cuda";
    facts.name = name;
    facts.driver = version_text(driver_.version);
    facts.architecture =
        "sm_" + std::to_string(10 * attribute(device, kMajor) + attribute(device, kMinor));
    facts.memory_bytes = bytes;
    facts.compute_units = (unsigned)attribute(device, kMultiprocessors);
    facts.clock_mhz = (unsigned)attribute(device, kClockKhz) / 1000;
    facts.local_bytes = (std::uint32_t)attribute(device, kSharedOptin);
    return facts;
  }

  Driver driver_;
  std::optional<Nvrtc> nvrtc_;
  std::vector<DeviceInfo> devices_;
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<CudaBackend>(); }

}  // namespace hedgerow::device::cuda
