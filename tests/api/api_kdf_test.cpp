// hedgerow_kdf_tree: the vectors of RFC 7836, prefixes, and arguments that must be refused.
//
// The suite turned red when a derivation of 32 bytes encoded the length 64, and when the overlap of
// `out` with the key was not checked.
#include "support/mode_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

TEST(ApiKdf, Vectors) {
  std::size_t ran = 0;
  for (const char* kind : {"kdf", "kdf_tree"})
    for (const auto& v : vector_file("streebog.json", kind)) {
      Bytes out(v.at("out").get<std::string>().size() / 2);
      hedgerow::kdf_tree(from_hex(v.at("key")), from_hex(v.at("label")), from_hex(v.at("seed")),
                         out);
      EXPECT_EQ(to_hex(out), v.at("out").get<std::string>());
      ran++;
    }
  EXPECT_EQ(ran, 2u);
}

TEST(ApiKdf, BadInput) {
  Bytes key(64, 1), out(HEDGEROW_MAX_KDF_TREE_BYTES + 1, 0xee);
  const Bytes untouched = out;
  const auto run = [&](const void* k, std::size_t key_bytes, void* to, std::size_t bytes) {
    return hedgerow_kdf_tree(k, key_bytes, "label", 5, nullptr, 0, to, bytes);
  };
  for (std::size_t n : {0u, 31u, 33u, 64u})
    EXPECT_EQ(run(key.data(), n, out.data(), 32), HEDGEROW_ERR_KEY_LENGTH);
  for (std::size_t n : {std::size_t{0}, out.size()})
    EXPECT_EQ(run(key.data(), 32, out.data(), n), HEDGEROW_ERR_DATA_LENGTH);
  EXPECT_EQ(run(nullptr, 32, out.data(), 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(run(key.data(), 32, nullptr, 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_kdf_tree(key.data(), 32, nullptr, 1, nullptr, 0, out.data(), 32),
            HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_kdf_tree(key.data(), 32, nullptr, 0, nullptr, 1, out.data(), 32),
            HEDGEROW_ERR_NULL);
  EXPECT_EQ(run(key.data(), 32, key.data() + 31, 32), HEDGEROW_ERR_OVERLAP);
  EXPECT_EQ(out, untouched);
  EXPECT_EQ(run(key.data(), 32, out.data(), HEDGEROW_MAX_KDF_TREE_BYTES), HEDGEROW_OK);
  EXPECT_EQ(out.back(), 0xee);
}

}  // namespace
}  // namespace hedgerow_test
