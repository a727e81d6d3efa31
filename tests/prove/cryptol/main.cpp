// Proves that the literal references of SPECK and SIMON and their specifications in Cryptol are equal. A proof covers
// every key and block.
#include <algorithm>
#include <cstdio>
#include <random>

#include "registry/registry.hpp"
#include "run.hpp"
#include "specifications.hpp"

namespace {

using namespace hedgerow;
using namespace hedgerow::proof;

const KernelOps* reference_of(const Variant& variant) {
  for (const Kernel& k : kernels_of(variant))
    if (!std::strcmp(k.technique, "reference")) return k.ops;
  return nullptr;
}

class CryptolProof : public Run {
 public:
  CryptolProof(const Cryptol& specification, const Variant& variant)
      : specification_(specification), variant_(variant), ops_(*reference_of(variant)) {}

  // Returns the first difference, or an empty text.
  std::string prove(int wrong) {
    const std::size_t b = variant_.block_bytes;
    std::uint8_t *const user = open(variant_.key_bytes), *const in = open(b), *const out = unset(b),
                        *const expected = unset(b), *const round_keys = unset(ops_.round_key_bytes),
                        *const key = unset(ops_.key_bytes);
    call((void*)ops_.schedule, {address(user), address(round_keys)}, round_keys,
         ops_.round_key_bytes);
    call((void*)ops_.prepare, {address(round_keys), address(key)}, key, ops_.key_bytes);
    for (const bool inverse : {false, true}) {
      make_unset(out, b);
      make_unset(expected, b);
      call((void*)(inverse ? ops_.decrypt : ops_.encrypt),
           {address(key), address(in), address(out), 1}, out, b);
      call((void*)(inverse ? specification_.decrypt : specification_.encrypt),
           {address(reversed(user, variant_.key_bytes)), address(reversed(in, b)),
            address(expected), (std::uint64_t)wrong},
           expected, b);
      for (std::size_t i = 0; i < b; i++) {
        const Word x = memory_.read(address(out + i), 1),
                   y = memory_.read(address(expected + b - 1 - i), 1);
        for (int bit = 0; bit < 8; bit++)
          if (!(x.at(bit) == y.at(bit)))
            return (inverse ? "decrypt: byte " : "encrypt: byte ") + std::to_string(i) + " differs";
      }
    }
    return "";
  }

  // A key and a block that a specification with a wrong constant encrypts differently, or an empty text.
  std::string counterexample(int wrong) {
    std::mt19937_64 random(std::random_device{}());
    std::vector<std::uint8_t> user(variant_.key_bytes), in(variant_.block_bytes), out(in.size()),
        round_keys(ops_.round_key_bytes);
    std::uint8_t* const key = memory_.allocate(ops_.key_bytes);
    for (auto* v : {&user, &in})
      for (auto& byte : *v) byte = (std::uint8_t)random();
    ops_.schedule(user.data(), round_keys.data());
    ops_.prepare(round_keys.data(), key);
    ops_.encrypt(key, in.data(), out.data(), 1);
    const std::string text =
        "key " + hex(user.data(), user.size()) + " block " + hex(in.data(), in.size());
    std::vector<std::uint8_t> expected(in.size());
    for (auto* v : {&user, &in}) std::reverse(v->begin(), v->end());
    specification_.encrypt(user.data(), in.data(), expected.data(), wrong);
    std::reverse(expected.begin(), expected.end());
    return out == expected ? "" : text;
  }

 private:
  // The bytes of a number, with the last one first: in memory, numbers are little-endian.
  std::uint8_t* reversed(const std::uint8_t* p, std::size_t n) {
    std::uint8_t* const r = memory_.allocate(n);
    for (std::size_t i = 0; i < n; i++) memory_.copy(address(r + i), address(p + n - 1 - i), 1);
    return r;
  }

  const Cryptol& specification_;
  const Variant& variant_;
  const KernelOps& ops_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && std::strcmp(argv[1], "--mutants")))
    return std::fputs("usage: prove_cryptol [--mutants]\n", stderr), 2;
  const bool mutants = argc == 2;
  int good = 0, failed = 0;
  for (const Cryptol& c : kCryptol) {
    const double start = seconds();
    std::string text, evidence;
    try {
      CryptolProof proof(c, *find_variant(c.variant));
      text = proof.prove(mutants ? c.rounds / 2 : -1);
      evidence = proof.counterexample(mutants ? c.rounds / 2 : -1);
    } catch (const ProofError& e) {
      text = e.what();
    }
    const bool equal = text.empty() && evidence.empty(),
               refuted = !text.empty() && !evidence.empty();
    (mutants ? refuted : equal) ? good++ : failed++;
    if (mutants)
      std::printf("%s with a wrong round constant: %s: %s\n", c.variant,
                  refuted ? "refuted" : "SURVIVED", evidence.c_str());
    else
      std::printf("%-15s %s, %.1f s %s\n", c.variant, equal ? "proven" : "NOT PROVEN",
                  seconds() - start, text.c_str());
  }
  std::printf("%d %s, %d failed\n", good, mutants ? "refuted" : "proven", failed);
  return failed || good != kCryptols;
}
