// Compares GOST 28147-89 with libgcrypt over random keys and lengths: simple substitution, CBC,
// OFB, CFB with and without key meshing, CMAC and imitovstavka. libgcrypt has no CNT, which
// provider_gost_test compares.
//
// The suite turned red when imitovstavka used other S-boxes.
#include <gcrypt.h>

#include <stdexcept>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 200;
constexpr const char* kSboxes[] = {"cryptopro-a", "cryptopro-b", "cryptopro-c", "cryptopro-d",
                                   "tc26-z"};

void expect_ok(gcry_error_t e) {
  if (e) throw std::runtime_error(gcry_strerror(e));
}

void require_gcrypt() {
  static const char* const version = gcry_check_version(nullptr);
  if (!version) throw std::runtime_error("libgcrypt does not start");
}

std::string random_cipher() {
  return std::string("gost28147:") + kSboxes[random_below(std::size(kSboxes))];
}

Bytes gcrypt_encrypt(int algorithm, int mode, const std::string& cipher, const PlainMessage& m) {
  require_gcrypt();
  gcry_cipher_hd_t c;
  expect_ok(gcry_cipher_open(&c, algorithm, mode, 0));
  const char* const oid = hedgerow::cipher_info(cipher).sbox_oid;
  expect_ok(gcry_cipher_ctl(c, GCRYCTL_SET_SBOX, (void*)oid, 0));
  expect_ok(gcry_cipher_setkey(c, m.key.data(), m.key.size()));
  if (!m.iv.empty()) expect_ok(gcry_cipher_setiv(c, m.iv.data(), m.iv.size()));
  Bytes out = m.plain;
  if (!out.empty()) expect_ok(gcry_cipher_encrypt(c, out.data(), out.size(), nullptr, 0));
  gcry_cipher_close(c);
  return out;
}

struct Mode {
  const char* ours;
  int theirs, algorithm;
  std::size_t iv_bytes, unit;
  std::uint64_t section_bytes;
};
constexpr Mode kModes[] = {{"ecb", GCRY_CIPHER_MODE_ECB, GCRY_CIPHER_GOST28147, 0, 8, 0},
                           {"cbc", GCRY_CIPHER_MODE_CBC, GCRY_CIPHER_GOST28147, 8, 8, 0},
                           {"ofb", GCRY_CIPHER_MODE_OFB, GCRY_CIPHER_GOST28147, 8, 1, 0},
                           {"cfb", GCRY_CIPHER_MODE_CFB, GCRY_CIPHER_GOST28147, 8, 1, 0},
                           {"cfb", GCRY_CIPHER_MODE_CFB, GCRY_CIPHER_GOST28147_MESH, 8, 1, 1024}};

TEST(GcryptGost, Modes) {
  for (const Mode& mode : kModes)
    for (int run = 0; run < kRuns; run++) {
      const std::string cipher = random_cipher();
      hedgerow::Options options;
      options.section_bytes = mode.section_bytes;
      const PlainMessage m = random_plain(cipher, mode.ours, mode.iv_bytes, mode.unit, 0, options);
      ASSERT_EQ(to_hex(m.data), to_hex(gcrypt_encrypt(mode.algorithm, mode.theirs, cipher, m)))
          << cipher << " " << mode.ours << " " << m.plain.size();
    }
}

Bytes gcrypt_mac(int algorithm, const Bytes& key, const Bytes& in, std::size_t tag_bytes) {
  require_gcrypt();
  gcry_mac_hd_t c;
  expect_ok(gcry_mac_open(&c, algorithm, 0, nullptr));
  expect_ok(gcry_mac_setkey(c, key.data(), key.size()));
  if (!in.empty()) expect_ok(gcry_mac_write(c, in.data(), in.size()));
  Bytes tag(tag_bytes);
  std::size_t n = tag_bytes;
  expect_ok(gcry_mac_read(c, tag.data(), &n));
  gcry_mac_close(c);
  return tag;
}

// The MACs of libgcrypt choose the S-boxes themselves.
TEST(GcryptGost, Macs) {
  for (int run = 0; run < kRuns; run++) {
    const Bytes key = random_bytes(32),
                in = random_bytes(1 + random_below(random_below(2) ? 24 : kLongest));
    hedgerow::Options options;
    options.two_blocks = true;
    const auto expect = [&](const char* cipher, const char* mode, int theirs, std::size_t bytes,
                            const hedgerow::Options& o) {
      Bytes tag(bytes);
      hedgerow::Mac mac(cipher, mode, key, o);
      mac.update(in);
      mac.final_tag(tag);
      ASSERT_EQ(to_hex(tag), to_hex(gcrypt_mac(theirs, key, in, bytes))) << mode << in.size();
    };
    expect("gost28147:cryptopro-a", "imit", GCRY_MAC_GOST28147_IMIT, 4, options);
    expect("gost28147:r3411-94-test", "cmac", GCRY_MAC_CMAC_GOST28147, 8, {});
  }
}

}  // namespace
}  // namespace hedgerow_test
