// Constant time by taint: under MemorySanitizer, secrets are marked as uninitialised, so that it
// reports a branch or an address that depends on one. The program runs every constant-time kernel
// and field of the registry over the portable op model, for the ISAs that HEDGEROW_MODEL lists. With
// HR_SCALAR_IS_FOREIGN, kernels without vectors are not instrumented and are left out; `./dev ct`
// traces the same objects.
//
// It also compares the results with the reference of the variant, and with the scalar
// implementation of the field. This shows that the model computes correctly where it propagates a
// secret.
//
// Each case runs in a child process because a report ends the process. Positive controls show that
// the tool works: it must report every table kernel of the lab, a branch on a secret and a secret
// index, and every output byte must be tainted. Otherwise the run fails.
#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "registry/registry.hpp"

namespace hedgerow {
namespace {

constexpr int kBlocks = 5;
constexpr int kMany = 67;      // blocks to compare: whole groups and a rest
constexpr int kWrong = 4;      // the exit code of a case with a wrong result
constexpr int kReported = 77;  // that of a case with a report; a crash has another one
constexpr int kMaxBlock = 64;
constexpr int kMaxUserKey = 96;
constexpr int kMaxBytes = kBlocks * kMaxBlock;
alignas(64) std::uint8_t prepared_key[1 << 17];
std::uint8_t in[kMaxBytes], out[kMaxBytes];
volatile unsigned sink;

void fill(std::uint8_t* p, int n, bool secret) {
  for (int i = 0; i < n; i++) p[i] = (std::uint8_t)(i * 7 + 3);
  if (secret) __msan_poison(p, (std::size_t)n);
}

bool all_tainted(const std::uint8_t* p, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    if (__msan_test_shadow(p + i, 1) < 0) return false;
  return true;
}

// Data that does not depend on the key, such as the S-boxes of a variant, may be secret in another
// variant that uses the same code. It therefore counts as secret.
void poison_constants(const Kernel& k, std::uint8_t* round_keys) {
  constexpr int kKeys = 8;
  static std::uint8_t of[kKeys][19 * 64];
  for (int i = 0; i < kKeys; i++) {
    std::uint8_t user_key[kMaxUserKey];
    for (int j = 0; j < kMaxUserKey; j++) user_key[j] = (std::uint8_t)(j * 31 + (i << (j % 6)));
    k.ops->schedule(user_key, of[i]);
  }
  for (std::uint32_t j = 0; j < k.ops->round_key_bytes; j++) {
    bool constant = true;
    for (int i = 1; i < kKeys; i++) constant &= of[i][j] == of[0][j];
    if (constant) __msan_poison(round_keys + j, 1);
  }
}

// Both directions and ctr of public data under a public key.
struct Results {
  std::uint8_t encrypted[kMany * kMaxBlock], decrypted[kMany * kMaxBlock], ctr[kMany * kMaxBlock];
};

bool compute(const Kernel& k, Results& r) {
  static std::uint8_t round_keys[19 * 64], data[kMany * kMaxBlock];
  std::uint8_t user_key[kMaxUserKey], counter[kMaxBlock];
  if (k.ops->key_bytes > sizeof prepared_key) return false;
  fill(user_key, sizeof user_key, false);
  fill(counter, sizeof counter, false);
  fill(data, sizeof data, false);
  k.ops->schedule(user_key, round_keys);
  k.ops->prepare(round_keys, prepared_key);
  k.ops->encrypt(prepared_key, data, r.encrypted, kMany);
  k.ops->decrypt(prepared_key, data, r.decrypted, kMany);
  k.ops->ctr(prepared_key, counter, k.variant->ctr_order, data, r.ctr, kMany);
  return true;
}

bool agrees(const Kernel& k) {
  static Results mine, right;
  for (const Kernel& reference : kernels()) {
    if (reference.variant != k.variant || strcmp(reference.technique, "reference") != 0) continue;
    return compute(k, mine) && compute(reference, right) && memcmp(&mine, &right, sizeof mine) == 0;
  }
  return false;
}

void compute(const Field& f, std::uint8_t* accumulator) {
  static std::uint8_t data[kMany * kMaxBlock];
  fill(data, sizeof data, false);
  fill(accumulator, kMaxBlock, false);
  if (f.ops->hash) {
    f.ops->prepare(data, prepared_key);
    f.ops->hash(prepared_key, accumulator, data, kMany);
  }
  if (f.ops->dot) f.ops->dot(true, accumulator, data, data + 3, kMany - 1);
}

bool agrees(const Field& f) {
  std::uint8_t mine[kMaxBlock], right[kMaxBlock];
  for (const Field& scalar : fields()) {
    if (strcmp(scalar.name, f.name) != 0 || strcmp(scalar.isa->name, "scalar") != 0) continue;
    compute(f, mine);
    compute(scalar, right);
    return memcmp(mine, right, sizeof mine) == 0;
  }
  return false;
}

// Runs the schedule, the preparation, both directions and ctr with a secret key and secret data.
bool run_kernel(const Kernel& k) {
  std::uint8_t user_key[kMaxUserKey], counter[kMaxBlock];
  static std::uint8_t round_keys[19 * 64];
  const std::size_t bytes = kBlocks * k.variant->block_bytes;
  fill(user_key, sizeof user_key, true);
  fill(counter, sizeof counter, false);
  k.ops->schedule(user_key, round_keys);
  poison_constants(k, round_keys);
  if (!all_tainted(round_keys, k.ops->round_key_bytes)) return false;
  if (k.ops->key_bytes > sizeof prepared_key) return false;
  if (k.ops->set_up) k.ops->set_up(user_key, prepared_key);
  k.ops->prepare(round_keys, prepared_key);
  fill(in, kMaxBytes, true);
  k.ops->encrypt(prepared_key, in, out, kBlocks);
  if (!all_tainted(out, bytes)) return false;
  k.ops->decrypt(prepared_key, in, out, kBlocks);
  if (!all_tainted(out, bytes)) return false;
  k.ops->ctr(prepared_key, counter, k.variant->ctr_order, in, out, kBlocks);
  return all_tainted(out, bytes);
}

bool run_field(const Field& f) {
  std::uint8_t h[kMaxBytes], accumulator[kMaxBlock];
  fill(h, kMaxBytes, true);
  fill(in, kMaxBytes, true);
  fill(accumulator, kMaxBlock, true);
  if (f.ops->hash) {
    f.ops->prepare(h, prepared_key);
    f.ops->hash(prepared_key, accumulator, in, kBlocks);
  }
  if (f.ops->dot) f.ops->dot(true, accumulator, h, in, kBlocks);
  if (f.rows->tweaks) f.rows->tweaks(accumulator, in, in, out, kBlocks);
  if (f.rows->add) f.rows->add(in, in, out, kBlocks * f.ops->block_bytes);
  return all_tainted(accumulator, f.ops->block_bytes);
}

bool agrees(int) { return true; }

bool run_branch(int) {
  fill(in, 1, true);
  if (in[0] & 1) sink = 1;
  return true;
}
bool run_index(int) {
  static const std::uint8_t table[256] = {1};
  fill(in, 1, true);
  sink = table[in[0]];
  return true;
}

// A case that runs in a child. `must_report`: a positive control.
struct Running {
  pid_t child;
  char name[64];
  bool must_report;
};
constexpr int kMostAtOnce = 64;
Running running[kMostAtOnce];
int cases = 0, wrong = 0, at_once = 0;

void end_one() {
  int status = 0, i = 0;
  const pid_t ended = waitpid(-1, &status, 0);
  while (running[i].child != ended) i++;
  const Running one = running[i];
  running[i] = running[--at_once];
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : kWrong;
  const bool good = code == (one.must_report ? kReported : 0);
  wrong += !good;
  const char* verdict = code == 0           ? "clean"
                        : code == 3         ? "output not fully tainted"
                        : code == kReported ? "reported"
                                            : "crashed, or differs from the reference";
  printf("%-60s %s%s\n", one.name, verdict, good ? "" : "   <-- WRONG");
}

// Starts a case. At most one case per processor runs at the same time.
template <class T>
void check(const char* name, bool (*run)(T), T argument, bool must_report) {
  static const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  cases++;
  while (at_once == kMostAtOnce || (at_once > 0 && at_once >= processors)) end_one();
  fflush(stdout);
  Running& one = running[at_once++];
  snprintf(one.name, sizeof one.name, "%s", name);
  one.must_report = must_report;
  one.child = fork();
  if (one.child < 0) {
    perror("fork");
    exit(kWrong);
  }
  if (one.child > 0) return;
  if (must_report) freopen("/dev/null", "w", stderr);
  if (!must_report && !agrees(argument)) _exit(kWrong);
  _exit(run(argument) ? 0 : 3);
}

}  // namespace

#ifdef HR_SCALAR_IS_FOREIGN
constexpr bool kScalarIsForeign = true;
#else
constexpr bool kScalarIsForeign = false;
#endif

int run_all() {
  int controls = 0;
  for (const Kernel& k : kernels()) {
    if (!k.ops || k.ops->key_bytes == 0) continue;
    const bool control = k.timing() == Timing::kVartime && strcmp(k.technique, "reference") != 0;
    const bool foreign = kScalarIsForeign && strcmp(k.isa->name, "scalar") == 0;
    if (control || (k.timing() == Timing::kConstantTime && !foreign))
      check<const Kernel&>(k.id, run_kernel, k, control);
    controls += control;
  }
  if (controls == 0 || controls == cases)
    return printf("no kernel ran, or no table to see that the taint of a kernel is reported\n"), 1;
  for (const Field& f : fields()) {
    char name[64];
    snprintf(name, sizeof name, "%s.%s", f.name, f.isa->name);
    if (f.ops) check<const Field&>(name, run_field, f, false);
  }
  check<int>("control: a branch on a secret", run_branch, 0, true);
  check<int>("control: a secret index", run_index, 0, true);
  while (at_once > 0) end_one();
  printf("%d passed, %d failed\n", cases - wrong, wrong);
  return wrong != 0;
}

}  // namespace hedgerow

static_assert(hedgerow::kReported == 77);
extern "C" const char* __msan_default_options() { return "exitcode=77"; }

int main() { return hedgerow::run_all(); }
