// The information that the provider gives on its algorithms: names, OIDs, lengths, properties, and
// the settings under which they exist.
//
// The suite turned red when all algorithms that share an OID got it, when the IV of
// Kalyna-256-256-CTR was reported with its 32 bytes, when SPECK lacked its second name, and when
// experimental ciphers were always shown.
#include <set>

#include "provider_raw.hpp"
#include "provider_support.hpp"

namespace hedgerow_test {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = (char)std::tolower((unsigned char)c);
  return text;
}

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> r(1);
  for (char c : names) {
    if (c == ':')
      r.emplace_back();
    else
      r.back().push_back(c);
  }
  return r;
}

// libcrypto treats two algorithms that share a name, in any case, as one.
TEST(ProviderNames, NoneTwice) {
  const RawProvider raw({{"research", "yes"}, {"wide-blocks", "yes"}, {"aes", "siv"}});
  ASSERT_TRUE(raw.loaded());
  std::size_t count = 0;
  for (const int operation : {OSSL_OP_CIPHER, OSSL_OP_MAC}) {
    std::map<std::string, std::string> seen;
    for (const OSSL_ALGORITHM& a : raw.algorithms(operation)) {
      count++;
      for (const std::string& name : split(a.algorithm_names)) {
        EXPECT_FALSE(name.empty()) << a.algorithm_names;
        EXPECT_TRUE(seen.emplace(lower(name), a.algorithm_names).second)
            << name << " of " << a.algorithm_names << " and of " << seen[lower(name)];
      }
      EXPECT_NE(std::string(a.algorithm_description).find("Hedgerow "), std::string::npos);
      EXPECT_EQ(std::string(a.property_definition).find("fips"), std::string::npos);
    }
  }
  // Every algorithm except AES in other modes than SIV and GCM-SIV, and caller's S-boxes, plus gost-engine's own: five
  // with key meshing, gost89-cbc, and two MACs that have the name of a cipher.
  std::size_t algorithms = 8;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    const std::string cipher = o.cipher, mode = o.mode;
    const bool offered = cipher.rfind("aes-", 0) != 0 || mode == "siv" || mode == "gcm-siv";
    algorithms += offered && cipher != "gost28147:user";
  }
  EXPECT_EQ(count, algorithms);
}

TEST(ProviderNames, EveryAlgorithmHasADifferentDispatchTable) {
  const RawProvider raw;
  std::set<const OSSL_DISPATCH*> tables;
  for (const OSSL_ALGORITHM& a : raw.algorithms(OSSL_OP_CIPHER)) tables.insert(a.implementation);
  EXPECT_EQ(tables.size(), raw.algorithms(OSSL_OP_CIPHER).size());
}

TEST(ProviderNames, LengthsFitLibcrypto) {
  const World world;
  ASSERT_TRUE(world.loaded()) << errors();
  for_every_cipher(world, [](EVP_CIPHER* c, const Subject& s) {
    EXPECT_LE(EVP_CIPHER_get_iv_length(c), 16);
    EXPECT_LE(EVP_CIPHER_get_block_size(c), 16);
    EXPECT_EQ((std::size_t)EVP_CIPHER_get_key_length(c), s.algorithm.key_bytes);
    EXPECT_LE(EVP_CIPHER_get_key_length(c), EVP_MAX_KEY_LENGTH);
    const bool wraps = s.algorithm.kind == HEDGEROW_WRAP;  // the IV of RFC 3394 is optional
    EXPECT_EQ((std::size_t)EVP_CIPHER_get_iv_length(c),
              std::min<std::size_t>(wraps ? s.algorithm.max_iv_bytes : s.algorithm.iv_bytes, 16));
    // `openssl speed -aead` would treat an algorithm with a mode number as that mode.
    static const std::set<std::string> kNumbered = {"gcm", "ccm", "siv"};
    if (s.algorithm.kind == HEDGEROW_AEAD) {
      EXPECT_EQ(EVP_CIPHER_get_mode(c) != 0, kNumbered.count(s.algorithm.mode) == 1)
          << s.algorithm.mode;
    }
    EXPECT_EQ(!!(EVP_CIPHER_get_flags(c) & EVP_CIPH_FLAG_AEAD_CIPHER),
              s.algorithm.kind == HEDGEROW_AEAD);
  });
}

TEST(ProviderNames, ExperimentalAndWideOnlyWhenAsked) {
  const World plain, research("research = yes"), wide("wide-blocks = yes");
  EXPECT_FALSE(plain.cipher("CYPRESS-256-CTR"));
  EXPECT_TRUE(research.cipher("CYPRESS-256-CTR"));
  EXPECT_FALSE(wide.cipher("CYPRESS-256-CTR"));
  EXPECT_FALSE(plain.cipher("KALYNA-512-512-CBC"));
  EXPECT_FALSE(research.cipher("KALYNA-512-512-CBC"));
  EXPECT_TRUE(wide.cipher("KALYNA-512-512-CBC"));
  EXPECT_TRUE(plain.cipher("KALYNA-512-512-CTR"));
  EXPECT_TRUE(plain.mac("KALYNA-512-512-CMAC"));
  const World aes("aes = siv");
  for (const char* name : {"AES-128-SIV", "AES-192-SIV", "AES-256-GCM-SIV"}) {
    EXPECT_FALSE(plain.cipher(name)) << name;
    EXPECT_TRUE(aes.cipher(name)) << name;
  }
  EXPECT_FALSE(aes.cipher("AES-256-GCM"));
  errors();
}

