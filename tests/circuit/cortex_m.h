/* A program of Cortex-M code without a library. The including file defines run_all(). Output and
 * exit are semihosting calls as qemu-arm provides them. qemu-arm has no M-profile processor, so
 * the code of ARMv7-M runs as Thumb-2 of an A-profile processor with the semihosting call svc
 * 0xab. A real Cortex-M with a probe uses bkpt 0xab. */
#ifndef CORTEX_M_H
#define CORTEX_M_H

static void semihosting(unsigned operation, const void* argument) {
  register unsigned r0 __asm__("r0") = operation;
  register const void* r1 __asm__("r1") = argument;
  __asm__ volatile("svc 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void put(char c) { semihosting(0x03, &c); /* SYS_WRITEC */ }

static void run_all(void);

void _start(void) {
  run_all();
  semihosting(0x18, (const void*)0x20026); /* SYS_EXIT, ADP_Stopped_ApplicationExit */
  for (;;) {
  }
}

#endif
