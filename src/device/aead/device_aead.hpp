// An AEAD of CTR and a sum on a device, under one key: GCM and MGM (host_aead.hpp says what they compute).
//
// In device memory a message is put into a queue: its counter blocks through the cipher's kernel, its sum through the
// field's, the rest by small launches over scratch memory, so that nothing waits. Scratch memory belongs to a queue:
// messages of two queues may be on their way at once.
#pragma once

#include <map>

#include "device/aead/host_aead.hpp"
#include "device/cipher.hpp"
#include "device/hash_kernel.hpp"

namespace hedgerow::device {

// Memory of a device that what is in one queue works with:
//
//   memory   | partials of step 0 | step 1 | .. | sequence: sum, last block, zeros, constant | tag | tail |
//   factors  | factors of MGM |
struct AeadScratch {
  Memory memory, factors;
  std::vector<Place> partials;  // of each step but the last
  Place sequence, tag, tail;
};

class DeviceAead {
 public:
  struct Options {
    CipherOptions cipher;
    bool repeat_nonce = false;
  };
  DeviceAead(std::shared_ptr<OpenDevice> device, const std::string& cipher, const std::string& mode,
             const Options& options);
  // Waits for the device; wipes keys and scratch memory.
  ~DeviceAead();
  DeviceAead(const DeviceAead&) = delete;

  DeviceCipher& cipher() { return cipher_; }
  const DeviceCipher& cipher() const { return cipher_; }
  HostAead& host() { return host_; }
  const HostAead& host() const { return host_; }
  // Null: the CPU serves.
  const HashKernel* hash() const { return cipher_.kernel() ? hash_.get() : nullptr; }

  void set_key(const void* key, std::size_t bytes);

  // In device memory; `tag` has tag_bytes of any alignment.
  void seal(Queue& queue, const AeadInput& message, Place in, Place out, Place tag,
            std::size_t tag_bytes);
  // Waits for the queue before it decrypts. Throws kNotAuthentic; out is then zeroed unless it is `in`.
  void open(Queue& queue, const AeadInput& message, Place in, Place out, Place tag,
            std::size_t tag_bytes);

  // What every run over a message begins with: checks; counts its blocks. Throws kNonceReuse when it seals.
  void begin(const AeadInput& message, std::size_t tag_bytes, bool seals);
  // The message has been sealed, as far as a call can know: its nonce is the last one.
  void remember(const AeadInput& message);

  // Parts of host runs, over whole blocks that begin with block `first` of the data.
  void queue_crypt(Queue& queue, const AeadStart& start, std::uint64_t first, Place in, Place out,
                   std::uint64_t blocks);
  // The sum of the blocks alone, copied to `result` in host memory.
  void queue_sum(Queue& queue, const AeadStart& start, std::uint64_t first, Place data,
                 std::uint64_t blocks, void* result);

 private:
  friend void check_known_answer(DeviceAead& aead);
  void make_hash();
  void upload_powers();
  AeadScratch& scratch(Queue& queue, std::uint64_t bytes);
  void lay_out(AeadScratch& s);
  void free_scratch();
  void crypt(Queue& queue, AeadScratch& s, const AeadStart& start, Place in, Place out,
             std::uint64_t bytes);
  void sum(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first, Place data,
           std::uint64_t blocks, Place result);
  void dot(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first, Place data,
           std::uint64_t blocks, std::uint64_t partials);
  void reduce(Queue& queue, AeadScratch& s, Place in, std::uint64_t blocks, Place result);
  void queue_tag(Queue& queue, AeadScratch& s, const AeadStart& start, Place data,
                 std::uint64_t bytes);
  void check_run(Place in, Place out, std::uint64_t bytes, Place tag, std::size_t tag_bytes) const;

  DeviceCipher cipher_;
  HostAead host_;
  bool repeat_nonce_;
  std::shared_ptr<HashKernel> hash_;
  std::unique_ptr<Queue> queue_;  // of keys
  std::vector<Memory> powers_;    // prepared, of each step
  std::map<const Queue*, AeadScratch> scratch_;
  std::vector<Memory> outgrown_;
  std::vector<std::uint8_t> last_nonce_;
  // The tag that a message should have, and the one that it has.
  std::unique_ptr<PinnedSecret> verdict_;
};

// Seals on the device what the CPU has sealed: throws kSelftest where they differ. Of a handle without a key.
void check_known_answer(DeviceAead& aead);

}  // namespace hedgerow::device
