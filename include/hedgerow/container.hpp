/// Hedgerow containers for C++20 consist of header-only wrappers over container.h. For example, this
/// encrypts standard input to standard output with a key file:
///
///   hedgerow::ContainerCredentials who;
///   who.add_file(HEDGEROW_CONTAINER_KEY_FILE, "disk.key");
///   hedgerow::encrypt_container(0, 1, who);
///
/// An object owns its handle and frees it at the end. It can be moved, but not copied. A call that
/// fails throws hedgerow::container_error, where what() returns the sentence of the call. If one of
/// your callbacks throws, the call is cancelled and throws the same exception.
///
/// container.h describes every call in detail. Its rules hold here, too: only one thread at a time
/// may use an object unless the class says otherwise, lengths are in bytes, and your descriptors
/// stay open.
#ifndef HEDGEROW_CONTAINER_HPP
#define HEDGEROW_CONTAINER_HPP

#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "container.h"
#include "hedgerow.hpp"

namespace hedgerow {
inline namespace v0 {

/// The exception that a failing call throws. Your program may also throw it for its own failures.
class container_error : public std::runtime_error {
 public:
  container_error(hedgerow_container_status status, const std::string& text,
                  hedgerow_container_remedy remedy = HEDGEROW_CONTAINER_REMEDY_NONE)
      : std::runtime_error(text), status_(status), remedy_(remedy), sentence_bytes_(text.size()) {}
  explicit container_error(const hedgerow_container_error& error)
      : std::runtime_error(error.text),
        status_(error.status),
        remedy_(error.remedy),
        value_(error.remedy_value),
        sentence_bytes_(error.sentence_bytes) {}
  hedgerow_container_status status() const noexcept { return status_; }
  hedgerow_container_remedy remedy() const noexcept { return remedy_; }
  const std::string& remedy_value() const noexcept { return value_; }
  /// Returns what() without its last part, which names the remedy in the terms of container.h.
  std::string sentence() const { return std::string(what()).substr(0, sentence_bytes_); }
  /// Returns the same failure with another sentence.
  container_error with_sentence(const std::string& text) const {
    container_error changed(status_, text, remedy_);
    changed.value_ = value_;
    return changed;
  }

 private:
  hedgerow_container_status status_;
  hedgerow_container_remedy remedy_;
  std::string value_;
  std::size_t sentence_bytes_;
};

namespace detail {
/// Calls call(arguments..., &error), and throws container_error if that fails.
template <class Call, class... Arguments>
void container_call(Call call, Arguments... arguments) {
  hedgerow_container_error error{};
  const hedgerow_container_status status = call(arguments..., &error);
  if (status == HEDGEROW_CONTAINER_OK) return;
  error.status = status;
  throw container_error(error);
}

template <class T, void (*kFree)(T*)>
struct ContainerFree {
  void operator()(T* handle) const noexcept { kFree(handle); }
};
template <class T, void (*kFree)(T*)>
using ContainerHandle = std::unique_ptr<T, ContainerFree<T, kFree>>;

/// Keeps the first exception of a callback until the call has returned. Several threads may use it
/// concurrently, because the callbacks of an AEAD run in several threads.
class Thrown {
 public:
  /// Runs `work` and returns its result, or `otherwise` if it threw.
  template <class Work, class Result>
  Result guard(const Work& work, Result otherwise) noexcept {
    try {
      return work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      return otherwise;
    }
  }
  /// Does the same as container_call, but if a callback threw, it throws that exception instead of
  /// the error of the call, and also if the call succeeded.
  template <class Call, class... Arguments>
  void call(Call function, Arguments... arguments) {
    try {
      container_call(function, arguments...);
    } catch (const container_error&) {
      if (!first_) throw;
    }
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

inline const char* text_or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}
}  // namespace detail

/// The cost of Argon2id, where zeros mean the default.
struct ContainerKdfCost {
  std::uint32_t passes = 0, memory_kib = 0;
};
/// Returns the cost with this name: "interactive", "default" or "sensitive".
inline ContainerKdfCost container_kdf_cost(const std::string& name) {
  ContainerKdfCost cost;
  detail::container_call(hedgerow_container_kdf_cost, name.c_str(), &cost.passes, &cost.memory_kib);
  return cost;
}
/// Reads a text of the form "PASSESxMEMORY", for example "16x1G".
inline ContainerKdfCost parse_container_kdf_limit(const std::string& text) {
  ContainerKdfCost cost;
  detail::container_call(hedgerow_container_parse_kdf_limit, text.c_str(), &cost.passes,
                         &cost.memory_kib);
  return cost;
}
/// Returns the layout with this name, "automatic", "compact" or "reserved", as
/// HEDGEROW_CONTAINER_LAYOUT_..., or nullopt for another name.
inline std::optional<std::uint32_t> find_container_layout(const std::string& name) {
  if (name == "automatic") return HEDGEROW_CONTAINER_LAYOUT_AUTOMATIC;
  if (name == "compact") return HEDGEROW_CONTAINER_LAYOUT_COMPACT;
  if (name == "reserved") return HEDGEROW_CONTAINER_LAYOUT_RESERVED;
  return {};
}
/// Returns a text like "3 passes over 64 MiB".
inline std::string text_of(const ContainerKdfCost& cost) {
  char text[HEDGEROW_CONTAINER_KDF_TEXT_BYTES];
  hedgerow_container_kdf_text(cost.passes, cost.memory_kib, text);
  return text;
}
/// Finds a cipher in an AEAD as containers support them. If `mode` is "", it is the first AEAD of
/// the cipher. Throws CIPHER or MODE if no container supports the pair.
inline hedgerow_algorithm_info container_algorithm(const std::string& cipher,
                                                   const std::string& mode = "") {
  hedgerow_algorithm_info info{};
  info.size = sizeof info;
  detail::container_call(hedgerow_container_algorithm, cipher.c_str(), mode.c_str(), &info);
  return info;
}

/// Reads a small file that contains a secret into `data`, and returns its length. Error sentences
/// name the file with `kind`, for example "key file". Throws KEY_TEXT if `data` is too short.
inline std::size_t read_secret_file(const std::string& path, const char* kind, Output data,
                                    hedgerow_container_exposure& exposure) {
  std::size_t got = 0;
  detail::container_call(hedgerow_container_read_secret_file, path.c_str(), kind,
                         static_cast<void*>(data.data()), data.size(), &got, &exposure);
  return got;
}

/// A list of the credentials that can open a container. If a label is NULL, one is made from the
/// kind, the file name or the public key.
class ContainerCredentials {
 public:
  ContainerCredentials() {
    hedgerow_container_credentials* made = nullptr;
    detail::container_call(hedgerow_container_credentials_new, &made);
    handle_.reset(made);
  }
  const hedgerow_container_credentials* get() const noexcept { return handle_.get(); }
  std::size_t size() const noexcept { return hedgerow_container_credentials_count(get()); }
  /// Describes credential `index`, which must be below size().
  hedgerow_container_credential at(std::size_t index) const {
    hedgerow_container_credential credential{};
    credential.size = sizeof credential;
    detail::container_call(hedgerow_container_credentials_at, get(), index, &credential);
    return credential;
  }
  /// Adds a raw key of HEDGEROW_CONTAINER_KEY_BYTES uniformly random bytes.
  void add_key(Input key, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_key, handle_.get(), key.data(), key.size(),
                           label);
  }
  /// Adds a passphrase of 1 to HEDGEROW_CONTAINER_PASSPHRASE_BYTES bytes.
  void add_passphrase(Input passphrase, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_passphrase, handle_.get(), passphrase.data(),
                           passphrase.size(), label);
  }
  /// Adds a public key from its text, "hedgerow-public-...".
  void add_recipient(const std::string& text, const char* label = nullptr) {
    unsigned char key[HEDGEROW_CONTAINER_X25519_BYTES];
    detail::container_call(hedgerow_container_public_key, text.c_str(), static_cast<void*>(key));
    detail::container_call(hedgerow_container_add_recipient, handle_.get(),
                           static_cast<const void*>(key), sizeof key, label);
  }
  /// Adds a key of any kind from its text. Throws KEY_TEXT if it is not the text of a key.
  void add_text(const std::string& text, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_text, handle_.get(), text.c_str(), label);
  }
  /// Adds the keys of a file, and returns the access that other users have to it, so that you can
  /// warn about that.
  hedgerow_container_exposure add_file(hedgerow_container_file_kind kind, const std::string& path,
                                       const char* label = nullptr) {
    hedgerow_container_exposure exposure{};
    detail::container_call(hedgerow_container_add_file_of, handle_.get(), kind, path.c_str(), label,
                           &exposure);
    return exposure;
  }
  /// Adds one credential of another list, or all of them.
  void add(const ContainerCredentials& from, std::size_t index, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_from, handle_.get(), from.get(), index, label);
  }
  void add(const ContainerCredentials& all) {
    for (std::size_t i = 0; i < all.size(); i++) add(all, i);
  }

 private:
  detail::ContainerHandle<hedgerow_container_credentials, hedgerow_container_credentials_free>
      handle_;
};

