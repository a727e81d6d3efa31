// GOST 28147-89: the stored S-box sets against a file from an independent source, secret S-boxes of
// the caller in every kernel against a masked scan, their way through the C ABI, and the data
// limits for blocks of 64 bits.
//
// The suite turned red when the digits of one row of sboxes.def were exchanged, when the third
// table of byteslice.hpp (bits 0..2) lost its shift, when the check of the caller's S-boxes
// accepted any table, and when the default limit was 2^21 blocks.
#include "api/api_support.hpp"
#include "cipher/gost28147/schedule.hpp"
#include "isa/cpu.hpp"
#include "kernels/oracle.hpp"
#include "registry/cipher_key.hpp"
#include "support/vector_support.hpp"

namespace hedgerow_test {
namespace {

namespace gost = hedgerow::gost28147;
using hedgerow::ledger::Random;

TEST(Boxes, Stored) {
  std::ifstream file(HR_VECTORS_DIR "/gost28147_sboxes.json");
  const nlohmann::json sets = nlohmann::json::parse(file);
  std::size_t compared = 0;
  const auto compare = [&](std::string set, const gost::Boxes& boxes) {
    for (char& c : set) c = c == '_' ? '-' : c;
    const nlohmann::json& rows = sets.at("gost28147:" + set);
    for (std::size_t i = 0; i < 8; i++)
      for (std::size_t x = 0; x < 16; x++)
        ASSERT_EQ("0123456789abcdef"[boxes.row[i][x]], rows[i].get<std::string>()[x]) << set;
    compared++;
  };
#define SBOXES(set, rows) compare(#set, gost::kBoxes_##set);
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
  EXPECT_EQ(compared, sets.size());
}

Bytes pack(const gost::Boxes& boxes) {
  Bytes r(64);
  for (std::size_t i = 0; i < 64; i++)
    r[i] = (std::uint8_t)(boxes.row[i / 8][i % 8 * 2] + 16 * boxes.row[i / 8][i % 8 * 2 + 1]);
  return r;
}

gost::Boxes random_boxes(Random& random) {
  gost::Boxes r{};
  for (auto& row : r.row)
    for (std::size_t x = 0; x < 16; x++) {
      const std::size_t j = random.below(x + 1);
      row[x] = row[j];
      row[j] = (std::uint8_t)x;
    }
  return r;
}

// Applies S-box `row` to x. The scan reads the whole S-box.
std::uint32_t scan(const gost::Boxes& boxes, std::size_t row, std::uint32_t x) {
  std::uint32_t r = 0;
  for (std::uint32_t i = 0; i < 16; i++) r |= boxes.row[row][i] & (0 - (std::uint32_t)(i == x));
  return r;
}

// GOST 28147-89 of one block [RFC 5830 section 5.1].
Bytes encrypt_by_scan(const gost::Boxes& boxes, const Bytes& key, const std::uint8_t* block) {
  std::uint32_t n1 = hedgerow::load_le32(block), n2 = hedgerow::load_le32(block + 4);
  for (int i = 0; i < 32; i++) {
    const std::uint32_t sum = n1 + hedgerow::load_le32(&key[4 * (i < 24 ? i % 8 : 7 - i % 8)]);
    std::uint32_t s = 0;
    for (std::size_t j = 0; j < 8; j++) s |= scan(boxes, j, sum >> (4 * j) & 15) << (4 * j);
    const std::uint32_t next = n2 ^ (s << 11 | s >> 21);
    n2 = n1;
    n1 = next;
  }
  Bytes r(8);
  hedgerow::store_le32(&r[0], n2);
  hedgerow::store_le32(&r[4], n1);
  return r;
}

void expect_kernel_equals_scan(const hedgerow::Kernel& k, const gost::Boxes& boxes,
                               const Bytes& key, const Bytes& in, const Bytes& expected) {
  Bytes user_key = key, sbox = pack(boxes), out(in.size());
  user_key.insert(user_key.end(), sbox.begin(), sbox.end());
  const hedgerow::Selection selection(k);
  hedgerow::CipherKey bound;
  ASSERT_TRUE(bound.bind(selection));
  bound.set(user_key.data());
  bound.encrypt(in.data(), out.data(), in.size() / 8);
  ASSERT_EQ(out, expected) << k.id;
  bound.decrypt(out.data(), out.data(), in.size() / 8);
  ASSERT_EQ(out, in) << k.id;
}

// Encrypts one block, and 130 blocks, with 1000 sets of S-boxes.
TEST(Boxes, OfTheCallersInEveryKernel) {
  Random random(test_seed());
  for (int set = 0; set < 1000; set++) {
    const gost::Boxes boxes = random_boxes(random);
    const Bytes key = random.bytes(32), in = random.bytes(8 * (set % 2 ? 130 : 1));
    Bytes expected;
    for (std::size_t i = 0; i < in.size(); i += 8) {
      const Bytes block = encrypt_by_scan(boxes, key, &in[i]);
      expected.insert(expected.end(), block.begin(), block.end());
    }
    for (const hedgerow::Kernel& k : hedgerow::kernels())
      if (!strcmp(k.variant->name, "gost28147:user") &&
          hedgerow::available(k, hedgerow::cpu_features())) {
        ASSERT_NO_FATAL_FAILURE(expect_kernel_equals_scan(k, boxes, key, in, expected));
      }
  }
}

Bytes ecb_of(const std::string& name, const Bytes& key, const Bytes& in, const Bytes& sbox = {}) {
  hedgerow::Options o;
  o.sbox = sbox;
  Bytes out(in.size());
  hedgerow::Cipher(name, "ecb", key, o).encrypt(in, out);
  return out;
}

TEST(UserBoxes, GiveWhatTheNamedSetGives) {
  const Bytes key = random_bytes(32), in = random_bytes(8 * 20);
  const auto compare = [&](std::string set, const gost::Boxes& boxes) {
    for (char& c : set) c = c == '_' ? '-' : c;
    EXPECT_EQ(ecb_of("gost28147:user", key, in, pack(boxes)), ecb_of("gost28147:" + set, key, in));
  };
#define SBOXES(set, rows) compare(#set, gost::kBoxes_##set);
#include "cipher/gost28147/sboxes.def"
#include "support/seed.hpp"
#undef SBOXES
}

hedgerow_status try_sbox(const char* name, const void* sbox, std::size_t sbox_bytes,
                         std::size_t key_bytes = 32) {
  OwnedCipher c;
  const Bytes key(key_bytes);
  hedgerow_options o = default_options();
  o.sbox = sbox;
  o.sbox_bytes = sbox_bytes;
  return new_keyed(c, name, "ecb", key, &o);
}

TEST(UserBoxes, Statuses) {
  const hedgerow_cipher_info info = hedgerow::cipher_info("gost28147:user");
  EXPECT_EQ(info.key_bytes, 32u);
  EXPECT_EQ(info.sbox_bytes, 64u);
  EXPECT_EQ(hedgerow::cipher_info("magma").sbox_bytes, 0u);
  const Bytes good = pack(gost::kBoxes_eac);
  EXPECT_EQ(try_sbox("gost28147:user", good.data(), 64), HEDGEROW_OK);
  EXPECT_EQ(try_sbox("gost28147:user", good.data(), 64, 96), HEDGEROW_ERR_KEY_LENGTH);
  EXPECT_EQ(try_sbox("gost28147:user", nullptr, 0), HEDGEROW_ERR_SBOX);
  EXPECT_EQ(try_sbox("gost28147:user", nullptr, 64), HEDGEROW_ERR_NULL);
  EXPECT_EQ(try_sbox("gost28147:user", good.data(), 63), HEDGEROW_ERR_SBOX);
  EXPECT_EQ(try_sbox("gost28147:eac", good.data(), 64), HEDGEROW_ERR_SBOX);
  for (std::size_t i = 0; i < 64; i++)
    for (std::uint8_t difference : {0x01, 0x08, 0x10, 0x80}) {  // puts one value twice
      Bytes bad = good;
      bad[i] ^= difference;
      EXPECT_EQ(try_sbox("gost28147:user", bad.data(), 64), HEDGEROW_ERR_SBOX) << i;
    }
}

// The default limit is exactly 2^20 blocks. A caller must ask for more.
TEST(Blocks64, DataLimit) {
  Bytes data(1 << 20);
  for (const char* name : {"magma", "gost28147:cryptopro-a", "gost28147:user"}) {
    ASSERT_EQ(hedgerow::cipher_info(name).limit_blocks, 1u << 20) << name;
    hedgerow::Options options = basic_options(name);
    options.limit_blocks = 0;  // the default
    hedgerow::Cipher c(name, "ecb", Bytes(32), options);
    for (int i = 0; i < 8; i++) c.encrypt(data, data);
    EXPECT_EQ(status_of([&] { c.encrypt({&data[0], 8}, {&data[0], 8}); }), HEDGEROW_ERR_LIMIT);
    options.limit_blocks = (1u << 20) + 1;
    hedgerow::Cipher raised(name, "ctr", Bytes(32), options);
    raised.set_iv(Bytes(hedgerow::algorithm_info(name, "ctr").iv_bytes));
    for (int i = 0; i < 8; i++) raised.encrypt(data, data);
    raised.encrypt({&data[0], 8}, {&data[0], 8});
    EXPECT_EQ(status_of([&] { raised.encrypt({&data[0], 1}, {&data[0], 1}); }), HEDGEROW_ERR_LIMIT);
  }
}

}  // namespace
}  // namespace hedgerow_test
