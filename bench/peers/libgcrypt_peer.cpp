// libgcrypt's AES, SM4 and Camellia (AES-NI, VAES) and GOST 28147-89 (table-driven, not constant time) as a peer:
// ECB, CBC, CFB, OFB and XTS in both directions, CTR, and one block. There is no key setup, because
// libgcrypt expands AES's decryption key only in the first call.
#include <gcrypt.h>

#include <memory>
#include <stdexcept>

#include "answers.hpp"

namespace {

using namespace hedgerow::bench;

// GOST 28147-89 with a set of S-boxes that libgcrypt knows by its OID [RFC 4357, RFC 7836]. The
// answers are those of bc-java and pygost.
struct BoxSet {
  const char* oid;
  BlockAnswer answer;
};
const std::vector<BoxSet>& box_sets() {
  static const std::vector<BoxSet> all = {
      {"1.2.643.2.2.31.0",
       {"gost28147:test", "546d203368656c326973652073736e62206167796967747473656865202c3d73",
        "1234567890abcdef", "e8287f53f991d52b"}},
      {"1.2.643.2.2.31.1",
       {"gost28147:cryptopro-a", "546d203368656c326973652073736e62206167796967747473656865202c3d73",
        "1234567890abcdef", "c41009dba22ebe35"}},
      {"1.2.643.2.2.31.2",
       {"gost28147:cryptopro-b", "904442017b1b8d74214fe8b28a0c4213d8c2a6402cd1839c4cde1d02f5d84a2b",
        "52aff15173c0e22b", "e66e668772ee4a29"}},
      {"1.2.643.2.2.31.3",
       {"gost28147:cryptopro-c", "81e8c91a2f0564a5c03e08d51c2c24ec18a8d6761dd35fc8c13e9129d51454c7",
        "b6b5157e22fd8c77", "5a4d796fbc72721b"}},
      {"1.2.643.2.2.31.4",
       {"gost28147:cryptopro-d", "1bc34e381c8f7882275b5c68a2401f9a79e8369f41837e3fb14ae53b5396c592",
        "547da9d7a0825c98", "5648d805a4e2b663"}},
      {"1.2.643.7.1.2.5.1.1",
       {"gost28147:tc26-z", "b4c4c4a865bea856ec217b7750f8f8f759b5d4abd23deb4656634fed6f7d2105",
        "f8a9062ca420a6ff", "6cd3bb9a9a427a89"}},
      {"1.2.643.2.2.30.0",
       {"gost28147:r3411-94-test",
        "546d203368656c326973652073736e62206167796967747473656865202c3d73", "1234567890abcdef",
        "b587f7a0814c911d"}},
      {"1.2.643.2.2.30.1",
       {"gost28147:r3411-94-cryptopro",
        "3fe6f9ecf5531eeca15057d9ac1e895dcfef3ac038ade8fff1cf32cef06fd830", "dbafc8a602f45c91",
        "a93a9dc9a6ef8595"}},
  };
  return all;
}

void check(gcry_error_t error) {
  if (error) throw std::runtime_error(gcry_strerror(error));
}

using Handle = std::shared_ptr<gcry_cipher_handle>;

Handle open_handle(int algorithm, int mode) {
  gcry_cipher_hd_t made = nullptr;
  check(gcry_cipher_open(&made, algorithm, mode, 0));
  return Handle(made, gcry_cipher_close);
}

// libgcrypt's name of a cipher, and the OID of its S-boxes, if any. 0: not available.
struct Algorithm {
  int number;
  const char* oid;
};
Algorithm algorithm_of(const std::string& cipher) {
  if (cipher == "aes-128") return {GCRY_CIPHER_AES128, nullptr};
  if (cipher == "aes-192") return {GCRY_CIPHER_AES192, nullptr};
  if (cipher == "aes-256") return {GCRY_CIPHER_AES256, nullptr};
  if (cipher == "sm4") return {GCRY_CIPHER_SM4, nullptr};
  if (cipher == "camellia-128") return {GCRY_CIPHER_CAMELLIA128, nullptr};
  if (cipher == "camellia-192") return {GCRY_CIPHER_CAMELLIA192, nullptr};
  if (cipher == "camellia-256") return {GCRY_CIPHER_CAMELLIA256, nullptr};
  for (const BoxSet& set : box_sets())
    if (cipher == set.answer.cipher) return {GCRY_CIPHER_GOST28147, set.oid};
  return {0, nullptr};
}

int chained_mode(const std::string& mode) {
  return mode == "cbc"   ? GCRY_CIPHER_MODE_CBC
         : mode == "cfb" ? GCRY_CIPHER_MODE_CFB
         : mode == "ofb" ? GCRY_CIPHER_MODE_OFB
         : mode == "xts" ? GCRY_CIPHER_MODE_XTS
                         : GCRY_CIPHER_MODE_NONE;
}

// Processes each message under the same IV.
Job chained_job(const Algorithm& algorithm, const Request& r, const std::uint8_t* key) {
  const int mode = chained_mode(r.mode);
  const bool short_blocks = gcry_cipher_get_algo_blklen(algorithm.number) < 16;
  if (mode == GCRY_CIPHER_MODE_NONE || (mode == GCRY_CIPHER_MODE_XTS && short_blocks)) return {};
  const Handle handle = open_handle(algorithm.number, mode);
  if (algorithm.oid)
    check(gcry_cipher_ctl(handle.get(), GCRYCTL_SET_SBOX, const_cast<char*>(algorithm.oid), 0));
  const std::size_t keys = mode == GCRY_CIPHER_MODE_XTS ? 2 : 1;
  check(
      gcry_cipher_setkey(handle.get(), key, keys * gcry_cipher_get_algo_keylen(algorithm.number)));
  const std::size_t block = gcry_cipher_get_algo_blklen(algorithm.number);
  const auto run = r.direction == "dec" ? gcry_cipher_decrypt : gcry_cipher_encrypt;
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    static const std::uint8_t iv[16] = {};
    check(gcry_cipher_setiv(handle.get(), iv, block));
    check(run(handle.get(), out, bytes, in, bytes));
  };
}

