// The C ABI without streams and nonces: status texts, queries, options, kernels, argument checks of
// hedgerow_cipher and hedgerow_mac, data limits. Every status that can be reached is reached here
// or in api_aead_test.cpp and api_environment_test.cpp (ERR_MEMORY cannot be forced).
//
// Seen to turn red: read_versioned without its test of unknown trailing bytes; check_in_out that
// allows any overlap; DataLimit::charge with < for <=; blocks_begun counting every call's bytes
// apart.
#include <map>
#include <set>
#include <thread>

#include "api_support.hpp"

namespace hedgerow_test {
namespace {

#define CIPHER(...) +1
constexpr std::size_t kCipherLines = 0
#include "lists/cipher.inc"
    ;

TEST(Status, EveryOneHasASentence) {
  std::set<std::string> texts;
  for (int i = HEDGEROW_OK; i <= HEDGEROW_ERR_BUFFER; i++) {
    const std::string text = hedgerow_status_text((hedgerow_status)i);
    EXPECT_EQ(text.back(), '.') << text;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
  const std::string unknown = hedgerow_status_text((hedgerow_status)(HEDGEROW_ERR_BUFFER + 1));
  EXPECT_TRUE(texts.insert(unknown).second);
  EXPECT_STREQ(hedgerow_version(), "0.1.0");
}

TEST(Queries, Ciphers) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  EXPECT_EQ(hedgerow_cipher_count(), kCipherLines);
  EXPECT_EQ(hedgerow_cipher_at(hedgerow_cipher_count(), &info), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_cipher_at(0, nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_find("aes", &info), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_cipher_find(nullptr, &info), HEDGEROW_ERR_NULL);
  ASSERT_EQ(hedgerow_cipher_find("kuznyechik", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.aead, "mgm");
  EXPECT_EQ(info.ctr_iv_bytes, 8u);
  EXPECT_EQ(info.nonce_bytes, 16u);
  EXPECT_EQ(info.min_tag_bytes, 4u);
  EXPECT_EQ(info.limit_blocks, 1ull << 48);
  ASSERT_EQ(hedgerow_cipher_find("kalyna-512-512", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.aead, "gcm");
  EXPECT_EQ(info.ctr_iv_bytes, 64u);
  EXPECT_EQ(info.min_tag_bytes, 8u);
  EXPECT_EQ(info.max_tag_bytes, 64u);
  EXPECT_EQ(info.limit_blocks, 1ull << 62);
}

TEST(Queries, StructsOfOtherVersions) {
  struct Future {
    hedgerow_cipher_info info;
    std::uint64_t unknown;
  } future{};
  future.info.size = sizeof future;
  future.unknown = 99;
  ASSERT_EQ(hedgerow_cipher_at(0, &future.info), HEDGEROW_OK);
  EXPECT_EQ(future.info.size, sizeof future);
  EXPECT_EQ(future.unknown, 0u);
  for (std::size_t size :
       {std::size_t(0), offsetof(hedgerow_cipher_info, sbox_bytes) - 1, SIZE_MAX}) {
    hedgerow_cipher_info info{};
    info.size = size;
    EXPECT_EQ(hedgerow_cipher_at(0, &info), HEDGEROW_ERR_OPTIONS) << size;
    EXPECT_EQ(info.name, nullptr);
  }
}

TEST(Queries, Kernels) {
  hedgerow_kernel_info info{};
  info.size = sizeof info;
  EXPECT_EQ(hedgerow_kernel_at(hedgerow_kernel_count(), &info), HEDGEROW_ERR_KERNEL);
  EXPECT_EQ(hedgerow_kernel_at(0, nullptr), HEDGEROW_ERR_NULL);
  std::map<std::string, int> bulk, narrow;
  std::set<std::string> ids;
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    EXPECT_TRUE(ids.insert(k.id).second) << k.id;
    EXPECT_EQ(std::string(k.id), std::string(k.cipher) + "." + k.technique + "." + k.isa);
    EXPECT_STRNE(k.reason, "");
    EXPECT_GE(k.width_blocks, 1u);
    bulk[k.cipher] += k.selected_bulk, narrow[k.cipher] += k.selected_narrow;
    if (k.selected_bulk || k.selected_narrow) {
      EXPECT_TRUE(k.available && k.timing == HEDGEROW_TIMING_CT) << k.id;
      EXPECT_EQ(std::string(k.reason).find("preferred on this class"), 0u) << k.reason;
    }
    if (k.available && k.timing == HEDGEROW_TIMING_VARTIME) {
      EXPECT_STREQ(k.reason, "vartime: never chosen") << k.id;
    }
  }
  for (const std::string& name : cipher_names()) {
    EXPECT_EQ(bulk[name], 1) << name;
    EXPECT_EQ(narrow[name], 1) << name;
  }
}

TEST(Queries, ContextsReportTheSelectedKernel) {
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    const hedgerow::Cipher c(k.cipher, HEDGEROW_ECB,
                             Bytes(hedgerow::cipher_info(k.cipher).key_bytes),
                             basic_options(k.cipher));
    EXPECT_EQ(c.kernel(HEDGEROW_ROLE_BULK) == k.id, k.selected_bulk == 1) << k.id;
    EXPECT_EQ(c.kernel(HEDGEROW_ROLE_NARROW) == k.id, k.selected_narrow == 1) << k.id;
    EXPECT_EQ(c.timing(), HEDGEROW_TIMING_CT);
  }
  EXPECT_STREQ(hedgerow_cipher_kernel(nullptr, HEDGEROW_ROLE_BULK), "");
  EXPECT_EQ(hedgerow_aead_timing(nullptr, HEDGEROW_ROLE_BULK), HEDGEROW_TIMING_VARTIME);
  EXPECT_STREQ(hedgerow_mac_kernel(nullptr, HEDGEROW_ROLE_NARROW), "");
}

// The status of a new ECB context with these options; a failure must leave no context.
hedgerow_status try_options(const hedgerow_options* options, const char* name = "kalyna-128-128") {
  OwnedCipher c;
  const Bytes key(hedgerow::cipher_info(name).key_bytes);
  const hedgerow_status status =
      hedgerow_cipher_new(c.slot(), name, HEDGEROW_ECB, key.data(), key.size(), options);
  EXPECT_EQ(status == HEDGEROW_OK, c != nullptr);
  return status;
}

TEST(Options, SizesAndFlags) {
  struct Future {
    hedgerow_options o;
    std::uint64_t unknown;
  } future{default_options(), 0};
  future.o.size = sizeof future;
  EXPECT_EQ(try_options(nullptr), HEDGEROW_OK);
  EXPECT_EQ(try_options(&future.o), HEDGEROW_OK);
  future.unknown = 1;
  EXPECT_EQ(try_options(&future.o), HEDGEROW_ERR_OPTIONS);
  for (std::size_t size :
       {std::size_t(0), std::size_t(8), offsetof(hedgerow_options, sbox) - 1, SIZE_MAX}) {
    hedgerow_options o = default_options();
    o.size = size;
    EXPECT_EQ(try_options(&o), HEDGEROW_ERR_OPTIONS) << size;
  }
  hedgerow_options o = default_options();
  o.flags = HEDGEROW_ALLOW_VARTIME;
  EXPECT_EQ(try_options(&o), HEDGEROW_OK);
  o.flags |= 2;
  EXPECT_EQ(try_options(&o), HEDGEROW_ERR_OPTIONS);
}

TEST(Options, ForcedKernels) {
  hedgerow_options o = default_options();
  for (const char* wrong : {"", "nonsense", "kuznyechik.table.scalar"}) {
    o.kernel = wrong;
    EXPECT_EQ(try_options(&o), HEDGEROW_ERR_KERNEL) << wrong;
  }
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    const bool vartime = k.timing == HEDGEROW_TIMING_VARTIME;
    hedgerow::Options forced = basic_options(k.cipher);
    forced.kernel = k.id;
    forced.allow_vartime = true;
    o.kernel = k.id;
    o.flags = 0;
    o.sbox = forced.sbox.data();
    o.sbox_bytes = forced.sbox.size();
    EXPECT_EQ(try_options(&o, k.cipher), !k.available ? HEDGEROW_ERR_UNAVAILABLE
                                         : vartime    ? HEDGEROW_ERR_VARTIME
                                                      : HEDGEROW_OK)
        << k.id;
    if (!k.available) continue;
    const hedgerow::Cipher c(k.cipher, HEDGEROW_ECB,
                             Bytes(hedgerow::cipher_info(k.cipher).key_bytes), forced);
    for (hedgerow_role role : {HEDGEROW_ROLE_BULK, HEDGEROW_ROLE_NARROW}) {
      EXPECT_EQ(c.kernel(role), k.id);
      EXPECT_EQ(c.timing(role), k.timing);
    }
  }
}

TEST(Options, TagLengths) {
  for (const char* name : kBothFamilies) {
    const hedgerow_cipher_info info = hedgerow::cipher_info(name);
    const Bytes key(info.key_bytes);
    for (std::uint32_t n = 0; n < 20; n++) {
      hedgerow_options o = default_options();
      o.tag_bytes = n;
      const bool good = n == 0 || (n >= info.min_tag_bytes && n <= info.max_tag_bytes);
      const hedgerow_status expected = good ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH;
      OwnedAead a;
      OwnedMac m;
      EXPECT_EQ(hedgerow_aead_new(a.slot(), name, key.data(), key.size(), &o), expected) << n;
      EXPECT_EQ(hedgerow_mac_new(m.slot(), name, HEDGEROW_CMAC, key.data(), key.size(), &o),
                expected);
      if (!good) continue;
      std::uint8_t tag[64];
      const std::size_t length = n ? n : info.max_tag_bytes;
      EXPECT_EQ(hedgerow_mac_final(m, tag, length - 1), HEDGEROW_ERR_TAG_LENGTH);
      EXPECT_EQ(hedgerow_mac_final(m, tag, length), HEDGEROW_OK);
      EXPECT_EQ(hedgerow_mac_check(m, tag, length + 1), HEDGEROW_ERR_TAG_LENGTH);
      EXPECT_EQ(hedgerow_mac_check(m, tag, length), HEDGEROW_OK);
    }
  }
}

// The key of `name`, one byte shorter or longer, and every other argument of *_new.
TEST(New, Arguments) {
  const Bytes key(33);
  OwnedCipher c;
  OwnedMac m;
  OwnedAead a;
  const auto make = [&](const char* name, int mode, const void* k, std::size_t n) {
    return hedgerow_cipher_new(c.slot(), name, (hedgerow_mode)mode, k, n, nullptr);
  };
  EXPECT_EQ(make("kuznyechik", HEDGEROW_CTR, key.data(), 32), HEDGEROW_OK);
  EXPECT_EQ(make("kuznyechik", HEDGEROW_CTR, key.data(), 31), HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(make("kuznyechik", HEDGEROW_CTR, key.data(), 33), HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(c, nullptr);
  EXPECT_EQ(make("kuznyechik", HEDGEROW_CTR, nullptr, 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(make("kuznyechik", 2, key.data(), 32), HEDGEROW_ERR_MODE);
  EXPECT_EQ(make("Kuznyechik", HEDGEROW_ECB, key.data(), 32), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(make(nullptr, HEDGEROW_ECB, key.data(), 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_new(nullptr, "kuznyechik", HEDGEROW_ECB, key.data(), 32, nullptr),
            HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_mac_new(m.slot(), "kuznyechik", HEDGEROW_GMAC, key.data(), 32, nullptr),
            HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_mac_new(m.slot(), "kuznyechik", (hedgerow_mac_kind)7, key.data(), 32, nullptr),
            HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_aead_new(a.slot(), "kuznyechik", key.data(), 30, nullptr),
            HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(hedgerow_cipher_copy(c.slot(), nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_copy(nullptr, a), HEDGEROW_ERR_NULL);
}

TEST(Threads, OneContextEach) {
  const Bytes key(32, 9), data(50000, 4);
  const hedgerow::Aead shared("kalyna-128-256", key);
  Bytes tags[4];
  std::vector<std::thread> threads;
  for (Bytes& tag : tags)
    threads.emplace_back([&] {
      hedgerow::Aead mine = shared.copy();  // a const context may be copied by several threads
      Bytes out(data.size()), nonce(16);
      tag.resize(16);
      for (nonce[15] = 0; nonce[15] < 20; nonce[15]++) mine.seal(nonce, {}, data, out, tag);
    });
  for (std::thread& t : threads) t.join();
  for (const Bytes& tag : tags) EXPECT_EQ(tag, tags[0]);
}

}  // namespace
}  // namespace hedgerow_test
