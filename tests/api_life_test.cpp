// The life of a context: key and IV in either order and again, reset, and the limit of a key; and
// the self-tests.
//
// Seen to turn red: set_key that leaves the data limit as it was.
#include "api_support.hpp"

namespace hedgerow_test {
namespace {

// The life of a context: key and IV in either order and again.
TEST(Life, KeyAndIvInAnyOrder) {
  const Bytes first(32, 1), second(32, 2), iv(8, 3), data(40, 4);
  const auto expected = [&](const Bytes& key) {
    hedgerow::Cipher c("kuznyechik", "ctr", key);
    Bytes out(40);
    c.set_iv(iv);
    c.encrypt(data, out);
    return out;
  };
  hedgerow::Cipher c("kuznyechik", "ctr");
  Bytes out(40);
  EXPECT_FALSE(c.query().has_key || c.query().has_iv);
  c.set_iv(iv);
  EXPECT_EQ(status_of([&] { c.encrypt(data, out); }), HEDGEROW_ERR_STATE);
  c.set_key(first);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(first));
  EXPECT_EQ(c.query().message_bytes, 40u);
  c.set_key(second);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(second)) << "the IV stays";
  c.reset();
  EXPECT_EQ(status_of([&] { c.encrypt(data, out); }), HEDGEROW_ERR_STATE);
  c.set_key(first);
  c.set_iv(iv);
  c.encrypt(data, out);
  EXPECT_EQ(out, expected(first));
}

// A new key begins the data limit anew; the query counts it.
TEST(Life, LimitIsTheKeys) {
  hedgerow::Options o;
  o.limit_blocks = 4;
  hedgerow::Cipher c("kuznyechik", "ecb", Bytes(32), o);
  Bytes data(48);
  c.encrypt(data, data);
  EXPECT_EQ(c.query().blocks_left, 1u);
  EXPECT_EQ(status_of([&] { c.encrypt(data, data); }), HEDGEROW_ERR_LIMIT);
  c.set_key(Bytes(32, 1));
  EXPECT_EQ(c.query().blocks_left, 4u);
  c.encrypt(data, data);
}

TEST(Selftest, Passes) { EXPECT_EQ(hedgerow_selftest(), HEDGEROW_OK); }

TEST(Selftest, EveryKernelPassesItsOwnAnswers) {
  for (std::size_t i = 0; i < hedgerow_kernel_count(); i++) {
    hedgerow_kernel_info info{};
    info.size = sizeof info;
    ASSERT_EQ(hedgerow_kernel_at(i, &info), HEDGEROW_OK);
    unsigned passed = 77, failed = 77;
    const auto status = hedgerow_selftest_kernel(info.id, &passed, &failed);
    if (info.available == 0) {
      EXPECT_EQ(status, HEDGEROW_ERR_UNAVAILABLE) << info.id;
      EXPECT_EQ(passed + failed, 154u) << info.id;
      continue;
    }
    EXPECT_EQ(status, HEDGEROW_OK) << info.id;
    EXPECT_GT(passed, 0u) << info.id;
    EXPECT_EQ(failed, 0u) << info.id;
    EXPECT_EQ(hedgerow_selftest_kernel(info.id, nullptr, nullptr), HEDGEROW_OK) << info.id;
  }
  EXPECT_EQ(hedgerow_selftest_kernel("kalyna-128-128.none.scalar", nullptr, nullptr),
            HEDGEROW_ERR_KERNEL);
  EXPECT_EQ(hedgerow_selftest_kernel(nullptr, nullptr, nullptr), HEDGEROW_ERR_NULL);
}

}  // namespace
}  // namespace hedgerow_test
