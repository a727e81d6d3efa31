// CLEFIA-128 from host to host: with the study's choices, and through device.h by T-tables or with the library's
// choice.
#include <algorithm>
#include <cstring>

#include "device.hpp"
#include "filling.hpp"
#include "hedgerow/device.hpp"
#include "launcher.hpp"
#include "tables.hpp"

namespace hedgerow::lab {
namespace {

using Bytes = std::vector<std::uint8_t>;

Input key() { return Input(kClefiaKey, sizeof kClefiaKey); }
Input iv() { return Input(kClefiaKey, algorithm_info("clefia-128", "ctr").iv_bytes); }

class HostWork : public Work {
 public:
  explicit HostWork(std::size_t bytes) : bytes_(bytes / 16 * 16) {}
  void wait() override {}
  std::size_t bytes() const override { return bytes_; }
  // After one begin(), says whether the output is what the CPU computes from the input.
  virtual bool is_right() = 0;

 protected:
  bool equals_cpu(const char* mode, Input in, Input out) const {
    Cipher cpu("clefia-128", mode, key());
    if (std::string(mode) == "ctr") cpu.set_iv(iv());
    Bytes expected(bytes_);
    cpu.encrypt(in, expected);
    return std::memcmp(expected.data(), out.data(), bytes_) == 0;
  }

 private:
  std::size_t bytes_;
};

// Copies the whole message from memory that the driver must copy first, runs one kernel of the study, and copies
// everything back.
class StudyClefia final : public HostWork {
 public:
  StudyClefia(const StudyDevice& on, const char* kernel, std::size_t bytes)
      : HostWork(bytes),
        device_(device::open_device(on.facts->id, nullptr)),
        queue_(device_->make_queue(nullptr)),
        launcher_(*device_, on.language, *find_study_kernel(kernel)),
        memory_(*device_, this->bytes()),
        in_(this->bytes()),
        out_(this->bytes()) {
    fill(in_.data(), in_.size(), Filling::kRandom);
  }
  void begin() override {
    queue_->upload(memory_.place(), in_.data(), in_.size());
    launcher_.launch(*queue_, memory_.place(), memory_.place(), in_.size() / 16);
    queue_->download(out_.data(), memory_.place(), out_.size());
    queue_->wait();
  }
  bool is_right() override { return equals_cpu("ecb", in_, out_); }

 private:
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<device::Queue> queue_;
  Launcher launcher_;
  device::Memory memory_;
  Bytes in_, out_;
};

// Uses pinned memory, and copies while the kernel runs. An empty `kernel` means the choice of the calibration.
class PinnedClefia final : public HostWork {
 public:
  PinnedClefia(const StudyDevice& on, const std::string& kernel, const char* mode,
               std::size_t bytes)
      : HostWork(bytes),
        device_(on.facts->id),
        cipher_(device_, "clefia-128", key(), options(kernel)),
        in_(device_, this->bytes()),
        out_(device_, this->bytes()),
        mode_(mode) {
    fill(in_.data(), in_.size(), Filling::kRandom);
  }
  void begin() override {
    const Input in(in_.data(), in_.size());
    const Output out(out_.data(), out_.size());
    if (mode_ == "ctr")
      cipher_.ctr(iv(), 0, in, out);
    else
      cipher_.ecb(HEDGEROW_ENCRYPT, in, out);
  }
  bool is_right() override {
    return equals_cpu(mode_.c_str(), Input(in_.data(), in_.size()),
                      Input(out_.data(), out_.size()));
  }

 private:
  static DeviceCipherOptions options(const std::string& kernel) {
    DeviceCipherOptions o;
    o.kernel = kernel;
    o.limit_blocks = HEDGEROW_NO_LIMIT;
    return o;
  }
  Device device_;
  DeviceCipher cipher_;
  PinnedMemory in_, out_;
  std::string mode_;
};

}  // namespace

std::unique_ptr<Work> make_host_work(const StudyDevice& on, const std::string& subject,
                                     std::size_t bytes) {
  if (std::find(std::begin(kHostSubjects), std::end(kHostSubjects), subject) ==
      std::end(kHostSubjects))
    return nullptr;
  if (subject == "clefia.best")
    return std::make_unique<StudyClefia>(on, "clefia_kernel.best", bytes);
  if (subject == "clefia.worst")
    return std::make_unique<StudyClefia>(on, "clefia_kernel.worst", bytes);
  // A CPU runs the tables only, because it needs a minute to compile the bit slice for the calibration.
  const bool tables = subject == "clefia.table" || on.facts->is_cpu;
  return std::make_unique<PinnedClefia>(on, tables ? "clefia-128.table." + on.facts->backend : "",
                                        subject == "host.ctr" ? "ctr" : "ecb", bytes);
}

std::string check_host(const StudyDevice& on, const std::string& subject, std::size_t bytes) {
  const auto work = make_host_work(on, subject, bytes);
  work->begin();
  return dynamic_cast<HostWork&>(*work).is_right() ? "" : subject + " is not what the CPU computes";
}

}  // namespace hedgerow::lab
