/// Hedgerow containers for C++20: header-only wrappers over container.h, in the manner of hedgerow.hpp.
///
/// Handles move and do not copy; they free what they own. A failing call throws
/// hedgerow::container_error, whose what() is the call's own sentence; an exception that leaves a
/// callback cancels the call and leaves that, too. Threads, units and lengths are as container.h says.
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

/// What a failing call of container.h throws; programs over it may throw it for failures of their own.
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
  /// what() without the remedy in the terms of container.h.
  std::string sentence() const { return std::string(what()).substr(0, sentence_bytes_); }
  /// The same failure in another sentence.
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
/// Calls call(arguments..., &error).
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

/// What a callback threw, kept until the call has returned; by several threads.
class Thrown {
 public:
  /// Runs `work` and returns what it returns; `otherwise` when it threw.
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
  /// container_call, but an exception of a callback goes before the call's own, and before success.
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

/// Passes and memory of Argon2id; zeros: the default.
struct ContainerKdfCost {
  std::uint32_t passes = 0, memory_kib = 0;
};
/// The cost that a name stands for: "interactive", "default", "sensitive".
inline ContainerKdfCost container_kdf_cost(const std::string& name) {
  ContainerKdfCost cost;
  detail::container_call(hedgerow_container_kdf_cost, name.c_str(), &cost.passes, &cost.memory_kib);
  return cost;
}
/// "PASSESxMEMORY", such as 16x1G.
inline ContainerKdfCost parse_container_kdf_limit(const std::string& text) {
  ContainerKdfCost cost;
  detail::container_call(hedgerow_container_parse_kdf_limit, text.c_str(), &cost.passes,
                         &cost.memory_kib);
  return cost;
}
/// "3 passes over 64 MiB".
inline std::string text_of(const ContainerKdfCost& cost) {
  char text[HEDGEROW_CONTAINER_KDF_TEXT_BYTES];
  hedgerow_container_kdf_text(cost.passes, cost.memory_kib, text);
  return text;
}
/// A cipher in an AEAD, "" for its first, as containers have them.
inline hedgerow_algorithm_info container_algorithm(const std::string& cipher,
                                                   const std::string& mode = "") {
  hedgerow_algorithm_info info{};
  info.size = sizeof info;
  detail::container_call(hedgerow_container_algorithm, cipher.c_str(), mode.c_str(), &info);
  return info;
}

/// A small file with a secret, which `kind` names in sentences, into `data`. Returns its bytes.
inline std::size_t read_secret_file(const std::string& path, const char* kind, Output data,
                                    hedgerow_container_exposure& exposure) {
  std::size_t got = 0;
  detail::container_call(hedgerow_container_read_secret_file, path.c_str(), kind,
                         static_cast<void*>(data.data()), data.size(), &got, &exposure);
  return got;
}

/// Who can open a container. A null label: one that is made from kind, file name or public key.
class ContainerCredentials {
 public:
  ContainerCredentials() {
    hedgerow_container_credentials* made = nullptr;
    detail::container_call(hedgerow_container_credentials_new, &made);
    handle_.reset(made);
  }
  const hedgerow_container_credentials* get() const noexcept { return handle_.get(); }
  std::size_t size() const noexcept { return hedgerow_container_credentials_count(get()); }
  hedgerow_container_credential at(std::size_t index) const {
    hedgerow_container_credential credential{};
    credential.size = sizeof credential;
    detail::container_call(hedgerow_container_credentials_at, get(), index, &credential);
    return credential;
  }
  void add_key(Input key, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_key, handle_.get(), key.data(), key.size(),
                           label);
  }
  void add_passphrase(Input passphrase, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_passphrase, handle_.get(), passphrase.data(),
                           passphrase.size(), label);
  }
  /// "hedgerow-public-...".
  void add_recipient(const std::string& text, const char* label = nullptr) {
    unsigned char key[HEDGEROW_CONTAINER_X25519_BYTES];
    detail::container_call(hedgerow_container_public_key, text.c_str(), static_cast<void*>(key));
    detail::container_call(hedgerow_container_add_recipient, handle_.get(),
                           static_cast<const void*>(key), sizeof key, label);
  }
  void add_text(const std::string& text, const char* label = nullptr) {
    detail::container_call(hedgerow_container_add_text, handle_.get(), text.c_str(), label);
  }
  hedgerow_container_exposure add_file(hedgerow_container_file_kind kind, const std::string& path,
                                       const char* label = nullptr) {
    hedgerow_container_exposure exposure{};
    detail::container_call(hedgerow_container_add_file_of, handle_.get(), kind, path.c_str(), label,
                           &exposure);
    return exposure;
  }
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