/// Returns the text "hedgerow-public-..." of a key of HEDGEROW_CONTAINER_X25519_BYTES bytes.
inline std::string container_public_text(const unsigned char* public_key) {
  char text[HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES];
  detail::container_call(hedgerow_container_public_text, static_cast<const void*>(public_key),
                         static_cast<char*>(text));
  return text;
}
/// These make a new key file, or write the content of one to a descriptor.
inline void make_key_file(const std::string& path) {
  detail::container_call(hedgerow_container_make_key_file, path.c_str());
}
inline void write_key_file(int fd) {
  detail::container_call(hedgerow_container_write_key_file, fd);
}
/// These make a new file with an identity, or write the content of one to a descriptor. They return
/// the text of the public key.
inline std::string make_identity_file(const std::string& path) {
  unsigned char key[HEDGEROW_CONTAINER_X25519_BYTES];
  detail::container_call(hedgerow_container_make_identity_file, path.c_str(),
                         static_cast<void*>(key));
  return container_public_text(key);
}
inline std::string write_identity_file(int fd) {
  unsigned char key[HEDGEROW_CONTAINER_X25519_BYTES];
  detail::container_call(hedgerow_container_write_identity_file, fd, static_cast<void*>(key));
  return container_public_text(key);
}

/// Derive from this class if you want to seal and open segments yourself, for example on a GPU. Only
/// one thread at a time uses an object, and copy() makes objects for other threads.
class ContainerAead {
 public:
  virtual ~ContainerAead() = default;
  virtual std::unique_ptr<ContainerAead> copy() const = 0;
  virtual void seal(Input nonce, Input aad, Output data, Output tag) = 0;
  /// Returns false if the data is not authentic, and must then leave it as it was.
  virtual bool open(Input nonce, Input aad, Output data, Input tag) = 0;
};
/// Makes the AEAD for a container and its key. If it returns null, libhedgerow does the segments.
using MakeContainerAead =
    std::function<std::unique_ptr<ContainerAead>(const hedgerow_container_info&, Input key)>;

