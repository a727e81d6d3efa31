// The sources and launches of hash kernels.
#include "device/hash_kernel.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace hedgerow::device {
namespace {

// The number of elements that a thread condenses in a step after the first. It is small enough that
// the step is short, and large enough that the number of elements falls quickly.
constexpr std::uint64_t kRatio = 64;
// The number of groups of the first step for each compute unit. They hide the latency of the unit,
// but each partial is more work for the later steps.
constexpr std::uint64_t kGroupsPerUnit = 8;

std::vector<std::uint64_t> steps_of(const Launch& launch, const DeviceInfo& facts) {
  const std::uint64_t units = std::max(1u, facts.compute_units);
  const std::uint64_t groups = std::min(most_groups(launch, facts), units * kGroupsPerUnit);
  std::vector<std::uint64_t> steps;
  for (std::uint64_t n = groups * launch.group_threads; n > 1; n = (n + kRatio - 1) / kRatio)
    steps.push_back(n);
  steps.push_back(1);
  return steps;
}

}  // namespace

std::vector<const HashKernelInfo*> hash_kernel_infos_for(const std::string& field, bool dot,
                                                         const DeviceInfo& facts) {
  std::vector<const HashKernelInfo*> fitting;
  for (const HashKernelInfo& info : hash_kernel_infos())
    if (field == info.field && (info.has_dot || !dot) && serves(info.launch, facts))
      fitting.push_back(&info);
  return fitting;
}

HashKernel::HashKernel(Device& device, const HashKernelInfo& info, Language language)
    : info_(info),
      id_(info.id(language)),
      steps_(steps_of(info.launch, device.facts())),
      program_(device.build(source_of(info, language))) {}

void HashKernel::launch(Queue& queue, const char* entry, std::uint64_t partials,
                        std::span<const Argument> arguments) {
  const Launch& l = info_.launch;
  const std::uint64_t groups = std::min((partials + l.group_threads - 1) / l.group_threads,
                                        (steps_[0] + l.group_threads - 1) / l.group_threads);
  queue.launch(*program_,
               {entry, (std::uint32_t)groups, l.group_threads, l.local_bytes, arguments});
}

void HashKernel::hash(Queue& queue, DevicePtr keys, DevicePtr in, std::uint64_t blocks,
                      DevicePtr out, std::uint64_t partials) {
  const std::array arguments{Argument(keys),
                             Argument(in),
                             Argument::value(in.offset),
                             Argument(out),
                             Argument::value(out.offset),
                             Argument::value(blocks),
                             Argument::value(partials)};
  launch(queue, "hr_hash", partials, arguments);
}

void HashKernel::dot(Queue& queue, DevicePtr factors, DevicePtr in, std::uint64_t blocks,
                     DevicePtr out, std::uint64_t partials) {
  const std::array arguments{Argument(factors),           Argument(in),
                             Argument::value(in.offset),  Argument(out),
                             Argument::value(out.offset), Argument::value(blocks),
                             Argument::value(partials)};
  launch(queue, "hr_dot", partials, arguments);
}

void HashKernel::put(Queue& queue, DevicePtr out, const std::uint8_t* element) {
  ElementArgument argument{};
  for (std::size_t i = 0; i < info_.block_bytes; i++)
    argument.word[i / 4] |= (std::uint32_t)element[i] << (8 * (i % 4));
  const std::uint64_t none = 0;
  const std::array arguments{Argument(out),
                             Argument(out),
                             Argument::value(none),
                             Argument(out),
                             Argument::value(out.offset),
                             Argument::value(none),
                             Argument::value(argument)};
  launch(queue, "hr_put", 1, arguments);
}

}  // namespace hedgerow::device
