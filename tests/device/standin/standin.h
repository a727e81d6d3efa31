/* How a test steers the stand-in of the CUDA driver: symbols of its libcuda.so.1. */
#ifndef STANDIN_H
#define STANDIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The call `name` ("cuMemAlloc_v2", or what a stream does: "run.kernel", "run.in", "run.out",
   "run.copy", "run.set") returns `error` at its (after + 1)-th use from here on, and at all later ones when
   `error` is one that a context does not survive. 0 uses: forget it. */
void standin_fail(const char* name, int after, int error);
/* 1: streams do nothing until 0 is said. */
void standin_hold(int hold);
/* 1: every launch has a wrong bit in the first byte that it writes. */
void standin_corrupt(int corrupt);
/* Bytes of device memory in all. */
void standin_memory(size_t bytes);
/* Bytes that were not zero in device memory when it was freed, since the last call. */
size_t standin_dirty_bytes(void);
/* Allocations of device and pinned memory, streams and modules that are there. */
size_t standin_live(void);
/* The device's context is whole again, nothing fails, memory is plenty. */
void standin_reset(void);

#ifdef __cplusplus
}
#endif

#endif
