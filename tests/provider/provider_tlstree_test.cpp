// The parameter `tlstree` with a length that is not 8, which the normal module refuses. The module
// for a patched libcrypto (HEDGEROW_TLSTREE_PATCHED) reads the 8 bytes that the patch points to.
//
// The suite turned red when length 1 was read as the number itself, and when length 0 was accepted
// without the definition.
#include <stdexcept>

#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

const Bytes kSequence = {0, 0, 0, 0, 0, 1, 0, 0}, kBefore = {0, 0, 0, 0, 0, 0, 255, 255};

// Returns a record of zeros under the key of `sequence`. The parameter has the length `length`. The
// result is empty if it is refused.
Bytes record(const World& world, const char* name, const Bytes& sequence, std::size_t length) {
  const CipherPtr cipher = world.cipher(name);
  if (!cipher) throw std::runtime_error(errors());
  const Bytes key(32, 1), iv((std::size_t)EVP_CIPHER_get_iv_length(cipher.get()), 2), in(100);
  const ContextPtr c = new_context();
  evp_init(c.get(), cipher.get(), true, &key, &iv);
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_octet_string("tlstree", (void*)sequence.data(), length),
      OSSL_PARAM_construct_end()};
  if (EVP_CIPHER_CTX_set_params(c.get(), params) <= 0) return {};
  return evp_run(c.get(), in);
}

TEST(ProviderTlstree, LengthsOtherThanEightNeedThePatchedBuild) {
  const World plain("", "", HR_PLAIN_MODULE), patched("", "", HR_PATCHED_MODULE);
  ASSERT_TRUE(plain.loaded() && patched.loaded()) << errors();
  for (const char* name : {"kuznyechik-ctr", "magma-ctr"}) {
    SCOPED_TRACE(name);
    const Bytes expected = record(plain, name, kSequence, 8),
                before = record(plain, name, kBefore, 8);
    EXPECT_EQ(expected.size(), 100u);
    EXPECT_NE(expected, before);
    for (const std::size_t length : {0u, 1u, 7u}) {
      EXPECT_TRUE(record(plain, name, kSequence, length).empty()) << length;
      EXPECT_NE(errors().find("tlstree"), std::string::npos);
    }
    EXPECT_EQ(record(patched, name, kSequence, 8), expected);
    EXPECT_EQ(record(patched, name, kSequence, 0), expected);
    EXPECT_EQ(record(patched, name, kSequence, 1), before);
    EXPECT_TRUE(record(patched, name, kSequence, 7).empty());
    errors();
  }
}

}  // namespace
}  // namespace hedgerow_test