/// "hedgerow-public-...", of HEDGEROW_CONTAINER_X25519_BYTES.
inline std::string container_public_text(const unsigned char* public_key) {
  char text[HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES];
  detail::container_call(hedgerow_container_public_text, static_cast<const void*>(public_key),
                         static_cast<char*>(text));
  return text;
}
/// A new key file; the same into a descriptor.
inline void make_key_file(const std::string& path) {
  detail::container_call(hedgerow_container_make_key_file, path.c_str());
}
inline void write_key_file(int fd) {
  detail::container_call(hedgerow_container_write_key_file, fd);
}
/// A new file with an identity; the same into a descriptor. Return the public key's text.
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

/// An AEAD that seals and opens segments in libhedgerow's place. Used by one thread at a time.
class ContainerAead {
 public:
  virtual ~ContainerAead() = default;
  virtual std::unique_ptr<ContainerAead> copy() const = 0;
  virtual void seal(Input nonce, Input aad, Output data, Output tag) = 0;
  /// False: it is not authentic, and the data is as it was.
  virtual bool open(Input nonce, Input aad, Output data, Input tag) = 0;
};
/// Makes one for a container and its key; a null result leaves the segments to libhedgerow.
using MakeContainerAead =
    std::function<std::unique_ptr<ContainerAead>(const hedgerow_container_info&, Input key)>;

/// `total` is HEDGEROW_CONTAINER_UNKNOWN where it is not known. An exception cancels the call.
using ContainerProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// As hedgerow_container_options.
struct ContainerOptions {
  std::uint32_t flags = 0;
  unsigned threads = 0;
  ContainerProgress progress = {};
  std::string cipher = {}, mode = {};
  std::uint32_t segment_bytes = 0;
  ContainerKdfCost kdf = {}, kdf_limit = {};
  MakeContainerAead aead = {};
};

namespace detail {
/// ContainerOptions as container.h takes them, during one call.
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
  /// With the call that it belongs to, which keeps what it throws.
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

/// Up to `bytes` of plaintext into `data`; 0 is the end. An exception fails the call: no whole
/// container is made.
using ContainerRead = std::function<std::size_t(unsigned char* data, std::size_t bytes)>;

/// From one descriptor to another.
inline void encrypt_container(int in, int out, const ContainerCredentials& credentials,
                              const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  const auto output = detail::output_of(out);
  call.call(hedgerow_container_encrypt, &input, &output, credentials.get(), call.options());
}
/// From a callback to a descriptor.
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
inline void decrypt_container(int in, int out, const ContainerCredentials& credentials,
                              const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  const auto output = detail::output_of(out);
  call.call(hedgerow_container_decrypt, &input, &output, credentials.get(), call.options());
}
inline hedgerow_container_info verify_container(int in, const ContainerCredentials& credentials,
                                                const ContainerOptions& options = {}) {
  detail::ContainerCall call(options);
  const auto input = detail::input_of(in);
  auto info = detail::empty_info();
  call.call(hedgerow_container_verify, &input, credentials.get(), call.options(), &info);
  return info;
}
inline hedgerow_container_info inspect_container(int in) {
  const auto input = detail::input_of(in);
  auto info = detail::empty_info();
  detail::container_call(hedgerow_container_inspect, &input, &info);
  return info;
}

/// What is left of a damaged container.
struct ContainerSalvage {
  hedgerow_container_info info{};
  hedgerow_container_damage damage{};
  std::vector<hedgerow_container_gap> gaps;
  std::optional<container_error> failure;  ///< none: the container is whole
};
/// `out` is the descriptor of an empty regular file, or -1: nothing is written.
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

/// Any byte range of a container in a regular file. One thread at a time.
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
  /// Bytes of plaintext.
  std::uint64_t size() const noexcept { return hedgerow_container_reader_bytes(handle_.get()); }
  hedgerow_container_info info() const {
    auto info = detail::empty_info();
    detail::container_call(hedgerow_container_reader_info, handle_.get(), &info);
    return info;
  }
  /// Why the end is not authentic, with HEDGEROW_CONTAINER_ANY_END; none: it is.
  std::optional<container_error> end_failure() const {
    try {
      detail::container_call(hedgerow_container_reader_end, handle_.get());
      return {};
    } catch (const container_error& e) {
      return e;
    }
  }
  std::size_t read(std::uint64_t offset, Output out) {
    std::size_t got = 0;
    detail::container_call(hedgerow_container_reader_read, handle_.get(), offset,
                           static_cast<void*>(out.data()), out.size(), &got);
    return got;
  }

