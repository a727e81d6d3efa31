// Every published vector of an AEAD and of a key wrap, with every kernel of its cipher: sealing and
// opening, wrapping and unwrapping.
//
// Seen to turn red: GHASH's length of the data in bytes; the flag of AAD left out (CCM of DSTU 7624);
// d left out for short data (SIV); the steps of KW counted from 0.

#include "mode_support.hpp"

namespace hedgerow_test {
namespace {

using Vector = nlohmann::json;

Bytes field(const Vector& v, const char* name) { return from_hex(v.at(name)); }

struct AeadVector {
  std::string cipher, mode;
  Bytes key, nonce, aad, plain, data, tag;
  std::uint32_t length_bytes = 0;
};

void check(const AeadVector& v) {
  for_every_kernel(v.cipher, [&](hedgerow::Options options) {
    options.length_bytes = v.length_bytes;
    hedgerow::Aead c(v.cipher, v.mode, v.key, options);
    Bytes out(v.plain.size()), tag(v.tag.size());
    c.seal_with_nonce(v.nonce, v.aad, v.plain, out, tag);
    ASSERT_EQ(to_hex(out), to_hex(v.data));
    ASSERT_EQ(to_hex(tag), to_hex(v.tag));
    c.open(v.nonce, v.aad, out, out, tag);
    ASSERT_EQ(out, v.plain);
  });
}

AeadVector read(const Vector& v, const std::string& cipher, const std::string& mode) {
  return {cipher,
          mode,
          field(v, "key"),
          field(v, "nonce"),
          field(v, "aad"),
          field(v, "plaintext"),
          field(v, "ciphertext"),
          field(v, "tag")};
}

std::string aes_name(const Vector& v) {
  return "aes-" + std::to_string(4 * v.at("key").get<std::string>().size());
}

TEST(AeadVectors, Mgm) {
  for (const Vector& v : vector_file("mgm.json"))
    check(read(v, v.at("cipher") == "Magma" ? "magma" : "kuznyechik", "mgm"));
}

TEST(AeadVectors, AesGcm) {
  for (const Vector& v : vector_file("aes_gcm.json")) check(read(v, aes_name(v), "gcm"));
}

TEST(AeadVectors, SivGcmSivCcm) {
  for (const Vector& v : vector_file("aead.json")) check(read(v, v.at("cipher"), v.at("mode")));
}

// The CCM vectors give the MAC before it is encrypted; the ciphertext's end is the tag that is sent.
TEST(AeadVectors, Dstu) {
  std::size_t seen = 0;
  for (const Vector& v : vector_file("kalyna_modes.json")) {
    const std::string mode = v.at("mode");
    if (mode.rfind("GCM", 0) == 0) check(read(v, kalyna_name(v), "gcm")), seen++;
    if (mode.rfind("CCM", 0) != 0) continue;
    AeadVector c = read(v, kalyna_name(v), "ccm");
    c.tag.assign(c.data.begin() + (long)c.plain.size(), c.data.end());
    c.data.resize(c.plain.size());
    c.length_bytes = v.at("Nb");
    check(c), seen++;
  }
  EXPECT_EQ(seen, 11u);
}

void check_wrap(const std::string& cipher, const std::string& mode, const Bytes& key,
                const Bytes& iv, const Bytes& plain, const Bytes& wrapped) {
  for_every_kernel(cipher, [&](const hedgerow::Options& options) {
    hedgerow::Wrap c(cipher, mode, key, options);
    if (!iv.empty()) c.set_iv(iv);
    Bytes out(c.length(plain.size()));
    ASSERT_EQ(out.size(), wrapped.size());
    out.resize(c.wrap(plain, out));
    ASSERT_EQ(to_hex(out), to_hex(wrapped));
    out.resize(c.unwrap(out, out));
    ASSERT_EQ(to_hex(out), to_hex(plain));
  });
}

TEST(WrapVectors, AesKw) {
  for (const Vector& v : vector_file("aes_kw.json"))
    check_wrap(aes_name(v), "kw", field(v, "key"), {}, field(v, "plaintext"),
               field(v, "ciphertext"));
}

TEST(WrapVectors, DstuKw) {
  std::size_t seen = 0;
  for (const Vector& v : vector_file("kalyna_modes.json")) {
    if (v.at("mode").get<std::string>().rfind("KW", 0) != 0) continue;
    check_wrap(kalyna_name(v), "kw", field(v, "key"), {}, field(v, "plaintext"),
               field(v, "ciphertext"));
    seen++;
  }
  EXPECT_EQ(seen, 9u);
}

TEST(WrapVectors, Kexp15) {
  for (const Vector& v : vector_file("kexp15.json")) {
    Bytes key = field(v, "mac_key");
    const Bytes enc = field(v, "enc_key");
    key.insert(key.end(), enc.begin(), enc.end());
    check_wrap(v.at("cipher"), "kexp15", key, field(v, "iv"), field(v, "plaintext"),
               field(v, "ciphertext"));
  }
}

}  // namespace
}  // namespace hedgerow_test
