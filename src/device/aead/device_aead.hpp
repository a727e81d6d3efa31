// An AEAD on a device under one key, which is GCM or MGM as host_aead.hpp defines them.
//
// A message in device memory is put into a queue. The cipher's kernel encrypts its counter blocks,
// the field's kernel computes its hash, and small launches over scratch memory do the rest. No step
// waits for the CPU. Each queue has its own scratch memory, so messages of two queues can be in
// flight at the same time.
#pragma once

#include <map>

#include "device/aead/host_aead.hpp"
#include "device/cipher.hpp"
#include "device/hash_kernel.hpp"

namespace hedgerow::device {

// Device memory for the work of one queue:
//
//   memory   | partials of step 0 | step 1 | .. | sequence: sum, last block, zeros, constant | tag | tail |
//   factors  | factors of MGM |
struct AeadScratch {
  Memory memory, factors;
  std::vector<DevicePtr> partials;  // for each step except the last
  DevicePtr sequence, tag, tail;
};

class DeviceAead {
 public:
  struct Options {
    CipherOptions cipher;
    bool repeat_nonce = false;
  };
  DeviceAead(std::shared_ptr<OpenDevice> device, const std::string& cipher, const std::string& mode,
             const Options& options);
  // Waits until the device is idle, then wipes the keys and the scratch memory.
  ~DeviceAead();
  DeviceAead(const DeviceAead&) = delete;

  DeviceCipher& cipher() { return cipher_; }
  const DeviceCipher& cipher() const { return cipher_; }
  HostAead& host() { return host_; }
  const HostAead& host() const { return host_; }
  // Null if the CPU serves.
  const HashKernel* hash() const { return cipher_.kernel() ? hash_.get() : nullptr; }

  void set_key(const void* key, std::size_t bytes);

  // Seals in device memory, where `tag` has tag_bytes and may have any alignment.
  void seal(Queue& queue, const AeadInput& message, DevicePtr in, DevicePtr out, DevicePtr tag,
            std::size_t tag_bytes);
  // Waits for the queue before it decrypts. Throws kNotAuthentic, and then `out` is zeroed unless
  // it is `in`.
  void open(Queue& queue, const AeadInput& message, DevicePtr in, DevicePtr out, DevicePtr tag,
            std::size_t tag_bytes);

  // Throws if this handle cannot run over the message: kState without a key, kLimit, kNonceReuse if
  // a message is to be sealed with the last nonce.
  void check(const AeadInput& message, std::size_t tag_bytes, bool seals) const;
  // Every run over a message begins with this call, which checks the message and counts its blocks.
  void begin(const AeadInput& message, std::size_t tag_bytes, bool seals);
  // Remembers the nonce of a message after it was sealed (or queued).
  void remember(const AeadInput& message);

  // Parts of host runs. They process whole blocks, from block `first` of the data on.
  void queue_crypt(Queue& queue, const AeadStart& start, std::uint64_t first, DevicePtr in,
                   DevicePtr out, std::uint64_t blocks);
  // Computes the hash of the blocks without the constant and copies it to `result` in host memory.
  void queue_sum(Queue& queue, const AeadStart& start, std::uint64_t first, DevicePtr data,
                 std::uint64_t blocks, void* result);

 private:
  friend void check_known_answer(DeviceAead& aead);
  void make_hash();
  void upload_powers();
  void upload_powers_or_give_up();
  std::uint64_t blocks_of(const AeadInput& message) const;
  AeadScratch& scratch(Queue& queue, std::uint64_t bytes);
  void lay_out(AeadScratch& s);
  void free_scratch();
  void crypt(Queue& queue, AeadScratch& s, const AeadStart& start, DevicePtr in, DevicePtr out,
             std::uint64_t bytes);
  void sum(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first,
           DevicePtr data, std::uint64_t blocks, DevicePtr result);
  void dot(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first,
           DevicePtr data, std::uint64_t blocks, std::uint64_t partials);
  void reduce(Queue& queue, AeadScratch& s, DevicePtr in, std::uint64_t blocks, DevicePtr result);
  void queue_tag(Queue& queue, AeadScratch& s, const AeadStart& start, DevicePtr data,
                 std::uint64_t bytes);
  void check_run(DevicePtr in, DevicePtr out, std::uint64_t bytes, DevicePtr tag,
                 std::size_t tag_bytes) const;

  DeviceCipher cipher_;
  HostAead host_;
  bool repeat_nonce_;
  std::shared_ptr<HashKernel> hash_;
  std::unique_ptr<Queue> queue_;  // for uploading keys
  std::vector<Memory> powers_;    // the prepared powers, one for each step
  std::map<const Queue*, AeadScratch> scratch_;
  std::vector<Memory> outgrown_;
  std::vector<std::uint8_t> last_nonce_;
  // The expected tag and the computed tag.
  std::unique_ptr<PinnedSecret> verdict_;
};

// Seals a message on the device and on the CPU, and throws kSelftest if the results differ. The
// handle must have no key.
void check_known_answer(DeviceAead& aead);

}  // namespace hedgerow::device
