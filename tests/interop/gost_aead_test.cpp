// Compares CTR-ACPKM with OMAC with gost-engine over random keys, IVs and lengths. The engine draws
// the seed itself. We read it from the parameters that a CMS message would contain, and the tag
// from the attributes.
//
// The suite turned red when the label was changed, and when the tag was not encrypted.
#include "gost_engine.hpp"

#include <openssl/x509.h>

#include "interop.hpp"

namespace hedgerow_test {
namespace {

struct Engine {
  std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> context{EVP_CIPHER_CTX_new(),
                                                                     EVP_CIPHER_CTX_free};
  EVP_CIPHER_CTX* c() { return context.get(); }

  // The bytes of the parameters: SEQUENCE { ukm OCTET STRING }, the IV and the seed.
  Bytes parameters() {
    std::unique_ptr<ASN1_TYPE, void (*)(ASN1_TYPE*)> type(ASN1_TYPE_new(), ASN1_TYPE_free);
    expect_ok(EVP_CIPHER_param_to_asn1(c(), type.get()));
    const ASN1_STRING* s = type->value.sequence;
    const std::uint8_t* p = ASN1_STRING_get0_data(s);
    return Bytes(p + 4, p + ASN1_STRING_length(s));
  }
  Bytes tag() {
    STACK_OF(X509_ATTRIBUTE)* attributes = sk_X509_ATTRIBUTE_new_null();
    expect_ok(EVP_CIPHER_CTX_ctrl(c(), EVP_CTRL_PROCESS_UNPROTECTED, 1, attributes));
    X509_ATTRIBUTE* const first = sk_X509_ATTRIBUTE_value(attributes, 0);
    const ASN1_STRING* s = X509_ATTRIBUTE_get0_type(first, 0)->value.octet_string;
    const std::uint8_t* p = ASN1_STRING_get0_data(s);
    const Bytes r(p, p + ASN1_STRING_length(s));
    sk_X509_ATTRIBUTE_pop_free(attributes, X509_ATTRIBUTE_free);
    return r;
  }
};

void check(const std::string& cipher, std::size_t nonce_bytes, std::size_t bytes) {
  const std::size_t block = hedgerow::cipher_info(cipher).block_bytes;
  const Bytes key = random_bytes(32), iv = random_bytes(block), plain = random_bytes(bytes);
  Engine e;
  Bytes expected(bytes), rest(block);
  int n = 0;
  expect_ok(EVP_EncryptInit_ex(e.c(), gost_cipher((cipher + "-ctr-acpkm-omac").c_str()),
                               gost_engine(), key.data(), iv.data()));
  const Bytes nonce = e.parameters();
  ASSERT_EQ(nonce.size(), nonce_bytes);
  expect_ok(EVP_EncryptUpdate(e.c(), expected.data(), &n, plain.data(), (int)bytes));
  expect_ok(EVP_EncryptFinal_ex(e.c(), rest.data(), &n));
  hedgerow::Aead c(cipher, "ctr-acpkm-omac", key);
  Bytes out(bytes), tag(block);
  c.seal_with_nonce(nonce, {}, plain, out, tag);
  ASSERT_EQ(to_hex(out), to_hex(expected));
  ASSERT_EQ(to_hex(tag), to_hex(e.tag()));
  c.open(nonce, {}, out, out, tag);
  ASSERT_EQ(out, plain);
}

TEST(GostEngine, CtrAcpkmOmac) {
  HR_NEED_GOST_ENGINE();
  for (int run = 0; run < 100; run++) {
    ASSERT_NO_FATAL_FAILURE(check("kuznyechik", 16, 1 + random_below(kLongest)));
    ASSERT_NO_FATAL_FAILURE(check("magma", 12, 1 + random_below(kLongest)));
  }
  for (std::size_t sections : {1, 2, 3})
    for (std::size_t more : {0, 1, 16, 3000}) {
      ASSERT_NO_FATAL_FAILURE(check("kuznyechik", 16, sections * 262144 + more));
      ASSERT_NO_FATAL_FAILURE(check("magma", 12, sections * 8192 + more));
    }
}

}  // namespace
}  // namespace hedgerow_test
