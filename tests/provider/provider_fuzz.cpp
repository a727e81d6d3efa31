// libFuzzer: random sequences of provider calls through the dispatch tables, as libcrypto makes
// them and as it would not. The fuzzer looks for crashes, writes beyond `outsize`, output after a
// failure, and sanitizer findings.
//
// It reported an overflow from the committed inputs when run_direct accepted an output that was up to
// 64 bytes too short.
//
//   byte 0, 1: the algorithm; then one call after the other, each with a byte and its arguments
#include <cstdlib>
#include <cstring>
#include <memory>

#include "../../provider/pipeline.hpp"

extern "C" int OSSL_provider_init(const struct ossl_core_handle_st*, const struct ossl_dispatch_st*,
                                  const struct ossl_dispatch_st**, void**);
#include "provider_raw.hpp"

namespace hedgerow_test {
namespace {

// Reads values from the input, and returns zeros after the end of the input.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  std::uint8_t byte() { return empty() ? 0 : data_[at_++]; }
  std::size_t pair() { return byte() | (std::size_t)byte() << 8; }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

const char* const kNumbers[] = {
    "ivlen", "keylen",   "padding",      "num",  "key-mesh", "cipher-key-mesh",
    "size",  "feedback", "length-bytes", "none", "tag"};
const char* const kOctets[] = {"tag", "tlstree", "iv", "key", "ivlen"};
const char* const kTexts[] = {"padding-scheme", "tlstree_mode"};
const char* const kValues[] = {"pkcs7", "bit",    "zero",  "bit-if-partial",
                               "none",  "strong", "light", "maybe"};

void check(bool holds) {
  if (!holds) abort();
}

class Run {
 public:
  Run(const RawProvider& provider, const OSSL_ALGORITHM& a, bool is_mac, Input in)
      : table_(a.implementation), is_mac_(is_mac), in_(in) {
    context_ = call<OSSL_FUNC_cipher_newctx_fn>(
        is_mac ? OSSL_FUNC_MAC_NEWCTX : OSSL_FUNC_CIPHER_NEWCTX)(provider.context());
    check(context_ != nullptr);
    std::size_t length = 0;
    OSSL_PARAM wanted[] = {{"keylen", OSSL_PARAM_UNSIGNED_INTEGER, &length, sizeof length, 0},
                           end()};
    check(call<OSSL_FUNC_cipher_get_params_fn>(is_mac ? OSSL_FUNC_MAC_GET_PARAMS
                                                      : OSSL_FUNC_CIPHER_GET_PARAMS)(wanted));
    key_bytes_ = length;
    memset(bytes_, 0x5a, sizeof bytes_);
  }
  ~Run() { free_context(context_); }

  void all() {
    for (int calls = 0; calls < 40 && !in_.empty(); calls++) one();
  }

 private:
  static constexpr std::size_t kPipes = 40;  // more than the maximum
  void (*find(int id) const)(void) { return RawProvider::find(table_, id); }
  static OSSL_PARAM end() { return {nullptr, 0, nullptr, 0, 0}; }
  template <class Function>
  Function* call(int id) const {
    return (Function*)RawProvider::find(table_, id);
  }
  void free_context(void* c) const {
    call<OSSL_FUNC_cipher_freectx_fn>(is_mac_ ? OSSL_FUNC_MAC_FREECTX
                                              : OSSL_FUNC_CIPHER_FREECTX)(c);
  }

  void one() {
    switch (in_.byte() % 8) {
      case 0:
      case 1:
        return init();
      case 2:
      case 3:
        return update(false);
      case 4:
        return is_mac_ ? final() : update(true);
      case 5:
        return final();
      case 6:
        return parameters();
      default:
        return odd();
    }
  }

  void odd() {
    const std::uint8_t which = in_.byte() % 4;
    if (which == 3 && find(OSSL_FUNC_CIPHER_PIPELINE_UPDATE) && !is_mac_) return pipeline();
    which == 1 ? copy() : read_back();
  }

  // Makes one call of a pipeline, mostly with the number of pipes that its init had.
  void pipeline() {
    const std::uint8_t what = in_.byte() % 8;
    if (what < 2) return pipeline_init(what == 0);
    const std::size_t count = in_.byte() % 8 ? pipes_ : in_.byte() % 40;
    if (what < 6) return pipeline_data(count, what);
    std::uint8_t tags[kPipes][80];
    std::uint8_t* places[kPipes];
    for (std::size_t i = 0; i < kPipes; i++) places[i] = tags[i];
    memset(tags, 0x33, sizeof tags);
    std::uint8_t** pointer = places;
    OSSL_PARAM params[] = {{OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG, OSSL_PARAM_OCTET_PTR, &pointer,
                            in_.byte() % 8 ? 16u : in_.byte() % 80u, 0},
                           end()};
    if (what == 6)
      call<OSSL_FUNC_cipher_set_ctx_params_fn>(OSSL_FUNC_CIPHER_SET_CTX_PARAMS)(context_, params);
    else
      call<OSSL_FUNC_cipher_get_ctx_params_fn>(OSSL_FUNC_CIPHER_GET_CTX_PARAMS)(context_, params);
  }

