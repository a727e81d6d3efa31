// A device of the study and what is measured on it: kernels of the study over memory of the
// device, and CLEFIA from host to host.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "device/drivers.hpp"
#include "kernels.hpp"

namespace hedgerow::lab {

// "cuda": its first device; "opencl": the first one that is no CPU; "pocl": the first OpenCL device that is a CPU.
struct StudyDevice {
  device::Language language{};
  const device::Facts* facts = nullptr;  // null: see reason
  std::string reason, driver;
};
StudyDevice find_study_device(const std::string& backend);

// Work that is repeated and timed. Throws device::Error, device_error.
class Work {
 public:
  virtual ~Work() = default;
  virtual void begin() = 0;  // may return before it is done
  virtual void wait() = 0;
  virtual std::size_t bytes() const = 0;
};

// A kernel, also with a filling's suffix, or one of kHostSubjects. Null where nothing has this name.
std::unique_ptr<Work> make_work(const StudyDevice& on, const std::string& subject,
                                std::size_t bytes);
std::unique_ptr<Work> make_host_work(const StudyDevice& on, const std::string& subject,
                                     std::size_t bytes);
// CLEFIA-128 from host to host: ECB by the paper's best choices, by its worst ones, by T-tables with a copy for every
// bank, and as the library chooses; CTR as it chooses.
inline constexpr const char* kHostSubjects[] = {"clefia.best", "clefia.worst", "clefia.table",
                                                "clefia.ours", "host.ctr"};
// Every subject, in order.
std::vector<std::string> study_subjects();

// Compares a kernel with its oracle on `arrays` arrays of each kind of input, in place and not; "" or what differs.
std::string check_kernel(device::Device& device, device::Language language,
                         const StudyKernel& kernel, std::uint64_t arrays);
// The same of CLEFIA from host to host.
std::string check_host(const StudyDevice& on, const std::string& subject, std::size_t bytes);

}  // namespace hedgerow::lab
