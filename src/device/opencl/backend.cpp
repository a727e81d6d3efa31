// The devices of all OpenCL platforms, in the order of the loader. Only little-endian devices with
// a compiler and OpenCL 1.2 are listed.
#include "device/opencl/backend.hpp"

#include <algorithm>
#include <cstdio>

#include "device/opencl/device.hpp"

namespace hedgerow::device::opencl {
namespace {

template <class T>
T device_value(const Loader& loader, void* device, unsigned what) {
  T value{};
  loader.device_info(device, what, sizeof value, &value, nullptr);
  return value;
}

template <class Get>
std::string text(const Get& get) {
  std::size_t bytes = 0;
  if (get(0, nullptr, &bytes) != 0 || bytes == 0) return "";
  std::string value(bytes, '\0');
  get(bytes, value.data(), nullptr);
  value.resize(std::min(value.find('\0'), bytes));
  while (!value.empty() && value.back() == ' ') value.pop_back();
  return value;
}

std::string device_text(const Loader& loader, void* device, unsigned what) {
  return text([&](std::size_t room, void* value, std::size_t* bytes) {
    return loader.device_info(device, what, room, value, bytes);
  });
}

// For example, "OpenCL 3.0 PoCL 3.1 ..." is 30.
int version_of(const std::string& text) {
  int major = 0, minor = 0;
  return std::sscanf(text.c_str(), "OpenCL %d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

class OpenClBackend final : public Backend {
 public:
  OpenClBackend() : loader_(load_loader()) {
    unsigned count = 0;
    const int error = loader_.platforms(0, nullptr, &count);
    if (error && error != kNoPlatform)
      throw Error(Status::kDriver, "OpenCL platforms cannot be listed: " + describe(error));
    std::vector<void*> platforms(count);
    if (count) loader_.platforms(count, platforms.data(), nullptr);
    std::string refused;
    for (void* platform : platforms) add_platform(platform, refused);
    if (devices_.empty() && !refused.empty()) throw Error(Status::kOldDriver, refused);
    if (devices_.empty())
      throw Error(Status::kNoDevice, count ? "the OpenCL platforms have no device"
                                           : "OpenCL has no platform: no driver is installed");
  }
  const char* name() const override { return "opencl"; }
  std::string driver() const override { return driver_; }
  const std::vector<DeviceInfo>& devices() const override { return devices_; }
  std::unique_ptr<Device> open(std::size_t index, void* native_context) override {
    return std::make_unique<OpenClDevice>(loader_, devices_.at(index), handles_.at(index),
                                          native_context);
  }

 private:
  void add_platform(void* platform, std::string& refused) {
    unsigned count = 0;
    if (loader_.devices(platform, kTypeAll, 0, nullptr, &count) != 0 || count == 0) return;
    std::vector<void*> devices(count);
    loader_.devices(platform, kTypeAll, count, devices.data(), nullptr);
    const std::string name = text([&](std::size_t room, void* value, std::size_t* bytes) {
      return loader_.platform_info(platform, kPlatformName, room, value, bytes);
    });
    driver_ += (driver_.empty() ? "" : ", ") + name;
    for (void* device : devices) {
      const std::string why = reason_against(device);
      if (why.empty())
        add_device(device);
      else
        refused = device_text(loader_, device, kDeviceName) + " of " + name + " " + why;
    }
  }
  // The reason why a device cannot serve, or "" if it can.
  std::string reason_against(void* device) const {
    const std::string version = device_text(loader_, device, kDeviceVersion);
    if (version_of(version) < 12) return "is of " + version + "; OpenCL 1.2 is the oldest";
    if (!device_value<unsigned>(loader_, device, kDeviceLittle)) return "is big-endian";
    if (!device_value<unsigned>(loader_, device, kDeviceCompiler)) return "has no compiler";
    if (!device_value<unsigned>(loader_, device, kDeviceAvailable)) return "is not available";
    return "";
  }
  void add_device(void* device) {
    DeviceInfo facts;
    facts.id = "opencl:" + std::to_string(devices_.size());
    facts.backend = "opencl";
    facts.name = device_text(loader_, device, kDeviceName);
    facts.driver = device_text(loader_, device, kDeviceDriver);
    facts.architecture = device_text(loader_, device, kDeviceLanguage);
    facts.memory_bytes = device_value<std::uint64_t>(loader_, device, kDeviceMemory);
    facts.compute_units = device_value<unsigned>(loader_, device, kDeviceUnits);
    facts.clock_mhz = device_value<unsigned>(loader_, device, kDeviceClock);
    facts.local_bytes = (std::uint32_t)std::min<std::uint64_t>(
        device_value<std::uint64_t>(loader_, device, kDeviceLocal), UINT32_MAX);
    facts.is_cpu = device_value<std::uint64_t>(loader_, device, kDeviceType) & kTypeCpu;
    devices_.push_back(facts);
    handles_.push_back(device);
  }

  Loader loader_;
  std::string driver_;
  std::vector<DeviceInfo> devices_;
  std::vector<void*> handles_;
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<OpenClBackend>(); }

}  // namespace hedgerow::device::opencl
