// The sources, keys and launches of kernels.
#include "device/kernel.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <utility>

namespace hedgerow::device {
namespace {

// Threads process blocks in a loop. Therefore it is enough to launch a few times as many groups as
// hide the latency of the device.
constexpr std::uint64_t kGroupsPerUnit = 32;

}  // namespace

std::uint64_t most_groups(const Launch& launch, const DeviceInfo& facts) {
  const std::uint64_t units = std::max(1u, facts.compute_units);
  if (launch.local_bytes == 0) return units * kGroupsPerUnit;
  // Each group first fills its tables, so launch only as many groups as fit on the device.
  return units * std::max<std::uint64_t>(1, facts.local_bytes / launch.local_bytes);
}

bool serves(const Launch& launch, const DeviceInfo& facts) {
  return launch.local_bytes <= (facts.is_cpu ? 0 : facts.local_bytes);
}

std::vector<const KernelInfo*> kernel_infos_for(const std::string& variant,
                                                const DeviceInfo& facts) {
  std::vector<const KernelInfo*> fitting;
  for (const KernelInfo& info : kernel_infos())
    if (variant == info.variant && serves(info.launch, facts)) fitting.push_back(&info);
  return fitting;
}

Source source_of(const Launch& launch, std::string name, Language language) {
  Source source;
  source.name = std::move(name);
  source.text = program(launch, language);
  std::istringstream options(launch.options);
  for (std::string option; options >> option;) source.options.push_back(option);
  return source;
}

Kernel::Kernel(Device& device, const KernelInfo& info, Language language)
    : info_(info),
      id_(info.id(language)),
      most_groups_(most_groups(info.launch, device.facts())),
      program_(device.build(source_of(info, language))) {}

void Kernel::upload_key(Queue& queue, const HostCipher& host, const void* key, std::size_t bytes,
                        DevicePtr keys) const {
  SecretBytes round_keys(info_.round_key_bytes);
  SecretBytes words(key_bytes());
  host.round_keys(key, bytes, round_keys);
  info_.prepare(round_keys.data(), (std::uint32_t*)words.data());
  queue.upload(keys, words.data(), words.size());
  queue.wait();
}

Dispatch Kernel::dispatch(const char* entry, std::uint64_t blocks,
                          std::span<const Argument> arguments) const {
  const std::uint64_t groups = std::min(covering(info_.launch, blocks), most_groups_);
  return {entry, (std::uint32_t)groups, info_.launch.group_threads, info_.launch.local_bytes,
          arguments};
}

void Kernel::ecb(Queue& queue, hedgerow_direction direction, DevicePtr keys, DevicePtr in,
                 DevicePtr out, std::uint64_t blocks) {
  if (blocks == 0) return;
  const std::array arguments{Argument(keys),
                             Argument(in),
                             Argument::value(in.offset),
                             Argument(out),
                             Argument::value(out.offset),
                             Argument::value(blocks)};
  queue.launch(*program_, dispatch(direction == HEDGEROW_DECRYPT ? "hr_decrypt" : "hr_encrypt",
                                   blocks, arguments));
}

void Kernel::ctr(Queue& queue, DevicePtr keys, const Counter& counter, DevicePtr in, DevicePtr out,
                 std::uint64_t blocks) {
  const std::size_t block = info_.block_bytes;
  const bool keystream = in.base == 0;
  Counter at = counter;
  while (blocks > 0) {
    const std::uint64_t n = std::min(blocks, counter_run(at.block, block, at.order));
    CounterArgument argument{};
    for (std::size_t i = 0; i < block; i++)
      argument.block[i / 4] |= (std::uint32_t)at.block[i] << (8 * (i % 4));
    argument.order = (std::uint32_t)at.order;
    argument.keystream = keystream;
    const DevicePtr from = keystream ? out : in;
    const std::array arguments{Argument(keys),
                               Argument(from),
                               Argument::value(from.offset),
                               Argument(out),
                               Argument::value(out.offset),
                               Argument::value(n),
                               Argument::value(argument)};
    queue.launch(*program_, dispatch("hr_ctr", n, arguments));
    at.advance(block, n);
    if (!keystream) in = in + n * block;
    out = out + n * block;
    blocks -= n;
  }
}

}  // namespace hedgerow::device
