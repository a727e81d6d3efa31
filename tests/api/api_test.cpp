// The C ABI without streams and nonces: status texts, queries, options, kernels, argument checks of
// hedgerow_cipher and hedgerow_mac, and data limits. Every status that can occur is tested here, in
// api_aead_test.cpp or in api_environment_test.cpp. HEDGEROW_ERR_MEMORY cannot be forced.
//
// The suite turned red when read_versioned did not test unknown trailing bytes, when check_in_out
// allowed any overlap, when DataLimit::charge used < instead of <=, and when blocks_begun counted
// the bytes of each call separately. CTest runs it a second time with HEDGEROW_CPU_DISABLE=all,
// because the first run shows only kernels that this CPU has.
#include <map>
#include <set>
#include <thread>

#include "api/api_support.hpp"

namespace hedgerow_test {
namespace {

#define CIPHER(...) +1
constexpr std::size_t kCipherLines = 0
#include "lists/cipher.inc"
    ;

TEST(Status, EveryOneHasASentence) {
  std::set<std::string> texts;
  for (int i = HEDGEROW_OK; i <= HEDGEROW_ERR_KEY_VALUE; i++) {
    if (i == 15) continue;  // an unused number
    const std::string text = hedgerow_status_text((hedgerow_status)i);
    EXPECT_EQ(text.back(), '.') << text;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
  const std::string unknown = hedgerow_status_text((hedgerow_status)(HEDGEROW_ERR_KEY_VALUE + 1));
  EXPECT_TRUE(texts.insert(unknown).second);
  std::string version;
  for (const int part : {HEDGEROW_VERSION_MAJOR, HEDGEROW_VERSION_MINOR, HEDGEROW_VERSION_PATCH})
    version += (version.empty() ? "" : ".") + std::to_string(part);
  EXPECT_EQ(hedgerow_version(), version);
}

TEST(Queries, Ciphers) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  EXPECT_EQ(hedgerow_cipher_count(), kCipherLines);
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, SIZE_MAX / 2})
    EXPECT_EQ(hedgerow_cipher_at(hedgerow_cipher_count() + more, &info), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_cipher_at(0, nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_find("aes", &info), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_cipher_find(nullptr, &info), HEDGEROW_ERR_NULL);
  ASSERT_EQ(hedgerow_cipher_find("kuznyechik", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.aead, "mgm");
  EXPECT_EQ(info.limit_blocks, 1ull << 48);
  ASSERT_EQ(hedgerow_cipher_find("kalyna-512-512", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.aead, "gcm");
  EXPECT_EQ(info.limit_blocks, 1ull << 62);
  ASSERT_EQ(hedgerow_cipher_find("gost28147:cryptopro-a", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.sbox_oid, "1.2.643.2.2.31.1");
}

TEST(Queries, Algorithms) {
  hedgerow_algorithm_info info{};
  info.size = sizeof info;
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, SIZE_MAX / 2})
    EXPECT_EQ(hedgerow_algorithm_at(hedgerow_algorithm_count() + more, &info), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_algorithm_at(0, nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_algorithm_find("rot13", "ctr", &info), HEDGEROW_ERR_CIPHER);
  EXPECT_EQ(hedgerow_algorithm_find("kuznyechik", "rot", &info), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_algorithm_find("kuznyechik", nullptr, &info), HEDGEROW_ERR_NULL);
  ASSERT_EQ(hedgerow_algorithm_find("kuznyechik", "ctr-acpkm", &info), HEDGEROW_OK);
  EXPECT_EQ(info.kind, HEDGEROW_STREAM);
  EXPECT_EQ(info.iv_bytes, 8u);
  EXPECT_EQ(info.section_bytes, 4096u);
  EXPECT_EQ(info.properties, HEDGEROW_HAS_SEEK | HEDGEROW_HAS_SECTIONS);
  EXPECT_STREQ(info.oid, "1.2.643.7.1.1.5.2.1");
  ASSERT_EQ(hedgerow_algorithm_find("kalyna-256-512", "ctr", &info), HEDGEROW_OK);
  EXPECT_STREQ(info.oid, "1.2.804.2.1.1.1.1.1.3.2.2");
  ASSERT_EQ(hedgerow_algorithm_find("magma", "cbc", &info), HEDGEROW_OK);
  EXPECT_EQ(info.unit_bytes, 8u);
  EXPECT_EQ(info.max_iv_bytes, 128u);
  ASSERT_EQ(hedgerow_algorithm_find("aes-256", "xts", &info), HEDGEROW_OK);
  EXPECT_EQ(info.key_bytes, 64u);
  ASSERT_EQ(hedgerow_algorithm_find("speck-32-64", "ctr", &info), HEDGEROW_OK);
  EXPECT_EQ(info.message_bytes, 4ull << 32);
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
    SCOPED_TRACE(std::string(o.cipher) + " " + o.mode);
    EXPECT_LE(o.key_bytes, std::size_t{HEDGEROW_MAX_KEY_BYTES});
    EXPECT_LE(o.max_iv_bytes, std::size_t{HEDGEROW_MAX_IV_BYTES});
    EXPECT_LE(o.max_tag_bytes, std::size_t{HEDGEROW_MAX_TAG_BYTES});
    EXPECT_EQ(o.max_tag_bytes != 0, o.kind == HEDGEROW_AEAD || o.kind == HEDGEROW_MAC);
    ASSERT_EQ(hedgerow_algorithm_find(o.cipher, o.mode, &info), HEDGEROW_OK);
    EXPECT_EQ(info.properties, o.properties);
  }
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
  for (std::size_t size : {std::size_t(0), sizeof(hedgerow_cipher_info) - 1, SIZE_MAX}) {
    hedgerow_cipher_info info{};
    info.size = size;
    EXPECT_EQ(hedgerow_cipher_at(0, &info), HEDGEROW_ERR_OPTIONS) << size;
    EXPECT_EQ(info.name, nullptr);
  }
}

TEST(Queries, Kernels) {
  hedgerow_kernel_info info{};
  info.size = sizeof info;
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, SIZE_MAX / 2})
    EXPECT_EQ(hedgerow_kernel_at(hedgerow_kernel_count() + more, &info), HEDGEROW_ERR_KERNEL);
  EXPECT_EQ(hedgerow_kernel_at(0, nullptr), HEDGEROW_ERR_NULL);
  std::map<std::string, std::map<std::size_t, std::size_t>> calls;  // from -> up to, of a cipher
  std::set<std::string> ids;
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    EXPECT_TRUE(ids.insert(k.id).second) << k.id;
    EXPECT_EQ(std::string(k.id), std::string(k.cipher) + "." + k.technique + "." + k.isa);
    EXPECT_STRNE(k.reason, "");
    const std::string reason = k.reason;
    const bool built =
        !reason.starts_with("not part of this build") && reason != "does not serve this cipher";
    EXPECT_EQ(k.width_blocks > 0, built) << k.id;
    EXPECT_TRUE(built || !k.available) << k.id;
    if (k.up_to_blocks) {
      EXPECT_TRUE(calls[k.cipher].emplace(k.from_blocks, k.up_to_blocks).second) << k.id;
      EXPECT_TRUE(k.available && k.timing == HEDGEROW_TIMING_CT) << k.id;
      EXPECT_EQ(std::string(k.reason).find("preferred on this class"), 0u) << k.reason;
    }
  }
  for (const std::string& name : cipher_names()) {
    std::size_t next = 0;
    for (const auto& [from, up_to] : calls[name]) {
      EXPECT_EQ(from, next) << name;
      next = up_to + 1;
    }
    EXPECT_EQ(next, 0u) << name << ": the last has no limit, and 1 is added to SIZE_MAX";
    EXPECT_FALSE(calls[name].empty()) << name;
  }
}

