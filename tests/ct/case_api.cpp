// Cases of the C ABI, for every cipher that hedgerow_cipher_at names: whole lives of a context,
// from the key to the wiping in free. Key, plaintext and expected tag are the secret; nonces,
// lengths, AAD and the status are public. The `wrong` cases give tags that differ from the right
// one at another place for each secret, so that an early exit of the comparison shows.
#include <hedgerow/hedgerow.h>
#include <stdlib.h>
#include <string.h>

#include <tuple>

#include "case.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::size_t kDataBytes = 1024 + 3 * 64 + 5;  // bulk batches, narrow rest, partial block
constexpr std::size_t kAadBytes = 77;

void require(hedgerow_status status) {
  if (status != HEDGEROW_OK) abort();
}

// One message: its inputs, and outputs for two calls.
struct Message {
  hedgerow_cipher_info info;
  const std::uint8_t *key, *plain, *aad, *sbox;
  std::uint8_t *nonce, *cipher, *out, *tag, *mac;
  hedgerow_status status;
};

Message* new_message(const hedgerow_cipher_info& info, Workspace& w) {
  Message* m = (Message*)w.bytes(sizeof(Message));
  *m = {info,
        w.secret_bytes(info.key_bytes),
        w.secret_bytes(kDataBytes),
        w.public_bytes(kAadBytes),
        w.secret_bytes(16),
        w.public_bytes(info.block_bytes),
        w.bytes(kDataBytes),
        w.bytes(kDataBytes),
        w.bytes(info.block_bytes),
        w.bytes(info.block_bytes),
        HEDGEROW_OK};
  return m;
}

// The right tag with one bit turned at the place of this secret.
void spoil(std::uint8_t* tag, std::size_t bytes, const Workspace& w) {
  tag[w.place(bytes)] ^= (std::uint8_t)(1u << w.place(8));
}

using Step = void (*)(Message&);

hedgerow_aead* new_aead(const Message& m) {
  hedgerow_aead* a;
  require(hedgerow_aead_new(&a, m.info.name, m.key, m.info.key_bytes, nullptr));
  return a;
}

void seal(Message& m) {
  hedgerow_aead* a = new_aead(m);
  m.status = hedgerow_aead_seal(a, m.nonce, m.info.nonce_bytes, m.aad, kAadBytes, m.plain, m.cipher,
                                kDataBytes, m.tag, m.info.max_tag_bytes);
  hedgerow_aead_free(a);
}

void open(Message& m) {
  hedgerow_aead* a = new_aead(m);
  m.status = hedgerow_aead_open(a, m.nonce, m.info.nonce_bytes, m.aad, kAadBytes, m.cipher, m.out,
                                kDataBytes, m.tag, m.info.max_tag_bytes);
  hedgerow_aead_free(a);
}

void stream_open(Message& m) {
  constexpr std::size_t kFirst = 100;  // splits a block
  hedgerow_aead* a = new_aead(m);
  require(hedgerow_aead_init(a, HEDGEROW_DECRYPT, m.nonce, m.info.nonce_bytes));
  require(hedgerow_aead_aad(a, m.aad, kAadBytes));
  require(hedgerow_aead_update(a, m.cipher, m.out, kFirst));
  require(hedgerow_aead_update(a, m.cipher + kFirst, m.out + kFirst, kDataBytes - kFirst));
  m.status = hedgerow_aead_final_check(a, m.tag, m.info.max_tag_bytes);
  hedgerow_aead_free(a);
}

// The options of a cipher with S-boxes of its own: each row x -> (2 a + 1) x + b with secret a, b.
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

template <hedgerow_mac_kind Kind, bool Check>
void mac(Message& m) {
  hedgerow_mac* c;
  std::uint8_t sbox[64];
  const hedgerow_options o = options_of(m, sbox);
  require(hedgerow_mac_new(&c, m.info.name, Kind, m.key, m.info.key_bytes, &o));
  require(hedgerow_mac_update(c, m.plain, kDataBytes));
  m.status = Check ? hedgerow_mac_check(c, m.mac, m.info.block_bytes)
                   : hedgerow_mac_final(c, m.mac, m.info.block_bytes);
  hedgerow_mac_free(c);
}

template <hedgerow_mode Mode>
void cipher(Message& m) {
  constexpr bool kCtr = Mode == HEDGEROW_CTR;
  const std::size_t bytes = kCtr ? kDataBytes : kDataBytes - kDataBytes % m.info.block_bytes;
  hedgerow_cipher* c;
  std::uint8_t sbox[64];
  const hedgerow_options o = options_of(m, sbox);
  require(hedgerow_cipher_new(&c, m.info.name, Mode, m.key, m.info.key_bytes, &o));
  if (kCtr) require(hedgerow_cipher_set_iv(c, m.nonce, m.info.ctr_iv_bytes));
  require(hedgerow_cipher_encrypt(c, m.plain, m.cipher, bytes));
  if (!kCtr) require(hedgerow_cipher_decrypt(c, m.cipher, m.out, bytes));
  hedgerow_cipher_free(c);
}

