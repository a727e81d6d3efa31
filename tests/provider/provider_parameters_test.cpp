// Compares parameters of the provider with the options of the C ABI: the number of bytes that are
// used of a block of gamma, and the reading of a standard. Tests the parameters of an
// AlgorithmIdentifier with bytes that gost-engine wrote.
//
// It turned red when the section was not set, when a byte after the SEQUENCE was allowed, when the
// S-boxes of the OID were ignored, when a changed IV did not start a new message, when set_shared
// ignored gamma-bytes, and when padded-length set another flag. Under AddressSanitizer, it turned
// red when the DER of an IV of 64 bytes did not fit into its array.
#include <array>
#include <stdexcept>

#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

TEST(ProviderAbi, GammaBytes) {
  for (const auto& [name, cipher_name, mode] : {std::array{"kuznyechik-ctr", "kuznyechik", "ctr"},
                                                {"kuznyechik-ofb", "kuznyechik", "ofb"},
                                                {"magma-ctr", "magma", "ctr"}}) {
    const CipherPtr cipher = whole_world().cipher(name);
    ASSERT_TRUE(cipher) << name;
    const hedgerow_algorithm_info o = hedgerow::algorithm_info(cipher_name, mode);
    for (std::size_t gamma = 1; gamma <= o.block_bytes + 1; gamma++) {
      Extra e;
      e.number("gamma-bytes", gamma);
      const Bytes key = random_bytes(32), plain = random_bytes(random_below(300));
      Bytes iv = random_bytes((std::size_t)EVP_CIPHER_get_iv_length(cipher.get()));
      const ContextPtr c = new_context();
      const auto make = [&] {
        evp_init(c.get(), cipher.get(), true, &key, &iv, e);
        return evp_run(c.get(), plain, 40);
      };
      if (gamma > o.block_bytes) {
        EXPECT_THROW(make(), std::runtime_error);
        continue;
      }
      hedgerow::Options options;
      options.gamma_bytes = (std::uint32_t)gamma;
      hedgerow::Cipher ours(o.cipher, o.mode, key, options);
      ours.set_iv({iv.data(), o.iv_bytes});
      Bytes expected(plain.size());
      ours.encrypt(plain, expected);
      EXPECT_EQ(to_hex(make()), to_hex(expected)) << name << " " << gamma;
    }
  }
  Extra e;
  e.number("gamma-bytes", 4);
  const ContextPtr c = new_context();
  EXPECT_THROW(
      evp_init(c.get(), whole_world().cipher("kuznyechik-cbc").get(), true, nullptr, nullptr, e),
      std::runtime_error);
}

TEST(ProviderAbi, Readings) {
  for (const std::size_t on : {0u, 1u}) {
    hedgerow::Options padded, zeros;
    padded.padded_length = on, zeros.two_blocks = on;
    const Bytes key = random_bytes(32), in = random_bytes(7);
    const auto check = [&](const char* name, const char* cipher, const char* mode,
                           const char* parameter, const hedgerow::Options& o) {
      Bytes expected(hedgerow::algorithm_info(cipher, mode).tag_bytes);
      hedgerow::Mac ours(cipher, mode, key, o);
      ours.update(in);
      ours.final_tag(expected);
      Extra e;
      e.number(parameter, on);
      const MacPtr mac = whole_world().mac(name);
      ASSERT_TRUE(mac) << name;
      EXPECT_EQ(to_hex(evp_mac(mac.get(), key, in, e, true)), to_hex(expected)) << name << on;
    };
    check("kalyna-256-256-GMAC", "kalyna-256-256", "gmac", "padded-length", padded);
    check("gost-mac", "gost28147:cryptopro-a", "imit", "two-blocks", zeros);
    const CipherPtr gcm = whole_world().cipher("kalyna-128-256-GCM");
    ASSERT_TRUE(gcm);
    const Bytes nonce = random_bytes(16);
    hedgerow::Aead ours("kalyna-128-256", "gcm", key, padded);
    Bytes data(7), tag(16), made(16);
    ours.seal_with_nonce(nonce, {}, in, data, tag);
    Extra e;
    e.number("padded-length", on);
    const ContextPtr c = new_context();
    evp_init(c.get(), gcm.get(), true, &key, &nonce, e);
    EXPECT_EQ(to_hex(evp_run(c.get(), in)), to_hex(data));
    expect_ok(EVP_CIPHER_CTX_ctrl(c.get(), EVP_CTRL_AEAD_GET_TAG, 16, made.data()));
    EXPECT_EQ(to_hex(made), to_hex(tag)) << on;
  }
}

