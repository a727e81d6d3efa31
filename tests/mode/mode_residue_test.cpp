// The buffers of the modes are wiped: after a call, few bytes on the stack depend on the key. What remains are
// registers that kernels saved and public blocks, but no buffer of keystream. Other tests look at the state of a mode
// and at what a batch reads.
//
// The suite turned red when CFB and SIV wiped the sum of two lengths instead of their product, when CFB wiped more than
// its buffer or read one more message, when a batch of GCM kept its last sum, when set_iv started a message of XTS
// without a key, when a new key left a counter of MGM, a mask of OMAC, the next keys of key meshing or the
// tweak of XTS after a batch, and when the padding of a CounterField kept bytes of the stack (in a build by Clang).
#include "api/aead.hpp"
#include "api/cipher.hpp"
#include "kernels/memory.hpp"
#include "kernels/private_stack.hpp"
#include "kernels/residue.hpp"
#include "support/mode_support.hpp"

namespace hedgerow_test {
namespace {

using hedgerow::ledger::count_differing;
using hedgerow::ledger::run_on_private_stack;

// At most 400 bytes were seen on x86-64 with GCC 12.
constexpr std::size_t kMostResidue = 1024;
constexpr std::size_t kMessages = 20, kTagRoom = 64;

// Equal messages with different nonces.
struct Messages {
  Messages(const hedgerow_algorithm_info& info, std::size_t bytes)
      : in(random_bytes(kMessages * bytes)),
        out(in.size()),
        ivs(kMessages * info.iv_bytes),
        tags(kMessages * kTagRoom) {
    for (std::size_t i = 0; i < kMessages; i++) {
      std::uint8_t* const iv = info.iv_bytes ? &ivs[i * info.iv_bytes] : nullptr;
      if (iv) iv[info.iv_bytes / 2] = (std::uint8_t)i;
      all.push_back({iv, info.iv_bytes, nullptr, 0, &in[i * bytes],
                     info.kind == HEDGEROW_MAC ? nullptr : &out[i * bytes], bytes,
                     info.max_tag_bytes ? &tags[i * kTagRoom] : nullptr, info.max_tag_bytes});
    }
  }
  Bytes in, out, ivs, tags;
  std::vector<hedgerow_message> all;
};

class Residue : public testing::TestWithParam<const char*> {
 protected:
  // Compares the stacks after `call` with two keys.
  template <class Context, class Call>
  void expect_little(const char* what, Context& c, const hedgerow_message& m, Call call) {
    Bytes stack[2];
    for (Bytes& s : stack) {
      c.set_key(random_bytes(info_.key_bytes));
      if constexpr (std::is_same_v<Context, hedgerow::Cipher>)
        if (m.iv) c.set_iv(std::span((const std::uint8_t*)m.iv, m.iv_bytes));
      hedgerow_status status = HEDGEROW_ERR_STATE;
      s = run_on_private_stack([&] { status = call(c.get()); });
      ASSERT_EQ(status, HEDGEROW_OK) << info_.mode << " " << what;
    }
    EXPECT_LE(count_differing(stack[0], stack[1]), kMostResidue) << info_.mode << " " << what;
  }

  void test(hedgerow::Aead c, const Messages& m) {
    const hedgerow_message& o = m.all[0];
    expect_little("seal", c, o, [&](hedgerow_aead* a) {
      return hedgerow_aead_seal_with_nonce(a, o.iv, o.iv_bytes, nullptr, 0, o.in, o.out, o.bytes,
                                           o.tag, o.tag_bytes);
    });
    expect_little("seal_batch", c, o, [&](hedgerow_aead* a) {
      return hedgerow_aead_seal_batch(a, m.all.data(), kMessages);
    });
  }
  void test(hedgerow::Mac c, const Messages& m) {
    expect_little("batch", c, m.all[0],
                  [&](hedgerow_mac* a) { return hedgerow_mac_batch(a, m.all.data(), kMessages); });
  }
  void test(hedgerow::Cipher c, const Messages& m) {
    const hedgerow_message& o = m.all[0];
    expect_little("encrypt", c, o, [&](hedgerow_cipher* a) {
      return hedgerow_cipher_encrypt(a, o.in, o.out, o.bytes);
    });
    expect_little("decrypt", c, o, [&](hedgerow_cipher* a) {
      return hedgerow_cipher_decrypt(a, o.in, o.out, o.bytes);
    });
    for (const hedgerow_direction direction : {HEDGEROW_ENCRYPT, HEDGEROW_DECRYPT})
      expect_little("batch", c, o, [&](hedgerow_cipher* a) {
        return hedgerow_cipher_batch(a, direction, m.all.data(), kMessages);
      });
  }

