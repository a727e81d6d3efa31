// Compares parameters of the provider with the options of the C ABI: the number of bytes that are
// used of a block of gamma, and the reading of a standard.
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

}  // namespace
}  // namespace hedgerow_test