struct Parameters {
  Bytes der;
  int result;
};
Parameters get_id(EVP_CIPHER_CTX* c, const char* key = "alg_id_param") {
  Parameters r{Bytes(200), 0};
  OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string(key, r.der.data(), r.der.size()),
                         OSSL_PARAM_construct_end()};
  r.result = EVP_CIPHER_CTX_get_params(c, params);
  r.der.resize(r.result > 0 ? params[0].return_size : 0);
  return r;
}
int set_id(EVP_CIPHER_CTX* c, const Bytes& der, const char* key = "alg_id_param") {
  const std::vector<OSSL_PARAM> params = Extra().octets(key, der).ended();
  return EVP_CIPHER_CTX_set_params(c, params.data());
}

#define HR_LONG_IV                                                   \
  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" \
  "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"

// Bytes of files that gost-engine 3.0.1 wrote with `openssl pkcs8`, and libcrypto's own form.
TEST(ProviderAlgorithmId, Bytes) {
  const struct {
    const char *name, *iv, *der;
  } cases[] = {
      {"gost89", "174b26ceb8051f70", "30150408174b26ceb8051f7006092a85030701020501 01"},
      {"GOST28147-CRYPTOPRO-B-CFB", "174b26ceb8051f70",
       "30130408174b26ceb8051f7006072a850302021f02"},
      {"kuznyechik-ctr-acpkm", "5c83e69b22531697", "301204105c83e69b225316970000000000000000"},
      {"magma-ctr-acpkm", "c6cf8478", "300e040cc6cf84780000000000000000"},
      {"KALYNA-128-128-CBC", "000102030405060708090a0b0c0d0e0f",
       "0410000102030405060708090a0b0c0d0e0f"},
      {"LEA-128-ECB", "", "0400"},
      // With its DER, an IV of 64 bytes is longer than the IVs of all other ciphers.
      {"KALYNA-512-512-CBC", HR_LONG_IV, "0440" HR_LONG_IV},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const CipherPtr cipher = whole_world().cipher(c.name);
    ASSERT_TRUE(cipher);
    const Bytes key((std::size_t)EVP_CIPHER_get_key_length(cipher.get()), 7), iv = from_hex(c.iv);
    const Bytes plain = random_bytes(320);
    std::string text = c.der;
    std::erase(text, ' ');
    const Bytes der = from_hex(text);
    for (const char* name : {"alg_id_param", "algorithm-id-params"}) {
      const ContextPtr writer = new_context(), reader = new_context();
      evp_init(writer.get(), cipher.get(), true, &key, &iv);
      EXPECT_EQ(to_hex(get_id(writer.get(), name).der), text);
      const Bytes data = evp_run(writer.get(), plain);
      evp_init(reader.get(), cipher.get(), false, nullptr, nullptr);
      ASSERT_EQ(set_id(reader.get(), der, name), 1) << errors();
      evp_init(reader.get(), nullptr, false, &key, nullptr);
      EXPECT_EQ(to_hex(evp_run(reader.get(), data)), to_hex(plain));
      // The message is over, so the IV can be replaced after the key as well.
      ASSERT_EQ(set_id(reader.get(), der, name), 1) << errors();
      EXPECT_EQ(to_hex(evp_run(reader.get(), data)), to_hex(plain));
      EXPECT_EQ(to_hex(get_id(reader.get(), name).der), text);
    }
    // A byte less or more, and every change of a tag or a length.
    const ContextPtr reader = new_context();
    evp_init(reader.get(), cipher.get(), false, &key, nullptr);
    Bytes longer = der;
    longer.push_back(0);
    EXPECT_EQ(set_id(reader.get(), longer), 0);
    for (std::size_t n = 0; n < der.size(); n++)
      EXPECT_EQ(set_id(reader.get(), {der.begin(), der.begin() + (std::ptrdiff_t)n}), 0) << n;
    const std::size_t header = der[0] == 0x30 ? 4 : 2;
    for (std::size_t at = 0; at < header; at++)
      for (int bit = 0; bit < 8; bit++) {
        Bytes changed = der;
        changed[at] ^= (std::uint8_t)(1 << bit);
        EXPECT_EQ(set_id(reader.get(), changed), 0) << at << " " << bit;
      }
    errors();
  }
}

// Reading and writing the parameters both set the section that goes with them: 256 KiB for Kuznyechik, 8 KiB for Magma.
TEST(ProviderAlgorithmId, Section) {
  for (const auto& [name, section] :
       {std::pair{"kuznyechik-ctr-acpkm", 256u << 10}, {"magma-ctr-acpkm", 8u << 10}}) {
    const CipherPtr cipher = whole_world().cipher(name);
    const Bytes key = random_bytes(32), plain = random_bytes(600000);
    const Bytes iv = random_bytes((std::size_t)EVP_CIPHER_get_iv_length(cipher.get()));
    const ContextPtr expected = new_context(), writer = new_context(), reader = new_context();
    evp_init(expected.get(), cipher.get(), true, &key, &iv,
             std::move(Extra().number("key-mesh", section)));
    evp_init(writer.get(), cipher.get(), true, &key, &iv);
    const Bytes der = get_id(writer.get()).der;
    const Bytes data = evp_run(writer.get(), plain, 5000);
    EXPECT_TRUE(data == evp_run(expected.get(), plain, 5000)) << name;
    evp_init(reader.get(), cipher.get(), false, nullptr, nullptr);
    ASSERT_EQ(set_id(reader.get(), der), 1) << errors();
    evp_init(reader.get(), nullptr, false, &key, nullptr);
    EXPECT_TRUE(evp_run(reader.get(), data, 5000) == plain) << name;
  }
}

