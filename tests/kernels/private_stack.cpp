// The private stack, by makecontext and swapcontext.
#include "private_stack.hpp"

#include <string.h>
#include <ucontext.h>

#include "memory.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define HR_STACK_IS_SANITIZED 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define HR_STACK_IS_SANITIZED 1
#endif

namespace hedgerow::ledger {

bool private_stack_usable() {
#ifdef HR_STACK_IS_SANITIZED
  return false;
#else
  return true;
#endif
}

namespace detail {

namespace {

constexpr std::size_t kStackBytes = 1 << 20;
constexpr std::uint8_t kPattern = 0xa5;

struct Switch {
  ucontext_t back, there;
  void (*call)(void*);
  void* context;
};
Switch g_switch;

// A variadic function on AArch64 saves v0..v7. They must not contain remains of earlier code,
// because these would count as residue of the call.
void clear_argument_vectors() {
#ifdef __aarch64__
  __asm__ volatile(
      "movi v0.2d, #0\nmovi v1.2d, #0\nmovi v2.2d, #0\nmovi v3.2d, #0\n"
      "movi v4.2d, #0\nmovi v5.2d, #0\nmovi v6.2d, #0\nmovi v7.2d, #0"
      :
      :
      : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7");
#endif
}

// The call saves callee-saved registers on its stack. They must not contain remains of earlier
// code, because these would count as residue of the call.
void clear_saved_registers(ucontext_t& there) {
#ifdef __x86_64__
  for (const int r : {REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15})
    there.uc_mcontext.gregs[r] = 0;
#else
  (void)there;
#endif
}

// libc functions on the way back use the memory of `gap`. They do not overwrite the frames of the
// call.
void enter() {
  std::uint8_t gap[4096];
  __asm__ __volatile__("" : : "r"(gap) : "memory");
  clear_argument_vectors();
  g_switch.call(g_switch.context);
  __asm__ __volatile__("" : : "r"(gap) : "memory");
}

}  // namespace

Bytes run_on_private_stack(void (*call)(void*), void* context) {
  static const GuardedMemory stack(kStackBytes);
  memset(stack.begin(), kPattern, stack.size());
  g_switch.call = call;
  g_switch.context = context;
  getcontext(&g_switch.there);
  clear_saved_registers(g_switch.there);
  g_switch.there.uc_stack.ss_sp = stack.begin();
  g_switch.there.uc_stack.ss_size = stack.size();
  g_switch.there.uc_link = &g_switch.back;
  makecontext(&g_switch.there, enter, 0);
  swapcontext(&g_switch.back, &g_switch.there);
  const std::uint8_t* low = stack.begin();
  while (low < stack.end() && *low == kPattern) low++;
  return Bytes(low, (const std::uint8_t*)stack.end());
}

}  // namespace detail
}  // namespace hedgerow::ledger
