// Compares OIDs of algorithms and of S-box sets with the object table of OpenSSL: those of AES, SM4, Camellia, of
// TC26, and of the parameter sets of GOST 28147. The table does not have those of DSTU 7624, of the key wraps of RFC
// 4357, and of some modes of SM4, so bouncycastle_modes_test compares them.
//
// The suite turned red when CTR-ACPKM had the OID of CTR-ACPKM-OMAC, and when set A had that of
// CryptoPro-B.
#include <gtest/gtest.h>
#include <openssl/objects.h>

#include <algorithm>
#include <map>

#include "hedgerow/hedgerow.hpp"

namespace {

// Returns OpenSSL's short name of an OID in lower case, or "" if OpenSSL does not know it.
std::string known_as(const std::string& oid) {
  const int nid = OBJ_txt2nid(oid.c_str());
  std::string name = nid == NID_undef ? "" : OBJ_nid2sn(nid);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return (char)tolower(c); });
  return name;
}

// Returns the name of an algorithm in OpenSSL, for example "aes-128-cbc", "id-aes128-gcm" or
// "kuznyechik-ctr-acpkm".
std::string expected_name(const std::string& cipher, const std::string& mode) {
  const bool aes = cipher.rfind("aes", 0) == 0;
  if (mode != "kw" && !(aes && (mode == "gcm" || mode == "ccm"))) return cipher + "-" + mode;
  std::string joined = cipher;
  joined.erase(std::remove(joined.begin(), joined.end(), '-'), joined.end());
  return "id-" + joined + "-" + (mode == "kw" ? "wrap" : mode);
}

TEST(Oids, OfAlgorithms) {
  std::size_t compared = 0;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    const std::string oid = o.oid, cipher = o.cipher, mode = o.mode;
    const bool of_sm4 = cipher == "sm4" && (mode == "gcm" || mode == "ccm" || mode == "kw");
    const bool of_aria = cipher.rfind("aria", 0) == 0 && mode == "kw";
    const bool elsewhere = cipher.rfind("kalyna", 0) == 0 || mode == "kw-gost" ||
                           mode == "kw-cryptopro" || of_sm4 || of_aria;
    if (oid.empty() || elsewhere) continue;
    EXPECT_EQ(known_as(oid), expected_name(cipher, mode)) << oid;
    compared++;
  }
  EXPECT_GE(compared, 77u);
}

TEST(Oids, OfSboxes) {
  const std::map<std::string, std::string> names = {
      {"test", "id-gost28147-89-testparamset"},
      {"cryptopro-a", "id-gost28147-89-cryptopro-a-paramset"},
      {"cryptopro-b", "id-gost28147-89-cryptopro-b-paramset"},
      {"cryptopro-c", "id-gost28147-89-cryptopro-c-paramset"},
      {"cryptopro-d", "id-gost28147-89-cryptopro-d-paramset"},
      {"tc26-z", "id-tc26-gost-28147-param-z"},
      {"r3411-94-test", "id-gostr3411-94-testparamset"},
      {"r3411-94-cryptopro", "id-gostr3411-94-cryptoproparamset"}};
  std::size_t compared = 0;
  for (const hedgerow_cipher_info& c : hedgerow::list_ciphers()) {
    if (!*c.sbox_oid) continue;
    const std::string set = std::string(c.name).substr(std::string(c.name).find(':') + 1);
    ASSERT_TRUE(names.count(set)) << c.name;
    EXPECT_EQ(known_as(c.sbox_oid), names.at(set)) << c.sbox_oid;
    compared++;
  }
  EXPECT_EQ(compared, names.size());
}

}  // namespace
