// Shared by the tests of AEADs on devices: messages that the library has sealed, and every way to
// seal them on a device.
#pragma once

#include "device/device_support.hpp"

namespace hedgerow::test {

struct Sealed {
  Bytes nonce, aad, plaintext, ciphertext, tag;
};

// An AEAD under a random key, and messages that the CPU has sealed.
struct AeadSubject {
  AeadSubject(const std::string& cipher_name, const std::string& mode_name)
      : cipher(cipher_name), mode(mode_name), algorithm(algorithm_info(cipher, mode)) {
    key = random_bytes(algorithm.key_bytes);
  }
  Bytes nonce() const {
    Bytes n = random_bytes(algorithm.iv_bytes);
    if (algorithm.properties & HEDGEROW_NONCE_TOP_BIT) n[0] &= 0x7f;
    return n;
  }
  Sealed sealed(std::size_t bytes, std::size_t aad_bytes, std::size_t tag_bytes = 0) const {
    Options options;
    options.limit_blocks = HEDGEROW_NO_LIMIT;
    Aead cpu(cipher, mode, key, options);
    Sealed s{nonce(), random_bytes(aad_bytes), random_bytes(bytes), Bytes(bytes),
             Bytes(tag_bytes ? tag_bytes : algorithm.max_tag_bytes)};
    cpu.seal_with_nonce(s.nonce, s.aad, s.plaintext, s.ciphertext, s.tag);
    return s;
  }
  DeviceAead on(const Device& device, std::size_t piece_bytes = 0, bool allow_cpu = false,
                bool repeat_nonce = true, const std::string& kernel = "") const {
    DeviceCipherOptions o;
    o.limit_blocks = HEDGEROW_NO_LIMIT;
    o.piece_bytes = piece_bytes;
    o.allow_cpu = allow_cpu;
    o.kernel = kernel;
    return DeviceAead(device, cipher, mode, key, o, repeat_nonce);
  }
  std::size_t block() const { return algorithm.block_bytes; }
  bool allows(std::size_t bytes, std::size_t aad_bytes) const {
    return bytes + aad_bytes > 0 || !(algorithm.properties & HEDGEROW_NO_EMPTY);
  }

  std::string cipher, mode;
  hedgerow_algorithm_info algorithm;
  Bytes key;
};

// A message in device memory. The bytes around it have a known value, so that the test sees writes
// to them:
//
//   | `offset` bytes | data | tag | kMark bytes |
class OnDevice {
 public:
  OnDevice(const Device& device, DeviceQueue& queue, std::size_t offset, const Bytes& data,
           const Bytes& tag)
      : queue_(queue),
        offset_(offset),
        data_bytes_(data.size()),
        tag_bytes_(tag.size()),
        memory_(device, offset + data.size() + tag.size() + kMark) {
    all_.assign(offset + data.size() + tag.size() + kMark, 0x5c);
    std::copy(data.begin(), data.end(), all_.begin() + (std::ptrdiff_t)offset);
    std::copy(tag.begin(), tag.end(), all_.begin() + (std::ptrdiff_t)(offset + data.size()));
    queue_.upload(memory_.at(), all_);
    queue_.wait();
  }
  hedgerow_device_pointer data() const { return memory_.at(offset_); }
  hedgerow_device_pointer tag() const { return memory_.at(offset_ + data_bytes_); }
  void fetch() {
    queue_.download(all_, memory_.at());
    queue_.wait();
    for (std::size_t i = 0; i < all_.size(); i++)
      if (i < offset_ || i >= offset_ + data_bytes_ + tag_bytes_) {
        EXPECT_EQ(all_[i], 0x5c) << "beside the message, byte " << i;
      }
  }
  Bytes data_now() const { return part(offset_, data_bytes_); }
  Bytes tag_now() const { return part(offset_ + data_bytes_, tag_bytes_); }

