/// Hedgerow for C++20: header-only wrappers over hedgerow.h.
///
/// Contexts own their keys (wiped when they end), move, and copy only by copy(). A failing call
/// throws hedgerow::error, which carries the status; outputs are then as hedgerow.h says.
/// Threads: one context by one thread at a time; different contexts by different threads at once.
/// Buffers: Input and Output are views of bytes, made from any contiguous range of std::byte,
/// unsigned char or char (string literals excepted). Input and output are equal or disjoint.
/// Lengths are bytes.
#ifndef HEDGEROW_HPP
#define HEDGEROW_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hedgerow.h"

namespace hedgerow {
/// Versioned, so that no name here can meet one of the library's own at link time.
inline namespace v0 {

/// What a failing call throws. what() is the status's sentence.
class error : public std::runtime_error {
 public:
  explicit error(hedgerow_status status)
      : std::runtime_error(hedgerow_status_text(status)), status_(status) {}
  hedgerow_status status() const noexcept { return status_; }

 private:
  hedgerow_status status_;
};

namespace detail {
inline void check(hedgerow_status status) {
  if (status == HEDGEROW_ERR_MEMORY) throw std::bad_alloc();
  if (status != HEDGEROW_OK) throw error(status);
}

template <class T>
concept ByteLike =
    std::same_as<std::remove_cv_t<T>, std::byte> ||
    std::same_as<std::remove_cv_t<T>, unsigned char> || std::same_as<std::remove_cv_t<T>, char>;

/// Contiguous bytes; an array of char is most likely a literal with its final 0 and is refused.
template <class R>
concept ByteRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                    ByteLike<std::remove_reference_t<std::ranges::range_reference_t<R>>> &&
                    !(std::is_array_v<std::remove_cvref_t<R>> &&
                      std::same_as<std::remove_cv_t<std::ranges::range_value_t<R>>, char>);
}  // namespace detail

/// A view of bytes, which the caller keeps alive during the call; the default is empty.
template <class Pointer>
class View {
 public:
  View() = default;
  View(Pointer data, std::size_t size) : data_(data), size_(size) {}
  template <detail::ByteRange R>
    requires(std::convertible_to<decltype(std::ranges::data(std::declval<R&>())), Pointer>)
  View(R&& range) : data_(std::ranges::data(range)), size_(std::ranges::size(range)) {}
  Pointer data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  Pointer data_ = nullptr;
  std::size_t size_ = 0;
};
using Input = View<const void*>;
using Output = View<void*>;

/// As hedgerow_options; the defaults are the library's.
struct Options {
  std::string kernel;              ///< forces a kernel id; empty: the best one
  bool allow_vartime = false;      ///< accept a vartime kernel: tests and benchmarks only
  std::uint32_t tag_bytes = 0;     ///< tags of Aead and Mac; 0: a whole block
  std::uint64_t limit_blocks = 0;  ///< data limit per key in blocks; 0: the cipher's default
  Input sbox = {};  ///< gost28147:user: its S-boxes, as in hedgerow_options; else empty
};

/// "0.1.0": the version of the library that is loaded.
inline std::string version() { return hedgerow_version(); }

/// The cipher of this name. Throws HEDGEROW_ERR_CIPHER when there is none.
inline hedgerow_cipher_info cipher_info(const std::string& name) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  detail::check(hedgerow_cipher_find(name.c_str(), &info));
  return info;
}

namespace detail {
template <class Info>
std::vector<Info> list(std::size_t count, hedgerow_status (*at)(std::size_t, Info*)) {
  std::vector<Info> infos(count);
  for (std::size_t i = 0; i < count; i++) {
    infos[i].size = sizeof infos[i];
    check(at(i, &infos[i]));
  }
  return infos;
}
}  // namespace detail

/// Every cipher variant.
inline std::vector<hedgerow_cipher_info> list_ciphers() {
  return detail::list(hedgerow_cipher_count(), hedgerow_cipher_at);
}

/// Every kernel in order of preference, with what is chosen on this machine and why.
inline std::vector<hedgerow_kernel_info> list_kernels() {
  return detail::list(hedgerow_kernel_count(), hedgerow_kernel_at);
}

namespace detail {
inline hedgerow_options c_options(const Options& o) {
  hedgerow_options r{};
  r.size = sizeof r;
  r.kernel = o.kernel.empty() ? nullptr : o.kernel.c_str();
  r.flags = o.allow_vartime ? HEDGEROW_ALLOW_VARTIME : 0;
  r.tag_bytes = o.tag_bytes;
  r.limit_blocks = o.limit_blocks;
  r.sbox = o.sbox.data();
  r.sbox_bytes = o.sbox.size();
  return r;
}

/// Owns one C context: what Cipher, Aead and Mac have in common.
template <class Derived, auto kFree, auto kCopy, auto kKernel, auto kTiming, class T>
class Context {
 public:
  /// A second context in the same state.
  Derived copy() const {
    T* context = nullptr;
    detail::check(kCopy(&context, get()));
    return Derived(context);
  }
  /// The id of the kernel that serves calls of this role, and its timing class.
  std::string kernel(hedgerow_role role = HEDGEROW_ROLE_BULK) const { return kKernel(get(), role); }
  hedgerow_timing timing(hedgerow_role role = HEDGEROW_ROLE_BULK) const {
    return kTiming(get(), role);
  }

