/// Hedgerow on GPUs for C++20 consists of header-only wrappers over device.h. For example:
///
///   hedgerow::Device device("cuda:0");
///   hedgerow::DeviceCipher cipher(device, "kuznyechik", key);
///
/// A handle can be moved but not copied, frees its resources at the end, and keeps its device open.
/// A call that fails throws hedgerow::device_error, where what() is the sentence of device.h. The
/// rules of device.h about threads, units and lengths hold here, too.
#ifndef HEDGEROW_DEVICE_HPP
#define HEDGEROW_DEVICE_HPP

#include <span>
#include <stdexcept>

#include "device.h"
#include "hedgerow.hpp"

namespace hedgerow {
inline namespace v0 {

/// The exception of every call that fails, with the status of device.h.
class device_error : public std::runtime_error {
 public:
  device_error(hedgerow_device_status status, const char* text)
      : std::runtime_error(text), status_(status) {}
  hedgerow_device_status status() const noexcept { return status_; }

 private:
  hedgerow_device_status status_;
};

namespace detail {
inline void check(hedgerow_device_status status) {
  if (status != HEDGEROW_DEVICE_OK) throw device_error(status, hedgerow_device_status_text(status));
}

/// Calls call(arguments..., &error), and throws device_error if that fails.
template <class Call, class... Arguments>
void device_call(Call call, Arguments... arguments) {
  hedgerow_device_error error{};
  const hedgerow_device_status status = call(arguments..., &error);
  if (status == HEDGEROW_DEVICE_MEMORY) throw std::bad_alloc();
  if (status != HEDGEROW_DEVICE_OK) throw device_error(status, error.text);
}

template <class Info>
std::vector<Info> device_list(std::size_t count, hedgerow_device_status (*at)(std::size_t, Info*)) {
  std::vector<Info> infos(count);
  for (std::size_t i = 0; i < count; i++) {
    infos[i].size = sizeof infos[i];
    check(at(i, &infos[i]));
  }
  return infos;
}

template <class T, void (*kFree)(T*)>
struct DeviceFree {
  void operator()(T* handle) const noexcept { kFree(handle); }
};
}  // namespace detail

/// Returns the backends. If a backend has no device, its `reason` says why.
inline std::vector<hedgerow_device_backend_info> list_device_backends() {
  return detail::device_list(hedgerow_device_backend_count(), hedgerow_device_backend_at);
}
/// Returns the devices of all backends, so that you can pass their ids to Device.
inline std::vector<hedgerow_device_info> list_devices() {
  return detail::device_list(hedgerow_device_count(), hedgerow_device_at);
}
/// Returns every kernel of every backend, whether a device can run it or not.
inline std::vector<hedgerow_device_kernel_info> list_device_kernels() {
  return detail::device_list(hedgerow_device_kernel_count(), hedgerow_device_kernel_at);
}

/// An open device, which you name by its id, for example "cuda:0" or "opencl:0".
class Device {
 public:
  /// `native_context` has the meaning that hedgerow_device_options describes.
  explicit Device(const std::string& id, void* native_context = nullptr) {
    hedgerow_device_options options{};
    options.size = sizeof options;
    options.native_context = native_context;
    hedgerow_device* made = nullptr;
    detail::device_call(hedgerow_device_open, &made, id.c_str(), &options);
    handle_.reset(made, hedgerow_device_close);
  }
  hedgerow_device* get() const noexcept { return handle_.get(); }
  const std::shared_ptr<hedgerow_device>& shared() const noexcept { return handle_; }
  hedgerow_device_info info() const {
    hedgerow_device_info info{};
    info.size = sizeof info;
    detail::check(hedgerow_device_query(get(), &info));
    return info;
  }
  /// Throws if the device is lost, after which you can only free its handles.
  void check() const { detail::device_call(hedgerow_device_check, get()); }

 private:
  std::shared_ptr<hedgerow_device> handle_;
};

/// Device memory, which the object owns and frees when it is destroyed.
class DeviceMemory {
 public:
  DeviceMemory(const Device& device, std::uint64_t bytes) : device_(device.shared()) {
    detail::device_call(hedgerow_device_memory_new, device_.get(), bytes, &place_);
  }
  DeviceMemory(DeviceMemory&& other) noexcept
      : device_(std::move(other.device_)), place_(std::exchange(other.place_, {})) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(place_, other.place_);
    return *this;
  }
  ~DeviceMemory() {
    [[maybe_unused]] const auto
        status =  // not checked: the driver frees the memory of a lost device
        device_ ? hedgerow_device_memory_free(device_.get(), place_, nullptr) : HEDGEROW_DEVICE_OK;
  }
  /// Returns the address that is `offset` bytes after the beginning.
  hedgerow_device_pointer at(std::uint64_t offset = 0) const noexcept {
    return {place_.base, place_.offset + offset};
  }

 private:
  std::shared_ptr<hedgerow_device> device_;
  hedgerow_device_pointer place_{};
};

/// Pinned host memory, which the object owns and frees when it is destroyed.
class PinnedMemory {
 public:
  PinnedMemory(const Device& device, std::size_t bytes) : device_(device.shared()), bytes_(bytes) {
    void* made = nullptr;
    detail::device_call(hedgerow_device_host_new, device_.get(), bytes, &made);
    data_ = static_cast<unsigned char*>(made);
  }
  PinnedMemory(PinnedMemory&& other) noexcept
      : device_(std::move(other.device_)),
        data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  PinnedMemory& operator=(PinnedMemory&&) = delete;
  ~PinnedMemory() {
    [[maybe_unused]] const auto status =
        device_ ? hedgerow_device_host_free(device_.get(), data_, nullptr) : HEDGEROW_DEVICE_OK;
  }
  unsigned char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return bytes_; }

