// Cases of the C ABI for every cipher that hedgerow_cipher_at lists. Each traces the whole life of
// a context, from setting the key to the wiping in free. Key, plaintext and expected tag are
// secret; nonces, lengths, AAD and the status are public. The `wrong` cases change the tag at a
// different place for each secret, so that an early exit of the comparison is detected.
#include <hedgerow/hedgerow.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "api_message.hpp"
#include "case.hpp"

namespace hedgerow::tracing {
namespace {

using Step = void (*)(Message&);

hedgerow_aead* new_aead(const Message& m) {
  hedgerow_aead* a;
  require(hedgerow_aead_new(&a, m.algorithm.cipher, m.algorithm.mode, nullptr));
  require(hedgerow_aead_set_key(a, m.key, m.algorithm.key_bytes));
  return a;
}

void seal(Message& m) {
  hedgerow_aead* a = new_aead(m);
  m.status =
      hedgerow_aead_seal_with_nonce(a, m.nonce, m.algorithm.iv_bytes, m.aad, aad_bytes(m), m.plain,
                                    m.cipher, kDataBytes, m.tag, m.algorithm.max_tag_bytes);
  hedgerow_aead_free(a);
}

void open(Message& m) {
  hedgerow_aead* a = new_aead(m);
  m.status = hedgerow_aead_open(a, m.nonce, m.algorithm.iv_bytes, m.aad, aad_bytes(m), m.cipher,
                                m.out, kDataBytes, m.tag, m.algorithm.max_tag_bytes);
  hedgerow_aead_free(a);
}

// Two messages of other lengths, so that their blocks share kernel calls.
constexpr std::size_t kFirstOfBatch = 400;

void seal_batch(Message& m) {
  hedgerow_aead* a = new_aead(m);
  std::uint8_t nonce[64] = {}, tag[64];
  memcpy(nonce, m.nonce, m.algorithm.iv_bytes);
  if (m.algorithm.iv_bytes) nonce[m.algorithm.iv_bytes - 1] ^= 1;
  const std::size_t iv = m.algorithm.iv_bytes, aad = aad_bytes(m), tags = m.algorithm.max_tag_bytes;
  const hedgerow_message messages[] = {
      {m.nonce, iv, m.aad, aad, m.plain, m.cipher, kFirstOfBatch, m.tag, tags},
      {nonce, iv, m.aad, aad, m.plain + kFirstOfBatch, m.cipher + kFirstOfBatch,
       kDataBytes - kFirstOfBatch, tag, tags}};
  m.status = hedgerow_aead_seal_batch(a, messages, 2);
  hedgerow_aead_free(a);
}

void stream_open(Message& m) {
  constexpr std::size_t kFirst = 100;  // splits a block
  hedgerow_aead* a = new_aead(m);
  require(hedgerow_aead_init_with_nonce(a, HEDGEROW_DECRYPT, m.nonce, m.algorithm.iv_bytes));
  require(hedgerow_aead_aad(a, m.aad, aad_bytes(m)));
  require(hedgerow_aead_update(a, m.cipher, m.out, kFirst));
  require(hedgerow_aead_update(a, m.cipher + kFirst, m.out + kFirst, kDataBytes - kFirst));
  m.status = hedgerow_aead_final_check(a, m.tag, m.algorithm.max_tag_bytes);
  hedgerow_aead_free(a);
}

// Sets the options of a cipher that takes S-boxes. Each row is x -> (2 a + 1) x + b with secret a
// and b.
hedgerow_options options_of(const Message& m, std::uint8_t* sbox) {
  hedgerow_options o{};
  o.size = sizeof o;
  if (!m.info.sbox_bytes) return o;
  for (unsigned i = 0; i < 64; i++) {
    const unsigned a = 2 * m.sbox[i / 8] + 1u, b = m.sbox[8 + i / 8], x = i % 8 * 2;
    sbox[i] = (std::uint8_t)((a * x + b) % 16 + (a * (x + 1) + b) % 16 * 16);
  }
  o.sbox = sbox;
  o.sbox_bytes = 64;
  return o;
}

template <bool Check>
void mac(Message& m) {
  hedgerow_mac* c;
  std::uint8_t sbox[64];
  const hedgerow_options o = options_of(m, sbox);
  require(hedgerow_mac_new(&c, m.algorithm.cipher, m.algorithm.mode, &o));
  require(hedgerow_mac_set_key(c, m.key, m.algorithm.key_bytes));
  if (m.algorithm.iv_bytes) require(hedgerow_mac_set_iv(c, m.nonce, m.algorithm.iv_bytes));
  require(hedgerow_mac_update(c, m.plain, kDataBytes));
  m.status = Check ? hedgerow_mac_check(c, m.tag, m.algorithm.max_tag_bytes)
                   : hedgerow_mac_final(c, m.tag, m.algorithm.max_tag_bytes);
  hedgerow_mac_free(c);
}

void mac_batch(Message& m) {
  hedgerow_mac* c;
  std::uint8_t sbox[64], tag[64];
  const hedgerow_options o = options_of(m, sbox);
  require(hedgerow_mac_new(&c, m.algorithm.cipher, m.algorithm.mode, &o));
  require(hedgerow_mac_set_key(c, m.key, m.algorithm.key_bytes));
  const std::size_t iv = m.algorithm.iv_bytes, tags = m.algorithm.max_tag_bytes;
  const hedgerow_message messages[] = {
      {m.nonce, iv, nullptr, 0, m.plain, nullptr, kFirstOfBatch, m.tag, tags},
      {m.nonce, iv, nullptr, 0, m.plain + kFirstOfBatch, nullptr, kDataBytes - kFirstOfBatch, tag,
       tags}};
  m.status = hedgerow_mac_batch(c, messages, 2);
  hedgerow_mac_free(c);
}

void cipher_batch(Message& m) {
  const std::size_t unit = m.algorithm.unit_bytes, first = kFirstOfBatch - kFirstOfBatch % unit;
  const std::size_t iv = m.algorithm.iv_bytes, rest = kDataBytes - first;
  hedgerow_cipher* c;
  std::uint8_t sbox[64];
  const hedgerow_options o = options_of(m, sbox);
  require(hedgerow_cipher_new(&c, m.algorithm.cipher, m.algorithm.mode, &o));
  require(hedgerow_cipher_set_key(c, m.key, m.algorithm.key_bytes));
  const hedgerow_message messages[] = {
      {m.nonce, iv, nullptr, 0, m.plain, m.cipher, first, nullptr, 0},
      {m.nonce, iv, nullptr, 0, m.plain + first, m.cipher + first, rest - rest % unit, nullptr, 0}};
  require(hedgerow_cipher_batch(c, HEDGEROW_ENCRYPT, messages, 2));
  hedgerow_message back[] = {messages[0], messages[1]};
  back[0].in = m.cipher, back[0].out = m.out;
  back[1].in = m.cipher + first, back[1].out = m.out + first;
  m.status = hedgerow_cipher_batch(c, HEDGEROW_DECRYPT, back, 2);
  hedgerow_cipher_free(c);
}

void crypt_both_ways(Message& m, const hedgerow_options& o) {
  const std::size_t bytes = kDataBytes - kDataBytes % m.algorithm.unit_bytes;
  hedgerow_cipher* c;
  require(hedgerow_cipher_new(&c, m.algorithm.cipher, m.algorithm.mode, &o));
  require(hedgerow_cipher_set_key(c, m.key, m.algorithm.key_bytes));
  if (m.algorithm.iv_bytes) require(hedgerow_cipher_set_iv(c, m.nonce, m.algorithm.iv_bytes));
  require(hedgerow_cipher_encrypt(c, m.plain, m.cipher, bytes));
  if (m.algorithm.iv_bytes) require(hedgerow_cipher_set_iv(c, m.nonce, m.algorithm.iv_bytes));
  require(hedgerow_cipher_decrypt(c, m.cipher, m.out, bytes));
  hedgerow_cipher_free(c);
}

void cipher(Message& m) {
  std::uint8_t sbox[64];
  hedgerow_options o = options_of(m, sbox);
  crypt_both_ways(m, o);
  if (!(m.algorithm.properties & HEDGEROW_HAS_GAMMA)) return;
  o.gamma_bytes = (std::uint32_t)m.algorithm.block_bytes - 3;
  crypt_both_ways(m, o);
}

// The padding at the end of the decrypted last block. Its length is secret, and so is its validity;
// the room and the status are public. `Wrong` decrypts a message that was encrypted without
// padding.
template <hedgerow_padding Padding, bool Wrong>
void padded(Message& m) {
  hedgerow_cipher* c;
  hedgerow_options o{};
  o.size = sizeof o;
  o.padding = Padding;
  const std::size_t block = m.algorithm.block_bytes;
  size_t first, last;
  require(hedgerow_cipher_new(&c, m.algorithm.cipher, m.algorithm.mode, &o));
  require(hedgerow_cipher_set_key(c, m.key, m.algorithm.key_bytes));
  if (m.algorithm.iv_bytes) require(hedgerow_cipher_set_iv(c, m.nonce, m.algorithm.iv_bytes));
  memcpy(m.out, m.plain, 4 * block);
  m.out[4 * block - 1] = 0x7f;  // does not end any kind of padding
  if (Wrong) require(hedgerow_cipher_encrypt(c, m.out, m.cipher, 4 * block));
  require(hedgerow_cipher_begin(c, Wrong ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT));
  const std::uint8_t* from = Wrong ? m.cipher : m.plain;
  require(hedgerow_cipher_update(c, from, 4 * block - !Wrong, m.out, kDataBytes, &first));
  m.status = hedgerow_cipher_final(c, m.out + first, block, &last);
  hedgerow_cipher_free(c);
}

struct Plan {
  const char* name;
  Step before;  // makes the valid ciphertext or tag; may be null
  Step run;
  bool spoiled;  // the tag is made wrong after `before`
  hedgerow_status expected;
};

constexpr Plan kCipherPlans[] = {{"", nullptr, cipher, false, HEDGEROW_OK},
                                 {"batch", nullptr, cipher_batch, false, HEDGEROW_OK}};
constexpr Plan kPaddedPlans[] = {
    {"pkcs7", nullptr, padded<HEDGEROW_PADDING_PKCS7, false>, false, HEDGEROW_OK},
    {"pkcs7-wrong", nullptr, padded<HEDGEROW_PADDING_PKCS7, true>, false, HEDGEROW_ERR_PADDING},
    {"bit", nullptr, padded<HEDGEROW_PADDING_BIT, false>, false, HEDGEROW_OK},
    {"bit-wrong", nullptr, padded<HEDGEROW_PADDING_BIT, true>, false, HEDGEROW_ERR_PADDING},
};
constexpr Plan kAeadPlans[] = {
    {"seal", nullptr, seal, false, HEDGEROW_OK},
    {"batch", nullptr, seal_batch, false, HEDGEROW_OK},
    {"open", seal, open, false, HEDGEROW_OK},
    {"open-wrong", seal, open, true, HEDGEROW_ERR_AUTH},
};
constexpr Plan kStreamPlans[] = {
    {"stream", seal, stream_open, false, HEDGEROW_OK},
    {"stream-wrong", seal, stream_open, true, HEDGEROW_ERR_AUTH},
};
constexpr Plan kMacPlans[] = {
    {"final", nullptr, mac<false>, false, HEDGEROW_OK},
    {"batch", nullptr, mac_batch, false, HEDGEROW_OK},
    {"check", mac<false>, mac<true>, false, HEDGEROW_OK},
    {"check-wrong", mac<false>, mac<true>, true, HEDGEROW_ERR_AUTH},
};

Traced prepare_plan(const Plan& plan, const hedgerow_cipher_info& info,
                    const hedgerow_algorithm_info& algorithm, Workspace& w) {
  Message* m = new_message(info, algorithm, w);
  if (plan.before) {
    plan.before(*m);
    require(m->status);
  }
  if (plan.spoiled) spoil(m->tag, algorithm.max_tag_bytes, w);
  // All values that the message computed, including the expected tag of a refused message.
  const std::size_t results = (std::size_t)(m->tag + info.block_bytes - m->cipher);
  const hedgerow_status expected = plan.expected;
  return {[=, run = plan.run] { run(*m); },
          {m->cipher, results},
          [=] { return m->status == expected; }};
}

template <std::size_t N>
void add_plans(Cases& cases, const std::string& group, const hedgerow_cipher_info& info,
               const hedgerow_algorithm_info& algorithm, const Plan (&plans)[N], bool further) {
  for (const Plan& plan : plans) {
    std::string name = group + "." + info.name + "/" + algorithm.mode;
    if (*plan.name) name.append(".").append(plan.name);
    cases.push_back(
        {.name = name, .further = further, .prepare = [&plan, info, algorithm](Workspace& w) {
           return prepare_plan(plan, info, algorithm, w);
         }});
  }
}

// indexed by kind of mode
constexpr const char* kGroups[] = {"cipher", "cipher", "aead", "mac", "wrap"};

// Returns true if a case of this cipher is requested. The algorithms of all other ciphers are not
// built.
bool wants_cipher(const Cases& cases, const char* name) {
  return std::any_of(std::begin(kGroups), std::end(kGroups), [&](const char* group) {
    return cases.wants(std::string(group) + "." + name);
  });
}

// Adds every mode of the list in every way to use it.
void add_algorithm(Cases& cases, const hedgerow_cipher_info& info,
                   const hedgerow_algorithm_info& algorithm, bool further) {
  const std::string group = kGroups[algorithm.kind];
  if (!cases.wants(group + "." + info.name)) return;
  if (algorithm.kind == HEDGEROW_BLOCK || algorithm.kind == HEDGEROW_STREAM)
    add_plans(cases, group, info, algorithm, kCipherPlans, further);
  if ((algorithm.properties & HEDGEROW_HAS_PADDING) && !info.sbox_bytes && info.block_bytes >= 8)
    add_plans(cases, group, info, algorithm, kPaddedPlans, further);
  if (algorithm.kind == HEDGEROW_AEAD)
    add_plans(cases, group, info, algorithm, kAeadPlans, further);
  constexpr std::uint32_t kOther = HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST;
  if (algorithm.kind == HEDGEROW_AEAD && !(algorithm.properties & kOther))
    add_plans(cases, group, info, algorithm, kStreamPlans, further);
  if (algorithm.kind == HEDGEROW_MAC) add_plans(cases, group, info, algorithm, kMacPlans, further);
}

// Returns true if an earlier cipher has the same code and differs only in constant data (S-box
// sets).
bool traced_before(const hedgerow_cipher_info& info, std::size_t index) {
  const auto sizes = [](const hedgerow_cipher_info& i) {
    return std::tuple(std::string(i.family), i.block_bytes, i.key_bytes, i.rounds, i.sbox_bytes,
                      std::string(i.name).find(':') != std::string::npos);
  };
  for (std::size_t i = 0; i < index; i++) {
    hedgerow_cipher_info earlier{};
    earlier.size = sizeof earlier;
    require(hedgerow_cipher_at(i, &earlier));
    if (sizes(earlier) == sizes(info)) return true;
  }
  return false;
}

}  // namespace

void add_api_cases(Cases& cases) {
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>> seen;
  for (std::size_t i = 0; i < hedgerow_cipher_count(); i++) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    require(hedgerow_cipher_at(i, &info));
    if (!wants_cipher(cases, info.name) || (cases.lists() && traced_before(info, i))) continue;
    for (std::size_t j = 0; j < hedgerow_algorithm_count(); j++) {
      hedgerow_algorithm_info algorithm{};
      algorithm.size = sizeof algorithm;
      require(hedgerow_algorithm_at(j, &algorithm));
      if (strcmp(algorithm.cipher, info.name)) continue;
      const bool first =
          seen.emplace(info.family, info.block_bytes, info.sbox_bytes, algorithm.mode).second;
      add_algorithm(cases, info, algorithm, !first);
    }
  }
}

}  // namespace hedgerow::tracing
