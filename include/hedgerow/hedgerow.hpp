/// Hedgerow for C++20 consists of header-only wrappers over hedgerow.h. For example, this encrypts:
///
///   hedgerow::Aead aead("kuznyechik", "mgm", key);
///   aead.seal(nonce, header, in, out, tag);
///
/// A context owns its key and wipes it at the end. It can be moved, but you can copy it only with
/// copy(). A call that fails throws hedgerow::error, which has the status. The state of the outputs
/// is then as hedgerow.h says.
///
/// Only one thread at a time may use a context, but threads may use different contexts
/// concurrently.
///
/// Input and Output are views of bytes. You can make them from any contiguous range of std::byte,
/// unsigned char or char, except string literals. Input and output of a call are equal or disjoint,
/// and lengths are in bytes.
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
/// The namespace has a version, so that its names cannot collide with those of the library at link
/// time.
inline namespace v0 {

/// The exception that a failing call throws, where what() returns the sentence of the status.
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

/// Contiguous bytes. Arrays of char are rejected, because most are literals with a final 0.
template <class R>
concept ByteRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                    ByteLike<std::remove_reference_t<std::ranges::range_reference_t<R>>> &&
                    !(std::is_array_v<std::remove_cvref_t<R>> &&
                      std::same_as<std::remove_cv_t<std::ranges::range_value_t<R>>, char>);
}  // namespace detail

/// A view of bytes that is empty by default. You must keep the bytes alive during the call.
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

/// The same as hedgerow_options, with the defaults of the library.
struct Options {
  std::string kernel;              ///< forces a kernel id; if empty, the best kernel is used
  bool mask_nonce = false;         ///< MGM: clear the first bit of a nonce instead of rejecting it
  bool repeat_nonce = false;       ///< your own nonce may be that of the last message
  bool padded_length = false;      ///< DSTU GCM and GMAC as in cryptonite and UAPKI
  bool zero_fill = false;          ///< DSTU CCM as in Bouncy Castle
  bool two_blocks = false;         ///< MAC of GOST 28147-89 for 1 to 8 bytes as in gost-engine
  std::uint32_t tag_bytes = 0;     ///< AEAD, MAC: length of every tag; 0: each call decides
  std::uint64_t limit_blocks = 0;  ///< data limit per key in blocks; 0: the default
  Input sbox = {};                 ///< gost28147:user: its S-boxes; otherwise empty
  std::uint32_t feedback_bytes = 0;                  ///< CFB: bytes of a unit; 0: a block
  hedgerow_padding padding = HEDGEROW_PADDING_NONE;  ///< for block modes
  std::uint64_t section_bytes = 0;                   ///< ACPKM, key meshing; 0: the default
  std::uint64_t master_section_bytes = 0;            ///< OMAC-ACPKM; 0: the default
  std::uint32_t length_bytes = 0;  ///< CCM of DSTU 7624: bytes of a length field; 0: 4
  std::uint32_t gamma_bytes = 0;   ///< CTR, OFB of GOST R 34.13: bytes of a gamma block; 0: all
};

/// Returns the version of the loaded library, for example "0.3.0".
inline std::string version() { return hedgerow_version(); }

/// Returns the cipher with this name, or throws HEDGEROW_ERR_CIPHER if there is no such cipher.
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

/// Returns all cipher variants.
inline std::vector<hedgerow_cipher_info> list_ciphers() {
  return detail::list(hedgerow_cipher_count(), hedgerow_cipher_at);
}

/// Returns a cipher in a mode, or throws HEDGEROW_ERR_CIPHER or _MODE if there is no such
/// algorithm.
inline hedgerow_algorithm_info algorithm_info(const std::string& cipher, const std::string& mode) {
  hedgerow_algorithm_info info{};
  info.size = sizeof info;
  detail::check(hedgerow_algorithm_find(cipher.c_str(), mode.c_str(), &info));
  return info;
}

/// Returns all ciphers in all their modes.
inline std::vector<hedgerow_algorithm_info> list_algorithms() {
  return detail::list(hedgerow_algorithm_count(), hedgerow_algorithm_at);
}

/// Checks known answers with the kernels that this machine selects, and throws
/// HEDGEROW_ERR_SELFTEST if one is wrong.
inline void selftest() { detail::check(hedgerow_selftest()); }

/// Fills `out` with keys that are derived from `key` (32 bytes), as hedgerow_kdf_tree does.
inline void kdf_tree(Input key, Input label, Input seed, Output out) {
  detail::check(hedgerow_kdf_tree(key.data(), key.size(), label.data(), label.size(), seed.data(),
                                  seed.size(), out.data(), out.size()));
}

