// A cipher on the CPU, through the C ABI. It is the oracle of devices, expands their keys, encrypts
// the incomplete last block of a message, and does host runs if the caller allowed the CPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/kernel.hpp"
#include "device/error.hpp"
#include "device/kernel_info.hpp"

namespace hedgerow::device {

// Bytes that are wiped at destruction.
class SecretBytes {
 public:
  explicit SecretBytes(std::size_t bytes) : data_(bytes) {}
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;
  ~SecretBytes();
  std::uint8_t* data() { return data_.data(); }
  std::size_t size() const { return data_.size(); }

 private:
  std::vector<std::uint8_t> data_;
};

// The counting rule of the mode that is called ctr for a cipher.
struct CounterRule {
  enum class First { kIv, kIvAndZeros, kEncryptedIvPlusOne } first;
  CounterOrder order;
};

// Says if a cipher has the mode with this ID of modes.def, because the name that users see may
// differ. Throws kCipher.
bool has_mode(const std::string& cipher, const char* mode_id);

class HostCipher {
 public:
  // `sbox` has the caller's S-boxes, or is null. Throws kCipher, kSbox or kMemory.
  HostCipher(const std::string& name, const void* sbox, std::size_t sbox_bytes);
  HostCipher(const HostCipher&) = delete;

  const hedgerow_cipher_info& info() const { return info_; }
  std::size_t block_bytes() const { return info_.block_bytes; }
  std::size_t iv_bytes() const { return algorithm_.iv_bytes; }  // length of the IV of ctr
  std::uint64_t message_bytes() const { return algorithm_.message_bytes; }

  void set_key(const void* key, std::size_t key_bytes);
  // Computes the canonical round keys of a key.
  void round_keys(const void* key, std::size_t key_bytes, SecretBytes& result) const;
  void ecb(hedgerow_direction direction, const void* in, void* out, std::size_t bytes);
  void ctr(const void* iv, std::uint64_t first_block, const void* in, void* out, std::size_t bytes);
  // The counter of block `block` of the message with this IV.
  Counter counter(const void* iv, std::uint64_t block);

 private:
  struct Free {
    void operator()(hedgerow_cipher* context) const { hedgerow_cipher_free(context); }
  };
  using Context = std::unique_ptr<hedgerow_cipher, Free>;
  Context make(const char* mode) const;
  hedgerow_options options() const;

  std::string name_;
  std::vector<std::uint8_t> sbox_;
  hedgerow_cipher_info info_{};
  hedgerow_algorithm_info algorithm_{};
  CounterRule rule_{};
  Context ecb_, ctr_;
};

}  // namespace hedgerow::device
