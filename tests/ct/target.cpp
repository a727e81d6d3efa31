// ct_target: the traced program.
//   ct_target --list      one line per ISA and per case, fields separated by tabs
//   ct_target CASE        warms the case up, then waits at an int3. Each time the tracer continues it, it copies
//                         itself, and the copy runs the case under the seed that the tracer has put into RAX.
// In a copy, three int3 mark the region: begin, end, and one with the digest of the output in RAX
// and the result of the case's own check in RDX.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "case.hpp"
#include "isa/cpu.hpp"
#include "registry/registry.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::uint32_t kWarmUpSeed = 0x5eed;
alignas(4096) std::uint8_t memory[1 << 21];

std::uint64_t next_word(std::uint64_t& stream) {
  std::uint64_t z = stream += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Cases find_cases(std::string_view only = {}) {
  Cases cases(only);
  add_control_cases(cases);
  add_kernel_cases(cases);
  add_field_cases(cases);
  add_api_cases(cases);
  add_wrap_cases(cases);
#ifdef HR_CT_CONTAINER
  add_container_cases(cases);
#endif
#ifdef HR_CT_PROVIDER
  add_tls_cases(cases);
#endif
  return cases;
}

// Returns the number of constant-time KERNEL and FIELD lines of an ISA.
int count_lines(const Isa& isa) {
  int n = 0;
  for (const Kernel& k : kernels()) n += k.isa == &isa && k.timing() == Timing::kConstantTime;
  for (const Field& f : fields()) n += f.isa == &isa;
  return n;
}

void print_list() {
  for (const Isa& i : isas()) {
    const bool offered = (cpu_features() & i.features) == i.features;
    printf("isa\t%s\t%d\t%d\t%d\n", i.name, i.built, offered, count_lines(i));
  }
  const Cases cases = find_cases();
  for (const Case& c : cases.all())
    printf("case\t%s\t%s\t%s\t%s\t%d\t%s\n", c.name.c_str(), kClassNames[(int)c.timing],
           c.isa.c_str(), c.kind.c_str(), c.further, c.skip.empty() ? "-" : c.skip.c_str());
}

std::uint64_t digest(std::span<const std::uint8_t> bytes) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (std::uint8_t b : bytes) h = (h ^ b) * 0x100000001b3;
  return h;
}

void mark() { __asm__ volatile("int3" : : : "memory"); }

// Copies this process and returns the seed in the copy. It uses the system call, because the
// library's own fork would run handlers and change locks.
std::uint32_t seed_of_a_copy() {
  signal(SIGCHLD, SIG_IGN);  // copies need no wait
  for (;;) {
    std::uint64_t seed;
    __asm__ volatile("int3" : "=a"(seed) : : "memory");
    const long copy = syscall(SYS_fork);
    if (copy < 0) abort();
    if (copy == 0) return (std::uint32_t)seed;
  }
}

void run(const Case& c) {
  static Workspace workspace;
  workspace.reset(kWarmUpSeed);
  c.prepare(workspace).run();
  workspace.reset(seed_of_a_copy());
  const Traced traced = c.prepare(workspace);
  mark();
  traced.run();
  mark();
  __asm__ volatile("int3"
                   :
                   : "a"(digest(traced.output)), "d"((std::uint64_t)traced.holds())
                   : "memory");
}

}  // namespace

void Workspace::reset(std::uint32_t seed) {
  memset(memory, 0, used_);
  seed_ = seed;
  stream_ = seed;
  used_ = 0;
}

std::uint8_t* Workspace::bytes(std::size_t n) {
  const std::size_t take = (n + 63) / 64 * 64;
  if (take > sizeof memory - used_) abort();
  used_ += take;
  return memory + used_ - take;
}

std::uint8_t* Workspace::public_bytes(std::size_t n) {
  std::uint8_t* p = bytes(n);
  for (std::size_t i = 0; i < n; i++) p[i] = (std::uint8_t)(i * 7 + 1);
  return p;
}

std::uint8_t* Workspace::secret_bytes(std::size_t n) {
  std::uint8_t* p = bytes(n);
  for (std::size_t i = 0; i < n; i++) {
    const std::uint8_t random = (std::uint8_t)(next_word(stream_) >> 56);
    p[i] = seed_ == 0 ? 0x00 : seed_ == 1 ? 0xff : random;
  }
  return p;
}

}  // namespace hedgerow::tracing

int main(int argc, char** argv) {
  using namespace hedgerow::tracing;
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    print_list();
    return 0;
  }
  if (argc != 2) {
    fprintf(stderr, "usage: ct_target --list | ct_target CASE\n");
    return 2;
  }
  const Cases cases = find_cases(argv[1]);
  for (const Case& c : cases.all())
    if (c.skip.empty()) {
      run(c);
      return 0;
    }
  fprintf(stderr, "ct_target: no such case here: %s\n", argv[1]);
  return 2;
}