  void pipeline_init(bool encrypts) {
    using Init = int(void*, const unsigned char*, std::size_t, std::size_t, const unsigned char**,
                     std::size_t, const OSSL_PARAM*);
    const std::uint8_t what = in_.byte();
    const std::uint8_t* key = what & 1 ? bytes_ : nullptr;
    const std::uint8_t* ivs[kPipes];
    for (std::size_t i = 0; i < kPipes; i++) ivs[i] = bytes_ + i;
    pipes_ = what & 32 ? in_.byte() % kPipes : 1 + what / 64;
    const std::size_t key_bytes = key ? length_of_key() : 0, iv_bytes = length_of_iv();
    call<Init>(encrypts ? OSSL_FUNC_CIPHER_PIPELINE_ENCRYPT_INIT
                        : OSSL_FUNC_CIPHER_PIPELINE_DECRYPT_INIT)(
        context_, key, key_bytes, pipes_, what & 2 ? ivs : nullptr, iv_bytes, nullptr);
  }

  // Calls update with data or AAD, or final. Each output buffer has exactly the announced length.
  void pipeline_data(std::size_t count, std::uint8_t what) {
    using Update = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*,
                       const unsigned char**, const std::size_t*);
    using Final = int(void*, std::size_t, unsigned char**, std::size_t*, const std::size_t*);
    std::unique_ptr<std::uint8_t[]> outs[kPipes], ins[kPipes];
    std::uint8_t* out[kPipes];
    const std::uint8_t* in[kPipes];
    std::size_t done[kPipes], rooms[kPipes], lengths[kPipes];
    for (std::size_t i = 0; i < kPipes; i++) {
      lengths[i] = i < count ? in_.byte() : 0;
      rooms[i] = i % 4 == 3 ? in_.byte() : lengths[i] + 64;
      outs[i].reset(out[i] = new std::uint8_t[rooms[i]]);
      ins[i].reset(new std::uint8_t[lengths[i]]());
      in[i] = ins[i].get();
      done[i] = 777;
    }
    int ok;
    if (what == 5)
      ok = call<Final>(OSSL_FUNC_CIPHER_PIPELINE_FINAL)(context_, count, out, done, rooms);
    else
      ok = call<Update>(OSSL_FUNC_CIPHER_PIPELINE_UPDATE)(
          context_, count, what == 4 ? nullptr : out, done, rooms, in, lengths);
    for (std::size_t i = 0; ok && i < count; i++) check(done[i] <= rooms[i]);
  }

  // Most lengths are right, because otherwise every call would fail.
  std::size_t length_of_key() { return in_.byte() % 8 ? key_bytes_ : in_.byte() % 130; }
  std::size_t length_of_iv() {
    std::size_t length = 0;
    OSSL_PARAM wanted[] = {{"ivlen", OSSL_PARAM_UNSIGNED_INTEGER, &length, sizeof length, 0},
                           end()};
    call<OSSL_FUNC_cipher_get_ctx_params_fn>(OSSL_FUNC_CIPHER_GET_CTX_PARAMS)(context_, wanted);
    return in_.byte() % 8 ? length : in_.byte();
  }

  void init() {
    const std::uint8_t what = in_.byte();
    const std::uint8_t* key = what & 1 ? bytes_ : nullptr;
    const std::size_t key_bytes = key ? length_of_key() : 0;
    if (is_mac_) {
      call<OSSL_FUNC_mac_init_fn>(OSSL_FUNC_MAC_INIT)(context_, key, key_bytes, nullptr);
      return;
    }
    const std::uint8_t* iv = what & 2 ? bytes_ + 1 : nullptr;
    const std::size_t iv_bytes = iv ? length_of_iv() : 0;
    const int id = what & 4 ? OSSL_FUNC_CIPHER_DECRYPT_INIT : OSSL_FUNC_CIPHER_ENCRYPT_INIT;
    call<OSSL_FUNC_cipher_encrypt_init_fn>(id)(context_, key, key_bytes, iv, iv_bytes, nullptr);
  }

  // An output of exactly `room` bytes, so that a sanitizer detects a write after it.
  template <class Call>
  void with_output(std::size_t room, Call run) {
    const std::unique_ptr<std::uint8_t[]> out(new std::uint8_t[room + 1]);
    memset(out.get(), 0xee, room + 1);
    std::size_t n = 12345;
    const int ok = run(room ? out.get() : nullptr, &n, room);
    check(out[room] == 0xee);
    check(ok ? room == 0 || n <= room : n == 0);
  }