/// Returns all kernels in order of preference, with those that this machine selects and the
/// reasons.
inline std::vector<hedgerow_kernel_info> list_kernels() {
  return detail::list(hedgerow_kernel_count(), hedgerow_kernel_at);
}

namespace detail {
inline hedgerow_options c_options(const Options& o) {
  hedgerow_options r{};
  r.size = sizeof r;
  r.kernel = o.kernel.empty() ? nullptr : o.kernel.c_str();
  r.flags = (o.mask_nonce ? HEDGEROW_MASK_NONCE : 0) |
            (o.repeat_nonce ? HEDGEROW_REPEAT_NONCE : 0) |
            (o.padded_length ? HEDGEROW_PADDED_LENGTH : 0) |
            (o.two_blocks ? HEDGEROW_TWO_BLOCKS : 0) | (o.zero_fill ? HEDGEROW_ZERO_FILL : 0);
  r.tag_bytes = o.tag_bytes;
  r.limit_blocks = o.limit_blocks;
  r.sbox = o.sbox.data();
  r.sbox_bytes = o.sbox.size();
  r.feedback_bytes = o.feedback_bytes;
  r.padding = o.padding;
  r.section_bytes = o.section_bytes;
  r.master_section_bytes = o.master_section_bytes;
  r.length_bytes = o.length_bytes;
  r.gamma_bytes = o.gamma_bytes;
  return r;
}

/// The functions of hedgerow.h that exist for every kind of context.
template <class T>
struct Functions;
#define HEDGEROW_FUNCTIONS(kind)                               \
  template <>                                                  \
  struct Functions<hedgerow_##kind> {                          \
    static constexpr auto make = hedgerow_##kind##_new;        \
    static constexpr auto free = hedgerow_##kind##_free;       \
    static constexpr auto copy = hedgerow_##kind##_copy;       \
    static constexpr auto reset = hedgerow_##kind##_reset;     \
    static constexpr auto set_key = hedgerow_##kind##_set_key; \
    static constexpr auto query = hedgerow_##kind##_query;     \
    static constexpr auto kernel = hedgerow_##kind##_kernel;   \
    static constexpr auto timing = hedgerow_##kind##_timing;   \
  };
HEDGEROW_FUNCTIONS(cipher)
HEDGEROW_FUNCTIONS(aead)
HEDGEROW_FUNCTIONS(mac)
HEDGEROW_FUNCTIONS(wrap)
#undef HEDGEROW_FUNCTIONS

/// Owns one C context and is the common base of Cipher, Aead, Mac and Wrap.
template <class Derived, class T>
class Context {
 public:
  /// Makes a second context in the same state.
  Derived copy() const {
    T* context = nullptr;
    detail::check(Functions<T>::copy(&context, get()));
    return Derived(context);
  }
  /// Sets a key of the algorithm's key_bytes and wipes the old key. Throws HEDGEROW_ERR_KEY_LENGTH,
  /// _KEY_VALUE ("xts" with two equal keys).
  void set_key(Input key) { check(Functions<T>::set_key(get(), key.data(), key.size())); }
  /// Removes key, IV, message and nonce counter.
  void reset() { check(Functions<T>::reset(get())); }
  /// Returns the properties and the state of the context.
  hedgerow_context_info query() const {
    hedgerow_context_info info{};
    info.size = sizeof info;
    check(Functions<T>::query(get(), &info));
    return info;
  }
  /// Returns the id of the kernel for calls of so many blocks, and its timing class.
  std::string kernel(std::size_t blocks = SIZE_MAX) const {
    return Functions<T>::kernel(get(), blocks);
  }
  hedgerow_timing timing(std::size_t blocks = SIZE_MAX) const {
    return Functions<T>::timing(get(), blocks);
  }
  /// Returns the C context, which you need for calls that this header does not wrap. This object
  /// still owns it.
  T* get() const noexcept { return context_.get(); }

 protected:
  explicit Context(T* context) : context_(context) {}
  Context(const std::string& cipher, const std::string& mode, const Options& options) {
    T* context = nullptr;
    const hedgerow_options o = c_options(options);
    detail::check(Functions<T>::make(&context, cipher.c_str(), mode.c_str(), &o));
    context_.reset(context);
  }
  static void check(hedgerow_status status) { detail::check(status); }
  /// Checks that input and output of a call have the same length, and returns it.
  static std::size_t common_size(Input in, Output out) {
    if (in.size() != out.size()) throw error(HEDGEROW_ERR_DATA_LENGTH);
    return in.size();
  }