TEST(Queries, ContextsReportTheSelectedKernel) {
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    const hedgerow::Cipher c(k.cipher, "ecb", Bytes(hedgerow::cipher_info(k.cipher).key_bytes),
                             basic_options(k.cipher));
    for (const std::size_t blocks : {std::size_t{1}, std::size_t{8}, std::size_t{40}, SIZE_MAX})
      EXPECT_EQ(c.kernel(blocks) == k.id, k.from_blocks <= blocks && blocks <= k.up_to_blocks)
          << k.id;
    EXPECT_EQ(c.timing(), HEDGEROW_TIMING_CT);
  }
  EXPECT_STREQ(hedgerow_cipher_kernel(nullptr, SIZE_MAX), "");
  EXPECT_EQ(hedgerow_aead_timing(nullptr, SIZE_MAX), HEDGEROW_TIMING_UNKNOWN);
  EXPECT_STREQ(hedgerow_mac_kernel(nullptr, 1), "");
}

TEST(Queries, CpuFeatures) {
  std::set<std::string> names;
  std::size_t count = 0;
  while (const char* name = hedgerow_cpu_feature(count)) {
    EXPECT_TRUE(names.insert(name).second) << name;
    count++;
  }
  EXPECT_GT(count, 0u);
  for (const std::size_t index : {std::size_t{64}, count + 64, SIZE_MAX})
    EXPECT_EQ(hedgerow_cpu_feature(index), nullptr) << index;
}