/// Receives the bytes of input that are done and their total number, which is
/// HEDGEROW_CONTAINER_UNKNOWN if it is not known. An exception cancels the call.
using ContainerProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// The options of hedgerow_container_options, with the same defaults.
struct ContainerOptions {
  std::uint32_t flags = 0;
  unsigned threads = 0;
  ContainerProgress progress = {};
  std::string cipher = {}, mode = {};
  std::uint32_t segment_bytes = 0;
  ContainerKdfCost kdf = {}, kdf_limit = {};
  MakeContainerAead aead = {};
  std::uint32_t layout = HEDGEROW_CONTAINER_LAYOUT_AUTOMATIC;
};

namespace detail {
/// Converts ContainerOptions to those of container.h, for the duration of one call.
class ContainerCall {
 public:
  explicit ContainerCall(const ContainerOptions& options) : options_(options) {
    c_.size = sizeof c_;
    c_.flags = options.flags;
    c_.threads = options.threads;
    c_.user = this;
    if (options.progress)
      c_.progress = [](void* user, std::uint64_t done, std::uint64_t total) {
        auto& self = *static_cast<ContainerCall*>(user);
        return self.thrown_.guard([&] { return self.options_.progress(done, total), 0; }, 1);
      };
    c_.cipher = text_or_null(options.cipher);
    c_.mode = text_or_null(options.mode);
    c_.segment_bytes = options.segment_bytes;
    c_.kdf_passes = options.kdf.passes;
    c_.kdf_memory_kib = options.kdf.memory_kib;
    c_.limit_passes = options.kdf_limit.passes;
    c_.limit_memory_kib = options.kdf_limit.memory_kib;
    c_.layout = options.layout;
    if (options.aead) set_aead();
  }
  ContainerCall(const ContainerCall&) = delete;
  ContainerCall& operator=(const ContainerCall&) = delete;

