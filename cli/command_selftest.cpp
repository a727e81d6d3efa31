// hedgerow selftest: known answers of the standards through every kernel that this CPU can run.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "library.hpp"
#include "result.hpp"
#include "selftest_vectors.hpp"

namespace hedgerow::cli {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Blocks in one ECB call: more than the widest kernel's batch, and no multiple of it.
constexpr std::size_t kEcbCopies = 263;

Bytes from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes(hex.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); i++)
    bytes[i] = static_cast<std::uint8_t>(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
  return bytes;
}

Bytes repeat(const Bytes& block, std::size_t times) {
  Bytes all;
  for (std::size_t i = 0; i < times; i++) all.insert(all.end(), block.begin(), block.end());
  return all;
}

hedgerow_options force(const hedgerow_kernel_info& kernel) {
  hedgerow_options options{};
  options.size = sizeof options;
  options.kernel = kernel.id;
  return options;
}

bool passes_cipher(const hedgerow_kernel_info& kernel, const KnownAnswer& answer) {
  const bool ecb = answer.kind == VectorKind::kEcb;
  const auto key = from_hex(answer.key), iv = from_hex(answer.nonce);
  const auto copies = ecb ? kEcbCopies : 1;
  const auto plain = repeat(from_hex(answer.plaintext), copies);
  const auto expected = repeat(from_hex(answer.ciphertext), copies);
  auto options = force(kernel);
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(answer.cipher, &info) != HEDGEROW_OK) return false;
  if (info.sbox_bytes) {  // they stand behind the key
    options.sbox = key.data() + info.key_bytes;
    options.sbox_bytes = info.sbox_bytes;
  }
  hedgerow_cipher* made = nullptr;
  if (hedgerow_cipher_new(&made, answer.cipher, ecb ? "ecb" : "ctr", &options) != HEDGEROW_OK)
    return false;
  const std::unique_ptr<hedgerow_cipher, decltype(&hedgerow_cipher_free)> context(
      made, hedgerow_cipher_free);
  if (hedgerow_cipher_set_key(made, key.data(), key.size() - info.sbox_bytes) != HEDGEROW_OK)
    return false;
  const auto start = [&] {
    return ecb || hedgerow_cipher_set_iv(made, iv.data(), iv.size()) == HEDGEROW_OK;
  };
  Bytes out(plain.size()), back(plain.size());
  return start() &&
         hedgerow_cipher_encrypt(made, plain.data(), out.data(), out.size()) == HEDGEROW_OK &&
         out == expected && start() &&
         hedgerow_cipher_decrypt(made, out.data(), back.data(), back.size()) == HEDGEROW_OK &&
         back == plain;
}

bool passes_aead(const hedgerow_kernel_info& kernel, const KnownAnswer& answer) {
  const auto key = from_hex(answer.key), nonce = from_hex(answer.nonce);
  const auto aad = from_hex(answer.aad), plain = from_hex(answer.plaintext);
  const auto expected = from_hex(answer.ciphertext), expected_tag = from_hex(answer.tag);
  auto options = force(kernel);
  options.tag_bytes = static_cast<std::uint32_t>(expected_tag.size());
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  hedgerow_aead* made = nullptr;
  if (hedgerow_cipher_find(answer.cipher, &info) != HEDGEROW_OK ||
      hedgerow_aead_new(&made, answer.cipher, info.aead, &options) != HEDGEROW_OK)
    return false;
  const std::unique_ptr<hedgerow_aead, decltype(&hedgerow_aead_free)> context(made,
                                                                              hedgerow_aead_free);
  if (hedgerow_aead_set_key(made, key.data(), key.size()) != HEDGEROW_OK) return false;
  Bytes out(plain.size()), tag(expected_tag.size()), back(plain.size());
  const auto open = [&] {
    return hedgerow_aead_open(made, nonce.data(), nonce.size(), aad.data(), aad.size(), out.data(),
                              back.data(), out.size(), tag.data(), tag.size());
  };
  const auto sealed =
      hedgerow_aead_seal_with_nonce(made, nonce.data(), nonce.size(), aad.data(), aad.size(),
                                    plain.data(), out.data(), out.size(), tag.data(), tag.size());
  if (sealed != HEDGEROW_OK || out != expected || tag != expected_tag) return false;
  if (open() != HEDGEROW_OK || back != plain) return false;
  tag[0] ^= 1;
  return open() == HEDGEROW_ERR_AUTH;
}

struct Count {
  unsigned passed = 0, failed = 0;
};

Count test_kernel(const hedgerow_kernel_info& kernel) {
  Count count;
  for (const auto& answer : kKnownAnswers) {
    if (std::string_view(answer.cipher) != kernel.cipher) continue;
    const bool passed = answer.kind == VectorKind::kAead ? passes_aead(kernel, answer)
                                                         : passes_cipher(kernel, answer);
    passed ? count.passed++ : count.failed++;
  }
  return count;
}

// A kernel without an answer was not tested, which is a failure of the self-test.
bool is_right(const Count& count) { return count.failed == 0 && count.passed > 0; }

void tell(const hedgerow_kernel_info& kernel, const Count& count, Json& kernels) {
  if (json_wanted())
    kernels.push_back({{"id", kernel.id},
                       {"available", kernel.available != 0},
                       {"passed", count.passed},
                       {"failed", count.failed}});
  else if (quiet_wanted() && (kernel.available == 0 || is_right(count)))
    return;
  else if (kernel.available == 0)
    std::printf("%-46s not available here\n", kernel.id);
  else
    std::printf("%-46s %s (%u of %u)\n", kernel.id, is_right(count) ? "ok" : "FAILED", count.passed,
                count.passed + count.failed);
}

int selftest() {
  Count total;
  unsigned tested = 0, unavailable = 0;
  auto kernels = Json::array();
  for (const auto& kernel : all_kernels()) {
    const auto count = kernel.available == 0 ? Count{} : test_kernel(kernel);
    tell(kernel, count, kernels);
    kernel.available == 0 ? unavailable++ : tested++;
    total.passed += count.passed;
    total.failed += count.failed;
    if (kernel.available != 0 && count.passed + count.failed == 0) total.failed++;
  }
  const int code = is_right(total) ? kExitOk : kExitNotAuthentic;
  if (json_wanted())
    put_json({{"ok", code == kExitOk},
              {"exit_code", code},
              {"passed", total.passed},
              {"failed", total.failed},
              {"kernels", kernels}});
  else if (!quiet_wanted() || code != kExitOk)
    std::printf("%u kernels, %u not available here: %u known answers passed, %u failed\n", tested,
                unavailable, total.passed, total.failed);
  return code;
}

}  // namespace

void add_selftest(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("selftest", "Run known answers of the standards through every kernel");
  add_result_options(*command, {"Print one JSON object", "Print failures only"});
  command->final_callback([&action] { action = selftest; });
}

}  // namespace hedgerow::cli
