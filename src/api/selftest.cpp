// hedgerow_selftest and hedgerow_selftest_kernel: known answers through the public ABI of this library, with the
// kernels that this machine selects or with a forced one. `./dev gen` generates the answers from tests/vectors.
#include <string.h>

#include "api/arguments.hpp"

namespace hedgerow {
namespace {

struct Answer {
  const char *cipher, *mode, *key, *iv, *aad, *plaintext, *ciphertext, *tag;
};

constexpr Answer kAnswers[] = {
#define ECB(cipher, key, plaintext, ciphertext) \
  {cipher, "ecb", key, "", "", plaintext, ciphertext, ""},
#include "api/selftest_ecb.def"
#undef ECB
#define ANSWER(...) {__VA_ARGS__},
#include "api/selftest_modes.def"
#undef ANSWER
};

struct Bytes {
  std::uint8_t data[160];
  std::size_t size;

  explicit Bytes(const char* hex) noexcept : size(strlen(hex) / 2) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    if (size > sizeof data) size = 0;  // makes the answer wrong
    for (std::size_t i = 0; i < size; i++)
      data[i] = (std::uint8_t)(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
  }
};

// Number of blocks in one call: more than the largest batch of any kernel, and not a multiple of it.
constexpr std::size_t kCopies = 263;

struct Case {
  // `kernel` is the forced kernel or nullptr.
  Case(const Answer& a, const char* kernel) noexcept
      : answer(a),
        key(a.key),
        iv(a.iv),
        aad(a.aad),
        plain(a.plaintext),
        expected(a.ciphertext),
        tag(a.tag) {
    options.size = sizeof options;
    options.kernel = kernel;
  }
  bool matches() const noexcept { return memcmp(out, expected.data, expected.size) == 0; }

