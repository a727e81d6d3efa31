// hedgerow-lab-arm1176 runs the table kernels and the references on ARM1176 (ARMv6 without NEON). It uses no C library,
// because the system's C library for ARM is built for ARMv7 and cannot run there. Therefore it begins at _start and
// makes Linux system calls itself. Run it as
//
//  hedgerow-lab-arm1176 info | list | count SUBJECT DIRECTION BYTES CALLS
//
// The commands do the same as those of hedgerow-lab-measure. Exit status: 0; 2 for wrong usage; 4 for an unknown
// subject.
#include "base/kernel.hpp"

namespace hedgerow {
#define HR_LAB_KERNEL(name) extern const KernelOps hedgerow_kernel_##name[];
#include "lab_arm1176.inc"
#undef HR_LAB_KERNEL
}  // namespace hedgerow

// The functions of a C library that compilers call.
extern "C" {
void* memcpy(void* to, const void* from, std::size_t n) {
  for (std::size_t i = 0; i < n; i++) {
    ((volatile std::uint8_t*)to)[i] = ((const std::uint8_t*)from)[i];
  }
  return to;
}
void* memset(void* to, int value, std::size_t n) {
  for (std::size_t i = 0; i < n; i++) ((volatile std::uint8_t*)to)[i] = (std::uint8_t)value;
  return to;
}
[[noreturn]] void hedgerow_lab_main(const long* stack);
__attribute__((naked, noreturn)) void _start() {
  __asm__("mov r0, sp\n bic sp, sp, #7\n bl hedgerow_lab_main");
}
}

namespace hedgerow::lab {
namespace {

long system_call(long number, long a, long b, long c) {
  register long r7 __asm__("r7") = number;
  register long r0 __asm__("r0") = a;
  register long r1 __asm__("r1") = b;
  register long r2 __asm__("r2") = c;
  __asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2) : "memory");
  return r0;
}
constexpr long kExit = 1, kWrite = 4;

bool same(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
void print(const char* text) {
  long n = 0;
  while (text[n]) n++;
  system_call(kWrite, 1, (long)text, n);
}
long number(const char* text) {
  long n = 0;
  for (; *text >= '0' && *text <= '9'; text++) n = 10 * n + *text - '0';
  return n;
}

// Indices in the kernels' tables.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/gost28147.inc"
#undef CIPHER
};

struct Entry {
  const char* id;
  const KernelOps* ops;
  int block_log2;  // of its bytes, because ARMv6 has no division
};
constexpr std::size_t kMost = 1 << 16;
const Entry kEntries[] = {
    {"kuznyechik.reference.scalar", &hedgerow_kernel_kuznyechik_reference_scalar[0], 4},
    {"kuznyechik.table.scalar", &hedgerow_kernel_kuznyechik_table_scalar[0], 4},
    {"kuznyechik.words8.scalar", &hedgerow_kernel_kuznyechik_words8_scalar[0], 4},
    {"kuznyechik.words16.scalar", &hedgerow_kernel_kuznyechik_words16_scalar[0], 4},
    {"kuznyechik.words32.scalar", &hedgerow_kernel_kuznyechik_words32_scalar[0], 4},
    {"kuznyechik.words64.scalar", &hedgerow_kernel_kuznyechik_words64_scalar[0], 4},
    {"magma.table.scalar", &hedgerow_kernel_gost28147_table_scalar[magma], 3}};

alignas(64) std::uint8_t user_key[256], round_keys[4096], key[1 << 15], in[kMost], out[kMost];

int count(const char* id, const char* direction, long bytes, long calls) {
  for (const Entry& e : kEntries) {
    if (!same(e.id, id) || bytes <= 0 || (std::size_t)bytes > kMost) continue;
    if (e.ops->key_bytes > sizeof key || e.ops->round_key_bytes > sizeof round_keys) return 4;
    for (std::size_t i = 0; i < sizeof user_key; i++) user_key[i] = (std::uint8_t)(i * 7);
    e.ops->schedule(user_key, round_keys);
    e.ops->prepare(round_keys, key);
    const auto crypt = same(direction, "dec") ? e.ops->decrypt : e.ops->encrypt;
    for (long i = 0; i < calls; i++) crypt(key, in, out, (std::size_t)bytes >> e.block_log2);
    return 0;
  }
  return 4;
}

int run(long count_of, const char* const* words) {
  if (count_of == 2 && same(words[1], "info")) {
    print("{\"machine\": \"ARM1176\", \"class\": \"other\", \"compiler\": \"" HR_LAB_COMPILER
          "\", \"flags\": \"" HR_LAB_FLAGS
          "\", \"bits\": 32, \"processors\": 1, \"features\": []}\n");
    return 0;
  }
  if (count_of == 2 && same(words[1], "list")) {
    for (const Entry& e : kEntries) {
      print("{\"subject\": \"");
      print(e.id);
      print("\", \"reason\": \"\"}\n");
    }
    return 0;
  }
  if (count_of == 6 && same(words[1], "count"))
    return count(words[2], words[3], number(words[4]), number(words[5]));
  return 2;
}

}  // namespace
}  // namespace hedgerow::lab

void hedgerow_lab_main(const long* stack) {
  const int status = hedgerow::lab::run(stack[0], (const char* const*)(stack + 1));
  for (;;) hedgerow::lab::system_call(hedgerow::lab::kExit, status, 0, 0);
}