 private:
  static constexpr std::size_t kMark = 64;
  Bytes part(std::size_t at, std::size_t n) const {
    return Bytes(all_.begin() + (std::ptrdiff_t)at, all_.begin() + (std::ptrdiff_t)(at + n));
  }
  DeviceQueue& queue_;
  std::size_t offset_, data_bytes_, tag_bytes_;
  DeviceMemory memory_;
  Bytes all_;
};

// Seals and opens the message in device memory, in place or not. A message with one changed bit
// must not open.
inline void expect_in_device_memory(const Device& device, DeviceAead& aead, const Sealed& s,
                                    std::size_t offset, bool in_place) {
  const std::size_t n = s.plaintext.size(), t = s.tag.size();
  SCOPED_TRACE(std::to_string(n) + " bytes, AAD of " + std::to_string(s.aad.size()) + ", tag of " +
               std::to_string(t) + ", offset " + std::to_string(offset) +
               (in_place ? ", in place" : ""));
  DeviceQueue queue(device);
  OnDevice from(device, queue, offset, s.plaintext, Bytes(t, 1)),
      to(device, queue, offset, Bytes(n, 2), Bytes(t, 3));
  OnDevice& sealed = in_place ? from : to;
  aead.seal(queue, s.nonce, s.aad, from.data(), sealed.data(), n, sealed.tag(), t);
  sealed.fetch();
  EXPECT_TRUE(sealed.data_now() == s.ciphertext) << "ciphertext";
  EXPECT_TRUE(sealed.tag_now() == s.tag) << "tag";
  OnDevice back(device, queue, offset, Bytes(n, 4), {});
  const auto out = in_place ? sealed.data() : back.data();
  EXPECT_TRUE(aead.open(queue, s.nonce, s.aad, sealed.data(), out, n, sealed.tag(), t));
  (in_place ? sealed : back).fetch();
  EXPECT_TRUE((in_place ? sealed : back).data_now() == s.plaintext) << "opened";

  for (const char* what : {"tag", "data", "aad"}) {
    Sealed bad = s;
    Bytes& changed = *what == 't' ? bad.tag : *what == 'd' ? bad.ciphertext : bad.aad;
    if (changed.empty()) continue;
    changed[random()() % changed.size()] ^= (unsigned char)(1 << random()() % 8);
    OnDevice message(device, queue, offset, bad.ciphertext, bad.tag),
        result(device, queue, offset, Bytes(n, 5), {});
    const auto into = in_place ? message.data() : result.data();
    EXPECT_FALSE(aead.open(queue, bad.nonce, bad.aad, message.data(), into, n, message.tag(), t))
        << what;
    message.fetch();
    result.fetch();
    EXPECT_TRUE(message.data_now() == bad.ciphertext) << "the ciphertext has changed";
    if (!in_place) {
      EXPECT_TRUE(result.data_now() == Bytes(n)) << what << ": the output is not zeroed";
    }
  }
}

// Does the same in host memory, with one or several handles.
inline void expect_in_host_memory(std::span<const DeviceAead> aeads, const Sealed& s) {
  SCOPED_TRACE(std::to_string(s.plaintext.size()) + " bytes in host memory");
  Bytes out(s.plaintext.size()), tag(s.tag.size()), data = s.plaintext;
  DeviceAead::share_seal(aeads, s.nonce, s.aad, s.plaintext, out, tag);
  EXPECT_TRUE(out == s.ciphertext && tag == s.tag);
  DeviceAead::share_seal(aeads, s.nonce, s.aad, data, data, tag);
  EXPECT_TRUE(data == s.ciphertext && tag == s.tag) << "in place";
  EXPECT_TRUE(DeviceAead::share_open(aeads, s.nonce, s.aad, data, data, s.tag));
  EXPECT_TRUE(data == s.plaintext) << "in place";
  EXPECT_TRUE(DeviceAead::share_open(aeads, s.nonce, s.aad, s.ciphertext, out, s.tag));
  EXPECT_TRUE(out == s.plaintext);
  Sealed bad = s;
  bad.tag[random()() % bad.tag.size()] ^= (unsigned char)(1 << random()() % 8);
  Bytes untouched(s.plaintext.size(), 7);
  EXPECT_FALSE(DeviceAead::share_open(aeads, s.nonce, s.aad, s.ciphertext, untouched, bad.tag));
  EXPECT_TRUE(untouched == Bytes(s.plaintext.size(), 7)) << "something was released";
  data = s.ciphertext;
  EXPECT_FALSE(DeviceAead::share_open(aeads, s.nonce, s.aad, data, data, bad.tag));
  EXPECT_TRUE(data == s.ciphertext) << "something was released";
}

// Lengths around blocks, with and without AAD, and tags of short and full length.
inline void expect_every_length(const Device& device, DeviceAead& aead,
                                const AeadSubject& subject) {
  const std::size_t b = subject.block();
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, b - 1, b, b + 1, 3 * b + 5,
                                  130 * b, 1 + random()() % (600 * b)})
    for (const std::size_t aad : {std::size_t{0}, 1 + random()() % (3 * b)}) {
      if (!subject.allows(bytes, aad)) continue;
      const std::size_t tag =
          random()() % 2 ? subject.algorithm.min_tag_bytes : subject.algorithm.max_tag_bytes;
      const Sealed s = subject.sealed(bytes, aad, tag);
      expect_in_device_memory(device, aead, s, 16 * (random()() % 5), random()() % 2);
    }
}

inline Bytes from_hex(const std::string& hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back((unsigned char)std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

}  // namespace hedgerow::test