 private:
  struct Free {
    void operator()(T* context) const noexcept { Functions<T>::free(context); }
  };
  std::unique_ptr<T, Free> context_;
};
}  // namespace detail

/// A block or stream mode, namely "ecb", "cbc", "xts", "xts-gb", "ctr", "ctr-acpkm", "cfb", "ofb"
/// or "cnt". A copy() continues the same message.
class Cipher : public detail::Context<Cipher, hedgerow_cipher> {
 public:
  /// Makes a context without a key, or throws HEDGEROW_ERR_CIPHER, _MODE, _OPTIONS, _FEEDBACK,
  /// _SECTION, _SBOX, _KERNEL, _UNAVAILABLE.
  Cipher(const std::string& cipher, const std::string& mode, const Options& options = {})
      : Context(cipher, mode, options) {}
  /// Makes a context with a key, and throws HEDGEROW_ERR_KEY_LENGTH in addition to the errors
  /// above.
  Cipher(const std::string& cipher, const std::string& mode, Input key, const Options& options = {})
      : Context(cipher, mode, options) {
    set_key(key);
  }

  /// Starts a message with an IV. Never use one twice under one key, because that reveals data.
  void set_iv(Input iv) { check(hedgerow_cipher_set_iv(get(), iv.data(), iv.size())); }
  /// Encrypts `in` to `out`, which have equal lengths. Calls continue one message and hold no data
  /// back, and block modes take whole blocks.
  void encrypt(Input in, Output out) {
    check(hedgerow_cipher_encrypt(get(), in.data(), out.data(), common_size(in, out)));
  }
  /// The inverse of encrypt.
  void decrypt(Input in, Output out) {
    check(hedgerow_cipher_decrypt(get(), in.data(), out.data(), common_size(in, out)));
  }

  /// The buffered calls take pieces of any length and pad, with one begin, then updates, then
  /// final.
  void begin(hedgerow_direction direction) { check(hedgerow_cipher_begin(get(), direction)); }
  /// Writes the data that is ready, at most in.size() + 2 blocks, to `out` and returns its length.
  std::size_t update(Input in, Output out) {
    std::size_t n = 0;
    check(hedgerow_cipher_update(get(), in.data(), in.size(), out.data(), out.size(), &n));
    return n;
  }
  /// Writes the rest, at most 2 blocks, and returns its length. Throws
  /// HEDGEROW_ERR_PADDING, _DATA_LENGTH, _TOO_SHORT.
  std::size_t final(Output out) {
    std::size_t n = 0;
    check(hedgerow_cipher_final(get(), out.data(), out.size(), &n));
    return n;
  }

  /// Continues at block number `block` of the message, or throws HEDGEROW_ERR_MODE or _LIMIT.
  void seek(std::uint64_t block) { check(hedgerow_cipher_seek(get(), block)); }
  /// Writes the IV that was set to `iv`, which must have at least its length.
  void get_iv(Output iv) const { check(hedgerow_cipher_get_iv(get(), iv.data(), iv.size())); }
  /// Writes the IV with which another context would continue.
  void get_updated_iv(Output iv) const {
    check(hedgerow_cipher_get_updated_iv(get(), iv.data(), iv.size()));
  }
  /// Processes whole messages with shared kernel calls.
  void batch(hedgerow_direction direction, std::span<const hedgerow_message> messages) {
    check(hedgerow_cipher_batch(get(), direction, messages.data(), messages.size()));
  }

 private:
  friend detail::Context<Cipher, hedgerow_cipher>;
  explicit Cipher(hedgerow_cipher* context) : Context(context) {}
};

/// An AEAD, for example "mgm" or "gcm". The tag of DSTU 7624 GCM does not cover the nonce: see
/// hedgerow.h. A copy() makes its own nonces and cannot continue a message that encrypts.
class Aead : public detail::Context<Aead, hedgerow_aead> {
 public:
  /// Makes a context without a key, or throws HEDGEROW_ERR_CIPHER, _MODE, _OPTIONS, _TAG_LENGTH,
  /// _KERNEL, _UNAVAILABLE.
  Aead(const std::string& cipher, const std::string& mode, const Options& options = {})
      : Context(cipher, mode, options) {}
  /// Makes a context with a key, and throws HEDGEROW_ERR_KEY_LENGTH in addition to the errors
  /// above.
  Aead(const std::string& cipher, const std::string& mode, Input key, const Options& options = {})
      : Context(cipher, mode, options) {
    set_key(key);
  }