  const hedgerow_container_options* options() const { return &c_; }
  Thrown& thrown() { return thrown_; }
  template <class Call, class... Arguments>
  void call(Call function, Arguments... arguments) {
    thrown_.call(function, arguments...);
  }

 private:
  using Status = hedgerow_container_status;
  /// An AEAD, and the call that keeps the exceptions of this AEAD.
  struct Aead {
    ContainerCall* call;
    std::unique_ptr<ContainerAead> aead;
  };

  template <class Work>
  Status run(const Work& work) {
    return thrown_.guard(work, HEDGEROW_CONTAINER_CALLBACK);
  }
  void set_aead() {
    aead_.size = sizeof aead_;
    aead_.user = this;
    aead_.make = [](void* user, const hedgerow_container_info* info, const void* key,
                    std::size_t bytes, void** made, hedgerow_container_error*) {
      auto& self = *static_cast<ContainerCall*>(user);
      return self.run([&] {
        auto aead = self.options_.aead(*info, {static_cast<const unsigned char*>(key), bytes});
        if (aead) *made = new Aead{&self, std::move(aead)};
        return HEDGEROW_CONTAINER_OK;
      });
    };
    aead_.copy = [](const void* aead, void** made, hedgerow_container_error*) {
      const auto& from = *static_cast<const Aead*>(aead);
      return from.call->run([&] {
        *made = new Aead{from.call, from.aead->copy()};
        return HEDGEROW_CONTAINER_OK;
      });
    };
    aead_.free = [](void* aead) { delete static_cast<Aead*>(aead); };
    aead_.seal = [](void* aead, const void* nonce, std::size_t nonce_bytes, const void* aad,
                    std::size_t aad_bytes, void* data, std::size_t bytes, void* tag,
                    std::size_t tag_bytes, hedgerow_container_error*) {
      auto& with = *static_cast<Aead*>(aead);
      return with.call->run([&] {
        with.aead->seal(in(nonce, nonce_bytes), in(aad, aad_bytes), out(data, bytes),
                        out(tag, tag_bytes));
        return HEDGEROW_CONTAINER_OK;
      });
    };
    aead_.open = [](void* aead, const void* nonce, std::size_t nonce_bytes, const void* aad,
                    std::size_t aad_bytes, void* data, std::size_t bytes, const void* tag,
                    std::size_t tag_bytes, hedgerow_container_error*) {
      auto& with = *static_cast<Aead*>(aead);
      return with.call->run([&] {
        const bool authentic = with.aead->open(in(nonce, nonce_bytes), in(aad, aad_bytes),
                                               out(data, bytes), in(tag, tag_bytes));
        return authentic ? HEDGEROW_CONTAINER_OK : HEDGEROW_CONTAINER_TAMPERED;
      });
    };
    c_.aead = &aead_;
  }
  static Input in(const void* data, std::size_t bytes) {
    return {static_cast<const unsigned char*>(data), bytes};
  }
  static Output out(void* data, std::size_t bytes) {
    return {static_cast<unsigned char*>(data), bytes};
  }