 protected:
  explicit Context(T* context) : context_(context) {}
  /// create(&context, &options) makes the C context.
  template <class Create>
  Context(const Options& options, Create&& create) {
    T* context = nullptr;
    const hedgerow_options o = c_options(options);
    detail::check(create(&context, &o));
    context_.reset(context);
  }
  T* get() const noexcept { return context_.get(); }
  static void check(hedgerow_status status) { detail::check(status); }
  /// Input and output of one call have one length.
  static std::size_t common_size(Input in, Output out) {
    if (in.size() != out.size()) throw error(HEDGEROW_ERR_DATA_LENGTH);
    return in.size();
  }

 private:
  struct Free {
    void operator()(T* context) const noexcept { kFree(context); }
  };
  std::unique_ptr<T, Free> context_;
};

template <class Derived>
using CipherBase = Context<Derived, hedgerow_cipher_free, hedgerow_cipher_copy,
                           hedgerow_cipher_kernel, hedgerow_cipher_timing, hedgerow_cipher>;
template <class Derived>
using AeadBase = Context<Derived, hedgerow_aead_free, hedgerow_aead_copy, hedgerow_aead_kernel,
                         hedgerow_aead_timing, hedgerow_aead>;
template <class Derived>
using MacBase = Context<Derived, hedgerow_mac_free, hedgerow_mac_copy, hedgerow_mac_kernel,
                        hedgerow_mac_timing, hedgerow_mac>;
}  // namespace detail

/// ECB or CTR under one key. A copy() continues the same keystream.
class Cipher : public detail::CipherBase<Cipher> {
 public:
  /// `name` as in list_ciphers(), `key` of its key_bytes. Throws HEDGEROW_ERR_CIPHER, _MODE,
  /// _KEY_LENGTH, _SBOX, _KERNEL, _UNAVAILABLE, _VARTIME.
  Cipher(const std::string& name, hedgerow_mode mode, Input key, const Options& options = {})
      : Context(options, [&](auto context, auto o) {
          return hedgerow_cipher_new(context, name.c_str(), mode, key.data(), key.size(), o);
        }) {}

  /// CTR: starts a message; `iv` has the cipher's ctr_iv_bytes. Never repeat one under one key.
  void set_iv(Input iv) { check(hedgerow_cipher_set_iv(get(), iv.data(), iv.size())); }
  /// out = E(in), equal lengths. ECB: whole blocks. CTR: any length; calls continue one stream.
  void encrypt(Input in, Output out) {
    check(hedgerow_cipher_encrypt(get(), in.data(), out.data(), common_size(in, out)));
  }
  /// The inverse of encrypt.
  void decrypt(Input in, Output out) {
    check(hedgerow_cipher_decrypt(get(), in.data(), out.data(), common_size(in, out)));
  }
  /// CTR: writes the IV as set; `iv` has its length at least.
  void get_iv(Output iv) const { check(hedgerow_cipher_get_iv(get(), iv.data(), iv.size())); }
  /// CTR: writes the block that is encrypted next; returns how many keystream bytes of the block
  /// before it are used already, 0 when all are.
  std::size_t get_counter(Output counter) const {
    std::size_t used = 0;
    check(hedgerow_cipher_get_counter(get(), counter.data(), counter.size(), &used));
    return used;
  }

