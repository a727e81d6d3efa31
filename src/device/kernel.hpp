// A kernel on one device, with its program and the launches that process blocks.
#pragma once

#include "device/contract.hpp"
#include "device/host_cipher.hpp"
#include "device/kernel_info.hpp"

namespace hedgerow::device {

// Each run queues one launch, or two if the 32 counter bits wrap within it. The rules for threads
// are those of Program.
class Kernel {
 public:
  // Compiles the kernel for the device, or throws kCompile or kUnsupported.
  Kernel(Device& device, const KernelInfo& info, Language language);

  const KernelInfo& info() const { return info_; }
  const std::string& id() const { return id_; }
  // Bytes of the prepared key on the device.
  std::uint64_t key_bytes() const { return std::uint64_t{info_.launch.key_words} * 4; }

  // Queues the upload of a prepared key and waits for it. The copy in host memory is wiped.
  void upload_key(Queue& queue, const HostCipher& host, const void* key, std::size_t bytes,
                  DevicePtr keys) const;
  void ecb(Queue& queue, hedgerow_direction direction, DevicePtr keys, DevicePtr in, DevicePtr out,
           std::uint64_t blocks);
  // If `in` is a null place, the output is the keystream.
  void ctr(Queue& queue, DevicePtr keys, const Counter& counter, DevicePtr in, DevicePtr out,
           std::uint64_t blocks);

 private:
  Dispatch dispatch(const char* entry, std::uint64_t blocks,
                    std::span<const Argument> arguments) const;

  const KernelInfo& info_;
  std::string id_;
  std::uint64_t most_groups_;
  std::unique_ptr<Program> program_;
};

// Says if the library may select this kernel for the device. The tables of the kernel must fit. On a
// CPU the kernel must have no tables, because a group's memory is ordinary cached memory there, and
// the time of a look-up would reveal secrets.
bool serves(const Launch& launch, const DeviceInfo& facts);

// Returns the kernels of a variant that serve the device, where the kernel that should be fastest comes
// first.
std::vector<const KernelInfo*> kernel_infos_for(const std::string& variant,
                                                const DeviceInfo& facts);
// Returns the source and the options for the driver's compiler, under this name.
Source source_of(const Launch& launch, std::string name, Language language);
template <class AnyInfo>
Source source_of(const AnyInfo& info, Language language) {
  return source_of(info.launch, info.id(language), language);
}
// The number of groups of a launch that keeps a device busy: a few times as many as it can run
// concurrently.
std::uint64_t most_groups(const Launch& launch, const DeviceInfo& facts);

}  // namespace hedgerow::device