  /// Replaces Options::tag_bytes.
  void set_tag_bytes(std::size_t bytes) { check(hedgerow_aead_set_tag_bytes(get(), bytes)); }
  /// Makes a nonce, encrypts `in` to `out` (equal lengths), and writes the nonce and the tag.
  void seal(Output nonce, Input aad, Input in, Output out, Output tag) {
    check(hedgerow_aead_seal(get(), nonce.data(), nonce.size(), aad.data(), aad.size(), in.data(),
                             out.data(), common_size(in, out), tag.data(), tag.size()));
  }
  /// Does the same under your nonce, and throws HEDGEROW_ERR_NONCE_REUSE for the nonce of the last
  /// message. You must prevent all other repetitions.
  void seal_with_nonce(Input nonce, Input aad, Input in, Output out, Output tag) {
    check(hedgerow_aead_seal_with_nonce(get(), nonce.data(), nonce.size(), aad.data(), aad.size(),
                                        in.data(), out.data(), common_size(in, out), tag.data(),
                                        tag.size()));
  }
  /// Checks and decrypts a message. If it is not authentic, throws HEDGEROW_ERR_AUTH, and `out` is
  /// untouched or zeroed.
  void open(Input nonce, Input aad, Input in, Output out, Input tag) {
    check(hedgerow_aead_open(get(), nonce.data(), nonce.size(), aad.data(), aad.size(), in.data(),
                             out.data(), common_size(in, out), tag.data(), tag.size()));
  }
  /// For "siv": encrypts under any strings instead of AAD and nonce, as hedgerow_aead_seal_strings
  /// does. Throws HEDGEROW_ERR_MODE for another mode, _LIMIT for more than HEDGEROW_MAX_STRINGS
  /// strings.
  void seal_strings(std::span<const hedgerow_string> strings, Input in, Output out, Output tag) {
    check(hedgerow_aead_seal_strings(get(), strings.data(), strings.size(), in.data(), out.data(),
                                     common_size(in, out), tag.data(), tag.size()));
  }
  /// The inverse of seal_strings. If the message is not authentic, throws HEDGEROW_ERR_AUTH, and
  /// `out` is zeroed.
  void open_strings(std::span<const hedgerow_string> strings, Input in, Output out, Input tag) {
    check(hedgerow_aead_open_strings(get(), strings.data(), strings.size(), in.data(), out.data(),
                                     common_size(in, out), tag.data(), tag.size()));
  }
  /// Does seal_with_nonce for many messages.
  void seal_batch(std::span<const hedgerow_message> messages) {
    check(hedgerow_aead_seal_batch(get(), messages.data(), messages.size()));
  }
  /// Makes seal count its nonces, which are `prefix` (as long as the usual nonce minus 8 bytes) and
  /// a counter from `start`.
  void set_nonce_counter(Input prefix, std::uint64_t start) {
    check(hedgerow_aead_set_nonce_counter(get(), prefix.data(), prefix.size(), start));
  }

  /// Streaming: init, then aad and update, then final_tag (encryption) or final_check (decryption).
  /// This init encrypts and writes the nonce that it makes.
  void init(Output nonce) { check(hedgerow_aead_init(get(), nonce.data(), nonce.size())); }
  void init_with_nonce(hedgerow_direction direction, Input nonce) {
    check(hedgerow_aead_init_with_nonce(get(), direction, nonce.data(), nonce.size()));
  }
  /// Announces the exact lengths, which CCM needs before the first data.
  void set_lengths(std::uint64_t aad_bytes, std::uint64_t data_bytes) {
    check(hedgerow_aead_set_lengths(get(), aad_bytes, data_bytes));
  }
  void aad(Input data) { check(hedgerow_aead_aad(get(), data.data(), data.size())); }
  /// DECRYPTED DATA IS NOT VERIFIED until final_check returns.
  void update(Input in, Output out) {
    check(hedgerow_aead_update(get(), in.data(), out.data(), common_size(in, out)));
  }
  void final_tag(Output tag) { check(hedgerow_aead_final_tag(get(), tag.data(), tag.size())); }
  /// Throws HEDGEROW_ERR_AUTH if the message is not authentic.
  void final_check(Input tag) { check(hedgerow_aead_final_check(get(), tag.data(), tag.size())); }
  /// Writes the tag of the last message, which must have been an encryption.
  void get_tag(Output tag) const { check(hedgerow_aead_get_tag(get(), tag.data(), tag.size())); }
  /// Writes the nonce of the message in progress or, after a message, of the last message.
  void get_nonce(Output nonce) const {
    check(hedgerow_aead_get_nonce(get(), nonce.data(), nonce.size()));
  }