Job make_with(const Request& r, const std::uint8_t* key) {
  const Algorithm algorithm = algorithm_of(r.cipher);
  if (algorithm.number && !r.aead)
    if (const Job job = chained_job(algorithm, r, key)) return job;
  const bool ctr = r.mode == "ctr";
  if (!algorithm.number || (!ctr && r.mode != "ecb" && r.mode != "block")) return {};
  const Handle handle =
      open_handle(algorithm.number, ctr ? GCRY_CIPHER_MODE_CTR : GCRY_CIPHER_MODE_ECB);
  if (algorithm.oid)
    check(gcry_cipher_ctl(handle.get(), GCRYCTL_SET_SBOX, const_cast<char*>(algorithm.oid), 0));
  check(gcry_cipher_setkey(handle.get(), key, gcry_cipher_get_algo_keylen(algorithm.number)));
  static const std::uint8_t iv[16] = {};
  if (ctr)
    check(gcry_cipher_setctr(handle.get(), iv, gcry_cipher_get_algo_blklen(algorithm.number)));
  const auto run = r.direction == "dec" && !ctr ? gcry_cipher_decrypt : gcry_cipher_encrypt;
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    check(in == out ? run(handle.get(), out, bytes, nullptr, 0)
                    : run(handle.get(), out, bytes, in, bytes));
  };
}

bool known_answer() {
  const auto make = [](const Request& r, const auto& key) { return make_with(r, key.data()); };
  for (const BlockAnswer& answer : aes_answers())
    if (!reproduces(make, answer)) return false;
  for (const BlockAnswer& answer : sm4_and_camellia_answers())
    if (!reproduces(make, answer)) return false;
  for (const BoxSet& set : box_sets())
    if (!reproduces(make, set.answer)) return false;
  return true;
}

}  // namespace

int main() {
  const char* const version = gcry_check_version(nullptr);
  gcry_control(GCRYCTL_DISABLE_SECMEM);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED);
  return serve({std::string("libgcrypt ") + version, "same",
                std::string(kAesVector) + "; " + kSm4AndCamelliaVectors + "; GOST 28147-89 with " +
                    std::to_string(box_sets().size()) + " sets of S-boxes",
                known_answer, [](const Request& r) { return make_with(r, kBenchKey); }});
}
