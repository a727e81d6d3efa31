// CTR-ACPKM with OMAC beside gost-engine over random keys, IVs and lengths. The engine draws the seed
// itself: it is read from the parameters that a CMS message would carry.
//
// Seen to turn red: the label changed; the tag not encrypted.
#include "gost_engine.hpp"
#include "interop.hpp"

namespace hedgerow_test {
namespace {

struct Engine {
  std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> context{EVP_CIPHER_CTX_new(),
                                                                     EVP_CIPHER_CTX_free};
  EVP_CIPHER_CTX* c() { return context.get(); }

  // The octets of the parameters: SEQUENCE { ukm OCTET STRING }, the IV and the seed.
  Bytes parameters() {
    std::unique_ptr<ASN1_TYPE, void (*)(ASN1_TYPE*)> type(ASN1_TYPE_new(), ASN1_TYPE_free);
    expect_ok(EVP_CIPHER_param_to_asn1(c(), type.get()));
    const ASN1_STRING* s = type->value.sequence;
    const std::uint8_t* p = ASN1_STRING_get0_data(s);
    return Bytes(p + 4, p + ASN1_STRING_length(s));
  }
};

void check(const std::string& cipher, std::size_t nonce_bytes) {
  const std::size_t block = hedgerow::cipher_info(cipher).block_bytes;
  const Bytes key = random_bytes(32), iv = random_bytes(block),
              plain = random_bytes(1 + random_below(kLongest));
  Engine e;
  Bytes expected(plain.size()), expected_tag(block);
  int n = 0;
  expect_ok(EVP_EncryptInit_ex(e.c(), gost_cipher((cipher + "-ctr-acpkm-omac").c_str()),
                               gost_engine(), key.data(), iv.data()));
  const Bytes nonce = e.parameters();
  ASSERT_EQ(nonce.size(), nonce_bytes);
  expect_ok(EVP_EncryptUpdate(e.c(), expected.data(), &n, plain.data(), (int)plain.size()));
  expect_ok(EVP_EncryptFinal_ex(e.c(), expected_tag.data(), &n));
  ASSERT_EQ((std::size_t)n, block);
  hedgerow::Aead c(cipher, "ctr-acpkm-omac", key);
  Bytes out(plain.size()), tag(block);
  c.seal_with_nonce(nonce, {}, plain, out, tag);
  ASSERT_EQ(to_hex(out), to_hex(expected));
  ASSERT_EQ(to_hex(tag), to_hex(expected_tag));
}

TEST(GostEngine, CtrAcpkmOmac) {
  HR_NEED_GOST_ENGINE();
  for (int run = 0; run < 100; run++) {
    ASSERT_NO_FATAL_FAILURE(check("kuznyechik", 16));
    ASSERT_NO_FATAL_FAILURE(check("magma", 12));
  }
}

}  // namespace
}  // namespace hedgerow_test