  const ContainerOptions& options_;
  hedgerow_container_options c_{};
  hedgerow_container_aead aead_{};
  Thrown thrown_;
};

inline hedgerow_container_input input_of(int fd) {
  hedgerow_container_input input{};
  input.size = sizeof input;
  input.fd = fd;
  return input;
}
inline hedgerow_container_output output_of(int fd) {
  hedgerow_container_output output{};
  output.size = sizeof output;
  output.fd = fd;
  return output;
}
inline hedgerow_container_info empty_info() {
  hedgerow_container_info info{};
  info.size = sizeof info;
  return info;
}
}  // namespace detail

/// Writes up to `bytes` bytes of plaintext to `data` and returns their number, which is 0 at the end.
/// If it throws, the call fails and the container is incomplete.
using ContainerRead = std::function<std::size_t(unsigned char* data, std::size_t bytes)>;

/// Encrypts from one descriptor to another. If the call throws, the output is not a whole container.
inline void encrypt_container(int in, int out, const ContainerCredentials& credentials,
                              const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  const auto output = detail::output_of(out);
  call.call(hedgerow_container_encrypt, &input, &output, credentials.get(), call.options());
}
/// Encrypts from a callback to a descriptor.
inline void encrypt_container(const ContainerRead& read, int out,
                              const ContainerCredentials& credentials,
                              const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  struct Source {
    const ContainerRead& read;
    detail::Thrown& thrown;
  } source{read, call.thrown()};
  auto input = detail::input_of(-1);
  input.user = &source;
  input.read = [](void* user, void* data, std::size_t bytes) {
    auto& from = *static_cast<Source*>(user);
    return from.thrown.guard(
        [&] {
          return static_cast<std::int64_t>(from.read(static_cast<unsigned char*>(data), bytes));
        },
        std::int64_t{-1});
  };
  const auto output = detail::output_of(out);
  call.call(hedgerow_container_encrypt, &input, &output, credentials.get(), call.options());
}
/// Decrypts from one descriptor to another. The output is the whole plaintext only if the call does
/// not throw. Throws WRONG_KEY if no credential fits, and TAMPERED, TRUNCATED or TRAILING_DATA if the
/// container was changed.
inline void decrypt_container(int in, int out, const ContainerCredentials& credentials,
                              const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  const auto output = detail::output_of(out);
  call.call(hedgerow_container_decrypt, &input, &output, credentials.get(), call.options());
}
/// Checks everything that decrypt_container checks, without an output.
inline hedgerow_container_info verify_container(int in, const ContainerCredentials& credentials,
                                                const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  auto info = detail::empty_info();
  call.call(hedgerow_container_verify, &input, credentials.get(), call.options(), &info);
  return info;
}
/// Reads the header and the slot area without a key. The values are not authenticated.
inline hedgerow_container_info inspect_container(int in) {
  const auto input = detail::input_of(in);
  auto info = detail::empty_info();
  detail::container_call(hedgerow_container_inspect, &input, &info);
  return info;
}