// Returns the status of a new ECB context with these options. If it fails, it must not create a
// context.
hedgerow_status try_options(const hedgerow_options* options, const char* name = "kalyna-128-128") {
  OwnedCipher c;
  const hedgerow_status status = hedgerow_cipher_new(c.slot(), name, "ecb", options);
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
       {std::size_t(0), std::size_t(8), sizeof(hedgerow_options) - 1, SIZE_MAX}) {
    hedgerow_options o = default_options();
    o.size = size;
    EXPECT_EQ(try_options(&o), HEDGEROW_ERR_OPTIONS) << size;
  }
  hedgerow_options o = default_options();
  for (std::uint32_t flag : {1u, HEDGEROW_MASK_NONCE, HEDGEROW_REPEAT_NONCE, HEDGEROW_PADDED_LENGTH,
                             HEDGEROW_TWO_BLOCKS, 32u}) {
    o.flags = flag;
    EXPECT_EQ(try_options(&o), HEDGEROW_ERR_OPTIONS) << flag;
  }
  const auto with = [](auto member, auto value) {
    hedgerow_options options = default_options();
    options.*member = value;
    return try_options(&options);
  };
  EXPECT_EQ(with(&hedgerow_options::tag_bytes, 8u), HEDGEROW_ERR_OPTIONS);
  EXPECT_EQ(with(&hedgerow_options::feedback_bytes, 8u), HEDGEROW_ERR_OPTIONS);
  EXPECT_EQ(with(&hedgerow_options::gamma_bytes, 8u), HEDGEROW_ERR_OPTIONS);
  EXPECT_EQ(with(&hedgerow_options::section_bytes, 16u), HEDGEROW_ERR_OPTIONS);
  EXPECT_EQ(with(&hedgerow_options::master_section_bytes, 64u), HEDGEROW_ERR_OPTIONS);
  EXPECT_EQ(with(&hedgerow_options::padding, HEDGEROW_PADDING_PKCS7), HEDGEROW_OK);
  EXPECT_EQ(with(&hedgerow_options::padding, (hedgerow_padding)9), HEDGEROW_ERR_OPTIONS);
}

TEST(Options, ForcedKernels) {
  hedgerow_options o = default_options();
  for (const char* wrong : {"", "nonsense", "kuznyechik.table.scalar"}) {
    o.kernel = wrong;
    EXPECT_EQ(try_options(&o), HEDGEROW_ERR_KERNEL) << wrong;
  }
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels()) {
    hedgerow::Options forced = basic_options(k.cipher);
    forced.kernel = k.id;
    o.kernel = k.id;
    o.flags = 0;
    o.sbox = forced.sbox.data();
    o.sbox_bytes = forced.sbox.size();
    EXPECT_EQ(try_options(&o, k.cipher), k.available ? HEDGEROW_OK : HEDGEROW_ERR_UNAVAILABLE)
        << k.id;
    if (!k.available) continue;
    const hedgerow::Cipher c(k.cipher, "ecb", Bytes(hedgerow::cipher_info(k.cipher).key_bytes),
                             forced);
    for (const std::size_t blocks : {std::size_t{1}, SIZE_MAX}) {
      EXPECT_EQ(c.kernel(blocks), k.id);
      EXPECT_EQ(c.timing(blocks), k.timing);
    }
  }
}

