// Two contexts of the C ABI. The first is forced to a kernel, and the second to the reference. Every
// call is made on both, and must have the same effect.
#pragma once

#include <cstring>
#include <functional>
#include <memory>

#include "fuzz.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow_fuzz {

constexpr std::uint8_t kUntouched = 0xa5;
constexpr std::size_t kMostBytes = 2600;  // more than a batch of every kernel

template <class Info>
std::vector<Info> all(std::size_t count, hedgerow_status (*at)(std::size_t, Info*)) {
  std::vector<Info> list(count);
  for (std::size_t i = 0; i < count; i++) {
    list[i].size = sizeof(Info);
    check(at(i, &list[i]) == HEDGEROW_OK, "a list has its entries");
  }
  return list;
}

// The kernels of a cipher that can run here, and its reference.
struct Kernels {
  explicit Kernels(const std::string& cipher) {
    static const auto list = all(hedgerow_kernel_count(), hedgerow_kernel_at);
    for (const auto& kernel : list)
      if (kernel.cipher == cipher && kernel.available) {
        const bool is_reference = std::string_view(kernel.technique) == "reference";
        if (is_reference)
          reference = kernel.id;
        else
          ids.push_back(kernel.id);
      }
    check(reference != nullptr && !ids.empty(), "a cipher has a reference and kernels");
  }
  std::vector<const char*> ids;
  const char* reference = nullptr;
};

Bytes noise(std::size_t bytes, std::uint32_t seed) {
  Bytes data(bytes);
  for (auto& b : data) b = static_cast<std::uint8_t>((seed = seed * 1664525 + 1013904223) >> 24);
  return data;
}

// A buffer of exactly its length, also for ASan if that is 0.
class Output {
 public:
  explicit Output(std::size_t bytes) : bytes_(bytes), data_(new std::uint8_t[bytes]) {
    std::memset(data_.get(), kUntouched, bytes);
  }
  explicit Output(const Bytes& content) : Output(content.size()) {
    std::copy(content.begin(), content.end(), data_.get());
  }
  std::uint8_t* data() { return data_.get(); }
  std::span<const std::uint8_t> view() const { return {data_.get(), bytes_}; }
  bool operator==(const Output& other) const { return std::ranges::equal(view(), other.view()); }

 private:
  std::size_t bytes_;
  std::unique_ptr<std::uint8_t[]> data_;
};

// The functions that all kinds of contexts have.
template <class Context>
struct Common;
#define HR_COMMON(kind)                                                 \
  template <>                                                           \
  struct Common<hedgerow_##kind> {                                      \
    static constexpr auto make = hedgerow_##kind##_new;                 \
    static constexpr auto copy = hedgerow_##kind##_copy;                \
    static constexpr auto reset = hedgerow_##kind##_reset;              \
    static constexpr auto set_key = hedgerow_##kind##_set_key;          \
    static constexpr auto query = hedgerow_##kind##_query;              \
    static constexpr auto kernel = hedgerow_##kind##_kernel;            \
    static void free(hedgerow_##kind* c) { hedgerow_##kind##_free(c); } \
  };
HR_COMMON(cipher)
HR_COMMON(aead)
HR_COMMON(mac)
HR_COMMON(wrap)

