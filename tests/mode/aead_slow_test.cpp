// Compares every AEAD algorithm with its slow model: lengths around the borders of blocks and
// chunks, every tag length, nonces of every allowed length, every kernel, in place, in pieces, and
// copied in the middle of a message.
//
// The suite turned red when CCM, or MGM and GCM of DSTU 7624, did not pad between AAD and data, when
// CTR-ACPKM with OMAC did not encrypt the tag, when HEDGEROW_ZERO_FILL did not leave its gap before
// the tag, and when a batch ignored that flag in its first blocks.

#include <memory>

#include "models/slow_algorithm.hpp"
#include "support/algorithm_support.hpp"

namespace hedgerow_test {
namespace {

using slow::AeadCase;
using slow::Sealed;

std::size_t random_length(std::size_t shortest, std::size_t longest, std::size_t step) {
  return shortest + step * random_below((longest - shortest) / step + 1);
}

class AeadAlgorithm : public AlgorithmTest {
 protected:
  AeadCase random_case(std::size_t aad, std::size_t data) const {
    return {cipher,
            mode,
            key,
            random_nonce(algorithm.iv_bytes),
            random_bytes(has_aad() ? aad : 0),
            random_bytes(data),
            algorithm.tag_bytes};
  }
  bool takes(std::size_t aad, std::size_t data) const {
    return aad + data != 0 || !(algorithm.properties & HEDGEROW_NO_EMPTY);
  }
};

void expect_one_shot(hedgerow::Aead& c, const AeadCase& message, const Sealed& expected) {
  Bytes out(message.plain.size()), tag(expected.tag.size());
  c.seal_with_nonce(message.nonce, message.aad, message.plain, out, tag);
  ASSERT_EQ(to_hex(tag), to_hex(expected.tag));
  ASSERT_EQ(out, expected.data);
  c.open(message.nonce, message.aad, out, out, tag);
  ASSERT_EQ(out, message.plain);
  std::fill(out.begin(), out.end(), (std::uint8_t)1);
  c.open(message.nonce, message.aad, expected.data, out, tag);
  ASSERT_EQ(out, message.plain);
}

TEST_P(AeadAlgorithm, LengthsWithEveryKernel) {
  std::vector<std::pair<AeadCase, Sealed>> cases;
  for (std::size_t n :
       {0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 112, 127, 128, 129, 600, 2047, 4097, 8192 + 40})
    for (std::size_t a : {0, 1, 12, 16, 60, 64, 130}) {
      if (!takes(a, n) || (n > 1000 && a % 60 != 0)) continue;
      const AeadCase c = random_case(a, n);
      cases.emplace_back(c, slow::seal(c));
    }
  for_every_kernel(cipher, [&](const hedgerow::Options& o) {
    hedgerow::Aead c(cipher, mode, key, o);
    for (const auto& [message, expected] : cases) {
      SCOPED_TRACE(std::to_string(message.aad.size()) + "+" + std::to_string(message.plain.size()));
      ASSERT_NO_FATAL_FAILURE(expect_one_shot(c, message, expected));
    }
  });
}

TEST_P(AeadAlgorithm, EveryTagAndNonceLength) {
  hedgerow::Aead c(cipher, mode, key, options());
  const std::size_t iv_step = algorithm.iv_step_bytes ? algorithm.iv_step_bytes : 1;
  const std::size_t tag_step = algorithm.tag_step_bytes ? algorithm.tag_step_bytes : 1;
  for (std::size_t n = algorithm.min_iv_bytes; n <= algorithm.max_iv_bytes; n += iv_step) {
    AeadCase message = random_case(20, 50);
    message.nonce = random_nonce(n);
    message.tag_bytes = random_length(algorithm.min_tag_bytes, algorithm.max_tag_bytes, tag_step);
    SCOPED_TRACE(std::to_string(n) + " bytes of nonce");
    ASSERT_NO_FATAL_FAILURE(expect_one_shot(c, message, slow::seal(message)));
  }
  for (std::size_t n = algorithm.min_tag_bytes; n <= algorithm.max_tag_bytes; n += tag_step) {
    AeadCase message = random_case(20, 50);
    message.tag_bytes = n;
    SCOPED_TRACE(std::to_string(n) + " bytes of tag");
    ASSERT_NO_FATAL_FAILURE(expect_one_shot(c, message, slow::seal(message)));
  }
}

// Processes a stream in pieces, and replaces the context by a copy before each piece.
void run_pieces(hedgerow::Aead& c, const AeadCase& m, const Sealed& s, bool encrypt,
                std::size_t longest) {
  Bytes data = encrypt ? m.plain : s.data, tag(s.tag.size());
  c.set_tag_bytes(m.tag_bytes);
  c.init_with_nonce(encrypt ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT, m.nonce);
  c.set_lengths(m.aad.size(), m.plain.size());
  for_random_pieces(m.aad.size(), longest, [&](std::size_t at, std::size_t n) {
    hedgerow::Aead copy = c.copy();
    c = std::move(copy);
    c.aad({&m.aad[at], n});
  });
  for_random_pieces(data.size(), longest, [&](std::size_t at, std::size_t n) {
    hedgerow::Aead copy = c.copy();
    c = std::move(copy);
    c.update({&data[at], n}, {&data[at], n});
  });
  if (encrypt) {
    c.final_tag(tag);
    ASSERT_EQ(tag, s.tag);
    ASSERT_EQ(data, s.data);
  } else {
    c.final_check(s.tag);
    ASSERT_EQ(data, m.plain);
  }
}

TEST_P(AeadAlgorithm, PiecesAndCopiesEqualOneShot) {
  const AeadCase message = random_case(700, 9000);
  if (!streams()) {
    hedgerow::Aead c(cipher, mode, key, options());
    EXPECT_EQ(status_of([&] { c.init_with_nonce(HEDGEROW_ENCRYPT, message.nonce); }),
              HEDGEROW_ERR_MODE);
    return;
  }
  const AeadCase brief = random_case(70, 300);
  const Sealed sealed = slow::seal(message), sealed_brief = slow::seal(brief);
  for_every_kernel(cipher, [&](hedgerow::Options o) {
    o.repeat_nonce = true;
    hedgerow::Aead c(cipher, mode, key, o);
    for (bool encrypt : {true, false}) {
      for (std::size_t longest : {1u, 7u})
        ASSERT_NO_FATAL_FAILURE(run_pieces(c, brief, sealed_brief, encrypt, longest)) << longest;
      for (std::size_t longest : {70u, 700u, 9000u})
        ASSERT_NO_FATAL_FAILURE(run_pieces(c, message, sealed, encrypt, longest)) << longest;
    }
  });
}

// DSTU 7624 allows two readings of incomplete blocks in GCM and GMAC. This is the second one,
// compared with the model and with the output of UAPKI.
TEST_P(AeadAlgorithm, PaddedLength) {
  hedgerow::Options o = options();
  o.padded_length = true;
  if (!(algorithm.properties & HEDGEROW_HAS_PADDED_LENGTH)) {
    EXPECT_EQ(status_of([&] { hedgerow::Aead(cipher, mode, key, o); }), HEDGEROW_ERR_OPTIONS);
    return;
  }
  const slow::BlockCipher e = slow::block_cipher(cipher, key);
  hedgerow::Mac mac(cipher, "gmac", key, o);
  Bytes whole(algorithm.block_bytes);
  o.repeat_nonce = true;
  for (std::size_t n : {0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200, 1024, 8197})
    for (std::size_t a : {0, 5, 16, 64, 70}) {
      if (!takes(a, n)) continue;
      SCOPED_TRACE(std::to_string(a) + "+" + std::to_string(n));
      AeadCase message = random_case(a, n);
      message.padded_length = true;
      const Sealed sealed = slow::seal(message);
      hedgerow::Aead c(cipher, mode, key, o);
      ASSERT_NO_FATAL_FAILURE(expect_one_shot(c, message, sealed));
      ASSERT_NO_FATAL_FAILURE(run_pieces(c, message, sealed, true, 40));
      ASSERT_NO_FATAL_FAILURE(run_pieces(c, message, sealed, false, 40));
      Bytes out(n), tag(sealed.tag.size());
      c.seal_batch(std::vector<hedgerow_message>{{message.nonce.data(), message.nonce.size(),
                                                  message.aad.data(), a, message.plain.data(),
                                                  out.data(), n, tag.data(), tag.size()}});
      ASSERT_EQ(to_hex(tag), to_hex(sealed.tag));
      if (n == 0) continue;
      mac.update(message.plain);
      mac.final_tag(whole);
      ASSERT_EQ(to_hex(whole), to_hex(slow::gmac_dstu(e, message.plain, true)));
    }
}

// The second reading of incomplete blocks in CCM of DSTU 7624.
TEST_P(AeadAlgorithm, ZeroFill) {
  hedgerow::Options o = options();
  o.zero_fill = o.repeat_nonce = true;
  if (!(algorithm.properties & HEDGEROW_HAS_ZERO_FILL)) {
    EXPECT_EQ(status_of([&] { hedgerow::Aead(cipher, mode, key, o); }), HEDGEROW_ERR_OPTIONS);
    return;
  }
  hedgerow::Aead c(cipher, mode, key, o);
  for (std::size_t n : {0, 1, 15, 16, 17, 32, 63, 64, 65, 200})
    for (std::size_t a : {0, 5, 12, 16, 60, 64, 70}) {
      SCOPED_TRACE(std::to_string(a) + "+" + std::to_string(n));
      AeadCase message = random_case(a, n);
      const Sealed other = slow::seal(message);
      message.zero_fill = true;
      const Sealed sealed = slow::seal(message);
      ASSERT_NO_FATAL_FAILURE(expect_one_shot(c, message, sealed));
      ASSERT_NO_FATAL_FAILURE(run_pieces(c, message, sealed, true, 40));
      ASSERT_NO_FATAL_FAILURE(run_pieces(c, message, sealed, false, 40));
      Bytes out(n), tag(sealed.tag.size());
      c.seal_batch(std::vector<hedgerow_message>{{message.nonce.data(), message.nonce.size(),
                                                  message.aad.data(), a, message.plain.data(),
                                                  out.data(), n, tag.data(), tag.size()}});
      ASSERT_EQ(to_hex(tag), to_hex(sealed.tag));
      if (n % algorithm.block_bytes != 0) {
        ASSERT_NE(other.tag, sealed.tag);
      }
    }
}

// Tags computed by UAPKI (commit 12d8ff2b). Byte i of the key is 1 + 7 i, of the nonce 3 + 7 i, of
// the AAD 9 + 7 i, and of the data 20 + 7 i.
struct UapkiTag {
  const char *cipher, *mode;
  std::size_t aad, data;
  const char* tag;
};
constexpr UapkiTag kUapkiTags[] = {
    {"kalyna-128-128", "gcm", 0, 15, "d1363cccf6d8608d16606677d5ca83b6"},
    {"kalyna-128-128", "gcm", 5, 35, "0a139e6d71065388b318de03ed9bb1c4"},
    {"kalyna-128-128", "gcm", 16, 7, "ea005ec9b8428f6378ecd5a61a739e46"},
    {"kalyna-128-128", "gmac", 0, 21, "f49b91ac0c377189bbe51f2f2c98658a"},
    {"kalyna-128-256", "gcm", 0, 15, "7e9e3626a548916236a2f4c98009d968"},
    {"kalyna-128-256", "gcm", 5, 35, "d3517119f0675190bd1c691b4f5b9f4c"},
    {"kalyna-128-256", "gcm", 16, 7, "c1f572938719c7c8c7bcf460272d5650"},
    {"kalyna-128-256", "gmac", 0, 21, "6b99122ade194ba4fe0cd4f6b948e6be"},
    {"kalyna-256-256", "gcm", 0, 31,
     "156d57b357b2164da6ef5023f9963b9110ebc8760eab4769ab26b1f2bbde0c11"},
    {"kalyna-256-256", "gcm", 5, 67,
     "c58cdf98e59b1c09427f8d66af5f694cf1a4ac5cbcef373c7426d1993d8cb384"},
    {"kalyna-256-256", "gcm", 32, 7,
     "d6c4422adf89904b41828a3b9c3c4d7d2567ca2b8877e16aee09caeb6275b7a9"},
    {"kalyna-256-256", "gmac", 0, 37,
     "d692c61d5ddb62ed9c1a52a0b86980c3b12963520ec9204c2da9cbf84d90a066"},
    {"kalyna-256-512", "gcm", 0, 31,
     "adafc4d066055bf2a14a71618ce57ee65b64d380bb0ac439bd288a0003c90909"},
    {"kalyna-256-512", "gcm", 5, 67,
     "e57ea88ed77fee74817a78afdf4c8214819262ca6d70cf2976ebe9519075e65d"},
    {"kalyna-256-512", "gcm", 32, 7,
     "2fe4a244a30b12588b33c5f5101cad6626740f45528ca6ebabf1baa86c7f5fe1"},
    {"kalyna-256-512", "gmac", 0, 37,
     "ecfccc814a023158c10d8662800cc33438064795e18cb9b0e5239c8560ff0731"},
    {"kalyna-512-512", "gcm", 0, 63,
     "8a0a54ddae9553352d1c5cded237e15483651ad597f4c80a477c0a86267ffa4cc6042b0a6c82e1fbea2dda89e7ab6"
     "063b218a5c982d39123d61262e2bbf69684"},
    {"kalyna-512-512", "gcm", 5, 131,
     "fefcdb12e20d707b6454f7b411c85fe36312e6b08122c3791a1cc89878ce96ae9cb0b59b1822834f0a7973050965c"
     "cb21504d958c90546ca427fac2b3319059e"},
    {"kalyna-512-512", "gcm", 64, 7,
     "d0e62f991d0e06e70ea204776109d78adca16fb009ee0c1dff47c1f9c76009662228637657ad70b2bb98e596fb7ec"
     "6b08abb06e29feec46712d50606e71d6e82"},
    {"kalyna-512-512", "gmac", 0, 69,
     "a2fd7dfa3a176861a055cd3d725a77f5fe52b122e68fce202db468bafc30192983d5b3f8b4bc50feecdda863210ab"
     "e1ec47f87da56cd5d1399fe9a0455a16bf4"},
};

Bytes counted_bytes(unsigned first, std::size_t n) {
  Bytes r(n);
  for (std::size_t i = 0; i < n; i++) r[i] = (std::uint8_t)(first + 7 * i);
  return r;
}

TEST(PaddedLength, TagsOfUapki) {
  hedgerow::Options o;
  o.padded_length = true;
  for (const UapkiTag& t : kUapkiTags) {
    SCOPED_TRACE(std::string(t.cipher) + " " + t.mode + " " + t.tag);
    const hedgerow_algorithm_info algorithm = hedgerow::algorithm_info(t.cipher, t.mode);
    const Bytes key = counted_bytes(1, algorithm.key_bytes), data = counted_bytes(20, t.data);
    Bytes tag(algorithm.block_bytes), out(t.data);
    if (t.mode == std::string("gmac")) {
      hedgerow::Mac mac(t.cipher, t.mode, key, o);
      mac.update(data);
      mac.final_tag(tag);
    } else {
      hedgerow::Aead gcm(t.cipher, t.mode, key, o);
      gcm.seal_with_nonce(counted_bytes(3, algorithm.iv_bytes), counted_bytes(9, t.aad), data, out,
                          tag);
      gcm.open(counted_bytes(3, algorithm.iv_bytes), counted_bytes(9, t.aad), out, out, tag);
      ASSERT_EQ(out, data);
    }
    EXPECT_EQ(to_hex(tag), t.tag);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AeadAlgorithm, testing::ValuesIn(algorithms_of(HEDGEROW_AEAD)),
                         test_name);

}  // namespace
}  // namespace hedgerow_test
