// No vector in the file of a cipher is skipped: each is a known answer of a variant, as the kernel
// ledger reads it (kernels/vectors.hpp). The ledger runs every answer of every variant with every
// kernel. The files of the modes belong to mode_test.cpp, which counts the vectors that it ran.
//
// The suite turned red when one plaintext of lea.json lost a hex digit, and when "variant" was
// misspelt in one entry of sparx.json.
#include "kernels/vectors.hpp"
#include "support/mode_support.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

template <class A, class B>
bool equal_bytes(const A& a, const B& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

bool is_known_answer(const std::string& family, const nlohmann::json& v) {
  const Bytes plain = from_hex(v.at("plaintext")), expected = from_hex(v.at("ciphertext"));
  const Bytes key = from_hex(v.at("key"));
  for (const hedgerow::Variant& variant : hedgerow::variants()) {
    if (family != variant.family) continue;
    for (const auto& a : hedgerow::ledger::known_answers(variant))
      if (equal_bytes(a.key, key) && equal_bytes(a.plaintext, plain) &&
          equal_bytes(a.ciphertext, expected))
        return true;
  }
  return false;
}

TEST(VectorFiles, EveryVectorOfACipherIsAKnownAnswer) {
  std::map<std::string, std::size_t> families;
  for (const hedgerow::Variant& variant : hedgerow::variants()) families[variant.family] = 0;
  for (auto& [family, vectors] : families)
    for (const nlohmann::json& v : vector_file(family + ".json")) {
      EXPECT_TRUE(is_known_answer(family, v)) << family << " " << v;
      vectors++;
    }
  for (const auto& [family, vectors] : families) EXPECT_GT(vectors, 0u) << family;
}

}  // namespace
}  // namespace hedgerow_test