/// Describes what a damaged container still contains.
struct ContainerSalvage {
  hedgerow_container_info info{};
  hedgerow_container_damage damage{};
  std::vector<hedgerow_container_gap> gaps;
  std::optional<container_error> failure;  ///< empty if the container is whole
};
/// Tries every segment of a container and returns what was found. `out` is the descriptor of an empty
/// regular file, or -1 to write nothing. Damage does not throw, because the result describes it. The
/// function throws if the container cannot be opened at all, or if reading or writing fails.
inline ContainerSalvage salvage_container(int in, int out, const ContainerCredentials& credentials,
                                          const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  ContainerSalvage result{detail::empty_info(), {}, {}, {}};
  result.damage.size = sizeof result.damage;
  result.damage.gap_count = HEDGEROW_CONTAINER_UNKNOWN;
  const auto found = [](void* user, const hedgerow_container_gap* gap) {
    static_cast<ContainerSalvage*>(user)->gaps.push_back(*gap);
  };
  try {
    call.call(hedgerow_container_salvage, &input, out, credentials.get(), call.options(),
              static_cast<hedgerow_container_gap_found>(found), static_cast<void*>(&result),
              &result.info, &result.damage);
  } catch (const container_error& e) {
    if (result.damage.gap_count == HEDGEROW_CONTAINER_UNKNOWN) throw;
    result.failure = e;
  }
  return result;
}

/// Reads any byte range of a container in a regular file. Only one thread at a time may use an
/// object. The constructor checks the header, the credential and the final segment.
class ContainerReader {
 public:
  ContainerReader(int fd, const ContainerCredentials& credentials,
                  const ContainerOptions& options = {}) {
    detail::ContainerCall call(options);
    const auto input = detail::input_of(fd);
    hedgerow_container_reader* made = nullptr;
    call.call(hedgerow_container_reader_open, &made, &input, credentials.get(), call.options());
    handle_.reset(made);
  }
  /// Returns the number of bytes of plaintext.
  std::uint64_t size() const noexcept { return hedgerow_container_reader_bytes(handle_.get()); }
  hedgerow_container_info info() const {
    auto info = detail::empty_info();
    detail::container_call(hedgerow_container_reader_info, handle_.get(), &info);
    return info;
  }
  /// Returns the reason why the end is not authentic, which HEDGEROW_CONTAINER_ANY_END permits, or
  /// an empty optional if it is authentic.
  std::optional<container_error> end_failure() const {
    try {
      detail::container_call(hedgerow_container_reader_end, handle_.get());
      return {};
    } catch (const container_error& e) {
      return e;
    }
  }
  /// Reads from `offset` to `out`, and returns the number of bytes, which is smaller than the room
  /// only at the end of the plaintext. Throws TAMPERED, and zeroes `out`, if a segment that it needs
  /// is not authentic.
  std::size_t read(std::uint64_t offset, Output out) {
    std::size_t got = 0;
    detail::container_call(hedgerow_container_reader_read, handle_.get(), offset,
                           static_cast<void*>(out.data()), out.size(), &got);
    return got;
  }

 private:
  detail::ContainerHandle<hedgerow_container_reader, hedgerow_container_reader_free> handle_;
};

