// A CipherKey prepares a key for a kernel in the first call that this kernel serves. Whatever the
// lengths and the order of the calls, every call must use the key that was set last. The test
// compares with the reference kernel, which the ledger checks against known answers.
//
// The suite turned red when `set` left a kernel marked as ready, when it did not prepare for calls
// of one block, and when `copy_from` copied no flags or marked all kernels as ready. With
// AddressSanitizer, it turned red when CipherKey did not check the memory of a call.
#include <ctype.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "kernels/oracle.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Lengths in blocks such that each kernel of the selection serves a first call.
std::vector<std::size_t> lengths_of(const CipherKey& key) {
  std::vector<std::size_t> r = {1, key.batch_blocks() + 1};
  for (const Selection::Entry& e : key.selection())
    if (e.up_to_blocks != SIZE_MAX) r.push_back(e.up_to_blocks + 1);
  std::sort(r.begin(), r.end());
  r.erase(std::unique(r.begin(), r.end()), r.end());
  return r;
}

Bytes user_key(const Variant& v, unsigned number) {
  Bytes r(v.key_bytes);
  for (std::size_t i = 0; i < r.size(); i++) r[i] = (std::uint8_t)(17 * i + 101 * number + 1);
  return r;
}

struct Outputs {
  Bytes encrypted, decrypted, stream;
  bool operator==(const Outputs&) const = default;
};
Outputs run(CipherKey& key, std::size_t blocks) {
  const std::size_t bytes = blocks * key.block_bytes();
  Bytes in(bytes);
  std::iota(in.begin(), in.end(), (std::uint8_t)3);
  Outputs r{Bytes(bytes), Bytes(bytes), Bytes(bytes)};
  key.encrypt(in.data(), r.encrypted.data(), blocks);
  key.decrypt(in.data(), r.decrypted.data(), blocks);
  key.ctr(in.data(), CounterOrder::kBigEndian, in.data(), r.stream.data(), blocks);
  return r;
}

class Keys : public testing::TestWithParam<const Variant*> {
 protected:
  void SetUp() override {
    const Kernel* const reference = ledger::reference_kernel(*GetParam());
    ASSERT_TRUE(reference);
    ASSERT_TRUE(oracle_.bind(Selection(*reference)));
    Selection selection;
    ASSERT_EQ(select_kernels(*GetParam(), this_machine(), nullptr, false, &selection),
              SelectStatus::kOk);
    ASSERT_TRUE(key_.bind(selection));
    lengths_ = lengths_of(key_);
  }
  // The expected output for `blocks` blocks under the key with this number.
  const Outputs& expected(unsigned number, std::size_t blocks) {
    Outputs& r = expected_[{number, blocks}];
    if (r.encrypted.empty()) {
      oracle_.set(user_key(*GetParam(), number).data());
      r = run(oracle_, blocks);
    }
    return r;
  }
  void set(unsigned number) { key_.set(user_key(*GetParam(), number).data()); }

  CipherKey oracle_, key_;
  std::vector<std::size_t> lengths_;
  std::map<std::pair<unsigned, std::size_t>, Outputs> expected_;
};

TEST_P(Keys, AreThoseSetLastWhateverLengthComesFirst) {
  unsigned number = 0;
  for (const std::size_t first : lengths_) {
    number = 1 - number;
    set(number);
    EXPECT_EQ(run(key_, first), expected(number, first)) << first << " blocks first";
    for (const std::size_t blocks : lengths_)
      EXPECT_EQ(run(key_, blocks), expected(number, blocks)) << blocks << " after " << first;
  }
}

TEST_P(Keys, OfOneBlockNeedNoOtherCall) {
  for (unsigned number : {0u, 1u}) {
    set(number);
    Bytes block(key_.block_bytes(), 7), back = block;
    key_.encrypt_one(block.data(), block.data());
    EXPECT_NE(block, back);
    key_.decrypt_one(block.data(), block.data());
    EXPECT_EQ(block, back);
  }
}