 private:
  std::shared_ptr<hedgerow_device> device_;
  unsigned char* data_ = nullptr;
  std::size_t bytes_;
};

/// A queue, which executes work in order and waits for it in its destructor.
class DeviceQueue {
 public:
  /// `native` is null, or a CUstream or cl_command_queue of yours.
  explicit DeviceQueue(const Device& device, void* native = nullptr) : device_(device.shared()) {
    hedgerow_device_queue* made = nullptr;
    detail::device_call(hedgerow_device_queue_new, &made, device_.get(), native);
    handle_.reset(made);
  }
  hedgerow_device_queue* get() const noexcept { return handle_.get(); }
  void wait() { detail::device_call(hedgerow_device_queue_wait, get()); }
  bool done() {
    int done = 0;
    detail::device_call(hedgerow_device_queue_query, get(), &done);
    return done != 0;
  }
  /// Copies are asynchronous, therefore do not change or free `from` and `to` until the queue is
  /// done.
  void upload(hedgerow_device_pointer to, Input from) {
    detail::device_call(hedgerow_device_upload, get(), to, from.data(), from.size());
  }
  void download(Output to, hedgerow_device_pointer from) {
    detail::device_call(hedgerow_device_download, get(), to.data(), from, to.size());
  }

 private:
  std::shared_ptr<hedgerow_device> device_;
  std::unique_ptr<hedgerow_device_queue,
                  detail::DeviceFree<hedgerow_device_queue, hedgerow_device_queue_free>>
      handle_;
};

/// The options of hedgerow_device_cipher_options, with the same defaults.
struct DeviceCipherOptions {
  std::string kernel;              ///< forces a kernel id; empty: the fastest kernel of this device
  bool allow_cpu = false;          ///< the CPU may do host runs
  std::uint64_t limit_blocks = 0;  ///< data limit per key in blocks; 0: the cipher's default
  Input sbox = {};                 ///< the S-boxes of gost28147:user; empty for other ciphers
  std::size_t piece_bytes = 0;     ///< bytes of a piece of a host run; 0: 8 MiB

  /// Returns the same options as a struct of device.h, which points into this object.
  hedgerow_device_cipher_options native() const {
    hedgerow_device_cipher_options o{};
    o.size = sizeof o;
    o.kernel = kernel.empty() ? nullptr : kernel.c_str();
    o.flags = allow_cpu ? HEDGEROW_DEVICE_ALLOW_CPU : 0;
    o.limit_blocks = limit_blocks;
    o.sbox = sbox.data();
    o.sbox_bytes = sbox.size();
    o.piece_bytes = piece_bytes;
    return o;
  }
};

