// The vector files. This header is separate from mode_support.hpp because nlohmann-json takes longer to
// compile than most tests.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace hedgerow_test {

using Vector = nlohmann::json;

// Returns a part of a file in tests/vectors.
inline Vector vector_file(const std::string& name, const char* part = "vectors") {
  std::ifstream file(std::string(HR_VECTORS_DIR) + "/" + name);
  EXPECT_TRUE(file) << "no vector file " << name;
  return Vector::parse(file).at(part);
}

inline std::string kalyna_name(const Vector& v) {
  return "kalyna-" + std::to_string(v.at("block_bits").get<int>()) + "-" +
         std::to_string(v.at("key_bits").get<int>());
}

// Returns the cipher name that includes the S-boxes of a GOST 28147-89 vector.
inline std::string sbox_name(const Vector& v) {
  static const std::map<std::string, std::string> kNames = {
      {"id-GostR3411-94-TestParamSet", "r3411-94-test"},
      {"id-Gost28147-89-TestParamSet", "test"},
      {"id-Gost28147-89-CryptoPro-A-ParamSet", "cryptopro-a"},
      {"id-Gost28147-89-CryptoPro-B-ParamSet", "cryptopro-b"},
      {"id-Gost28147-89-CryptoPro-C-ParamSet", "cryptopro-c"},
      {"id-Gost28147-89-CryptoPro-D-ParamSet", "cryptopro-d"},
      {"id-tc26-gost-28147-param-Z", "tc26-z"},
      {"id-GostR3411-94-CryptoProParamSet", "r3411-94-cryptopro"}};
  return "gost28147:" + kNames.at(v.at("sbox"));
}

}  // namespace hedgerow_test