// The OID of the S-boxes wins over those of the name.
TEST(ProviderAlgorithmId, ChoosesSboxes) {
  const Bytes key = random_bytes(32), iv = from_hex("174b26ceb8051f70"), plain = random_bytes(3000);
  const CipherPtr named = whole_world().cipher("gost89"),
                  other = whole_world().cipher("GOST28147-CRYPTOPRO-B-CFB");
  const ContextPtr reader = new_context(), expected = new_context();
  evp_init(reader.get(), named.get(), true, &key, nullptr);
  ASSERT_EQ(set_id(reader.get(), from_hex("30130408174b26ceb8051f7006072a850302021f02")), 1);
  evp_init(expected.get(), other.get(), true, &key, &iv, std::move(Extra().number("key-mesh", 1)));
  EXPECT_EQ(to_hex(evp_run(reader.get(), plain)), to_hex(evp_run(expected.get(), plain)));
  evp_init(reader.get(), named.get(), true, &key, nullptr);
  EXPECT_EQ(set_id(reader.get(), from_hex("30130408174b26ceb8051f7006072a850302021f06")), 0)
      << "no such set";
  EXPECT_NE(errors().find("alg_id_param"), std::string::npos);
}

// A message that has begun keeps its IV. Without an IV there is nothing to write.
TEST(ProviderAlgorithmId, Order) {
  const CipherPtr cipher = whole_world().cipher("kuznyechik-ctr-acpkm");
  const Bytes key = random_bytes(32), iv = from_hex("5c83e69b22531697");
  const ContextPtr c = new_context();
  evp_init(c.get(), cipher.get(), true, &key, nullptr);
  EXPECT_EQ(get_id(c.get()).result, 0);
  evp_init(c.get(), nullptr, true, nullptr, &iv);
  std::uint8_t byte = 0;
  int n = 0;
  expect_ok(EVP_CipherUpdate(c.get(), &byte, &n, &byte, 1));
  EXPECT_EQ(set_id(c.get(), from_hex("301204105c83e69b225316970000000000000000")), 0);
  EXPECT_EQ(to_hex(get_id(c.get()).der), "301204105c83e69b225316970000000000000000");
  EXPECT_NE(errors().find("kuznyechik-ctr-acpkm"), std::string::npos);
}

// CRYPT_PARAMS changes gost89 and gost89-cbc, and no name that says its S-boxes.
TEST(ProviderAlgorithmId, Environment) {
  const Bytes key = random_bytes(32), iv = random_bytes(8), plain = random_bytes(3000);
  const auto run = [&](const char* name, std::size_t mesh) {
    const CipherPtr cipher = whole_world().cipher(name);
    const ContextPtr c = new_context();
    Extra e;
    if (mesh) e.number("key-mesh", mesh);
    evp_init(c.get(), cipher.get(), true, &key, &iv, e);
    return to_hex(evp_run(c.get(), plain));
  };
  const std::string z = run("GOST28147-TC26-Z-CBC", 0), cnt = run("gost89-cnt", 0);
  EXPECT_EQ(run("gost89-cbc", 0), z);
  for (const char* value : {"id-Gost28147-89-CryptoPro-B-ParamSet", "1.2.643.2.2.31.2"}) {
    setenv("CRYPT_PARAMS", value, 1);
    EXPECT_EQ(run("gost89", 0), run("GOST28147-CRYPTOPRO-B-CFB", 1));
    EXPECT_EQ(run("gost89-cbc", 0), run("GOST28147-CRYPTOPRO-B-CBC", 0));
    EXPECT_EQ(run("GOST28147-TC26-Z-CBC", 0), z);
    EXPECT_EQ(run("gost89-cnt", 0), cnt);
  }
  setenv("CRYPT_PARAMS", "nonsense", 1);
  EXPECT_THROW(run("gost89", 0), std::runtime_error);
  setenv("CRYPT_PARAMS", "", 1);
  EXPECT_EQ(run("gost89-cbc", 0), z);
  unsetenv("CRYPT_PARAMS");
}

}  // namespace
}  // namespace hedgerow_test