/// A cipher on a device under one key, which all of your runs share.
class DeviceCipher {
 public:
  DeviceCipher(const Device& device, const std::string& name, Input key,
               const DeviceCipherOptions& options = {})
      : device_(device.shared()) {
    const hedgerow_device_cipher_options o = options.native();
    hedgerow_device_cipher* made = nullptr;
    detail::device_call(hedgerow_device_cipher_new, &made, device_.get(), name.c_str(), &o);
    handle_.reset(made);
    set_key(key);
  }
  hedgerow_device_cipher* get() const noexcept { return handle_.get(); }
  void set_key(Input key) {
    detail::device_call(hedgerow_device_cipher_set_key, get(), key.data(), key.size());
  }
  hedgerow_device_cipher_info info() const {
    hedgerow_device_cipher_info info{};
    info.size = sizeof info;
    detail::check(hedgerow_device_cipher_query(get(), &info));
    return info;
  }

  /// These runs in device memory put work into the queue and return without waiting.
  void ecb(DeviceQueue& queue, hedgerow_direction direction, hedgerow_device_pointer in,
           hedgerow_device_pointer out, std::uint64_t bytes) {
    detail::device_call(hedgerow_device_ecb, queue.get(), get(), direction, in, out, bytes);
  }
  void ctr(DeviceQueue& queue, Input iv, std::uint64_t first_block, hedgerow_device_pointer in,
           hedgerow_device_pointer out, std::uint64_t bytes) {
    detail::device_call(hedgerow_device_ctr, queue.get(), get(), iv.data(), iv.size(), first_block,
                        in, out, bytes);
  }

  /// Runs in host memory, which are done when the call returns. `in` and `out` have the same size.
  void ecb(hedgerow_direction direction, Input in, Output out) {
    share_ecb(std::span(this, 1), direction, in, out);
  }
  void ctr(Input iv, std::uint64_t first_block, Input in, Output out) {
    share_ctr(std::span(this, 1), iv, first_block, in, out);
  }
  /// The same run, shared among several handles that have the same cipher and key.
  static void share_ecb(std::span<const DeviceCipher> ciphers, hedgerow_direction direction,
                        Input in, Output out) {
    require_same(in, out);
    const auto handles = handles_of(ciphers);
    detail::device_call(hedgerow_device_host_ecb, handles.data(), handles.size(), direction,
                        in.data(), out.data(), in.size());
  }
  static void share_ctr(std::span<const DeviceCipher> ciphers, Input iv, std::uint64_t first_block,
                        Input in, Output out) {
    require_same(in, out);
    const auto handles = handles_of(ciphers);
    detail::device_call(hedgerow_device_host_ctr, handles.data(), handles.size(), iv.data(),
                        iv.size(), first_block, in.data(), out.data(), in.size());
  }

 private:
  static void require_same(Input in, Output out) {
    if (in.size() != out.size())
      throw device_error(HEDGEROW_DEVICE_ARGUMENT, "input and output have different sizes");
  }
  static std::vector<hedgerow_device_cipher*> handles_of(std::span<const DeviceCipher> ciphers) {
    std::vector<hedgerow_device_cipher*> handles;
    for (const DeviceCipher& cipher : ciphers) handles.push_back(cipher.get());
    return handles;
  }

  std::shared_ptr<hedgerow_device> device_;
  std::unique_ptr<hedgerow_device_cipher,
                  detail::DeviceFree<hedgerow_device_cipher, hedgerow_device_cipher_free>>
      handle_;
};

/// An AEAD ("gcm" or "mgm") on a device under one key, which all of your messages share.
class DeviceAead {
 public:
  /// `repeat_nonce` sets HEDGEROW_DEVICE_REPEAT_NONCE, which is only for known-answer tests.
  DeviceAead(const Device& device, const std::string& cipher, const std::string& mode, Input key,
             const DeviceCipherOptions& options = {}, bool repeat_nonce = false)
      : device_(device.shared()) {
    hedgerow_device_cipher_options o = options.native();
    if (repeat_nonce) o.flags |= HEDGEROW_DEVICE_REPEAT_NONCE;
    hedgerow_device_aead* made = nullptr;
    detail::device_call(hedgerow_device_aead_new, &made, device_.get(), cipher.c_str(),
                        mode.c_str(), &o);
    handle_.reset(made);
    set_key(key);
  }
  hedgerow_device_aead* get() const noexcept { return handle_.get(); }
  void set_key(Input key) {
    detail::device_call(hedgerow_device_aead_set_key, get(), key.data(), key.size());
  }
  hedgerow_device_aead_info info() const {
    hedgerow_device_aead_info info{};
    info.size = sizeof info;
    detail::check(hedgerow_device_aead_query(get(), &info));
    return info;
  }

