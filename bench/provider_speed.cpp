// Compares the OpenSSL provider with the C ABI and with gost-engine's provider in one run: the cost
// of EVP at 16 KiB and at 64 bytes, and the speed relative to gost-engine. The calls are those of
// `openssl speed -evp NAME`: EVP_EncryptUpdate in place under one key and IV, and for AEADs one
// message after the other. All participants take turns, sample by sample. The fastest sample
// counts. For each promise the program prints whether this run kept it.
//
// usage: provider_speed [--seconds S] [NAME...]       S: of each row (0.4)
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <string.h>

#include <functional>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.hpp"
#include "hedgerow_bench_commit.h"
#include "measure/sample.hpp"

namespace {

using hedgerow::bench::now_ns;
using Bytes = std::vector<std::uint8_t>;
using Call = std::function<void()>;

struct Row {
  const char *name, *cipher, *mode;
  std::uint64_t section_bytes;
  // The promised factor over gost-engine at 16 KiB on machines with four operations per cycle. On
  // machines with two ports it is half of that. 0: no promise.
  double promised;
};
constexpr Row kRows[] = {
    {"kuznyechik-ctr", "kuznyechik", "ctr", 0, 20},
    {"magma-ctr", "magma", "ctr", 0, 60},
    {"gost89-cnt", "gost28147:cryptopro-a", "cnt", 1024, 50},
    {"kuznyechik-cbc", "kuznyechik", "cbc", 0, 0},
    {"kuznyechik-mgm", "kuznyechik", "mgm", 0, 0},
    {"KALYNA-128-128-CTR", "kalyna-128-128", "ctr", 0, 0},
    {"KALYNA-256-256-GCM", "kalyna-256-256", "gcm", 0, 0},
    {"LEA-128-CTR", "lea-128", "ctr", 0, 0},
    {"SPECK128-128-CTR", "speck-128-128", "ctr", 0, 0},
    {"SIMON128-128-CTR", "simon-128-128", "ctr", 0, 0},
    {"SPARX128-128-CTR", "sparx-128-128", "ctr", 0, 0},
    {"CLEFIA-128-CTR", "clefia-128", "ctr", 0, 0},
    {"RECTANGLE-128-CTR", "rectangle-128", "ctr", 0, 0},
};
constexpr double kOfAbi = 0.95, kOverAbi = 150, kTimesAtOneBlock = 1.5;

void check(bool ok, const char* what) {
  if (ok) return;
  fprintf(stderr, "provider_speed: %s failed\n", what);
  exit(3);
}

double time_of(const Call& call, std::size_t repeats) {
  const double begin = now_ns();
  for (std::size_t i = 0; i < repeats; i++) call();
  return now_ns() - begin;
}

// Returns the nanoseconds per call of each, from the fastest sample. Null calls are left out.
std::vector<double> quickest(const std::vector<Call>& calls, double seconds) {
  constexpr double kSampleNs = 2e5;
  std::vector<double> best(calls.size(), 1e30);
  std::vector<std::size_t> repeats;
  for (const Call& call : calls) {
    repeats.push_back(call ? hedgerow::bench::calls_for(
                                 kSampleNs, [&](std::size_t n) { return time_of(call, n); })
                           : 0);
  }
  for (const double end = now_ns() + seconds * 1e9; now_ns() < end;)
    for (std::size_t k = 0; k < calls.size(); k++) {
      if (!calls[k]) continue;
      best[k] = std::min(best[k], time_of(calls[k], repeats[k]) / (double)repeats[k]);
    }
  return best;
}

// Processes `bytes` in place by the library, or by EVP under a property query. Empty if there is no
// such algorithm.
Call by_abi(const Row& row, const hedgerow_algorithm_info& algorithm, Bytes& data) {
  hedgerow::Options options;
  options.section_bytes = row.section_bytes;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  options.repeat_nonce = algorithm.kind == HEDGEROW_AEAD;
  const Bytes key(algorithm.key_bytes, 1), iv(algorithm.iv_bytes, 2);
  if (algorithm.kind == HEDGEROW_AEAD) {
    auto aead = std::make_shared<hedgerow::Aead>(row.cipher, row.mode, options);
    aead->set_key(key);
    return [=, &data, tag = Bytes(algorithm.tag_bytes)]() mutable {
      aead->seal_with_nonce(iv, {}, data, data, tag);
    };
  }
  auto cipher = std::make_shared<hedgerow::Cipher>(row.cipher, row.mode, key, options);
  if (!iv.empty()) cipher->set_iv(iv);
  return [=, &data] { cipher->encrypt(data, data); };
}

Call by_evp(const Row& row, const hedgerow_algorithm_info& algorithm, const char* query,
            Bytes& data) {
  EVP_CIPHER* const cipher = EVP_CIPHER_fetch(nullptr, row.name, query);
  if (!cipher) return {};
  EVP_CIPHER_CTX* const c = EVP_CIPHER_CTX_new();
  const Bytes key(algorithm.key_bytes, 1), iv(algorithm.iv_bytes, 2);
  check(EVP_EncryptInit_ex(c, cipher, nullptr, nullptr, nullptr) == 1, row.name);
  if (algorithm.iv_bytes > 16)
    EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_IVLEN, (int)algorithm.iv_bytes, nullptr);
  check(EVP_EncryptInit_ex(c, nullptr, nullptr, key.data(), iv.data()) == 1, row.name);
  EVP_CIPHER_CTX_set_padding(c, 0);
  const bool is_aead = algorithm.kind == HEDGEROW_AEAD;
  return [=, &data] {
    int n = 0;
    bool ok = !is_aead || EVP_EncryptInit_ex(c, nullptr, nullptr, nullptr, iv.data()) == 1;
    ok = ok && EVP_EncryptUpdate(c, data.data(), &n, data.data(), (int)data.size()) == 1;
    ok = ok && (!is_aead || EVP_EncryptFinal_ex(c, data.data() + n, &n) == 1);
    check(ok, row.name);
  };
}

