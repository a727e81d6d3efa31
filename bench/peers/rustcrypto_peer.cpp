// RustCrypto's kuznyechik, magma (tables, not constant time) and speck-cipher as peers: ECB in both
// directions, CTR, one block, and key setup. The name of the program says which crate it is, for
// example rustcrypto_magma. The crate of SPECK uses the byte order of the paper, and Hedgerow uses
// that of the implementation guide, which is reversed. The output differs, but the work is the
// same.
#include <memory>

#include "peer.hpp"

// rustcrypto/src/lib.rs
extern "C" {
void* rustcrypto_make(const char* cipher, const char* mode, const char* direction,
                      const std::uint8_t* key, const std::uint8_t* start);
void rustcrypto_run(void* job, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes);
void rustcrypto_free(void* job);
}

namespace {

using namespace hedgerow::bench;

struct Crate {
  std::string family;  // which begins the names of its ciphers
  std::string name, vector;
  std::vector<BlockAnswer> answers;
  std::string ctr_start, ctr_answer;  // for the key and the plaintext of the first answer, or empty
};

const std::vector<Crate>& crates() {
  static const std::vector<Crate> all = {
      {"kuznyechik",
       "rustcrypto kuznyechik 0.9",
       "GOST R 34.13-2015 A.1, ECB and CTR, 2 blocks",
       {{"kuznyechik", "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef",
         "1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a",
         "7f679d90bebc24305a468d42b9d4edcdb429912c6e0032f9285452d76718d08b"}},
       "1234567890abcef0",
       "f195d8bec10ed1dbd57b5fa240bda1b885eee733f6a13e5df33ce4b33c45dee4"},
      {"magma",
       "rustcrypto magma 0.10",
       "GOST R 34.13-2015 A.2, ECB and CTR, 4 blocks",
       {{"magma", "ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
         "92def06b3c130a59db54c704f8189d204a98fb2e67a8024c8912409b17b57e41",
         "2b073f0494f372a0de70e715d3556e4811d8d9e9eacfbc1e7c68260996c67efb"}},
       "12345678",
       "4e98110c97b7b93c3e250d93d6e85d69136d868807b2dbef568eb680ab52a12d"},
      {"speck",
       "rustcrypto speck-cipher 0.1",
       "ePrint 2013/404 appendix C, ECB encryption and decryption, all 10 variants",
       {{"speck-32-64", "1918111009080100", "6574694c", "a86842f2"},
        {"speck-48-72", "1211100a0908020100", "20796c6c6172", "c049a5385adc"},
        {"speck-48-96", "1a19181211100a0908020100", "6d2073696874", "735e10b6445d"},
        {"speck-64-96", "131211100b0a090803020100", "74614620736e6165", "9f7952ec4175946c"},
        {"speck-64-128", "1b1a1918131211100b0a090803020100", "3b7265747475432d",
         "8c6fa548454e028b"},
        {"speck-96-96", "0d0c0b0a0908050403020100", "65776f68202c656761737520",
         "9e4d09ab717862bdde8f79aa"},
        {"speck-96-144", "1514131211100d0c0b0a0908050403020100", "656d6974206e69202c726576",
         "2bf31072228a7ae440252ee6"},
        {"speck-128-128", "0f0e0d0c0b0a09080706050403020100", "6c617669757165207469206564616d20",
         "a65d9851797832657860fedf5c570d18"},
        {"speck-128-192", "17161514131211100f0e0d0c0b0a09080706050403020100",
         "726148206665696843206f7420746e65", "1be4cf3a13135566f9bc185de03c1886"},
        {"speck-128-256", "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100",
         "65736f6874206e49202e72656e6f6f70", "4109010405c0f53e4eeeb48d9c188f43"}},
       "",
       ""},
  };
  return all;
}

Job make_with(const Crate& crate, const Request& r, std::vector<std::uint8_t> key,
              std::vector<std::uint8_t> start = {}) {
  if (r.aead || !r.cipher.starts_with(crate.family)) return {};
  key.resize(32);
  start.resize(16);
  void* const made = rustcrypto_make(r.cipher.c_str(), r.mode.c_str(), r.direction.c_str(),
                                     key.data(), start.data());
  if (!made) return {};
  const std::shared_ptr<void> job(made, rustcrypto_free);
  return [job](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    rustcrypto_run(job.get(), in, out, bytes);
  };
}

bool known_answer(const Crate& crate) {
  const auto make = [&](const Request& r, const auto& key) { return make_with(crate, r, key); };
  for (const BlockAnswer& answer : crate.answers)
    if (!reproduces(make, answer)) return false;
  if (crate.ctr_answer.empty()) return true;
  const BlockAnswer& answer = crate.answers.front();
  const Job stream = make_with(crate, {answer.cipher, "ctr", "enc"}, from_hex(answer.key),
                               from_hex(crate.ctr_start));
  return maps_to(stream, from_hex(answer.plaintext), from_hex(crate.ctr_answer));
}

}  // namespace

int main(int, char** argv) {
  for (const Crate& crate : crates())
    if (std::string(argv[0]).ends_with(crate.family))
      return serve({crate.name, "same", crate.vector, [&] { return known_answer(crate); },
                    [&](const Request& r) {
                      return make_with(crate, r, {kBenchKey, kBenchKey + kMaxKeyBytes});
                    }});
  return 1;
}
