// Every algorithm that streams: a message of a few blocks is split at every byte. The two pieces
// must equal the one-shot call, in place and with separate buffers. A copy made at the split must
// give the same bytes. The slow models check the one-shot call (mode_cipher_test, aead_slow_test,
// mode_mac_test).
//
// The suite turned red when a copy did not contain `held`.
#include "support/algorithm_support.hpp"

namespace hedgerow_test {
namespace {

// S-box sets differ only in constants.
bool looked_at(const hedgerow_algorithm_info& o) {
  const std::string name = o.cipher;
  return name.find(':') == std::string::npos || name == "gost28147:user";
}

std::vector<std::string> streaming_algorithms() {
  std::vector<std::string> r;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
    if (o.kind != HEDGEROW_WRAP && !(o.properties & HEDGEROW_ONE_CALL) && looked_at(o))
      r.push_back(std::string(o.cipher) + "/" + o.mode);
  return r;
}

class Splits : public AlgorithmTest {
 protected:
  const Bytes iv = random_nonce(algorithm.iv_bytes);
  const Bytes plain = random_bytes(3 * algorithm.block_bytes + (algorithm.unit_bytes == 1 ? 5 : 0));
  const Bytes aad = random_bytes(has_aad() && algorithm.kind == HEDGEROW_AEAD ? 21 : 0);
  hedgerow::Options repeating() const {
    hedgerow::Options o = options();
    o.limit_blocks = HEDGEROW_NO_LIMIT;
    o.repeat_nonce = algorithm.kind == HEDGEROW_AEAD;
    return o;
  }

  // Appends the output of an update with in[from, to), in place or with separate buffers.
  static void update(hedgerow::Cipher& c, const Bytes& in, std::size_t from, std::size_t to,
                     bool in_place, Bytes& out) {
    Bytes piece(to - from + 128), source(in.begin() + (long)from, in.begin() + (long)to);
    std::copy(source.begin(), source.end(), piece.begin());
    const hedgerow::Input data =
        in_place ? hedgerow::Input(piece.data(), source.size()) : hedgerow::Input(source);
    const std::size_t n = c.update(data, piece);
    out.insert(out.end(), piece.begin(), piece.begin() + (long)n);
  }
  static Bytes finish(hedgerow::Cipher& c, const Bytes& in, std::size_t from, bool in_place,
                      Bytes out) {
    update(c, in, from, in.size(), in_place, out);
    Bytes rest(128);
    rest.resize(c.final(rest));
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }
  void split_cipher(const Bytes& in, const Bytes& expected, hedgerow_direction direction) const {
    hedgerow::Cipher c(cipher, mode, key, repeating());
    for (std::size_t at = 0; at <= in.size(); at++)
      for (bool in_place : {true, false}) {
        if (algorithm.iv_bytes) c.set_iv(iv);
        c.begin(direction);
        Bytes front;
        update(c, in, 0, at, in_place, front);
        hedgerow::Cipher copy = c.copy();
        ASSERT_EQ(finish(c, in, at, in_place, front), expected) << at;
        ASSERT_EQ(finish(copy, in, at, in_place, front), expected) << at << ", the copy";
      }
  }
  void run_cipher() const {
    hedgerow::Cipher whole(cipher, mode, key, repeating());
    if (algorithm.iv_bytes) whole.set_iv(iv);
    Bytes sealed(plain.size());
    whole.encrypt(plain, sealed);
    ASSERT_NO_FATAL_FAILURE(split_cipher(plain, sealed, HEDGEROW_ENCRYPT));
    ASSERT_NO_FATAL_FAILURE(split_cipher(sealed, plain, HEDGEROW_DECRYPT));
  }

  // Treats AAD and data as one string of bytes, which is split at `at`.
  void pieces(hedgerow::Aead& c, Bytes& data, std::size_t from, std::size_t to) const {
    const auto clip = [](std::size_t n, std::size_t most) { return n < most ? n : most; };
    const std::size_t a = clip(from, aad.size()), b = clip(to, aad.size());
    if (a < b) c.aad({&aad[a], b - a});
    const std::size_t d = from - a, e = to - b;
    if (d < e) c.update({&data[d], e - d}, {&data[d], e - d});
  }
  void finish(hedgerow::Aead& c, Bytes data, std::size_t at, bool encrypts, const Bytes& sealed,
              const Bytes& tag) const {
    pieces(c, data, at, aad.size() + data.size());
    Bytes own(tag.size());
    if (encrypts)
      c.final_tag(own);
    else
      c.final_check(tag), own = tag;
    ASSERT_EQ(own, tag);
    ASSERT_EQ(data, encrypts ? sealed : plain);
  }
  void run_aead() const {
    hedgerow::Aead c(cipher, mode, key, repeating());
    Bytes sealed(plain.size()), tag(algorithm.tag_bytes);
    c.seal_with_nonce(iv, aad, plain, sealed, tag);
    for (bool encrypts : {true, false})
      for (std::size_t at = 0; at <= aad.size() + plain.size(); at++) {
        SCOPED_TRACE(at);
        Bytes data = encrypts ? plain : sealed;
        c.init_with_nonce(encrypts ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT, iv);
        c.set_lengths(aad.size(), plain.size());
        pieces(c, data, 0, at);
        hedgerow::Aead copy = c.copy();
        ASSERT_NO_FATAL_FAILURE(finish(c, data, at, encrypts, sealed, tag));
        ASSERT_NO_FATAL_FAILURE(finish(copy, data, at, encrypts, sealed, tag));
      }
  }

  void run_mac() const {
    hedgerow::Mac c(cipher, mode, key, options());
    const bool has_iv = algorithm.properties & HEDGEROW_IV_MAC;
    Bytes tag(algorithm.tag_bytes);
    if (has_iv) c.set_iv(iv);
    c.update(plain);
    c.final_tag(tag);
    for (std::size_t at = 0; at <= plain.size(); at++) {
      if (has_iv) c.set_iv(iv);
      c.update({plain.data(), at});
      hedgerow::Mac copy = c.copy();
      for (hedgerow::Mac* m : {&c, &copy}) {
        m->update({plain.data() + at, plain.size() - at});
        m->final_check(tag);
      }
    }
  }
};

TEST_P(Splits, AtEveryByteWithACopy) {
  if (algorithm.kind == HEDGEROW_AEAD)
    run_aead();
  else if (algorithm.kind == HEDGEROW_MAC)
    run_mac();
  else
    run_cipher();
}

INSTANTIATE_TEST_SUITE_P(All, Splits, testing::ValuesIn(streaming_algorithms()),
                         algorithm_test_name);

}  // namespace
}  // namespace hedgerow_test
