// Compares block and stream modes and CMAC of AES, SM4, Camellia and ARIA with OpenSSL 3.0 over random keys, IVs and
// lengths of 0 to 4096 bytes. All ciphers use the same generic code for these modes.
//
// The suite turned red when XTS used its first key as the second one, and when CFB took its unit of
// one byte from the end of gamma.
#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 1000;  // the ciphers in turn

void expect_ok(int result) {
  if (result != 1) throw std::runtime_error("OpenSSL refused a call");
}

Bytes openssl_encrypt(const std::string& name, const PlainMessage& m) {
  const std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> c(EVP_CIPHER_CTX_new(),
                                                                     EVP_CIPHER_CTX_free);
  const std::unique_ptr<EVP_CIPHER, void (*)(EVP_CIPHER*)> cipher(
      EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr), EVP_CIPHER_free);
  if (!cipher) throw std::runtime_error("OpenSSL has no " + name);
  expect_ok(EVP_EncryptInit_ex(c.get(), cipher.get(), nullptr, m.key.data(),
                               m.iv.empty() ? nullptr : m.iv.data()));
  expect_ok(EVP_CIPHER_CTX_set_padding(c.get(), 0));
  Bytes out(m.plain.size() + 32);
  int n = 0, rest = 0;
  if (!m.plain.empty())
    expect_ok(EVP_EncryptUpdate(c.get(), out.data(), &n, m.plain.data(), (int)m.plain.size()));
  expect_ok(EVP_EncryptFinal_ex(c.get(), out.data() + n, &rest));
  out.resize((std::size_t)(n + rest));
  return out;
}

struct Pair {
  const char *ours, *theirs;
  std::size_t iv, unit, shortest;
  std::uint32_t feedback;
};

class OpenSslModes : public testing::TestWithParam<Pair> {};

const std::string kCiphers[] = {"aes-128",      "aes-192",      "aes-256",      "sm4",
                                "camellia-128", "camellia-192", "camellia-256", "aria-128",
                                "aria-192",     "aria-256"};
const std::string& cipher_of(int run) { return kCiphers[(std::size_t)run % std::size(kCiphers)]; }

TEST_P(OpenSslModes, GivesTheSameBytes) {
  const Pair& p = GetParam();
  for (int run = 0; run < kRuns; run++) {
    const std::string cipher = cipher_of(run), theirs = p.theirs;
    // OpenSSL 3.0 has XTS of AES with 128 and 256 bits only, and no CFB8 of SM4.
    if (theirs == "xts" && cipher != "aes-128" && cipher != "aes-256") continue;
    if (theirs == "cfb8" && cipher == "sm4") continue;
    hedgerow::Options options;
    options.feedback_bytes = p.feedback;
    const PlainMessage m = random_plain(cipher, p.ours, p.iv, p.unit, p.shortest, options);
    ASSERT_EQ(to_hex(openssl_encrypt(cipher + "-" + p.theirs, m)), to_hex(m.data))
        << cipher << " " << m.plain.size();
  }
}

constexpr Pair kPairs[] = {{"ecb", "ecb", 0, 16, 0, 0},  {"cbc", "cbc", 16, 16, 0, 0},
                           {"ctr", "ctr", 16, 1, 0, 0},  {"cfb", "cfb", 16, 1, 0, 0},
                           {"cfb", "cfb8", 16, 1, 0, 1}, {"ofb", "ofb", 16, 1, 0, 0},
                           {"xts", "xts", 16, 1, 16, 0}};

INSTANTIATE_TEST_SUITE_P(All, OpenSslModes, testing::ValuesIn(kPairs),
                         [](const auto& param) { return std::string(param.param.theirs); });

TEST(OpenSslMac, Cmac) {
  const std::unique_ptr<EVP_MAC, void (*)(EVP_MAC*)> mac(EVP_MAC_fetch(nullptr, "CMAC", nullptr),
                                                         EVP_MAC_free);
  ASSERT_TRUE(mac);
  for (int run = 0; run < kRuns; run++) {
    const std::string cipher = cipher_of(run);
    const Bytes key = random_bytes(hedgerow::cipher_info(cipher).key_bytes);
    const Bytes data = random_bytes(random_below(kLongest + 1));
    Bytes ours(16), theirs(16);
    hedgerow::Mac c(cipher, "cmac", key);
    c.update(data);
    c.final_tag(ours);
    const std::unique_ptr<EVP_MAC_CTX, void (*)(EVP_MAC_CTX*)> context(EVP_MAC_CTX_new(mac.get()),
                                                                       EVP_MAC_CTX_free);
    std::string name = cipher + "-cbc";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("cipher", name.data(), 0),
                                 OSSL_PARAM_construct_end()};
    std::size_t n = 0;
    expect_ok(EVP_MAC_init(context.get(), key.data(), key.size(), params));
    expect_ok(EVP_MAC_update(context.get(), data.data(), data.size()));
    expect_ok(EVP_MAC_final(context.get(), theirs.data(), &n, theirs.size()));
    ASSERT_EQ(to_hex(ours), to_hex(theirs)) << data.size();
  }
}

}  // namespace
}  // namespace hedgerow_test
