// A cipher on a device with a key. Runs in device memory and runs in host memory share it.
#pragma once

#include <array>
#include <optional>

#include "device/open_device.hpp"

namespace hedgerow::device {

struct CipherOptions {
  const char* kernel = nullptr;
  bool allow_cpu = false;
  std::uint64_t limit_blocks = 0;
  const void* sbox = nullptr;
  std::size_t sbox_bytes = 0;
  std::size_t piece_bytes = 0;
};

// A pipeline has three slots: while the data of one slot is encrypted, the next one is copied to
// the device and the last one is copied back.
struct Slot {
  std::unique_ptr<Queue> queue;
  Memory memory;
  // pinned: a piece each, followed by kBehindPiece bytes
  std::uint8_t *in = nullptr, *out = nullptr;
};
constexpr std::size_t kBehindPiece = kMaxBlockBytes;  // room for a result after the data of a piece
constexpr std::size_t kSlots = 3;

class DeviceCipher {
 public:
  DeviceCipher(std::shared_ptr<OpenDevice> device, const std::string& name,
               const CipherOptions& options);
  // Waits until the device is idle, then wipes the keys and the data that pieces left.
  ~DeviceCipher();
  DeviceCipher(const DeviceCipher&) = delete;
  DeviceCipher& operator=(const DeviceCipher&) = delete;

  OpenDevice& open_device() const { return *device_; }
  Device& device() const { return device_->device(); }
  HostCipher& host() { return host_; }
  const HostCipher& host() const { return host_; }
  bool allows_cpu() const { return options_.allow_cpu; }
  std::size_t piece_bytes() const { return options_.piece_bytes; }
  std::uint64_t blocks_left() const { return left_; }
  // Null if the CPU serves this cipher, and then `reason` says why.
  Kernel* kernel() const { return kernel_.get(); }
  const std::string& reason() const { return reason_; }
  // From now on the CPU serves this cipher, and `reason` says why.
  void give_up(const std::string& reason);
  // Calls give_up() if the caller allowed the CPU and the CPU can do the work in spite of this
  // failure; otherwise throws it.
  void give_up_or_throw(const Error& e);

  void set_key(const void* key, std::size_t bytes);
  void forget_key() { has_key_ = false; }
  // Throws kState if there is no key.
  void require_key() const;
  // Throws kLimit unless the data limit allows this number of blocks. `charge` also counts them.
  void check_limit(std::uint64_t blocks) const;
  void charge(std::uint64_t blocks);
  // Throws kNonceLength for a wrong IV length, and kLimit if the run would exceed the longest
  // message.
  void check_message(std::size_t iv_bytes, std::uint64_t first_block, std::uint64_t bytes) const;

  // Checked runs in device memory. If `in` of CTR is null, the output is the keystream.
  void ecb(Queue& queue, hedgerow_direction direction, DevicePtr in, DevicePtr out,
           std::uint64_t bytes);
  void ctr(Queue& queue, const void* iv, std::size_t iv_bytes, std::uint64_t first_block,
           DevicePtr in, DevicePtr out, std::uint64_t bytes);

  // These functions are parts of host runs, and the caller has checked the arguments.
  void queue_ecb(Queue& queue, hedgerow_direction direction, DevicePtr data, std::uint64_t blocks);
  void queue_ctr(Queue& queue, const Counter& counter, DevicePtr in, DevicePtr out,
                 std::uint64_t blocks);
  void queue_block(Queue& queue, DevicePtr data);  // encrypts one block in place
  std::array<Slot, kSlots>& slots();

  // Throws kState if there is no key, and kUnsupported if the CPU serves this cipher.
  void require_kernel() const;
  // Throws kPointer or kOverlap if the places are not valid for a run of these bytes.
  void check_places(DevicePtr in, DevicePtr out, std::uint64_t bytes) const;

 private:
  void check_blocks(std::uint64_t bytes) const;
  void free_slots();

  std::shared_ptr<OpenDevice> device_;
  CipherOptions options_;
  HostCipher host_;
  std::shared_ptr<Kernel> kernel_;
  std::string reason_;
  std::unique_ptr<Queue> queue_;  // for the upload of the key
  Memory keys_;
  bool has_key_ = false;
  std::uint64_t left_ = 0;
  std::optional<std::array<Slot, kSlots>> slots_;
};

}  // namespace hedgerow::device