struct Plan {
  const char* name;
  Step before;  // makes the valid ciphertext or tag; null for none
  Step run;
  bool spoiled;  // the tag is made wrong in between
  hedgerow_status expected;
};

constexpr Plan kCipherPlans[] = {
    {"ecb", nullptr, cipher<HEDGEROW_ECB>, false, HEDGEROW_OK},
    {"ctr", nullptr, cipher<HEDGEROW_CTR>, false, HEDGEROW_OK},
};
constexpr Plan kAeadPlans[] = {
    {"seal", nullptr, seal, false, HEDGEROW_OK},
    {"open", seal, open, false, HEDGEROW_OK},
    {"open-wrong", seal, open, true, HEDGEROW_ERR_AUTH},
    {"stream", seal, stream_open, false, HEDGEROW_OK},
    {"stream-wrong", seal, stream_open, true, HEDGEROW_ERR_AUTH},
};
template <hedgerow_mac_kind Kind>
constexpr Plan kMacPlans[] = {
    {"final", nullptr, mac<Kind, false>, false, HEDGEROW_OK},
    {"check", mac<Kind, false>, mac<Kind, true>, false, HEDGEROW_OK},
    {"check-wrong", mac<Kind, false>, mac<Kind, true>, true, HEDGEROW_ERR_AUTH},
};

Traced prepare_plan(const Plan& plan, const hedgerow_cipher_info& info, Workspace& w) {
  Message* m = new_message(info, w);
  if (plan.before) {
    plan.before(*m);
    require(m->status);
  }
  if (plan.spoiled) {
    spoil(m->tag, info.max_tag_bytes, w);
    spoil(m->mac, info.block_bytes, w);
  }
  // Everything that the message computed, the expected tag of a refused message included.
  const std::size_t results = (std::size_t)(m->mac + info.block_bytes - m->cipher);
  const hedgerow_status expected = plan.expected;
  return {[=, run = plan.run] { run(*m); },
          {m->cipher, results},
          [=] { return m->status == expected; }};
}

template <std::size_t N>
void add_plans(Cases& cases, const std::string& group, const hedgerow_cipher_info& info,
               const Plan (&plans)[N], bool further) {
  for (const Plan& plan : plans)
    cases.push_back(
        {.name = group + "." + info.name + "/" + plan.name,
         .further = further,
         .prepare = [&plan, info](Workspace& w) { return prepare_plan(plan, info, w); }});
}

bool has_mac(const hedgerow_cipher_info& info, hedgerow_mac_kind kind) {
  const std::uint8_t key[64] = {}, zeros[16] = {};
  std::uint8_t sbox[64];
  Message m{};
  m.info = info;
  m.sbox = zeros;
  const hedgerow_options o = options_of(m, sbox);
  hedgerow_mac* c;
  if (hedgerow_mac_new(&c, info.name, kind, key, info.key_bytes, &o) != HEDGEROW_OK) return false;
  hedgerow_mac_free(c);
  return true;
}

// Whether an earlier cipher has the same code and differs in constant data alone: S-box sets.
bool traced_before(const hedgerow_cipher_info& info, std::size_t index) {
  const auto sizes = [](const hedgerow_cipher_info& i) {
    return std::tuple(std::string(i.family), i.block_bytes, i.key_bytes, i.rounds, i.ctr_iv_bytes,
                      i.sbox_bytes);
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
  std::string family;  // of the cipher before: families stand together
  for (std::size_t i = 0; i < hedgerow_cipher_count(); i++) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    require(hedgerow_cipher_at(i, &info));
    const bool further = family == info.family;
    family = info.family;
    const auto wants = [&](const char* group) {
      return cases.wants(std::string(group) + "." + info.name);
    };
    if (cases.lists() && traced_before(info, i)) continue;
    if (wants("cipher")) add_plans(cases, "cipher", info, kCipherPlans, further);
    if (wants("aead") && *info.aead) add_plans(cases, "aead", info, kAeadPlans, further);
    if (wants("cmac") && has_mac(info, HEDGEROW_CMAC))
      add_plans(cases, "cmac", info, kMacPlans<HEDGEROW_CMAC>, further);
    if (wants("gmac") && has_mac(info, HEDGEROW_GMAC))
      add_plans(cases, "gmac", info, kMacPlans<HEDGEROW_GMAC>, further);
  }
}

}  // namespace hedgerow::tracing