  hedgerow_algorithm_info info_{};
};

TEST_P(Residue, NoBufferRemains) {
#if !defined(__x86_64__) || defined(__clang__)
  GTEST_SKIP() << "the bound is that of the compiler of releases";
#endif
  if (!hedgerow::ledger::private_stack_usable()) GTEST_SKIP() << "a sanitizer owns the stack";
  for (const hedgerow_algorithm_info& info : hedgerow::list_algorithms()) {
    if (std::string(info.cipher) != GetParam() || info.kind == HEDGEROW_WRAP) continue;
    info_ = info;
    for (const std::size_t bytes : {192, 4032, 20032}) {
      const Messages m(info, bytes);
      const auto options = basic_options(info.cipher);
      if (info.kind == HEDGEROW_AEAD)
        test(hedgerow::Aead(info.cipher, info.mode, options), m);
      else if (info.kind == HEDGEROW_MAC)
        test(hedgerow::Mac(info.cipher, info.mode, options), m);
      else
        test(hedgerow::Cipher(info.cipher, info.mode, options), m);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ciphers, Residue,
                         testing::Values("aes-128", "kuznyechik", "magma", "kalyna-256-256",
                                         "gost28147:tc26-z"),
                         [](const auto& line) {
                           std::string name = line.param;
                           for (char& c : name) c = c == '-' || c == ':' ? '_' : c;
                           return name;
                         });

Bytes state_of(const hedgerow::Context& c) {
  const auto bytes = c.algorithm->mode->base().state_bytes;
  if (!bytes) return {};
  const std::uint8_t* const at = &c.mode.state<std::uint8_t>();
  return {at, at + bytes(c.algorithm->variant(), c.mode.parameters)};
}

// After a message, the state of an AEAD does not depend on the data, so no sum of it remains.
TEST(State, ForgetsTheData) {
  for (const hedgerow_algorithm_info& info : hedgerow::list_algorithms()) {
    if (info.kind != HEDGEROW_AEAD) continue;
    hedgerow::Aead c(info.cipher, info.mode, basic_options(info.cipher));
    const Bytes key = random_bytes(info.key_bytes);
    for (const std::size_t count : {std::size_t{1}, kMessages}) {
      Bytes state[2];
      for (Bytes& s : state) {
        const Messages m(info, 192);
        c.set_key(key);
        ASSERT_EQ(hedgerow_aead_seal_batch(c.get(), m.all.data(), count), HEDGEROW_OK);
        s = state_of(*c.get());
      }
      EXPECT_TRUE(state[0] == state[1]) << info.cipher << " " << info.mode << " " << count;
    }
  }
}

// Encrypts long random data with a random key and a constant IV, and leaves the message unfinished. With as_batch, the
// data is a batch of one message.
void use(hedgerow::Cipher& c, const hedgerow_algorithm_info& info, bool as_batch) {
  c.set_key(random_bytes(info.key_bytes));
  const Bytes iv(info.max_iv_bytes, 1);
  Bytes data = random_bytes(64 * 75);
  if (as_batch) {
    const hedgerow_message m{iv.data(),   info.iv_bytes, nullptr, 0, data.data(),
                             data.data(), data.size(),   nullptr, 0};
    ASSERT_EQ(hedgerow_cipher_batch(c.get(), HEDGEROW_ENCRYPT, &m, 1), HEDGEROW_OK);
  } else {
    if (info.iv_bytes) c.set_iv(iv);
    c.encrypt(data, data);
  }
}
void use(hedgerow::Aead& c, const hedgerow_algorithm_info& info, bool) {
  c.set_key(random_bytes(info.key_bytes));
  const Bytes nonce(info.iv_bytes, 1);
  Bytes data = random_bytes(64 * 75), tag(info.max_tag_bytes);
  if (info.properties & (HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST)) {
    c.seal_with_nonce(nonce, {}, data, data, tag);
  } else {
    c.init_with_nonce(HEDGEROW_ENCRYPT, nonce);
    c.update(data, data);
  }
}

template <class Context>
Bytes state_with_new_key(const hedgerow_algorithm_info& info, const Bytes& key, bool as_batch) {
  hedgerow::Options options = basic_options(info.cipher);
  if (info.properties & HEDGEROW_HAS_SECTIONS) options.section_bytes = 1024;
  Context c(info.cipher, info.mode, options);
  use(c, info, as_batch);
  c.set_key(key);
  if constexpr (std::is_same_v<Context, hedgerow::Cipher>)
    if (info.iv_bytes && !as_batch) c.set_iv(Bytes(info.iv_bytes, 1));
  return state_of(*c.get());
}

// After a new key and a new IV, the state does not depend on the old key or on its message. After a batch, a new key
// alone is enough.
TEST(State, ForgetsTheOldKey) {
  for (const hedgerow_algorithm_info& info : hedgerow::list_algorithms()) {
    if (info.kind > HEDGEROW_STREAM && info.kind != HEDGEROW_AEAD) continue;
    const Bytes key = random_bytes(info.key_bytes);
    for (const bool as_batch : {false, true}) {
      Bytes state[2];
      for (Bytes& s : state)
        s = info.kind == HEDGEROW_AEAD ? state_with_new_key<hedgerow::Aead>(info, key, as_batch)
                                       : state_with_new_key<hedgerow::Cipher>(info, key, as_batch);
      EXPECT_TRUE(state[0] == state[1]) << info.cipher << " " << info.mode << " " << as_batch;
    }
  }
}

// No mode starts a message before it has a key.
TEST(State, WaitsForTheKey) {
  for (const hedgerow_algorithm_info& info : hedgerow::list_algorithms()) {
    if (info.kind > HEDGEROW_STREAM || !info.iv_bytes) continue;
    hedgerow::Cipher c(info.cipher, info.mode, basic_options(info.cipher));
    c.set_iv(random_bytes(info.iv_bytes));
    const Bytes state = state_of(*c.get());
    EXPECT_TRUE(state == Bytes(state.size())) << info.cipher << " " << info.mode;
  }
}

// Memory without access follows the list of messages, so that reading one more message faults.
TEST(Batch, ReadsOnlyItsMessages) {
  const hedgerow::ledger::GuardedMemory memory(kMessages * sizeof(hedgerow::BatchMessage));
  auto* const list = (hedgerow::BatchMessage*)memory.end() - kMessages;
  for (const hedgerow_algorithm_info& info : hedgerow::list_algorithms()) {
    if (info.kind > HEDGEROW_STREAM) continue;
    hedgerow::Cipher c(info.cipher, info.mode, basic_options(info.cipher));
    const auto batch = c.get()->functions().batch;
    if (!batch) continue;
    c.set_key(random_bytes(info.key_bytes));
    for (const bool encrypt : {true, false}) {
      Messages m(info, 192);
      ASSERT_EQ(hedgerow_cipher_batch(c.get(), encrypt ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT,
                                      m.all.data(), kMessages),
                HEDGEROW_OK);
      const Bytes expected = std::exchange(m.out, Bytes(m.out.size()));
      for (std::size_t i = 0; i < kMessages; i++)
        list[i] = {&m.ivs[i * info.iv_bytes], info.iv_bytes, &m.in[i * 192], &m.out[i * 192], 192};
      batch(c.get()->mode, encrypt ? hedgerow::Direction::kEncrypt : hedgerow::Direction::kDecrypt,
            list, kMessages);
      EXPECT_EQ(m.out, expected) << info.cipher << " " << info.mode << " " << encrypt;
    }
  }
}

}  // namespace
}  // namespace hedgerow_test
