// Compares every block and stream mode of every cipher with its slow model (slow_ciphers.hpp):
// lengths, options, chunks, in place, copies at any point, seek, updated IVs and batches.
//
// The suite turned red when shift_in kept the front of the register (cbc, cfb), when write_windows
// took the ciphertext of the next unit, when CNT dropped the end-around carry, when a chain of a
// batch moved without its value, when take() of cipher_buffered.cpp did not move the rest of its
// buffer, when seek_tweak multiplied by one power too many, when a seek in CTR-ACPKM put the end of
// the section elsewhere, when a copy did not contain `held`, and when copying set `held` of the
// original to 0.
#include <set>

#include "models/slow_ciphers.hpp"

namespace hedgerow_test {
namespace {

// One mode of one cipher with its options and random inputs.
struct Setting {
  hedgerow_algorithm_info algorithm;
  hedgerow::Options options;
  std::size_t feedback;
  std::uint64_t section;
  Bytes key, iv;
  std::size_t gamma = algorithm.block_bytes;

  std::string name() const {
    return std::string(algorithm.cipher) + " " + algorithm.mode + " s=" + std::to_string(feedback) +
           " N=" + std::to_string(section) + " gamma=" + std::to_string(gamma) +
           " m=" + std::to_string(iv.size());
  }
  hedgerow::Cipher make() const { return make(options); }
  hedgerow::Cipher make(const hedgerow::Options& o) const {
    hedgerow::Cipher c(algorithm.cipher, algorithm.mode, key, o);
    if (!iv.empty()) c.set_iv(iv);
    return c;
  }
  Bytes slow(bool encrypt, const Bytes& in) const {
    return SlowCipher(algorithm.cipher, algorithm.mode, key)
        .crypt(encrypt, iv, in, feedback, section, gamma);
  }
  bool has(std::uint32_t property) const { return algorithm.properties & property; }
  // Returns a message length near `bytes` that a direct call accepts.
  std::size_t fit(std::size_t bytes) const {
    if (has(HEDGEROW_STEALS)) return std::max(bytes, algorithm.block_bytes);
    return bytes / algorithm.unit_bytes * algorithm.unit_bytes;
  }
  // If a message continues after a call, the data of the call are a multiple of this length.
  std::size_t unit() const {
    if (has(HEDGEROW_STEALS)) return algorithm.block_bytes;
    return has(HEDGEROW_TAIL_ENDS) ? feedback : algorithm.unit_bytes;
  }
};

Setting setting(const hedgerow_algorithm_info& algorithm, std::size_t feedback,
                std::uint64_t section, std::size_t iv_bytes) {
  Setting s{algorithm, basic_options(algorithm.cipher),   feedback,
            section,   random_bytes(algorithm.key_bytes), random_bytes(iv_bytes)};
  if (algorithm.feedback_bytes) s.options.feedback_bytes = (std::uint32_t)feedback;
  if (section) s.options.section_bytes = section;
  return s;
}

Setting with_gamma(const hedgerow_algorithm_info& algorithm, std::size_t gamma,
                   std::size_t iv_bytes) {
  Setting s = setting(algorithm, algorithm.feedback_bytes, 0, iv_bytes);
  s.options.gamma_bytes = (std::uint32_t)gamma;
  s.gamma = gamma;
  return s;
}

// The settings that a mode is tested with.
std::vector<Setting> settings_of(const hedgerow_algorithm_info& o) {
  const bool sections = o.properties & HEDGEROW_HAS_SECTIONS;
  const std::uint64_t usual = o.section_bytes;
  std::vector<Setting> r = {setting(o, o.feedback_bytes, usual, o.iv_bytes)};
  if (sections) r.push_back(setting(o, o.feedback_bytes, 4 * o.block_bytes, o.iv_bytes));
  if (o.max_iv_bytes > o.min_iv_bytes) {
    r.push_back(setting(o, o.feedback_bytes, usual, 3 * o.block_bytes));
    r.push_back(setting(o, o.feedback_bytes, usual, o.max_iv_bytes));
    if (o.feedback_bytes) r.push_back(setting(o, 3, usual, 2 * o.block_bytes));
  }
  if (o.feedback_bytes)
    for (std::size_t s : {std::size_t{1}, o.block_bytes - 3})
      r.push_back(setting(o, s, usual, o.iv_bytes));
  if (o.properties & HEDGEROW_HAS_GAMMA)
    for (std::size_t s : {std::size_t{1}, std::size_t{4}, o.block_bytes - 3, o.block_bytes})
      for (std::size_t iv : {o.min_iv_bytes, std::min(3 * o.block_bytes, o.max_iv_bytes)})
        r.push_back(with_gamma(o, s, iv));
  return r;
}

// S-box sets differ only in constants. We therefore test one with meshing, one of the caller, and
// Magma.
bool looked_at(const std::string& cipher) {
  static const std::set<std::string> kSets = {"gost28147:cryptopro-a", "gost28147:user"};
  return cipher.find(':') == std::string::npos || kSets.count(cipher);
}

std::vector<std::string> names() {
  std::set<std::string> r;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
    if ((o.kind == HEDGEROW_BLOCK || o.kind == HEDGEROW_STREAM) && looked_at(o.cipher))
      r.insert(o.cipher);
  return {r.begin(), r.end()};
}

class Ciphers : public testing::TestWithParam<std::string> {
 protected:
  template <class Body>
  static void for_settings(Body&& body) {
    for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms()) {
      if (o.cipher != GetParam()) continue;
      if (o.kind != HEDGEROW_BLOCK && o.kind != HEDGEROW_STREAM) continue;
      for (const Setting& s : settings_of(o)) {
        SCOPED_TRACE(s.name());
        body(s);
      }
    }
  }
};

Bytes run(hedgerow::Cipher& c, bool encrypt, Bytes data) {
  encrypt ? c.encrypt(data, data) : c.decrypt(data, data);
  return data;
}

TEST_P(Ciphers, LengthsEqualSlowModel) {
  for_settings([](const Setting& s) {
    std::set<std::size_t> lengths;
    for (std::size_t n : {0, 1, 8, 17, 33, 65, 129, 300, 1100}) lengths.insert(s.fit(n));
    for (std::size_t n : lengths) {
      const Bytes plain = random_bytes(n), expected = s.slow(true, plain);
      ASSERT_EQ(s.slow(false, expected), plain) << "the model is wrong";
      hedgerow::Cipher c = s.make();
      ASSERT_EQ(run(c, true, plain), expected) << n;
      hedgerow::Cipher back = s.make();
      ASSERT_EQ(run(back, false, expected), plain) << n;
    }
  });
}

// Data longer than a chunk, with every kernel.
TEST_P(Ciphers, LongDataWithEveryKernel) {
  for_settings([](const Setting& s) {
    const bool short_units = s.feedback && s.feedback < s.algorithm.block_bytes;
    if (short_units || s.gamma < 4) return;  // would take thousands of slow blocks
    const Bytes plain = random_bytes(s.fit(9000)), expected = s.slow(true, plain);
    for_every_kernel(s.algorithm.cipher, [&](hedgerow::Options o) {
      o.feedback_bytes = s.options.feedback_bytes;
      o.section_bytes = s.options.section_bytes;
      o.gamma_bytes = s.options.gamma_bytes;
      hedgerow::Cipher c = s.make(o), back = s.make(o);
      ASSERT_EQ(run(c, true, plain), expected);
      ASSERT_EQ(run(back, false, expected), plain);
    });
  });
}

TEST_P(Ciphers, ChunksAndCopiesEqualOneShot) {
  for_settings([](const Setting& s) {
    const Bytes plain = random_bytes(s.fit(2600));
    hedgerow::Cipher whole = s.make();
    const Bytes expected = run(whole, true, plain);
    for (bool encrypt : {true, false})
      for (std::size_t longest : {3u, 40u, 900u}) {
        Bytes data = encrypt ? plain : expected;
        hedgerow::Cipher c = s.make();
        std::size_t at = 0;
        while (at < data.size()) {
          std::size_t n = (random_below(longest) + 1) * s.unit();
          // ciphertext stealing needs more data
          const bool last = at + n + s.unit() >= data.size();
          if (last) n = data.size() - at;
          hedgerow::Cipher copy = c.copy();
          Bytes same(n);
          encrypt ? copy.encrypt({&data[at], n}, same) : copy.decrypt({&data[at], n}, same);
          encrypt ? c.encrypt({&data[at], n}, {&data[at], n})
                  : c.decrypt({&data[at], n}, {&data[at], n});
          ASSERT_EQ(same, Bytes(data.begin() + (long)at, data.begin() + (long)(at + n)));
          at += n;
        }
        ASSERT_EQ(data, encrypt ? expected : plain) << longest;
      }
  });
}

// Buffered calls in pieces of any length, in place and with separate buffers. The context is copied
// before each piece. Then the copy and the original continue the message in turn.
TEST_P(Ciphers, BufferedEqualsOneShot) {
  for_settings([](const Setting& s) {
    const Bytes plain = random_bytes(s.fit(1500));
    hedgerow::Cipher whole = s.make();
    const Bytes expected = run(whole, true, plain);
    for (bool encrypt : {true, false})
      for (bool in_place : {true, false})
        for (std::size_t longest : {1u, 30u, 100u}) {
          const Bytes& in = encrypt ? plain : expected;
          hedgerow::Cipher c = s.make();
          c.begin(encrypt ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT);
          Bytes out;
          bool copy_continues = false;
          for_random_pieces(in.size(), longest, [&](std::size_t at, std::size_t n) {
            Bytes piece(n + 128), source(in.begin() + (long)at, in.begin() + (long)(at + n));
            std::copy(source.begin(), source.end(), piece.begin());
            hedgerow::Input from = in_place ? hedgerow::Input(piece.data(), n) : source;
            hedgerow::Cipher copy = c.copy();
            copy_continues = !copy_continues;
            if (copy_continues) c = std::move(copy);
            const std::size_t got = c.update(from, piece);
            out.insert(out.end(), piece.begin(), piece.begin() + (long)got);
          });
          Bytes rest(128);
          rest.resize(c.final(rest));
          out.insert(out.end(), rest.begin(), rest.end());
          ASSERT_EQ(out, encrypt ? expected : plain) << in_place << " " << longest;
        }
  });
}

// All the data after the place is compared, because a section of the key may end in it.
TEST_P(Ciphers, SeekEqualsFromTheBeginning) {
  for_settings([](const Setting& s) {
    if (!s.has(HEDGEROW_HAS_SEEK)) return;
    const std::size_t block = s.gamma;
    const Bytes plain = random_bytes(90 * block);
    hedgerow::Cipher c = s.make();
    const Bytes expected = run(c, true, plain);
    c.set_iv(s.iv);
    for (std::size_t to : {5u, 70u, 0u, 33u, 32u, 89u}) {
      c.seek(to);
      Bytes out(plain.size() - to * block);
      c.encrypt({&plain[to * block], out.size()}, out);
      ASSERT_EQ(out, Bytes(expected.begin() + (long)(to * block), expected.end())) << to;
    }
  });
}

// Another context continues with the updated IV.
TEST_P(Ciphers, UpdatedIvContinues) {
  for_settings([](const Setting& s) {
    const std::string mode = s.algorithm.mode;
    const bool moves = mode == "cbc" || mode == "ofb" || (mode == "cfb" && s.section == 0);
    if (!moves || (s.has(HEDGEROW_HAS_SECTIONS) && mode == "cfb")) return;
    const std::size_t step = std::max(s.unit(), s.feedback ? s.feedback : s.gamma);
    const Bytes plain = random_bytes(20 * step);
    hedgerow::Cipher c = s.make();
    const Bytes expected = run(c, true, plain);
    for (std::size_t first : {1u, 2u, 7u}) {
      hedgerow::Cipher front = s.make(), back = s.make();
      Bytes a(first * step), b(plain.size() - a.size()), iv(s.iv.size());
      front.encrypt({&plain[0], a.size()}, a);
      front.get_updated_iv(iv);
      back.set_iv(iv);
      back.encrypt({&plain[a.size()], b.size()}, b);
      a.insert(a.end(), b.begin(), b.end());
      ASSERT_EQ(a, expected) << first;
    }
  });
}

// Messages of all lengths together, in place, and more of them than a kernel takes in one call.
TEST_P(Ciphers, BatchEqualsOneByOne) {
  for_settings([](const Setting& s) {
    for (std::size_t count : {1u, 5u, 300u, 71u})
      for (bool encrypt : {true, false}) {
        const std::size_t alike =
            count == 71 ? 1 + random_below(600) : 0;  // otherwise each has its own length
        std::vector<Bytes> data, ivs, expected;
        std::vector<hedgerow_message> messages;
        hedgerow::Cipher c = s.make();
        for (std::size_t i = 0; i < count; i++) {
          const std::size_t longest = i % 17 == 0 ? 900 : 100;
          data.push_back(random_bytes(s.fit(alike ? alike : random_below(longest))));
          ivs.push_back(random_bytes(s.iv.size()));
          if (!s.iv.empty()) c.set_iv(ivs[i]);
          expected.push_back(run(c, encrypt, data[i]));
        }
        for (std::size_t i = 0; i < count; i++)
          messages.push_back({ivs[i].data(), ivs[i].size(), nullptr, 0, data[i].data(),
                              data[i].data(), data[i].size(), nullptr, 0});
        c.batch(encrypt ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT, messages);
        ASSERT_EQ(data, expected) << count;
      }
  });
}

INSTANTIATE_TEST_SUITE_P(All, Ciphers, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace hedgerow_test