TEST_P(Keys, AreCopiedBeforeAndAfterLongCalls) {
  for (const std::size_t before : lengths_) {
    set(0);
    CipherKey fresh, used;
    ASSERT_TRUE(fresh.copy_from(key_));
    run(key_, before);
    ASSERT_TRUE(used.copy_from(key_));
    set(1);
    key_.prepare_all();
    for (const std::size_t blocks : lengths_) {
      EXPECT_EQ(run(fresh, blocks), expected(0, blocks)) << blocks;
      EXPECT_EQ(run(used, blocks), expected(0, blocks)) << blocks << " after " << before;
      EXPECT_EQ(run(key_, blocks), expected(1, blocks)) << blocks;
    }
  }
}

#ifdef HR_CHECK_ACCESS
TEST(Key, ACallThatGivesAKernelTooLittleMemoryIsStopped) {
  const Variant& variant = *find_variant("kalyna-128-128");
  Selection selection;
  ASSERT_EQ(select_kernels(variant, this_machine(), nullptr, false, &selection), SelectStatus::kOk);
  CipherKey key;
  ASSERT_TRUE(key.bind(selection));
  const std::size_t n = key.batch_blocks() + 1, bytes = n * variant.block_bytes;
  Bytes long_enough(selection.last().ops->round_key_bytes + bytes);
  std::uint8_t* const good = long_enough.data();
  Bytes short_block(variant.block_bytes - 1), short_row(bytes - 1),
      short_key(variant.key_bytes - 1), short_round_keys(selection.last().ops->round_key_bytes - 1);
  std::uint8_t *const block = short_block.data(), *const row = short_row.data();
  const std::uint8_t* const ins[] = {good, row};
  std::uint8_t* const outs[] = {good, row};
  constexpr auto kOrder = CounterOrder::kBigEndian;
  constexpr auto kKind = ChainKind::kCipher;
#define EXPECT_STOPPED(call) EXPECT_DEATH(key.call, "heap-buffer-overflow")
  EXPECT_STOPPED(set(short_key.data()));
  EXPECT_STOPPED(write_round_keys(short_key.data(), good));
  EXPECT_STOPPED(write_round_keys(good, short_round_keys.data()));
  key.set(good);
  EXPECT_STOPPED(encrypt(row, good, n));
  EXPECT_STOPPED(encrypt(good, row, n));
  EXPECT_STOPPED(decrypt(row, good, n));
  EXPECT_STOPPED(decrypt(good, row, n));
  EXPECT_STOPPED(encrypt_one(block, good));
  EXPECT_STOPPED(decrypt_one(good, block));
  EXPECT_STOPPED(ctr(block, kOrder, good, good, n));
  EXPECT_STOPPED(ctr(good, kOrder, row, good, n));
  EXPECT_STOPPED(ctr(good, kOrder, good, row, n));
  EXPECT_STOPPED(encrypt_tweaked(block, good, good, n));
  EXPECT_STOPPED(decrypt_tweaked(good, row, good, n));
  EXPECT_STOPPED(decrypt_chained(good, good, row, n));
  EXPECT_STOPPED(decrypt_feedback(block, good, good, n));
  EXPECT_STOPPED(run_chains(kKind, ins, nullptr, good, 2, n));
  EXPECT_STOPPED(run_chains(kKind, ins + 1, outs, good, 1, n));
  EXPECT_STOPPED(run_chains(kKind, ins, outs + 1, good, 1, n));
  EXPECT_STOPPED(run_chains(kKind, ins, outs, block, 1, n));
}
#endif

std::vector<const Variant*> all_variants() {
  std::vector<const Variant*> r;
  for (const Variant& v : variants()) r.push_back(&v);
  return r;
}
INSTANTIATE_TEST_SUITE_P(EveryVariant, Keys, testing::ValuesIn(all_variants()), [](const auto& of) {
  std::string r = of.param->name;
  for (char& c : r)
    if (!isalnum((unsigned char)c)) c = '_';
  return r;
});

}  // namespace
}  // namespace hedgerow