  /// Seals in device memory, where it puts the work into the queue and returns without waiting.
  void seal(DeviceQueue& queue, Input nonce, Input aad, hedgerow_device_pointer in,
            hedgerow_device_pointer out, std::uint64_t bytes, hedgerow_device_pointer tag,
            std::size_t tag_bytes) {
    detail::device_call(hedgerow_device_seal, queue.get(), get(), nonce.data(), nonce.size(),
                        aad.data(), aad.size(), in, out, bytes, tag, tag_bytes);
  }
  /// Waits for the queue to check the tag, and decrypts only authentic data. If it returns false, the
  /// message is not authentic and the data was not decrypted.
  bool open(DeviceQueue& queue, Input nonce, Input aad, hedgerow_device_pointer in,
            hedgerow_device_pointer out, std::uint64_t bytes, hedgerow_device_pointer tag,
            std::size_t tag_bytes) {
    return is_authentic(hedgerow_device_open_sealed, queue.get(), get(), nonce.data(), nonce.size(),
                        aad.data(), aad.size(), in, out, bytes, tag, tag_bytes);
  }

  /// Seals in host memory, and returns when it is done. `in` and `out` must have the same size.
  void seal(Input nonce, Input aad, Input in, Output out, Output tag) {
    share_seal(std::span(this, 1), nonce, aad, in, out, tag);
  }
  /// Opens in host memory. If it returns false, the message is not authentic and `out` is untouched.
  bool open(Input nonce, Input aad, Input in, Output out, Input tag) {
    return share_open(std::span(this, 1), nonce, aad, in, out, tag);
  }
  /// The same, shared among several handles that have the same cipher, mode and key.
  static void share_seal(std::span<const DeviceAead> aeads, Input nonce, Input aad, Input in,
                         Output out, Output tag) {
    require_same(in, out);
    const auto handles = handles_of(aeads);
    detail::device_call(hedgerow_device_host_seal, handles.data(), handles.size(), nonce.data(),
                        nonce.size(), aad.data(), aad.size(), in.data(), out.data(), in.size(),
                        tag.data(), tag.size());
  }
  static bool share_open(std::span<const DeviceAead> aeads, Input nonce, Input aad, Input in,
                         Output out, Input tag) {
    require_same(in, out);
    const auto handles = handles_of(aeads);
    return is_authentic(hedgerow_device_host_open, handles.data(), handles.size(), nonce.data(),
                        nonce.size(), aad.data(), aad.size(), in.data(), out.data(), in.size(),
                        tag.data(), tag.size());
  }

 private:
  static void require_same(Input in, Output out) {
    if (in.size() != out.size())
      throw device_error(HEDGEROW_DEVICE_ARGUMENT, "input and output have different sizes");
  }
  template <class Call, class... Arguments>
  static bool is_authentic(Call call, Arguments... arguments) {
    try {
      detail::device_call(call, arguments...);
    } catch (const device_error& e) {
      if (e.status() != HEDGEROW_DEVICE_NOT_AUTHENTIC) throw;
      return false;
    }
    return true;
  }
  static std::vector<hedgerow_device_aead*> handles_of(std::span<const DeviceAead> aeads) {
    std::vector<hedgerow_device_aead*> handles;
    for (const DeviceAead& aead : aeads) handles.push_back(aead.get());
    return handles;
  }

  std::shared_ptr<hedgerow_device> device_;
  std::unique_ptr<hedgerow_device_aead,
                  detail::DeviceFree<hedgerow_device_aead, hedgerow_device_aead_free>>
      handle_;
};

}  // namespace v0
}  // namespace hedgerow

#endif
