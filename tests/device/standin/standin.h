/* A test controls the standin of the CUDA driver by these symbols of its libcuda.so.1. */
#ifndef STANDIN_H
#define STANDIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The call `name` ("cuMemAlloc_v2", or work of a stream: "run.kernel", "run.in", "run.out",
 * "run.copy", "run.set") returns `error` at its (after + 1)-th use from now on. If a context
 * does not survive `error`, all later calls return it too. 0 uses: forget it. */
void standin_fail(const char* name, int after, int error);
/* 1: streams stop until the test calls this with 0. */
void standin_hold(int hold);
/* 1: every launch flips a bit in the first byte that it writes. */
void standin_corrupt(int corrupt);
/* Sets the total bytes of device memory. */
void standin_memory(size_t bytes);
/* Returns the bytes of device memory that were not zero when they were freed, since the last
 * call. */
size_t standin_dirty_bytes(void);
/* Returns the number of live allocations of device and pinned memory, streams and modules. */
size_t standin_live(void);
/* Restores the context of the device. Calls no longer fail, and memory is plentiful. */
void standin_reset(void);

#ifdef __cplusplus
}
#endif

#endif