/// Seals and opens single segments of one container, so that its bytes can be anywhere, for example
/// in an object store. Several threads may use one object concurrently.
class ContainerSegments {
 public:
  /// Makes a new container.
  ContainerSegments(const ContainerCredentials& credentials, const ContainerOptions& options = {}) {
    detail::ContainerCall call(options);
    hedgerow_container_segments* made = nullptr;
    call.call(hedgerow_container_segments_make, &made, credentials.get(), call.options());
    handle_.reset(made);
  }
  /// Opens a container that begins with `preamble`.
  ContainerSegments(Input preamble, const ContainerCredentials& credentials,
                    const ContainerOptions& options = {}) {
    detail::ContainerCall call(options);
    hedgerow_container_segments* made = nullptr;
    call.call(hedgerow_container_segments_unlock, &made, static_cast<const void*>(preamble.data()),
              preamble.size(), credentials.get(), call.options());
    handle_.reset(made);
  }
  hedgerow_container_info info() const {
    auto info = detail::empty_info();
    detail::container_call(hedgerow_container_segments_info, handle_.get(), &info);
    return info;
  }
  /// Returns the beginning of the container, which comes before its segments. It lives as long as
  /// this object.
  Input preamble() const {
    return {static_cast<const unsigned char*>(hedgerow_container_segments_preamble(handle_.get())),
            info().body_offset};
  }
  /// Seals consecutive segments, from index `first` on, with up to `threads` threads. `out` needs room
  /// for the data and one tag for each segment. Throws REUSED if this object already sealed one of the
  /// indices.
  void seal(std::uint64_t first, bool is_final, Input data, Output out, unsigned threads = 1) {
    detail::container_call(hedgerow_container_segments_seal, handle_.get(), first,
                           static_cast<int>(is_final), static_cast<const void*>(data.data()),
                           data.size(), static_cast<void*>(out.data()), out.size(), threads);
  }
  /// Opens segments with their tags, from index `first` on, and returns the number of bytes of
  /// plaintext. Throws TAMPERED, and zeroes `out`, if a segment is not authentic.
  std::size_t open(std::uint64_t first, bool is_final, Input data, Output out,
                   unsigned threads = 1) {
    return open(first, is_final, data.data(), -1, data.size(), out, threads);
  }
  /// Does the same for `bytes` bytes of segments, which it reads from their place in the regular
  /// file `fd`.
  std::size_t open(std::uint64_t first, bool is_final, int fd, std::size_t bytes, Output out,
                   unsigned threads = 1) {
    return open(first, is_final, nullptr, fd, bytes, out, threads);
  }
  /// Hashes plaintext at an index under a secret key of the container, into
  /// HEDGEROW_CONTAINER_DIGEST_BYTES bytes.
  void digest(std::uint64_t first, Input data, Output digest) const {
    detail::container_call(hedgerow_container_segments_digest, handle_.get(), first,
                           static_cast<const void*>(data.data()), data.size(),
                           static_cast<void*>(digest.data()));
  }

 private:
  std::size_t open(std::uint64_t first, bool is_final, const void* data, int fd, std::size_t bytes,
                   Output out, unsigned threads) {
    std::size_t got = 0;
    detail::container_call(hedgerow_container_segments_open, handle_.get(), first,
                           static_cast<int>(is_final), data, fd, bytes,
                           static_cast<void*>(out.data()), out.size(), &got, threads);
    return got;
  }

  detail::ContainerHandle<hedgerow_container_segments, hedgerow_container_segments_free> handle_;
};

/// The number of segments and bytes of plaintext of a container, computed from its length without a
/// key, so they are not authenticated.
struct ContainerLayout {
  std::uint64_t segments = 0, plaintext_bytes = 0;
};
inline ContainerLayout container_layout(Input preamble, std::uint64_t container_bytes) {
  ContainerLayout layout;
  detail::container_call(hedgerow_container_layout, static_cast<const void*>(preamble.data()),
                         preamble.size(), container_bytes, &layout.segments,
                         &layout.plaintext_bytes);
  return layout;
}

/// The place of a file: `name` is relative to an open directory, and messages show `shown`.
struct ContainerPlace {
  int directory;
  std::string name, shown;
};

