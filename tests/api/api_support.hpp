// Shared by the API tests: contexts of the C ABI that free themselves, and valid arguments.
#pragma once

#include "support/mode_support.hpp"

namespace hedgerow_test {

// Owns a context made by one of the _new or _copy functions. For example:
//   Owned<hedgerow_mac, hedgerow_mac_free> mac;   hedgerow_mac_new(mac.slot(), ...);
template <class T, void (*kFree)(T*)>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { kFree(context_); }
  T** slot() {
    kFree(context_);
    context_ = nullptr;
    return &context_;
  }
  operator T*() const { return context_; }

 private:
  T* context_ = nullptr;
};
using OwnedCipher = Owned<hedgerow_cipher, hedgerow_cipher_free>;
using OwnedAead = Owned<hedgerow_aead, hedgerow_aead_free>;
using OwnedMac = Owned<hedgerow_mac, hedgerow_mac_free>;
using OwnedWrap = Owned<hedgerow_wrap, hedgerow_wrap_free>;

// Makes a context with a key. Returns the status of the first call that fails.
inline hedgerow_status new_keyed(OwnedCipher& c, const char* cipher, const char* mode,
                                 const Bytes& key, const hedgerow_options* options = nullptr) {
  const hedgerow_status status = hedgerow_cipher_new(c.slot(), cipher, mode, options);
  return status ? status : hedgerow_cipher_set_key(c, key.data(), key.size());
}
inline hedgerow_status new_keyed(OwnedAead& c, const char* cipher, const char* mode,
                                 const Bytes& key, const hedgerow_options* options = nullptr) {
  const hedgerow_status status = hedgerow_aead_new(c.slot(), cipher, mode, options);
  return status ? status : hedgerow_aead_set_key(c, key.data(), key.size());
}
inline hedgerow_status new_keyed(OwnedMac& c, const char* cipher, const char* mode,
                                 const Bytes& key, const hedgerow_options* options = nullptr) {
  const hedgerow_status status = hedgerow_mac_new(c.slot(), cipher, mode, options);
  return status ? status : hedgerow_mac_set_key(c, key.data(), key.size());
}

inline hedgerow_options default_options() {
  hedgerow_options o{};
  o.size = sizeof o;
  return o;
}

// An AEAD context with buffers for one message. seal() and open() use the fields, so a test changes
// one field and checks the status.
struct AeadCase {
  explicit AeadCase(const char* cipher, hedgerow_options options = default_options())
      : name(cipher),
        info(hedgerow::algorithm_info(cipher, hedgerow::cipher_info(cipher).aead)),
        key(info.key_bytes, 7),
        nonce(info.iv_bytes, 1),
        aad(20, 2),
        in(100, 3),
        out(100),
        tag(options.tag_bytes ? options.tag_bytes : info.max_tag_bytes) {
    EXPECT_EQ(new_keyed(context, cipher, info.mode, key, &options), HEDGEROW_OK);
  }
  hedgerow_status seal() {
    return hedgerow_aead_seal_with_nonce(context, nonce.data(), nonce.size(), aad.data(),
                                         aad.size(), in.data(), out.data(), in.size(), tag.data(),
                                         tag.size());
  }
  // Opens the message that seal() has written to `out`, into `opened`.
  hedgerow_status open() {
    opened.assign(out.size(), 0xee);
    return hedgerow_aead_open(context, nonce.data(), nonce.size(), aad.data(), aad.size(),
                              out.data(), opened.data(), out.size(), tag.data(), tag.size());
  }
  // Seals under a nonce that the library makes.
  hedgerow_status seal_next() {
    return hedgerow_aead_seal(context, nonce.data(), nonce.size(), aad.data(), aad.size(),
                              in.data(), out.data(), in.size(), tag.data(), tag.size());
  }
  hedgerow_status init(hedgerow_direction direction = HEDGEROW_ENCRYPT) {
    return hedgerow_aead_init_with_nonce(context, direction, nonce.data(), nonce.size());
  }

  std::string name;
  hedgerow_algorithm_info info;
  OwnedAead context;
  Bytes key, nonce, aad, in, out, tag, opened;
};

inline constexpr const char* kBothFamilies[] = {"kuznyechik", "kalyna-128-256"};

}  // namespace hedgerow_test