 private:
  friend detail::Context<Aead, hedgerow_aead>;
  explicit Aead(hedgerow_aead* context) : Context(context) {}
};

/// A MAC, for example "cmac", "gmac", "omac-acpkm" or "imit". A copy() continues the message in
/// progress.
class Mac : public detail::Context<Mac, hedgerow_mac> {
 public:
  /// Makes a context without a key, or throws HEDGEROW_ERR_CIPHER, _MODE, _OPTIONS, _TAG_LENGTH,
  /// _SECTION, _KERNEL, _UNAVAILABLE.
  Mac(const std::string& cipher, const std::string& mode, const Options& options = {})
      : Context(cipher, mode, options) {}
  /// Makes a context with a key, and throws HEDGEROW_ERR_KEY_LENGTH in addition to the errors
  /// above.
  Mac(const std::string& cipher, const std::string& mode, Input key, const Options& options = {})
      : Context(cipher, mode, options) {
    set_key(key);
  }

  /// Replaces Options::tag_bytes.
  void set_tag_bytes(std::size_t bytes) { check(hedgerow_mac_set_tag_bytes(get(), bytes)); }
  /// Sets the IV. A MAC with HEDGEROW_IV_MAC needs this before each message.
  void set_iv(Input iv) { check(hedgerow_mac_set_iv(get(), iv.data(), iv.size())); }
  void update(Input data) { check(hedgerow_mac_update(get(), data.data(), data.size())); }
  /// Writes the tag, after which another message may follow.
  void final_tag(Output tag) { check(hedgerow_mac_final(get(), tag.data(), tag.size())); }
  /// Throws HEDGEROW_ERR_AUTH if the tag is wrong. In both cases another message may follow.
  void final_check(Input tag) { check(hedgerow_mac_check(get(), tag.data(), tag.size())); }
  /// Computes the tags of many messages.
  void batch(std::span<const hedgerow_message> messages) {
    check(hedgerow_mac_batch(get(), messages.data(), messages.size()));
  }

 private:
  friend detail::Context<Mac, hedgerow_mac>;
  explicit Mac(hedgerow_mac* context) : Context(context) {}
};

/// A key wrap, for example "kw", "kexp15" or "kw-gost".
class Wrap : public detail::Context<Wrap, hedgerow_wrap> {
 public:
  /// Makes a context without a key, or throws HEDGEROW_ERR_CIPHER, _MODE, _OPTIONS, _KERNEL,
  /// _UNAVAILABLE.
  Wrap(const std::string& cipher, const std::string& mode, const Options& options = {})
      : Context(cipher, mode, options) {}
  /// Makes a context with a key, and throws HEDGEROW_ERR_KEY_LENGTH in addition to the errors
  /// above.
  Wrap(const std::string& cipher, const std::string& mode, Input key, const Options& options = {})
      : Context(cipher, mode, options) {
    set_key(key);
  }

  void set_iv(Input iv) { check(hedgerow_wrap_set_iv(get(), iv.data(), iv.size())); }
  /// Returns the length of the wrapped form of `bytes` bytes, or throws HEDGEROW_ERR_DATA_LENGTH.
  std::size_t length(std::size_t bytes) const {
    std::size_t n = 0;
    check(hedgerow_wrap_length(get(), bytes, &n));
    return n;
  }
  /// Returns the number of bytes written.
  std::size_t wrap(Input in, Output out) {
    std::size_t n = 0;
    check(hedgerow_wrap_wrap(get(), in.data(), in.size(), out.data(), out.size(), &n));
    return n;
  }
  /// Returns the length of the key. If the key is damaged, throws HEDGEROW_ERR_INTEGRITY, and `out`
  /// is zeroed.
  std::size_t unwrap(Input in, Output out) {
    std::size_t n = 0;
    check(hedgerow_wrap_unwrap(get(), in.data(), in.size(), out.data(), out.size(), &n));
    return n;
  }

 private:
  friend detail::Context<Wrap, hedgerow_wrap>;
  explicit Wrap(hedgerow_wrap* context) : Context(context) {}
};

}  // namespace v0
}  // namespace hedgerow

#endif