  void update(bool one_shot) {
    const std::size_t bytes = in_.pair() % 300,
                      room = in_.byte() % 4 ? bytes + 16 : in_.pair() % 320;
    const std::unique_ptr<std::uint8_t[]> data(new std::uint8_t[bytes + 1]);
    memset(data.get(), 0x11, bytes + 1);
    const std::uint8_t* in = in_.byte() % 16 || bytes ? data.get() : nullptr;
    if (is_mac_) {
      call<OSSL_FUNC_mac_update_fn>(OSSL_FUNC_MAC_UPDATE)(context_, in, bytes);
      return;
    }
    with_output(room, [&](std::uint8_t* out, std::size_t* n, std::size_t size) {
      return call<OSSL_FUNC_cipher_update_fn>(one_shot ? OSSL_FUNC_CIPHER_CIPHER
                                                       : OSSL_FUNC_CIPHER_UPDATE)(context_, out, n,
                                                                                  size, in, bytes);
    });
  }

  void final() {
    with_output(in_.byte() % 70, [&](std::uint8_t* out, std::size_t* n, std::size_t size) {
      return call<OSSL_FUNC_cipher_final_fn>(
          is_mac_ ? OSSL_FUNC_MAC_FINAL : OSSL_FUNC_CIPHER_FINAL)(context_, out, n, size);
    });
  }

  void parameters() {
    const std::uint8_t kind = in_.byte();
    std::uint64_t number = in_.byte() % 8 ? in_.byte() : in_.pair() * 16;
    OSSL_PARAM one = {kNumbers[kind / 3 % std::size(kNumbers)], OSSL_PARAM_UNSIGNED_INTEGER,
                      &number, 1u + kind / 16 % 8, 0};
    if (kind % 3 == 1)
      one = {kOctets[kind / 3 % std::size(kOctets)], OSSL_PARAM_OCTET_STRING, bytes_,
             in_.byte() % 80u, 0};
    const char* value = kValues[number % std::size(kValues)];
    if (kind % 3 == 2)
      one = {kTexts[kind / 3 % std::size(kTexts)], OSSL_PARAM_UTF8_STRING, (void*)value,
             strlen(value), 0};
    if (in_.byte() % 16 == 0) one.data = nullptr;
    const OSSL_PARAM params[] = {one, end()};
    call<OSSL_FUNC_cipher_set_ctx_params_fn>(
        is_mac_ ? OSSL_FUNC_MAC_SET_CTX_PARAMS : OSSL_FUNC_CIPHER_SET_CTX_PARAMS)(context_, params);
  }

  void read_back() {
    std::uint8_t room[256];
    const void* pointer = nullptr;
    OSSL_PARAM params[] = {{"tag", OSSL_PARAM_OCTET_STRING, room, in_.byte() % 80u, 0},
                           {"updated-iv", OSSL_PARAM_OCTET_PTR, &pointer, 0, 0},
                           {"iv", OSSL_PARAM_OCTET_STRING, room, in_.byte(), 0},
                           {"size", OSSL_PARAM_INTEGER, room, in_.byte() % 9u, 0},
                           {"taglen", OSSL_PARAM_UNSIGNED_INTEGER, room, in_.byte() % 9u, 0},
                           end()};
    call<OSSL_FUNC_cipher_get_ctx_params_fn>(
        is_mac_ ? OSSL_FUNC_MAC_GET_CTX_PARAMS : OSSL_FUNC_CIPHER_GET_CTX_PARAMS)(context_, params);
  }

  void copy() {
    void* c = call<OSSL_FUNC_cipher_dupctx_fn>(is_mac_ ? OSSL_FUNC_MAC_DUPCTX
                                                       : OSSL_FUNC_CIPHER_DUPCTX)(context_);
    check(c != nullptr);
    free_context(context_);
    context_ = c;
  }

  const OSSL_DISPATCH* table_;
  bool is_mac_;
  Input in_;
  void* context_ = nullptr;
  std::size_t key_bytes_ = 0, pipes_ = 0;
  std::uint8_t bytes_[512];
};

}  // namespace
}  // namespace hedgerow_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hedgerow_test;
  static const RawProvider provider({{"research", "yes"}, {"wide-blocks", "yes"}});
  static const std::vector<OSSL_ALGORITHM> ciphers = provider.algorithms(OSSL_OP_CIPHER),
                                           macs = provider.algorithms(OSSL_OP_MAC);
  Input in(data, size);
  const std::size_t index = in.pair() % (ciphers.size() + macs.size());
  const bool is_mac = index >= ciphers.size();
  Run(provider, is_mac ? macs[index - ciphers.size()] : ciphers[index], is_mac, in).all();
  return 0;
}