/// A file that appears under its name complete, when you call commit(), or not at all.
class ContainerFile {
 public:
  /// With `one_of_many`, the file is meant for commit_all.
  ContainerFile(const ContainerPlace& place, bool overwrite, bool one_of_many = false) {
    hedgerow_container_file* made = nullptr;
    detail::container_call(hedgerow_container_file_new, &made, place.directory, place.name.c_str(),
                           place.shown.c_str(),
                           flags(overwrite) | (one_of_many ? HEDGEROW_CONTAINER_ONE_OF_MANY : 0));
    handle_.reset(made);
  }
  /// Throws the errors of the constructor, as far as they show without making a file.
  static void check(const ContainerPlace& place, bool overwrite) {
    detail::container_call(hedgerow_container_file_check, place.directory, place.name.c_str(),
                           place.shown.c_str(), flags(overwrite));
  }
  /// Returns the descriptor for reading and writing. The file owns it, and is empty at first.
  int fd() const noexcept { return hedgerow_container_file_fd(handle_.get()); }
  /// Writes the file safely to the disk and gives it its name. Throws EXISTS if the name was taken in
  /// the meantime and overwriting is not allowed.
  void commit() { detail::container_call(hedgerow_container_file_commit, handle_.get()); }
  /// Commits many files, which costs fewer flushes than many calls of commit(). Returns the failure of
  /// each file, or an empty optional.
  static std::vector<std::optional<container_error>> commit_all(
      const std::vector<ContainerFile*>& files) {
    std::vector<hedgerow_container_file*> handles;
    for (const auto* file : files) handles.push_back(file->handle_.get());
    struct Results {
      std::vector<std::optional<container_error>> failures;
      bool any = false;
      detail::Thrown thrown = {};
    } results{std::vector<std::optional<container_error>>(files.size())};
    const auto failed = [](void* user, std::size_t index, const hedgerow_container_error* error) {
      auto& all = *static_cast<Results*>(user);
      all.any = all.thrown.guard([&] { return all.failures[index].emplace(*error), true; }, true);
    };
    try {
      results.thrown.call(hedgerow_container_files_commit, handles.data(), handles.size(),
                          static_cast<hedgerow_container_file_failed>(failed),
                          static_cast<void*>(&results));
    } catch (const container_error&) {
      if (!results.any) throw;
    }
    return std::move(results.failures);
  }

 private:
  static std::uint32_t flags(bool overwrite) {
    return overwrite ? HEDGEROW_CONTAINER_OVERWRITE : 0;
  }

  detail::ContainerHandle<hedgerow_container_file, hedgerow_container_file_free> handle_;
};

/// The credentials to add, and the labels of the credentials to remove.
struct ContainerChange {
  ContainerCredentials add;
  std::vector<std::string> remove;
};

/// Returns the slots of a container with their labels.
inline hedgerow_container_info container_slots(const std::string& path,
                                               const ContainerCredentials& credentials,
                                               const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  auto info = detail::empty_info();
  call.call(hedgerow_container_slots, path.c_str(), credentials.get(), call.options(), &info);
  return info;
}

namespace detail {
template <class Call>
hedgerow_container_info change_container(Call function, const std::string& path,
                                         const ContainerCredentials& credentials,
                                         const ContainerChange& change,
                                         const ContainerOptions& options) {
  ContainerCall call(options);
  std::vector<const char*> labels;
  for (const auto& label : change.remove) labels.push_back(label.c_str());
  const hedgerow_container_change c{sizeof c, change.add.get(), labels.data(), labels.size()};
  auto info = empty_info();
  call.call(function, path.c_str(), credentials.get(), &c, call.options(), &info);
  return info;
}
}  // namespace detail

/// Removes and adds credentials without touching the data. Anybody who could open the container
/// before may have kept its file key, so this does not take the data back.
inline hedgerow_container_info rekey_container(const std::string& path,
                                               const ContainerCredentials& credentials,
                                               const ContainerChange& change,
                                               const ContainerOptions& options = {}) {
  return detail::change_container(hedgerow_container_rekey, path, credentials, change, options);
}
/// Encrypts the same plaintext with a new file key. The new file replaces the old one when it is
/// complete.
inline hedgerow_container_info reencrypt_container(const std::string& path,
                                                   const ContainerCredentials& credentials,
                                                   const ContainerChange& change,
                                                   const ContainerOptions& options = {}) {
  return detail::change_container(hedgerow_container_reencrypt, path, credentials, change, options);
}

}  // namespace v0
}  // namespace hedgerow

#endif