  const Answer& answer;
  Bytes key, iv, aad, plain, expected, tag;
  std::uint8_t out[192] = {};
  hedgerow_options options = {};
};

bool holds_copies(const std::uint8_t* data, const Bytes& block) noexcept {
  for (std::size_t i = 0; i < kCopies; i++)
    if (memcmp(data + i * block.size, block.data, block.size) != 0) return false;
  return true;
}

// Encrypts many copies of the block of an ECB answer in one call.
hedgerow_status run_copies(hedgerow_cipher* context, const Case& c) noexcept {
  std::uint8_t data[kCopies * HEDGEROW_MAX_BLOCK_BYTES];
  const std::size_t bytes = kCopies * c.plain.size;
  if (c.plain.size > HEDGEROW_MAX_BLOCK_BYTES) return HEDGEROW_ERR_SELFTEST;
  for (std::size_t i = 0; i < kCopies; i++)
    memcpy(data + i * c.plain.size, c.plain.data, c.plain.size);
  HR_TRY(hedgerow_cipher_encrypt(context, data, data, bytes));
  if (!holds_copies(data, c.expected)) return HEDGEROW_ERR_SELFTEST;
  HR_TRY(hedgerow_cipher_decrypt(context, data, data, bytes));
  return holds_copies(data, c.plain) ? HEDGEROW_OK : HEDGEROW_ERR_SELFTEST;
}

hedgerow_status run_cipher(Case& c) noexcept {
  hedgerow_cipher_info info = {};
  info.size = sizeof info;
  HR_TRY(hedgerow_cipher_find(c.answer.cipher, &info));
  c.options.sbox_bytes = info.sbox_bytes;
  if (info.sbox_bytes) c.options.sbox = c.key.data + info.key_bytes;  // the S-boxes follow the key
  hedgerow_cipher* context = nullptr;
  HR_TRY(hedgerow_cipher_new(&context, c.answer.cipher, c.answer.mode, &c.options));
  const auto run = [&] {
    HR_TRY(hedgerow_cipher_set_key(context, c.key.data, c.key.size - info.sbox_bytes));
    if (c.iv.size) HR_TRY(hedgerow_cipher_set_iv(context, c.iv.data, c.iv.size));
    HR_TRY(hedgerow_cipher_encrypt(context, c.plain.data, c.out, c.plain.size));
    if (!c.matches()) return HEDGEROW_ERR_SELFTEST;
    if (c.iv.size) HR_TRY(hedgerow_cipher_set_iv(context, c.iv.data, c.iv.size));
    HR_TRY(hedgerow_cipher_decrypt(context, c.out, c.out, c.plain.size));
    if (memcmp(c.out, c.plain.data, c.plain.size) != 0) return HEDGEROW_ERR_SELFTEST;
    return strcmp(c.answer.mode, "ecb") == 0 ? run_copies(context, c) : HEDGEROW_OK;
  };
  const hedgerow_status status = run();
  hedgerow_cipher_free(context);
  return status;
}

hedgerow_status run_aead(Case& c) noexcept {
  hedgerow_aead* context = nullptr;
  HR_TRY(hedgerow_aead_new(&context, c.answer.cipher, c.answer.mode, &c.options));
  const auto run = [&] {
    std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];
    HR_TRY(hedgerow_aead_set_key(context, c.key.data, c.key.size));
    HR_TRY(hedgerow_aead_seal_with_nonce(context, c.iv.data, c.iv.size, c.aad.data, c.aad.size,
                                         c.plain.data, c.out, c.plain.size, tag, c.tag.size));
    if (!c.matches() || memcmp(tag, c.tag.data, c.tag.size) != 0) return HEDGEROW_ERR_SELFTEST;
    tag[0] ^= 1;
    const hedgerow_status forged =
        hedgerow_aead_open(context, c.iv.data, c.iv.size, c.aad.data, c.aad.size, c.out, c.out,
                           c.plain.size, tag, c.tag.size);
    return forged == HEDGEROW_ERR_AUTH ? HEDGEROW_OK : HEDGEROW_ERR_SELFTEST;
  };
  const hedgerow_status status = run();
  hedgerow_aead_free(context);
  return status;
}

hedgerow_status run_mac(Case& c) noexcept {
  hedgerow_mac* context = nullptr;
  HR_TRY(hedgerow_mac_new(&context, c.answer.cipher, c.answer.mode, &c.options));
  const auto run = [&] {
    HR_TRY(hedgerow_mac_set_key(context, c.key.data, c.key.size));
    HR_TRY(hedgerow_mac_update(context, c.plain.data, c.plain.size));
    return hedgerow_mac_check(context, c.tag.data, c.tag.size);
  };
  const hedgerow_status status = run();
  hedgerow_mac_free(context);
  return status;
}

hedgerow_status run_wrap(Case& c) noexcept {
  hedgerow_wrap* context = nullptr;
  HR_TRY(hedgerow_wrap_new(&context, c.answer.cipher, c.answer.mode, &c.options));
  const auto run = [&] {
    std::size_t bytes = 0;
    HR_TRY(hedgerow_wrap_set_key(context, c.key.data, c.key.size));
    HR_TRY(hedgerow_wrap_wrap(context, c.plain.data, c.plain.size, c.out, sizeof c.out, &bytes));
    return bytes == c.expected.size && c.matches() ? HEDGEROW_OK : HEDGEROW_ERR_SELFTEST;
  };
  const hedgerow_status status = run();
  hedgerow_wrap_free(context);
  return status;
}

hedgerow_status run(const Answer& answer, const char* kernel) noexcept {
  hedgerow_algorithm_info algorithm = {};
  algorithm.size = sizeof algorithm;
  HR_TRY(hedgerow_algorithm_find(answer.cipher, answer.mode, &algorithm));
  Case c(answer, kernel);
  switch (algorithm.kind) {
    case HEDGEROW_AEAD:
      return run_aead(c);
    case HEDGEROW_MAC:
      return run_mac(c);
    case HEDGEROW_WRAP:
      return run_wrap(c);
    default:
      return run_cipher(c);
  }
}

hedgerow_status find_kernel(const char* id, hedgerow_kernel_info& info) noexcept {
  info.size = sizeof info;
  for (std::size_t i = 0; hedgerow_kernel_at(i, &info) == HEDGEROW_OK; i++)
    if (strcmp(info.id, id) == 0) return info.available ? HEDGEROW_OK : HEDGEROW_ERR_UNAVAILABLE;
  return HEDGEROW_ERR_KERNEL;
}

}  // namespace
}  // namespace hedgerow

extern "C" {

hedgerow_status hedgerow_selftest(void) {
  for (const hedgerow::Answer& answer : hedgerow::kAnswers) {
    const hedgerow_status status = hedgerow::run(answer, nullptr);
    if (status == HEDGEROW_ERR_MEMORY) return status;
    if (status != HEDGEROW_OK) return HEDGEROW_ERR_SELFTEST;
  }
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_selftest_kernel(const char* kernel, unsigned* passed, unsigned* failed) {
  HR_TRY(hedgerow::check_pointers(kernel));
  hedgerow_kernel_info info = {};
  HR_TRY(hedgerow::find_kernel(kernel, info));
  unsigned right = 0, wrong = 0;
  for (const hedgerow::Answer& answer : hedgerow::kAnswers) {
    if (strcmp(answer.cipher, info.cipher) != 0) continue;
    const hedgerow_status status = hedgerow::run(answer, kernel);
    if (status == HEDGEROW_ERR_MEMORY) return status;
    status == HEDGEROW_OK ? right++ : wrong++;
  }
  if (passed) *passed = right;
  if (failed) *failed = wrong;
  // A kernel without an answer counts as not tested.
  return right > 0 && wrong == 0 ? HEDGEROW_OK : HEDGEROW_ERR_SELFTEST;
}

}  // extern "C"
