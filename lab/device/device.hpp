// A device of the study, and the work that is measured on it: kernels of the study over memory of the device, and
// CLEFIA from host to host.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/drivers.hpp"
#include "kernels.hpp"

namespace hedgerow::lab {

// Returns the device for a backend. "cuda" is its first device, "opencl" the first device that is not a CPU, and "pocl"
// the first OpenCL device that is a CPU.
struct StudyDevice {
  device::Language language{};
  const device::DeviceInfo* facts = nullptr;  // null: the reason is in `reason`
  std::string reason, driver;
};
StudyDevice find_study_device(const std::string& backend);

// Work that is repeated and timed. Throws device::Error, device_error.
class Work {
 public:
  virtual ~Work() = default;
  virtual void begin() = 0;  // may return early
  virtual void wait() = 0;
  virtual std::size_t bytes() const = 0;
};

// Returns the work for a kernel, optionally with the suffix of a filling, or for one of kHostSubjects. Returns null if
// the name is unknown.
std::unique_ptr<Work> make_work(const StudyDevice& on, const std::string& subject,
                                std::size_t bytes);
std::unique_ptr<Work> make_host_work(const StudyDevice& on, const std::string& subject,
                                     std::size_t bytes);
// CLEFIA-128 from host to host. In ECB: with the paper's best choices, with its worst ones, by T-tables with one copy
// for every bank, and with the library's choice. In CTR: with the library's choice.
inline constexpr const char* kHostSubjects[] = {"clefia.best", "clefia.worst", "clefia.table",
                                                "clefia.ours", "host.ctr"};
// Returns every subject, in order.
std::vector<std::string> study_subjects();

// Compares a kernel with its oracle on each number of arrays of each kind of input, in place and between two buffers.
// Returns "", or a description of the difference, for each number.
std::vector<std::string> check_kernel(device::Device& device, device::Language language,
                                      const StudyKernel& kernel,
                                      std::initializer_list<std::uint64_t> counts);
// Compares CLEFIA from host to host in the same way.
std::string check_host(const StudyDevice& on, const std::string& subject, std::size_t bytes);

}  // namespace hedgerow::lab