 private:
  detail::ContainerHandle<hedgerow_container_reader, hedgerow_container_reader_free> handle_;
};

/// The segments of one container, wherever its bytes are. Several threads may use one object.
class ContainerSegments {
 public:
  /// Of a new container.
  ContainerSegments(const ContainerCredentials& credentials, const ContainerOptions& options = {}) {
    detail::ContainerCall call(options);
    hedgerow_container_segments* made = nullptr;
    call.call(hedgerow_container_segments_make, &made, credentials.get(), call.options());
    handle_.reset(made);
  }
  /// Of a container that begins with `preamble`.
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
  Input preamble() const {
    return {static_cast<const unsigned char*>(hedgerow_container_segments_preamble(handle_.get())),
            info().body_offset};
  }
  void seal(std::uint64_t first, bool is_final, Input data, Output out, unsigned threads = 1) {
    detail::container_call(hedgerow_container_segments_seal, handle_.get(), first,
                           static_cast<int>(is_final), static_cast<const void*>(data.data()),
                           data.size(), static_cast<void*>(out.data()), out.size(), threads);
  }
  /// Returns the bytes of plaintext.
  std::size_t open(std::uint64_t first, bool is_final, Input data, Output out,
                   unsigned threads = 1) {
    return open(first, is_final, data.data(), -1, data.size(), out, threads);
  }
  /// `bytes` of segments from their place in the regular file `fd`.
  std::size_t open(std::uint64_t first, bool is_final, int fd, std::size_t bytes, Output out,
                   unsigned threads = 1) {
    return open(first, is_final, nullptr, fd, bytes, out, threads);
  }
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

/// Segments and plaintext of a container of a given length, without a key.
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

/// Where a file is or appears: `name`, relative to an open directory; messages say `shown`.
struct ContainerPlace {
  int directory;
  std::string name, shown;
};

/// A file that appears under its name, whole, with commit; without, nothing is left of it.
class ContainerFile {
 public:
  ContainerFile(const ContainerPlace& place, bool overwrite) {
    hedgerow_container_file* made = nullptr;
    detail::container_call(hedgerow_container_file_new, &made, place.directory, place.name.c_str(),
                           place.shown.c_str(), flags(overwrite));
    handle_.reset(made);
  }
  /// Throws what the constructor would throw, as far as that shows without making a file.
  static void check(const ContainerPlace& place, bool overwrite) {
    detail::container_call(hedgerow_container_file_check, place.directory, place.name.c_str(),
                           place.shown.c_str(), flags(overwrite));
  }
  int fd() const noexcept { return hedgerow_container_file_fd(handle_.get()); }
  void commit() { detail::container_call(hedgerow_container_file_commit, handle_.get()); }

 private:
  static std::uint32_t flags(bool overwrite) {
    return overwrite ? HEDGEROW_CONTAINER_OVERWRITE : 0;
  }

  detail::ContainerHandle<hedgerow_container_file, hedgerow_container_file_free> handle_;
};

/// Credentials to add, and the labels of those to remove.
struct ContainerChange {
  ContainerCredentials add;
  std::vector<std::string> remove;
};

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

inline hedgerow_container_info rekey_container(const std::string& path,
                                               const ContainerCredentials& credentials,
                                               const ContainerChange& change,
                                               const ContainerOptions& options = {}) {
  return detail::change_container(hedgerow_container_rekey, path, credentials, change, options);
}
inline hedgerow_container_info reencrypt_container(const std::string& path,
                                                   const ContainerCredentials& credentials,
                                                   const ContainerChange& change,
                                                   const ContainerOptions& options = {}) {
  return detail::change_container(hedgerow_container_reencrypt, path, credentials, change, options);
}

}  // namespace v0
}  // namespace hedgerow

#endif
