// Compares Streebog-256, HMAC and KDF_TREE with gost-engine over random keys, seeds and lengths.
//
// The suite turned red when add() in streebog.cpp dropped its carry, and when kdf_tree started its
// counter at 0.
#include "gost_engine.hpp"
#include "hash/kdf.hpp"

namespace hedgerow_test {
namespace {

constexpr int kRuns = 300;

TEST(GostEngine, Streebog) {
  HR_NEED_GOST_ENGINE();
  for (int run = 0; run < kRuns; run++) {
    const Bytes message = random_bytes(random_below(4097));
    Bytes expected(32), digest(32);
    expect_ok(EVP_Digest(message.data(), message.size(), expected.data(), nullptr,
                         gost_digest("md_gost12_256"), gost_engine()));
    hedgerow::Streebog256 hash;
    hash.update(message.data(), message.size());
    hash.digest(digest.data());
    ASSERT_EQ(digest, expected) << message.size() << " bytes";
  }
}

TEST(GostEngine, Hmac) {
  HR_NEED_GOST_ENGINE();
  for (int run = 0; run < kRuns; run++) {
    const Bytes key = random_bytes(1 + random_below(200)),
                message = random_bytes(random_below(4097));
    Bytes expected(32), tag(32);
    unsigned length = 32;
    ASSERT_TRUE(HMAC(gost_digest("md_gost12_256"), key.data(), (int)key.size(), message.data(),
                     message.size(), expected.data(), &length));
    hedgerow::HmacStreebog256 hmac(key.data(), key.size());
    hmac.update(message.data(), message.size());
    hmac.tag(tag.data());
    ASSERT_EQ(tag, expected) << key.size() << " bytes of key, " << message.size() << " of message";
  }
}

// The engine derives only whole blocks of 32 bytes.
TEST(GostEngine, KdfTree) {
  HR_NEED_GOST_ENGINE();
  using KdfTree = int(unsigned char*, size_t, const unsigned char*, size_t, const unsigned char*,
                      size_t, const unsigned char*, size_t, size_t);
  KdfTree* const kdf_tree = gost_function<KdfTree>("gost_kdftree2012_256");
  if (!kdf_tree) GTEST_SKIP() << "this engine does not export gost_kdftree2012_256";
  for (int run = 0; run < kRuns; run++) {
    const Bytes key = random_bytes(32), label = random_bytes(1 + random_below(40)),
                seed = random_bytes(1 + random_below(40));
    Bytes expected(32 * (1 + random_below(255))), out(expected.size());
    expect_ok(kdf_tree(expected.data(), expected.size(), key.data(), key.size(), label.data(),
                       label.size(), seed.data(), seed.size(), 1));
    hedgerow::kdf_tree_gostr3411_2012_256(
        key.data(), {label.data(), seed.data(), label.size(), seed.size()}, out.data(), out.size());
    ASSERT_EQ(out, expected) << out.size() << " bytes";
  }
}

}  // namespace
}  // namespace hedgerow_test
