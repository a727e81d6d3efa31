// Signal handlers on a separate stack, and the jump back out of a fault.
#include "trap.hpp"

#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include <initializer_list>

namespace hedgerow::ledger::detail {

namespace {

sigjmp_buf g_return_point;
volatile bool g_armed = false;
alignas(64) char g_signal_stack[1 << 16];

void on_fault(int signal_number) {
  if (g_armed) siglongjmp(g_return_point, signal_number);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void install_handlers() {
  stack_t stack{};
  stack.ss_sp = g_signal_stack;
  stack.ss_size = sizeof g_signal_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK;
  for (int s : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) sigaction(s, &action, nullptr);
}

}  // namespace

Outcome run_trapped(const char* doing, Outcome (*check)(void*), void* context) {
  install_handlers();
  const int signal_number = sigsetjmp(g_return_point, 1);
  if (signal_number) {
    g_armed = false;
    return fail("%s in %s", strsignal(signal_number), doing);
  }
  g_armed = true;
  const Outcome r = check(context);
  g_armed = false;
  return r;
}

}  // namespace hedgerow::ledger::detail
