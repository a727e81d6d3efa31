// Runs the study's kernels: memory, launches, and comparison with their oracles.
#include "device.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "filling.hpp"
#include "launcher.hpp"

namespace hedgerow::lab {
namespace {

using namespace device;

constexpr std::uint64_t kGroupsPerUnit = 32;  // several times the number that hides latencies

// Exchanges go from one buffer to another, and all other kernels work in place.
class KernelWork final : public Work {
 public:
  KernelWork(const StudyDevice& on, const StudyKernel& kernel, Filling filling, std::size_t bytes)
      : device_(open_device(on.facts->id, nullptr)),
        queue_(device_->make_queue(nullptr)),
        launcher_(*device_, on.language, kernel),
        arrays_(bytes / 16),
        in_(*device_, this->bytes() * (kernel.two_arrays ? 2 : 1)) {
    if (kernel.name.starts_with("exchange.")) out_ = Memory(*device_, this->bytes());
    upload(in_.place(), filling, 1);
    if (kernel.two_arrays) upload(in_.place() + this->bytes(), Filling::kRandom, 2);
  }
  void begin() override {
    launcher_.launch(*queue_, in_.place(), out_ ? out_.place() : in_.place(), arrays_);
  }
  void wait() override { queue_->wait(); }
  std::size_t bytes() const override { return arrays_ * 16; }

 private:
  void upload(DevicePtr to, Filling filling, std::uint32_t seed) {
    constexpr std::size_t kPiece = 1 << 20;
    std::vector<std::uint8_t> piece(std::min(kPiece, bytes()));
    fill(piece.data(), piece.size(), filling, seed);
    for (std::size_t at = 0; at < bytes(); at += piece.size())
      queue_->upload(to + at, piece.data(), std::min(piece.size(), bytes() - at));
    queue_->wait();
  }

  std::unique_ptr<Device> device_;
  std::unique_ptr<Queue> queue_;
  Launcher launcher_;
  std::uint64_t arrays_;
  Memory in_, out_;
};

}  // namespace

Launcher::Launcher(Device& device, Language language, const StudyKernel& kernel)
    : kernel_(kernel), program_(device.build(source_of(kernel, language))) {
  const std::uint64_t local = 4 * kernel.local_words;
  if (local > device.facts().local_bytes)
    throw Error(Status::kUnsupported,
                kernel.name + " needs more memory per group than the device has");
  const auto tables = kernel.tables ? kernel.tables() : TableBytes(16);
  tables_ = Memory(device, (tables.size() + 15) / 16 * 16);
  const auto queue = device.make_queue(nullptr);
  queue->upload(tables_.place(), tables.data(), tables.size());
  queue->wait();
  // Each group fills its table first, so there are only as many groups as fit on the device together.
  const std::uint64_t stay = local ? device.facts().local_bytes / local : kGroupsPerUnit;
  most_groups_ = std::max(1u, device.facts().compute_units) * std::min(stay, kGroupsPerUnit);
}

void Launcher::launch(Queue& queue, DevicePtr in, DevicePtr out, std::uint64_t arrays) {
  const std::uint64_t each = std::uint64_t{kernel_.group_threads} * kernel_.arrays_per_thread;
  const auto groups = (std::uint32_t)std::min((arrays + each - 1) / each, most_groups_);
  const std::array arguments{Argument(tables_.place()),   Argument(in),
                             Argument::value(in.offset),  Argument(out),
                             Argument::value(out.offset), Argument::value(arrays)};
  queue.launch(*program_,
               {"hr_encrypt", groups, kernel_.group_threads, 4 * kernel_.local_words, arguments});
}

StudyDevice find_study_device(const std::string& backend) {
  StudyDevice found;
  for (const DriverState& state : drivers()) {
    if ((backend == "cuda") != (std::string(state.name) == "cuda")) continue;
    found.language = state.language, found.driver = state.driver;
    if (state.refusal) found.reason = state.refusal->what();
    if (!state.backend) break;
    for (const DeviceInfo& facts : state.backend->devices())
      if (backend == "cuda" || facts.is_cpu == (backend == "pocl")) {
        found.facts = &facts;
        return found;
      }
    found.reason = backend == "pocl" ? "no OpenCL device here is a CPU"
                                     : "the OpenCL devices here are CPUs, not GPUs";
  }
  return found;
}

std::vector<std::string> study_subjects() {
  std::vector<std::string> names;
  for (const StudyKernel& kernel : study_kernels())
    for (const auto& f : kFillings) names.push_back(kernel.name + f.suffix);
  names.insert(names.end(), std::begin(kHostSubjects), std::end(kHostSubjects));
  return names;
}

std::unique_ptr<Work> make_work(const StudyDevice& on, const std::string& subject,
                                std::size_t bytes) {
  for (const auto& f : kFillings)
    for (const StudyKernel& kernel : study_kernels())
      if (kernel.name + f.suffix == subject)
        return std::make_unique<KernelWork>(on, kernel, f.filling, bytes);
  return make_host_work(on, subject, bytes);
}

namespace {

std::string check_arrays(Device& device, Launcher& launcher, const StudyKernel& kernel,
                         std::uint64_t arrays) {
  constexpr std::size_t kGuard = 64;
  const std::size_t bytes = arrays * 16, all = 2 * bytes + kGuard;
  const auto queue = device.make_queue(nullptr);
  const Memory from(device, all), to(device, all);
  for (const auto& f : kFillings)
    for (const bool in_place : {true, false}) {
      std::vector<std::uint8_t> data(all), made(all);
      fill(data.data(), bytes, f.filling);
      fill(data.data() + bytes, bytes + kGuard, Filling::kRandom, 2);
      std::vector<std::uint8_t> expected = data;
      for (std::uint64_t i = 0; i < arrays; i++)
        kernel.expect(expected.data() + 16 * i, data.data() + bytes + 16 * i, (std::uint32_t)i);
      const DevicePtr out = in_place ? from.place() : to.place();
      queue->upload(from.place(), data.data(), data.size());
      if (!in_place) queue->upload(out, data.data(), data.size());
      launcher.launch(*queue, from.place(), out, arrays);
      queue->download(made.data(), out, made.size());
      queue->wait();
      const auto differ = std::mismatch(made.begin(), made.end(), expected.begin()).first;
      if (differ != made.end())
        return kernel.name + f.suffix + ", " + std::to_string(arrays) + " arrays" +
               (in_place ? " in place" : "") + ": byte " + std::to_string(differ - made.begin()) +
               " is wrong";
    }
  return "";
}

}  // namespace

std::vector<std::string> check_kernel(Device& device, Language language, const StudyKernel& kernel,
                                      std::initializer_list<std::uint64_t> counts) {
  StudyKernel checked = kernel;
  // because an even number of XORs of two arrays has no effect
  if (checked.rounds) checked.rounds |= 1;
  Launcher launcher(device, language, checked);
  std::vector<std::string> faults;
  for (const std::uint64_t arrays : counts)
    faults.push_back(check_arrays(device, launcher, kernel, arrays));
  return faults;
}

}  // namespace hedgerow::lab
