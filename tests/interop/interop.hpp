// Random AEAD messages and wrapped keys, which a peer must reproduce.
#pragma once

#include "support/mode_support.hpp"

namespace hedgerow_test {

constexpr std::size_t kLongest = 4096;

struct Message {
  Bytes key, nonce, aad, plain, data, tag;
};

// The library seals this message and opens it again.
inline Message random_message(const std::string& cipher, const std::string& mode,
                              std::size_t nonce_bytes, std::size_t tag_bytes,
                              hedgerow::Options options = {}, bool may_be_empty = true) {
  hedgerow::Aead c(cipher, mode, options);
  hedgerow_algorithm_info algorithm{};
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
    if (cipher == o.cipher && mode == o.mode) algorithm = o;
  Message m{random_bytes(algorithm.key_bytes),
            random_bytes(nonce_bytes),
            random_bytes(random_below(3) ? random_below(200) : 0),
            random_bytes(random_below(kLongest + 1)),
            {},
            {}};
  if (m.plain.empty() && m.aad.empty() && !may_be_empty) m.plain = random_bytes(1);
  m.data.resize(m.plain.size());
  m.tag.resize(tag_bytes);
  c.set_key(m.key);
  c.seal_with_nonce(m.nonce, m.aad, m.plain, m.data, m.tag);
  Bytes back(m.data.size());
  c.open(m.nonce, m.aad, m.data, back, m.tag);
  EXPECT_EQ(back, m.plain);
  return m;
}

// A message of a block or stream mode.
struct PlainMessage {
  Bytes key, iv, plain, data;
};

// The library encrypts this message and decrypts it again. Its length is random, allowed by the
// mode, and a multiple of `unit`.
inline PlainMessage random_plain(const std::string& cipher, const std::string& mode,
                                 std::size_t iv_bytes, std::size_t unit = 1,
                                 std::size_t shortest = 0, hedgerow::Options options = {}) {
  std::size_t bytes = random_below(kLongest + 1) / unit * unit;
  if (bytes < shortest) bytes = shortest;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  PlainMessage m{random_bytes(hedgerow::algorithm_info(cipher, mode).key_bytes),
                 random_bytes(iv_bytes), random_bytes(bytes), Bytes(bytes)};
  hedgerow::Cipher c(cipher, mode, m.key, options), back(cipher, mode, m.key, options);
  if (iv_bytes) c.set_iv(m.iv), back.set_iv(m.iv);
  c.encrypt(m.plain, m.data);
  Bytes opened(bytes);
  back.decrypt(m.data, opened);
  EXPECT_EQ(opened, m.plain);
  return m;
}

// `data` and `tag` from the peer must equal those of the library.
inline void expect_same(const Message& m, const Bytes& data, const Bytes& tag) {
  ASSERT_EQ(to_hex(tag), to_hex(m.tag))
      << m.aad.size() << "+" << m.plain.size() << " bytes, nonce " << m.nonce.size();
  ASSERT_EQ(data, m.data);
}

}  // namespace hedgerow_test
