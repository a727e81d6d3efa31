// A batch of AEAD messages must equal the same messages one by one: every algorithm, random lengths
// from 0 to more than the pool of a batch, with and without AAD, in place, and with tags of every
// length. The test also checks the state of the context afterwards.
//
// The suite turned red when the zeros after an incomplete block were missing, when pool_blocks did
// not count the block of the mask, and when CCM of DSTU 7624 padded an incomplete block with zeros
// instead of 80 00 ...
#include "support/algorithm_support.hpp"

namespace hedgerow_test {
namespace {

struct Message {
  Bytes nonce, aad, data, out, tag;
};

class AeadBatch : public AlgorithmTest {
 protected:
  Message random_message(std::size_t longest) const {
    const hedgerow_algorithm_info& o = algorithm;
    const std::size_t steps =
        o.iv_step_bytes ? (o.max_iv_bytes - o.min_iv_bytes) / o.iv_step_bytes : 0;
    const std::size_t nonce =
        random_below(2) ? o.iv_bytes : o.min_iv_bytes + o.iv_step_bytes * random_below(steps + 1);
    const std::size_t tags =
        o.tag_step_bytes ? (o.max_tag_bytes - o.min_tag_bytes) / o.tag_step_bytes : 0;
    const std::size_t aad = has_aad() && random_below(3) == 0 ? random_below(longest) : 0;
    // A message is not empty if the mode refuses empty messages.
    Message m{
        random_nonce(nonce), random_bytes(aad), random_bytes(1 + random_below(longest)), {}, {}};
    m.out.resize(m.data.size());
    m.tag.resize(o.min_tag_bytes + o.tag_step_bytes * random_below(tags + 1));
    return m;
  }

  static std::vector<hedgerow_message> calls(std::vector<Message>& messages, bool in_place) {
    std::vector<hedgerow_message> r;
    for (Message& m : messages)
      r.push_back({m.nonce.data(), m.nonce.size(), m.aad.data(), m.aad.size(), m.data.data(),
                   in_place ? m.data.data() : m.out.data(), m.data.size(), m.tag.data(),
                   m.tag.size()});
    return r;
  }
};

TEST_P(AeadBatch, EqualsOneByOne) {
  for (const std::size_t count : {1u, 7u, 130u})
    for (const std::size_t longest : {40u, 600u}) {
      std::vector<Message> messages;
      for (std::size_t i = 0; i < count; i++)
        messages.push_back(random_message(i % 50 == 3 ? 9000 : longest));
      hedgerow::Options wide = options();
      wide.limit_blocks = HEDGEROW_NO_LIMIT;
      wide.repeat_nonce = true;
      hedgerow::Aead batch(cipher, mode, key, wide), single(cipher, mode, key, wide);
      std::vector<Message> expected = messages;
      for (Message& m : expected) single.seal_with_nonce(m.nonce, m.aad, m.data, m.out, m.tag);
      const bool in_place = random_below(2);
      batch.seal_batch(calls(messages, in_place));
      for (std::size_t i = 0; i < count; i++) {
        ASSERT_EQ(to_hex(in_place ? messages[i].data : messages[i].out), to_hex(expected[i].out))
            << i << " of " << count << ", " << expected[i].data.size() << " bytes";
        ASSERT_EQ(to_hex(messages[i].tag), to_hex(expected[i].tag))
            << i << " of " << count << ", " << expected[i].aad.size() << "+"
            << expected[i].data.size();
      }
      // the context must continue as if the batch had not happened
      Message more = random_message(100);
      Message again = more;
      batch.seal_with_nonce(more.nonce, more.aad, more.data, more.out, more.tag);
      single.seal_with_nonce(again.nonce, again.aad, again.data, again.out, again.tag);
      ASSERT_EQ(to_hex(more.out), to_hex(again.out));
      ASSERT_EQ(to_hex(more.tag), to_hex(again.tag));
    }
}

INSTANTIATE_TEST_SUITE_P(All, AeadBatch, testing::ValuesIn(algorithms_of(HEDGEROW_AEAD)),
                         test_name);

}  // namespace
}  // namespace hedgerow_test
