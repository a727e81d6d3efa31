// Compares CTR with single ECB blocks, with every kernel: every length, streams split anywhere, and
// counters that carry across 32 bits, 64 bits and the whole block.
//
// The suite turned red when counter_room ignored the end of the 32 bits (and returned 2^32), when
// counter_add stopped after 8 bytes, and when crypt_tail used the keystream from its first byte
// again.
#include "isa/cpu.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "models/slow_ciphers.hpp"

namespace hedgerow_test {
namespace {

Bytes random_key(const std::string& name) {
  return random_bytes(hedgerow::cipher_info(name).key_bytes);
}

// Returns the output of CTR by the model.
Bytes slow_ctr(const std::string& name, const Bytes& key, const Bytes& iv, const Bytes& data) {
  SlowCipher slow(name, "ctr", key);
  return slow.crypt(true, iv, data, 0, 0, slow.block);
}

class CtrTest : public testing::TestWithParam<std::string> {};
class DstuCtr : public CtrTest {};   // the counter starts at E(IV) + 1
class BlockCtr : public CtrTest {};  // the counter starts at the IV, which is a block

std::vector<std::string> names_where(bool is_dstu) {
  std::vector<std::string> names = cipher_names();
  std::erase_if(names, [&](const std::string& name) {
    const hedgerow_algorithm_info info = hedgerow::algorithm_info(name, "ctr");
    return name.starts_with("kalyna") != is_dstu || info.iv_bytes != info.block_bytes;
  });
  return names;
}

// Checks the output of CTR with each kernel, after the IV has been set.
void expect_every_kernel_gives(const Bytes& expected, const std::string& name, const Bytes& key,
                               const Bytes& iv, const Bytes& data) {
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    hedgerow::Cipher c(name, "ctr", key, options);
    Bytes out(data.size());
    c.set_iv(iv);
    c.encrypt(data, out);
    ASSERT_EQ(out, expected);
  });
}

TEST_P(CtrTest, EveryLengthEqualsBlocks) {
  const std::string name = GetParam();
  const Bytes key = random_key(name), data = random_bytes(1100);
  const Bytes iv = random_bytes(hedgerow::algorithm_info(name, "ctr").iv_bytes);
  const Bytes expected = slow_ctr(name, key, iv, data);
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    hedgerow::Cipher c(name, "ctr", key, options);
    for (std::size_t n = 0; n <= data.size(); n += n < 150 ? 1 : 13) {
      Bytes out(n);
      c.set_iv(iv);
      c.encrypt(hedgerow::Input(data.data(), n), out);
      ASSERT_EQ(out, Bytes(expected.begin(), expected.begin() + (long)n)) << n;
    }
  });
}

TEST_P(CtrTest, SplitsContinueOneStream) {
  const std::string name = GetParam();
  const Bytes key = random_key(name), data = random_bytes(20000);
  const Bytes iv = random_bytes(hedgerow::algorithm_info(name, "ctr").iv_bytes);
  const Bytes expected = slow_ctr(name, key, iv, data);
  for_every_kernel(name, [&](const hedgerow::Options& options) {
    hedgerow::Cipher c(name, "ctr", key, options);
    for (std::size_t longest : {3u, 40u, 300u, 5000u}) {
      Bytes out = data;
      c.set_iv(iv);
      for_random_pieces(out.size(), longest, [&](std::size_t at, std::size_t n) {
        c.encrypt({&out[at], n}, {&out[at], n});
      });
      ASSERT_EQ(out, expected) << "pieces up to " << longest;
    }
  });
}

// Returns a counter block that is `before` steps from the wrap of its lowest `carry_bytes` bytes,
// while all other bytes are random. For example, one step before the wrap of 4 bytes, these bytes
// are ff ff ff ff.
Bytes counter_before_carry(std::size_t block, std::size_t carry_bytes, bool little,
                           std::uint8_t before) {
  Bytes counter = random_bytes(block);
  for (std::size_t i = 0; i < carry_bytes; i++) counter[little ? i : block - 1 - i] = 0xff;
  counter[little ? 0 : block - 1] = (std::uint8_t)(0x100 - before);
  return counter;
}

// The public API can reach any counter.
TEST_P(DstuCtr, Carries) {
  const std::string name = GetParam();
  const Bytes key = random_key(name), data = random_bytes(64 * 200 + 7);
  const slow::BlockCipher model = slow::block_cipher(name, key);
  for (std::size_t carry : {std::size_t(1), std::size_t(4), std::size_t(8), model.block}) {
    Bytes iv = counter_before_carry(model.block, carry, true, 100);
    const Bytes expected = slow::counted(model, iv, data, 0, model.block, false);
    for (std::size_t i = 0; i < model.block && iv[i]-- == 0; i++) continue;
    iv = model.decrypt(iv);
    SCOPED_TRACE("carry out of " + std::to_string(carry) + " bytes");
    expect_every_kernel_gives(expected, name, key, iv, data);
  }
}

TEST_P(BlockCtr, Carries) {
  const std::string name = GetParam();
  const hedgerow_algorithm_info info = hedgerow::algorithm_info(name, "ctr");
  const Bytes key = random_key(name), data = random_bytes(info.block_bytes * 200 + 3);
  const slow::BlockCipher model = slow::block_cipher(name, key);
  for (std::size_t carry : {std::size_t(1), std::size_t(4), model.block}) {
    const Bytes iv = counter_before_carry(model.block, carry, false, 100);
    const Bytes expected = slow::counted(model, iv, data, 0, model.block, true);
    SCOPED_TRACE("carry out of " + std::to_string(carry) + " bytes");
    expect_every_kernel_gives(expected, name, key, iv, data);
  }
}

// The counter of GOST reaches a carry only after 64 GiB, so this test sets it inside the library.
TEST(GostCtr, Carries) {
  const Bytes key = random_key("kuznyechik"), data = random_bytes(16 * 300 + 5);
  const slow::BlockCipher model = slow::block_cipher("kuznyechik", key);
  for (std::size_t carry : {1, 4, 8, 16}) {
    const Bytes counter = counter_before_carry(16, carry, false, 100);
    const Bytes expected = slow::counted(model, counter, data, 0, 16, true);
    for_every_kernel("kuznyechik", [&](const hedgerow::Options& options) {
      hedgerow::Selection selection;
      ASSERT_EQ(hedgerow::select_kernels(
                    *hedgerow::find_variant("kuznyechik"), hedgerow::this_machine(),
                    options.kernel.empty() ? nullptr : options.kernel.c_str(), false, &selection),
                hedgerow::SelectStatus::kOk);
      hedgerow::CipherKey bound;
      ASSERT_TRUE(bound.bind(selection));
      bound.set(key.data());
      hedgerow::CtrStream stream;
      stream.start({0, 16, hedgerow::CounterOrder::kBigEndian}, counter.data(), 16);
      Bytes out(data.size());
      stream.crypt(bound, data.data(), out.data(), data.size());
      ASSERT_EQ(out, expected) << "carry out of " << carry << " bytes";
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Ciphers, CtrTest, testing::ValuesIn(cipher_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Ciphers, DstuCtr, testing::ValuesIn(names_where(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Ciphers, BlockCtr, testing::ValuesIn(names_where(false)), test_name);

}  // namespace
}  // namespace hedgerow_test