TEST(ProviderNames, NamesThatUsersWrite) {
  const World world;
  const std::map<std::string, std::string> ciphers = {
      {"kuznyechik-ctr-acpkm", "1.2.643.7.1.1.5.2.1"},
      {"kuznyechik-ctr-acpkm-omac", "1.2.643.7.1.1.5.2.2"},
      {"magma-ctr-acpkm", "1.2.643.7.1.1.5.1.1"},
      {"magma-ctr-acpkm-omac", "1.2.643.7.1.1.5.1.2"},
      {"gost89", "1.2.643.2.2.21"},
      {"gost89", "GOST 28147-89"},
      {"kuznyechik-kexp15", "1.2.643.7.1.1.7.2.1"},
      {"magma-kexp15", "1.2.643.7.1.1.7.1.1"},
      {"KALYNA-128-128-CTR", "1.2.804.2.1.1.1.1.1.3.2.1"},
      {"kalyna-256-256-ctr", "DSTU7624-256-256-CTR"},
      {"SPECK128-256-CTR", "SPECK-128-256-CTR"}};
  for (const auto& [name, alias] : ciphers) {
    const CipherPtr c = world.cipher(name);
    ASSERT_TRUE(c) << name;
    EXPECT_TRUE(EVP_CIPHER_is_a(c.get(), alias.c_str())) << name << " " << alias;
  }
  for (const char* mode : {"ecb", "cbc", "cfb", "ofb", "ctr", "mgm"})
    for (const char* cipher : {"kuznyechik-", "magma-"})
      EXPECT_TRUE(world.cipher(cipher + std::string(mode)));
  for (const char* name :
       {"gost89-cnt", "gost89-cnt-12", "gost89-cbc", "gost89-ecb", "LEA-256-CTR", "SIMON64-128-CBC",
        "CLEFIA-128-GCM", "RECTANGLE-128-CTR", "SPARX128-256-CTR"})
    EXPECT_TRUE(world.cipher(name)) << name;
  for (const char* name :
       {"kuznyechik-mac", "magma-mac", "gost-mac", "gost-mac-12", "1.2.643.2.2.22"})
    EXPECT_TRUE(world.mac(name)) << name;
  EXPECT_FALSE(
      EVP_CIPHER_is_a(world.cipher("KALYNA-128-256-CTR").get(), "1.2.804.2.1.1.1.1.1.3.2.1"));
}

TEST(ProviderNames, Properties) {
  const World world;
  EXPECT_TRUE(world.cipher("kuznyechik-ctr", "provider=hedgerow,hedgerow.ct=yes"));
  EXPECT_FALSE(world.cipher("kuznyechik-ctr", "hedgerow.ct=no"));
  EXPECT_FALSE(world.cipher("kuznyechik-ctr", "fips=yes"));
  bool has_impl = false;
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels())
    if (k.up_to_blocks == SIZE_MAX && std::string(k.cipher) == "kuznyechik")
      has_impl = !!world.cipher("kuznyechik-ctr", ("hedgerow.impl=" + std::string(k.isa)).c_str());
  EXPECT_TRUE(has_impl);
  errors();
}

TEST(ProviderNames, ProviderItself) {
  const World world;
  OSSL_PROVIDER* provider = OSSL_PROVIDER_load(world.get(), "hedgerow");
  ASSERT_TRUE(provider);
  const char *name = nullptr, *version = nullptr, *info = nullptr;
  int status = 0;
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_NAME, (char**)&name, 0),
      OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_VERSION, (char**)&version, 0),
      OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, (char**)&info, 0),
      OSSL_PARAM_construct_int(OSSL_PROV_PARAM_STATUS, &status), OSSL_PARAM_construct_end()};
  EXPECT_EQ(OSSL_PROVIDER_get_params(provider, params), 1);
  EXPECT_STREQ(name, "Hedgerow");
  EXPECT_STREQ(version, hedgerow_version());
  EXPECT_NE(std::string(info).find(version), std::string::npos);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(OSSL_PROVIDER_self_test(provider), 1);
  OSSL_PROVIDER_unload(provider);
}

// libcrypto ignores a module of its configuration that fails to load, and keeps no error.
TEST(ProviderNames, ASettingThatIsNoneIsRefused) {
  for (const char* setting :
       {"research = maybe", "wide-blocks = 2", "limit-blocks = many", "limit-blocks = -1",
        "limit_blocks = yes", "limit-block = yes", "imit-blocks = yes", "reserch = yes",
        "Research = yes", "wide-blockss = yes", "xwide-blocks = yes", "wideblocks = yes",
        "aes = gcm", "aes = yes", "Aes = siv"})
    EXPECT_FALSE(World(setting).loaded()) << setting;
  for (const char* setting : {"research = on", "wide-blocks = no", "limit-blocks = 1000",
                              "limit-blocks = yes", "research = YES", "wide-blocks = True",
                              "limit-blocks = Off", "limit-blocks = ON", "aes = siv", "aes = no"})
    EXPECT_TRUE(World(setting).loaded()) << setting;
  for (const char* on : {"yes", "Yes", "TRUE", "On", "1"})
    EXPECT_TRUE(World(std::string("research = ") + on).cipher("CYPRESS-256-CTR")) << on;
  for (const char* off : {"no", "No", "FALSE", "off", "0"})
    EXPECT_FALSE(World(std::string("research = ") + off).cipher("CYPRESS-256-CTR")) << off;
}

}  // namespace
}  // namespace hedgerow_test