template <class Context>
class Run {
 public:
  Run(const hedgerow_algorithm_info& algorithm, const char* kernel, const char* reference,
      hedgerow_options options, Input in)
      : algorithm_(algorithm), in_(in) {
    options.kernel = kernel;
    first_status_ = F::make(&first_, algorithm.cipher, algorithm.mode, &options);
    options.kernel = reference;
    check(F::make(&second_, algorithm.cipher, algorithm.mode, &options) == first_status_,
          "both kernels take the same options");
    check((first_ != nullptr) == (first_status_ == HEDGEROW_OK), "a failure makes no context");
    check(first_ == nullptr || F::kernel(first_, in_.byte()) == std::string_view(kernel),
          "the forced kernel serves");
  }
  ~Run() {
    F::free(first_);
    F::free(second_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void all_calls() {
    if (first_ == nullptr) return;
    // Most inputs have a key and an IV, because other calls only give ERR_STATE.
    if (in_.byte() % 8 != 0) set_key(algorithm_.key_bytes);
    for (int calls = 0; calls < 24 && !in_.empty(); calls++) one(in_.byte());
  }

 private:
  using F = Common<Context>;
  using Call = std::function<hedgerow_status(Context*, std::uint8_t* out)>;

  // Makes the call on both contexts. The output has `room` bytes, or begins as `in_place`.
  hedgerow_status both(std::size_t room, const Call& call, const Bytes* in_place = nullptr,
                       Bytes* result = nullptr) {
    Output one = in_place ? Output(*in_place) : Output(room), other = one_more(one);
    const Output before = one_more(one);
    const auto status = call(first_, one.data());
    check(call(second_, other.data()) == status, "both kernels give the same status");
    check(one == other, "both kernels give the same output");
    if (status != HEDGEROW_OK)
      check(std::ranges::equal(one.view(), before.view(),
                               [](auto b, auto old) { return b == old || b == 0; }),
            "a failure leaves the output untouched or zero");
    if (result) result->assign(one.view().begin(), one.view().end());
    same_state();
    return status;
  }
  static Output one_more(const Output& output) {
    return Output(Bytes(output.view().begin(), output.view().end()));
  }

  void same_state() {
    hedgerow_context_info a{}, b{};
    a.size = b.size = sizeof a;
    check(F::query(first_, &a) == HEDGEROW_OK && F::query(second_, &b) == HEDGEROW_OK,
          "a context can be queried");
    check(a.has_key == b.has_key && a.has_iv == b.has_iv && a.in_message == b.in_message &&
              a.iv_bytes == b.iv_bytes && a.tag_bytes == b.tag_bytes &&
              a.message_bytes == b.message_bytes && a.blocks_left == b.blocks_left,
          "both contexts are in the same state");
  }

  // Most lengths are right.
  std::size_t iv_length() {
    const auto choice = in_.byte();
    if (choice % 8 == 7) return choice * 2;
    const auto steps =
        algorithm_.iv_step_bytes
            ? (algorithm_.max_iv_bytes - algorithm_.min_iv_bytes) / algorithm_.iv_step_bytes
            : 0;
    return choice % 8 < 4 ? algorithm_.iv_bytes
                          : algorithm_.min_iv_bytes +
                                (steps ? choice % (steps + 1) : 0) * algorithm_.iv_step_bytes;
  }
  std::size_t tag_length() {
    const auto choice = in_.byte();
    return choice % 4 ? algorithm_.tag_bytes : choice / 4 % (HEDGEROW_MAX_TAG_BYTES + 2);
  }
  Bytes nonce() {
    auto bytes = noise(iv_length(), in_.byte());
    if (!bytes.empty()) bytes[0] &= 0x7f;
    return bytes;
  }
  Bytes data() {
    const auto length = in_.pair();
    auto bytes = length % kMostBytes;
    if (length & 0x8000) bytes -= bytes % algorithm_.block_bytes;
    return noise(bytes, static_cast<std::uint32_t>(length) + in_.byte());
  }

  void set_key(std::size_t bytes) {
    const auto key = noise(bytes, in_.byte());
    both(0, [&](Context* c, std::uint8_t*) { return F::set_key(c, key.data(), key.size()); });
  }
  void copy() {
    for (auto* context : {&first_, &second_}) {
      Context* made = nullptr;
      check(F::copy(&made, *context) == HEDGEROW_OK, "a context can be copied");
      F::free(*context);
      *context = made;
    }
    same_state();
  }

  void one(std::uint8_t which) {
    switch (which % 16) {
      case 0:
        return set_key(in_.byte() % 4 ? algorithm_.key_bytes : in_.byte());
      case 1:
        return copy();
      case 2:
        if (in_.byte() % 4 == 0) both(0, [](Context* c, std::uint8_t*) { return F::reset(c); });
        return;
      default:
        return call(which);
    }
  }

  // The calls that each kind of contexts has alone.
  void call(std::uint8_t which);
  void stream(std::uint8_t which);

  hedgerow_algorithm_info algorithm_;
  Input in_;
  Context *first_ = nullptr, *second_ = nullptr;
  hedgerow_status first_status_ = HEDGEROW_OK;
};

}  // namespace hedgerow_fuzz