// With tag_bytes, every tag has this length. Without it, each call gives a length that the
// algorithm supports.
TEST(Options, TagLengths) {
  for (const char* name : kBothFamilies) {
    const hedgerow_cipher_info cipher = hedgerow::cipher_info(name);
    const hedgerow_algorithm_info info = hedgerow::algorithm_info(name, "cmac");
    const Bytes key(cipher.key_bytes);
    for (std::uint32_t n = 0; n < 20; n++) {
      hedgerow_options o = default_options();
      o.tag_bytes = n;
      const bool good = n == 0 || (n >= info.min_tag_bytes && n <= info.max_tag_bytes);
      const hedgerow_status expected = good ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH;
      OwnedAead a;
      OwnedMac m;
      EXPECT_EQ(hedgerow_aead_new(a.slot(), name, cipher.aead, &o), expected) << n;
      EXPECT_EQ(new_keyed(m, name, "cmac", key, &o), expected);
      if (!good) continue;
      std::uint8_t tag[64];
      for (std::size_t length = 0; length <= info.max_tag_bytes + 1; length++) {
        const bool fits =
            n ? length == n : length >= info.min_tag_bytes && length <= info.max_tag_bytes;
        EXPECT_EQ(hedgerow_mac_final(m, tag, length), fits ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH);
        EXPECT_EQ(hedgerow_mac_check(m, tag, length), fits ? HEDGEROW_OK : HEDGEROW_ERR_TAG_LENGTH);
      }
      EXPECT_EQ(hedgerow_mac_set_tag_bytes(m, 12), HEDGEROW_OK);
      EXPECT_EQ(hedgerow_mac_final(m, tag, 11), HEDGEROW_ERR_TAG_LENGTH);
      EXPECT_EQ(hedgerow_mac_final(m, tag, 12), HEDGEROW_OK);
    }
  }
}

// Tests every argument of the *_new functions and of set_key.
TEST(New, Arguments) {
  const Bytes key(33);
  OwnedCipher c;
  OwnedMac m;
  OwnedAead a;
  OwnedWrap w;
  EXPECT_EQ(hedgerow_cipher_new(nullptr, "kuznyechik", "ecb", nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_new(c.slot(), nullptr, "ecb", nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_new(c.slot(), "kuznyechik", nullptr, nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_new(c.slot(), "Kuznyechik", "ecb", nullptr), HEDGEROW_ERR_CIPHER);
  for (const char* mode : {"ECB", "", "mgm", "cmac"})
    EXPECT_EQ(hedgerow_cipher_new(c.slot(), "kuznyechik", mode, nullptr), HEDGEROW_ERR_MODE);
  EXPECT_EQ(c, nullptr);
  EXPECT_EQ(hedgerow_mac_new(m.slot(), "kuznyechik", "gmac", nullptr), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_aead_new(a.slot(), "kuznyechik", "ctr", nullptr), HEDGEROW_ERR_MODE);
  EXPECT_EQ(hedgerow_wrap_new(w.slot(), "kuznyechik", "ctr", nullptr), HEDGEROW_ERR_MODE);
  ASSERT_EQ(hedgerow_cipher_new(c.slot(), "kuznyechik", "ctr", nullptr), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_set_key(c, key.data(), 31), HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(hedgerow_cipher_set_key(c, key.data(), 33), HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(hedgerow_cipher_set_key(c, nullptr, 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_set_key(nullptr, key.data(), 32), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_cipher_set_key(c, key.data(), 32), HEDGEROW_OK);
  EXPECT_EQ(hedgerow_cipher_copy(c.slot(), nullptr), HEDGEROW_ERR_NULL);
  EXPECT_EQ(hedgerow_aead_copy(nullptr, a), HEDGEROW_ERR_NULL);
}

TEST(Threads, OneContextEach) {
  const Bytes key(32, 9), data(50000, 4);
  const hedgerow::Aead shared("kalyna-128-256", "gcm", key);
  Bytes tags[4];
  std::vector<std::thread> threads;
  for (Bytes& tag : tags)
    threads.emplace_back([&] {
      hedgerow::Aead mine = shared.copy();  // several threads may copy a const context
      Bytes out(data.size()), nonce(16);
      tag.resize(16);
      for (nonce[15] = 0; nonce[15] < 20; nonce[15]++)
        mine.seal_with_nonce(nonce, {}, data, out, tag);
    });
  for (std::thread& t : threads) t.join();
  for (const Bytes& tag : tags) EXPECT_EQ(tag, tags[0]);
}

}  // namespace
}  // namespace hedgerow_test
