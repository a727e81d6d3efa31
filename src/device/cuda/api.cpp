// Opens libcuda.so.1 and NVRTC.
#include "device/cuda/api.hpp"

#include <stdlib.h>

#include "device/error.hpp"

namespace hedgerow::device::cuda {
namespace {

constexpr int kOldestVersion = 11000;
constexpr int kErrorNoDevice = 100, kErrorStub = 34, kErrorOldDriver = 35;

[[noreturn]] void refuse(const Driver& driver, int error) {
  const Status status = error == kErrorNoDevice                           ? Status::kNoDevice
                        : error == kErrorStub || error == kErrorOldDriver ? Status::kOldDriver
                                                                          : Status::kDriver;
  throw Error(status, "the CUDA driver does not start: " + driver.describe(error));
}

}  // namespace

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string Driver::describe(int error) const {
  const char *name = nullptr, *text = nullptr;
  if (error_name) error_name(error, &name);
  if (error_text) error_text(error, &text);
  return std::string(name ? name : "error") + " (" + std::to_string(error) + ")" +
         (text ? std::string(": ") + text : "");
}

Driver load_driver() {
  const Library library({"libcuda.so.1"});
  if (!library)
    throw Error(Status::kNoDriver,
                "no CUDA driver: libcuda.so.1 cannot be opened: " + library.error());
  Driver driver;
  std::string missing;
#define CUDA(member, symbol, parameters) library.bind(driver.member, symbol, &missing);
#include "device/cuda/functions.def"
  if (driver.driver_version) driver.driver_version(&driver.version);
  if (!missing.empty() || driver.version < kOldestVersion)
    throw Error(Status::kOldDriver, "the CUDA driver is too old: it is of version " +
                                        version_text(driver.version) +
                                        (missing.empty() ? "" : " and lacks " + missing) +
                                        "; 11.0 is the oldest that serves");
  if (const int error = driver.init(0)) refuse(driver, error);
  return driver;
}

std::optional<Nvrtc> load_nvrtc(int driver_version) {
  const int major = driver_version / 1000;
  const std::string own = "libnvrtc.so." + (major == 11 ? "11.2" : std::to_string(major));
  const Library library({secure_getenv("HEDGEROW_NVRTC"), own.c_str(), "libnvrtc.so.13",
                         "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"});
  if (!library) return std::nullopt;
  Nvrtc nvrtc;
  std::string missing;
#define NVRTC(member, symbol, parameters) library.bind(nvrtc.member, symbol, &missing);
#include "device/cuda/functions.def"
  int major_version = 0, minor = 0;
  if (!missing.empty() || nvrtc.version(&major_version, &minor) != 0) return std::nullopt;
  nvrtc.version_text = std::to_string(major_version) + "." + std::to_string(minor);
  return nvrtc;
}

}  // namespace hedgerow::device::cuda