 private:
  friend detail::CipherBase<Cipher>;
  explicit Cipher(hedgerow_cipher* context) : Context(context) {}
};

/// MGM (Kuznyechik) or GCM of DSTU 7624 (Kalyna). The tag of DSTU GCM does not cover the nonce:
/// see hedgerow.h. A copy() has no nonce counter of its own.
class Aead : public detail::AeadBase<Aead> {
 public:
  /// Throws HEDGEROW_ERR_CIPHER, _KEY_LENGTH, _TAG_LENGTH, _KERNEL, _UNAVAILABLE, _VARTIME.
  Aead(const std::string& name, Input key, const Options& options = {})
      : Context(options, [&](auto context, auto o) {
          return hedgerow_aead_new(context, name.c_str(), key.data(), key.size(), o);
        }) {}

  /// Encrypts `in` to `out` (equal lengths) and writes the tag of the context's tag_bytes.
  /// Throws HEDGEROW_ERR_NONCE_REUSE for the nonce of the last message; all other reuse is the
  /// caller's to prevent.
  void seal(Input nonce, Input aad, Input in, Output out, Output tag) {
    check(hedgerow_aead_seal(get(), nonce.data(), nonce.size(), aad.data(), aad.size(), in.data(),
                             out.data(), common_size(in, out), tag.data(), tag.size()));
  }
  /// Checks the tag, then decrypts. Throws HEDGEROW_ERR_AUTH and leaves `out` untouched when the
  /// data is not authentic.
  void open(Input nonce, Input aad, Input in, Output out, Input tag) {
    check(hedgerow_aead_open(get(), nonce.data(), nonce.size(), aad.data(), aad.size(), in.data(),
                             out.data(), common_size(in, out), tag.data(), tag.size()));
  }
  /// Lets seal_next make nonces: `prefix` (nonce bytes less 8) and a counter from `start`.
  void set_nonce_counter(Input prefix, std::uint64_t start) {
    check(hedgerow_aead_set_nonce_counter(get(), prefix.data(), prefix.size(), start));
  }
  /// As seal, with the counter's next nonce, which is written to `nonce`.
  void seal_next(Output nonce, Input aad, Input in, Output out, Output tag) {
    check(hedgerow_aead_seal_next(get(), nonce.data(), nonce.size(), aad.data(), aad.size(),
                                  in.data(), out.data(), common_size(in, out), tag.data(),
                                  tag.size()));
  }

  /// Streaming: init, aad*, update*, then final_tag (encrypting) or final_check (decrypting).
  void init(hedgerow_direction direction, Input nonce) {
    check(hedgerow_aead_init(get(), direction, nonce.data(), nonce.size()));
  }
  void aad(Input data) { check(hedgerow_aead_aad(get(), data.data(), data.size())); }
  /// Decrypted data is UNVERIFIED until final_check returns.
  void update(Input in, Output out) {
    check(hedgerow_aead_update(get(), in.data(), out.data(), common_size(in, out)));
  }
  void final_tag(Output tag) { check(hedgerow_aead_final_tag(get(), tag.data(), tag.size())); }
  /// Throws HEDGEROW_ERR_AUTH when the message is not authentic.
  void final_check(Input tag) { check(hedgerow_aead_final_check(get(), tag.data(), tag.size())); }
  /// Writes the nonce of the message in progress or, after a message, of the last one.
  void get_nonce(Output nonce) const {
    check(hedgerow_aead_get_nonce(get(), nonce.data(), nonce.size()));
  }

 private:
  friend detail::AeadBase<Aead>;
  explicit Aead(hedgerow_aead* context) : Context(context) {}
};

/// CMAC, or GMAC of DSTU 7624. A copy() continues the message in progress.
class Mac : public detail::MacBase<Mac> {
 public:
  /// Throws HEDGEROW_ERR_CIPHER, _MODE, _KEY_LENGTH, _TAG_LENGTH, _KERNEL, _UNAVAILABLE, _VARTIME.
  Mac(const std::string& name, hedgerow_mac_kind kind, Input key, const Options& options = {})
      : Context(options, [&](auto context, auto o) {
          return hedgerow_mac_new(context, name.c_str(), kind, key.data(), key.size(), o);
        }) {}

  void update(Input data) { check(hedgerow_mac_update(get(), data.data(), data.size())); }
  /// Writes the tag (the context's tag_bytes); another message may follow.
  void final_tag(Output tag) { check(hedgerow_mac_final(get(), tag.data(), tag.size())); }
  /// Throws HEDGEROW_ERR_AUTH unless the tag is right; another message may follow.
  void final_check(Input tag) { check(hedgerow_mac_check(get(), tag.data(), tag.size())); }

 private:
  friend detail::MacBase<Mac>;
  explicit Mac(hedgerow_mac* context) : Context(context) {}
};

}  // namespace v0
}  // namespace hedgerow

#endif