const char* kept(bool holds) { return holds ? "kept" : "MISSED"; }

void print_row(const Row& row, std::size_t bytes, double seconds) {
  const hedgerow_algorithm_info algorithm = hedgerow::algorithm_info(row.cipher, row.mode);
  Bytes data(bytes);
  const std::vector<double> ns =
      quickest({by_abi(row, algorithm, data), by_evp(row, algorithm, "provider=hedgerow", data),
                by_evp(row, algorithm, "provider!=hedgerow", data)},
               seconds);
  const double abi = ns[0], evp = ns[1], theirs = ns[2];
  const bool large = bytes > 64;
  if (large)
    printf("%-20s %8.0f %8.0f   %5.3f %-6s", row.name, (double)bytes * 1e3 / abi,
           (double)bytes * 1e3 / evp, abi / evp, kept(abi / evp >= kOfAbi));
  else
    printf("%-20s %8.1f %8.1f   %5.1f %-6s", row.name, abi, evp, evp - abi,
           kept(evp - abi <= kOverAbi));
  if (theirs < 1e30) {
    const double times = theirs / evp;
    const bool two_ports = strcmp(hedgerow_machine_class(), "zen5") != 0;
    const double promised = large ? row.promised / (two_ports ? 2 : 1) : kTimesAtOneBlock;
    printf(" %9.1f %6.2f", large ? (double)bytes * 1e3 / theirs : theirs, times);
    if (promised > 0 && row.promised > 0) printf("  %4.1f %s", promised, kept(times >= promised));
  }
  printf("\n");
  fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  double seconds = 0.4;
  std::vector<std::string> names;
  for (int i = 1; i < count; i++) {
    if (!strcmp(words[i], "--seconds") && i + 1 < count)
      seconds = atof(words[++i]);
    else
      names.push_back(words[i]);
  }
  OSSL_PROVIDER_load(nullptr, "default");
  OSSL_PROVIDER_set_default_search_path(nullptr, HR_MODULES);
  check(OSSL_PROVIDER_load(nullptr, "hedgerow"), HR_MODULES "/hedgerow.so");
  OSSL_PROVIDER_set_default_search_path(nullptr, HR_SYSTEM_MODULES);
  const bool peer = OSSL_PROVIDER_load(nullptr, "gostprov");
  printf("%s, commit %s, %s, %s, %s\n", hedgerow_machine_class(), HR_BENCH_COMMIT,
         HR_BENCH_COMPILER, OpenSSL_version(OPENSSL_VERSION_STRING),
         peer ? "gostprov" : "no gostprov: SKIPPED");
  for (const std::size_t bytes : {std::size_t{16384}, std::size_t{64}}) {
    printf(
        bytes > 64
            ? "\n16 KiB, MB/s            ABI provider   provider/ABI   gostprov  times  promised\n"
            : "\n64 bytes, ns            ABI provider   over the ABI   gostprov  times  "
              "promised\n");
    for (const Row& row : kRows) {
      bool wanted = names.empty();
      for (const std::string& n : names) wanted |= n == row.name;
      if (wanted) print_row(row, bytes, seconds);
    }
  }
  return 0;
}
