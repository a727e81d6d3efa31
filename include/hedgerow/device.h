/* Hedgerow on GPUs: ECB and CTR of every cipher, GCM and MGM, in CUDA and OpenCL. This is the C ABI
 * of libhedgerow-device, which needs libhedgerow. It opens the drivers (libcuda.so.1 with NVRTC,
 * libOpenCL.so.1) when you first ask for a device. docs/gpu.md explains the requirements, the calls
 * and the failures.
 *
 * These rules hold for every function of this header:
 *  - A function never throws, aborts or prints, but returns a hedgerow_device_status. Its last
 *    argument, which may be NULL, receives a sentence that says what was wrong in this call and
 *    what is allowed.
 *  - On failure, outputs in host memory are untouched, or zeroed if the function says so. Device
 *    memory that a queue had begun to write is undefined.
 *  - Only one thread at a time may use a handle, but different threads may use different handles
 *    at the same time, even handles of one device. Several threads may use the device handle
 *    itself at the same time, except to close it. Queries without a handle are thread-safe.
 *  - Free a handle before you close the device that it was made for. You may free NULL, which has
 *    no effect.
 *  - In a struct that begins with `size`, set `size` to sizeof of the struct. Every other member
 *    may be 0 for its default. A size that no version has, or a member that this library does
 *    not know, is ARGUMENT. For example: hedgerow_device_cipher_options o = {sizeof o};
 *  - Lengths and offsets are bytes unless a name says otherwise, and texts are UTF-8 and end in
 *    0.
 *
 * The calling thread's current CUDA context is left as it was. CUDA devices work in their primary
 * context; therefore you can pass pointers and streams of PyTorch, CuPy and the CUDA runtime.
 */
#ifndef HEDGEROW_DEVICE_H
#define HEDGEROW_DEVICE_H

#include "hedgerow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ----------------------------------------------------------------------------------

   The exit code of the command line is status / 100. 1: the data is not authentic. 2: the call is
   wrong. 3: the device or the system failed. 4: the request is well-formed but not supported here. */
typedef enum hedgerow_device_status HEDGEROW_ENUM {
  HEDGEROW_DEVICE_OK = 0,

  HEDGEROW_DEVICE_NOT_AUTHENTIC = 101, /* the tag does not belong to the message */

  HEDGEROW_DEVICE_ARGUMENT = 201,     /* an argument is NULL or has a value that is not allowed */
  HEDGEROW_DEVICE_CIPHER = 202,       /* unknown cipher */
  HEDGEROW_DEVICE_KEY_LENGTH = 203,   /* the key does not have the cipher's key length */
  HEDGEROW_DEVICE_NONCE_LENGTH = 204, /* the mode has no IV or nonce of this length or value */
  /* the length is not a multiple of the block, or the message is empty */
  HEDGEROW_DEVICE_DATA_LENGTH = 205,
  HEDGEROW_DEVICE_POINTER = 206, /* the memory is misaligned, too short or not the device's */
  HEDGEROW_DEVICE_OVERLAP = 207, /* buffers overlap without being equal */
  HEDGEROW_DEVICE_LIMIT = 208,   /* the data limit of key or message would be exceeded */
  HEDGEROW_DEVICE_STATE = 209,   /* a run was asked for before the key was set */
  /* the kernel id is unknown, or belongs to another cipher or backend */
  HEDGEROW_DEVICE_KERNEL = 210,
  HEDGEROW_DEVICE_SBOX = 211,        /* S-boxes are missing, unexpected, or not permutations */
  HEDGEROW_DEVICE_MODE = 212,        /* the cipher has no AEAD of this name */
  HEDGEROW_DEVICE_TAG_LENGTH = 213,  /* the mode has no tag of this length */
  HEDGEROW_DEVICE_NONCE_REUSE = 214, /* the nonce is that of the last message */

  HEDGEROW_DEVICE_MEMORY = 301,        /* there is not enough host memory */
  HEDGEROW_DEVICE_DEVICE_MEMORY = 302, /* there is not enough device memory */
  HEDGEROW_DEVICE_LOST = 303,          /* the device failed: its handles can only be freed */
  HEDGEROW_DEVICE_COMPILE = 304,       /* the kernel's source does not compile for this device */
  HEDGEROW_DEVICE_SELFTEST = 305,      /* a known answer came out wrong on this device */
  HEDGEROW_DEVICE_DRIVER = 306,        /* the driver rejected a call for another reason */
  HEDGEROW_DEVICE_INTERNAL = 307,      /* a fault of the library */

  HEDGEROW_DEVICE_NO_DRIVER = 401,  /* the backend's driver library is not installed */
  HEDGEROW_DEVICE_OLD_DRIVER = 402, /* the driver is older than the oldest supported one */
  HEDGEROW_DEVICE_NO_DEVICE = 403,  /* there is no device of this id */
  HEDGEROW_DEVICE_UNSUPPORTED = 404 /* no kernel of the cipher serves this device */
} hedgerow_device_status;

#define HEDGEROW_DEVICE_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_device_status

/* Returns an English sentence for a status, independent of the call. The text is static and
   never NULL. */
HEDGEROW_API const char* hedgerow_device_status_text(hedgerow_device_status status);

/* The outcome of a call, which is OK and "" on success. The struct has the same size in all
   versions. */
typedef struct hedgerow_device_error {
  hedgerow_device_status status;
  /* never contains a secret; for COMPILE it is the beginning of the compiler's log */
  char text[2044];
} hedgerow_device_error;

/* "0.3.0": the version of the library that is loaded. */
HEDGEROW_API const char* hedgerow_device_version(void);

/* ---- Lists of backends, devices and kernels -----------------------------------------------------

   The first of these calls opens the drivers and asks them. Their answers are kept for the whole
   process, so a device that is plugged in later does not appear. Texts in these structs are
   static. */
typedef struct hedgerow_device_backend_info {
  size_t size;                   /* in: sizeof(hedgerow_device_backend_info) */
  const char* name;              /* "cuda", "opencl" */
  const char* driver;            /* "CUDA 12.4", or "" */
  size_t device_count;           /* only devices that can be opened */
  hedgerow_device_status status; /* OK, NO_DRIVER, OLD_DRIVER, NO_DEVICE, DRIVER */
  const char* reason;            /* why there is no device, or "" */
} hedgerow_device_backend_info;

HEDGEROW_API size_t hedgerow_device_backend_count(void);
/* Describes backend `index`, or returns ARGUMENT if index is not below the count. */
HEDGEROW_DEVICE_CALL hedgerow_device_backend_at(size_t index, hedgerow_device_backend_info* info);

typedef struct hedgerow_device_info {
  size_t size;              /* in: sizeof(hedgerow_device_info) */
  const char* id;           /* "cuda:0", "opencl:1" */
  const char* name;         /* the vendor's name */
  const char* driver;       /* version of the driver */
  const char* architecture; /* "sm_90"; for OpenCL the version of OpenCL C */
  uint64_t memory_bytes;
  unsigned compute_units; /* streaming multiprocessors or compute units */
  unsigned clock_mhz;     /* the highest clock; 0 if it is not known */
} hedgerow_device_info;

HEDGEROW_API size_t hedgerow_device_count(void);
/* Describes device `index` of all backends, or returns ARGUMENT if index is not below the count. */
HEDGEROW_DEVICE_CALL hedgerow_device_at(size_t index, hedgerow_device_info* info);

typedef struct hedgerow_device_kernel_info {
  size_t size;           /* in: sizeof(hedgerow_device_kernel_info) */
  const char* id;        /* "kuznyechik.bitslice.cuda" */
  const char* cipher;    /* "kuznyechik" */
  const char* technique; /* "bitslice" */
  const char* backend;   /* "cuda" */
} hedgerow_device_kernel_info;

HEDGEROW_API size_t hedgerow_device_kernel_count(void);
HEDGEROW_DEVICE_CALL hedgerow_device_kernel_at(size_t index, hedgerow_device_kernel_info* info);

/* ---- Devices ---------------------------------------------------------------------------------- */

typedef struct hedgerow_device hedgerow_device;

typedef struct hedgerow_device_options {
  size_t size; /* sizeof(hedgerow_device_options) */
  /* OpenCL: a cl_context that contains this device, if you want to use its buffers and queues;
     keep it alive. NULL: the handle makes a context of its own. CUDA: must be NULL, because the
     primary context is used. */
  void* native_context;
} hedgerow_device_options;

/* Opens the device with the `id` of a hedgerow_device_info, but opens no cipher, because that
   compiles kernels. Returns NO_DEVICE, NO_DRIVER or OLD_DRIVER on failure, and *device is then
   NULL. */
HEDGEROW_DEVICE_CALL hedgerow_device_open(hedgerow_device** device, const char* id,
                                          const hedgerow_device_options* options,
                                          hedgerow_device_error* error);
HEDGEROW_API void hedgerow_device_close(hedgerow_device* device);
HEDGEROW_DEVICE_CALL hedgerow_device_query(const hedgerow_device* device,
                                           hedgerow_device_info* info);
/* Asks the driver, and returns OK, or LOST from the first call on that found the device lost. */
HEDGEROW_DEVICE_CALL hedgerow_device_check(hedgerow_device* device, hedgerow_device_error* error);

/* ---- Memory ------------------------------------------------------------------------------------

   A hedgerow_device_pointer is an address in device memory. CUDA: `base` is a device address
   (CUdeviceptr, tensor.data_ptr()) in any allocation of the primary context. OpenCL: `base` is a
   cl_mem of the handle's context (PyOpenCL: buffer.int_ptr). A run needs base + offset to be a
   multiple of HEDGEROW_DEVICE_ALIGNMENT, and the whole range inside one allocation. Otherwise it
   returns POINTER. */
typedef struct hedgerow_device_pointer {
  uint64_t base;
  uint64_t offset;
} hedgerow_device_pointer;

#define HEDGEROW_DEVICE_ALIGNMENT 16

/* Allocates `bytes` bytes, at least 1, which are aligned to 256 and have undefined contents.
   Returns DEVICE_MEMORY if there is not enough memory. */
HEDGEROW_DEVICE_CALL hedgerow_device_memory_new(hedgerow_device* device, uint64_t bytes,
                                                hedgerow_device_pointer* memory,
                                                hedgerow_device_error* error);
/* Frees memory of hedgerow_device_memory_new, which you must pass with offset 0. {0, 0} is
   allowed and has no effect. The call waits until queues have finished using the memory. */
HEDGEROW_DEVICE_CALL hedgerow_device_memory_free(hedgerow_device* device,
                                                 hedgerow_device_pointer memory,
                                                 hedgerow_device_error* error);
/* Pinned host memory, which the device reads and writes at full speed. Copies and host runs
   with other memory go through a pinned buffer of the library, which costs a copy. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_new(hedgerow_device* device, size_t bytes, void** memory,
                                              hedgerow_device_error* error);
HEDGEROW_DEVICE_CALL hedgerow_device_host_free(hedgerow_device* device, void* memory,
                                               hedgerow_device_error* error);

/* ---- Queues ------------------------------------------------------------------------------------

   A queue executes its work in order, after the call has returned, and queues do not wait for
   each other. If work fails after its call has returned, wait, query or any later call returns
   LOST. */
typedef struct hedgerow_device_queue hedgerow_device_queue;

/* `native` is NULL, or a queue of yours, which is a CUstream
   (torch.cuda.current_stream().cuda_stream; the legacy default stream is CU_STREAM_LEGACY, 1) or
   an in-order cl_command_queue. Keep it alive until you free this queue. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_new(hedgerow_device_queue** queue,
                                               hedgerow_device* device, void* native,
                                               hedgerow_device_error* error);
/* Waits until the work in the queue is done, then frees the queue. */
HEDGEROW_API void hedgerow_device_queue_free(hedgerow_device_queue* queue);
/* Waits, and returns when all work in the queue is done. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_wait(hedgerow_device_queue* queue,
                                                hedgerow_device_error* error);
/* Sets *done to 1 if all work in the queue is done, else to 0, without waiting. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_query(hedgerow_device_queue* queue, int* done,
                                                 hedgerow_device_error* error);
/* Queues a copy, so do not change or free the host memory until the queue has done it. */
HEDGEROW_DEVICE_CALL hedgerow_device_upload(hedgerow_device_queue* queue,
                                            hedgerow_device_pointer to, const void* from,
                                            size_t bytes, hedgerow_device_error* error);
HEDGEROW_DEVICE_CALL hedgerow_device_download(hedgerow_device_queue* queue, void* to,
                                              hedgerow_device_pointer from, size_t bytes,
                                              hedgerow_device_error* error);

/* ---- A cipher on a device ---------------------------------------------------------------------- */

typedef struct hedgerow_device_cipher hedgerow_device_cipher;

/* Host runs may go to the CPU if the device cannot do them: there is no kernel, its source does
   not compile, a known answer is wrong, memory is short, or the device is lost during the run.
   Without this flag these are failures, and with it the CPU still never does runs in device
   memory. */
#define HEDGEROW_DEVICE_ALLOW_CPU 1u
/* AEADs: a message may have the nonce of the message before it. Use this only for known-answer
   tests, because a repeated nonce breaks GCM and MGM. */
#define HEDGEROW_DEVICE_REPEAT_NONCE 2u

typedef struct hedgerow_device_cipher_options {
  size_t size; /* sizeof(hedgerow_device_cipher_options) */
  /* Forces a kernel id, for example "kuznyechik.bitslice.cuda". NULL: the environment variable
     HEDGEROW_DEVICE_KERNEL if it names a kernel of this cipher and backend, else the kernel
     that the calibration of this device chose. */
  const char* kernel;
  uint32_t flags; /* HEDGEROW_DEVICE_ALLOW_CPU, HEDGEROW_DEVICE_REPEAT_NONCE, or 0 */
  /* Data limit per key, in blocks, over all runs with this handle. It is 0 for the cipher's
     default, as in hedgerow.h, or HEDGEROW_NO_LIMIT for no limit. */
  uint64_t limit_blocks;
  /* The S-boxes of a cipher that needs them (gost28147:user), in the form of hedgerow_options. */
  const void* sbox;
  size_t sbox_bytes;
  /* Bytes of one piece of a host run, a multiple of the block and at most SIZE_MAX / 4. Three
     pieces are in flight at a time, and 0 means pieces of 8 MiB. The first host run allocates 3
     pieces of device memory and 3 of pinned memory. */
  size_t piece_bytes;
} hedgerow_device_cipher_options;

/* Compiles the cipher's kernels, or finds them in the cache ($XDG_CACHE_HOME/hedgerow, else
   ~/.cache/hedgerow; there is no cache if neither can be written). It computes known answers
   once for each device and process. If several kernels serve, it calibrates once for each device
   and driver. This takes seconds if the cache is empty, and returns COMPILE, SELFTEST or
   UNSUPPORTED on failure. */
HEDGEROW_DEVICE_CALL hedgerow_device_cipher_new(hedgerow_device_cipher** cipher,
                                                hedgerow_device* device, const char* name,
                                                const hedgerow_device_cipher_options* options,
                                                hedgerow_device_error* error);
/* Waits for the device, and wipes the keys on the device and in host memory. */
HEDGEROW_API void hedgerow_device_cipher_free(hedgerow_device_cipher* cipher);
/* Expands the key on the CPU in constant time, uploads the round keys and wipes the old ones.
   The call waits until the queues have finished their work, because that work may use the old
   keys, and it renews the data limit. */
HEDGEROW_DEVICE_CALL hedgerow_device_cipher_set_key(hedgerow_device_cipher* cipher, const void* key,
                                                    size_t key_bytes, hedgerow_device_error* error);

typedef struct hedgerow_device_cipher_info {
  size_t size;        /* in: sizeof(hedgerow_device_cipher_info) */
  const char* cipher; /* "kalyna-128-128" */
  /* the id of the kernel that runs, "kalyna-128-128.table.cuda"; "" on the CPU */
  const char* kernel;
  int on_cpu;           /* 1: the CPU does host runs, `reason` says why */
  const char* reason;   /* valid until the next call with the handle */
  uint64_t blocks_left; /* until the data limit of this key; UINT64_MAX: no limit */
} hedgerow_device_cipher_info;

HEDGEROW_DEVICE_CALL hedgerow_device_cipher_query(const hedgerow_device_cipher* cipher,
                                                  hedgerow_device_cipher_info* info);

/* ---- Runs in device memory ---------------------------------------------------------------------

   These calls put a run into the queue and return without waiting. `in` and `out` are equal or
   disjoint. The queue must belong to the cipher's device, and you must not change the key until
   the queue has done the run. */

/* `bytes` must be a multiple of the block, or the call returns DATA_LENGTH. */
HEDGEROW_DEVICE_CALL hedgerow_device_ecb(hedgerow_device_queue* queue,
                                         hedgerow_device_cipher* cipher,
                                         hedgerow_direction direction, hedgerow_device_pointer in,
                                         hedgerow_device_pointer out, uint64_t bytes,
                                         hedgerow_device_error* error);
/* The cipher's mode "ctr", as in hedgerow.h. One call handles the blocks from first_block on of
   the message with this IV. For example, after a call with 1000 blocks from first_block 0, the
   next one has first_block 1000. The same call encrypts and decrypts. `bytes` must be a
   multiple of the block, and if `in` is {0, 0}, the call writes the keystream itself. The call
   returns LIMIT beyond the longest message. Never use an IV twice under one key, because this
   reveals the messages. */
HEDGEROW_DEVICE_CALL hedgerow_device_ctr(hedgerow_device_queue* queue,
                                         hedgerow_device_cipher* cipher, const void* iv,
                                         size_t iv_bytes, uint64_t first_block,
                                         hedgerow_device_pointer in, hedgerow_device_pointer out,
                                         uint64_t bytes, hedgerow_device_error* error);

/* ---- Runs in host memory -----------------------------------------------------------------------

   The message goes through the device in pieces: while one piece is encrypted, the next one is
   copied to the device and the last one is copied back. The call returns when all is done.
   `ciphers` has 1 to 64 handles of one cipher with one key, on different devices (or several on one
   device), which share the message by offset. `in` and `out` are equal or disjoint. Memory of
   hedgerow_device_host_new is used directly, except for the output of an in-place run, which is
   copied back only when a piece is whole. On failure `out` is unchanged if the run is in place,
   else zeroed. With HEDGEROW_DEVICE_ALLOW_CPU the CPU does the rest instead. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_ecb(hedgerow_device_cipher* const* ciphers, size_t count,
                                              hedgerow_direction direction, const void* in,
                                              void* out, size_t bytes,
                                              hedgerow_device_error* error);
/* `bytes` may be any length, and if it is not a multiple of the block, the message ends here. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_ctr(hedgerow_device_cipher* const* ciphers, size_t count,
                                              const void* iv, size_t iv_bytes, uint64_t first_block,
                                              const void* in, void* out, size_t bytes,
                                              hedgerow_device_error* error);

/* ---- AEADs -------------------------------------------------------------------------------------

   "gcm" and "mgm" of a cipher, as in hedgerow.h. Other AEADs return UNSUPPORTED. The AAD and
   nonce are in host memory and are read before the call returns. The data may have any length.
   Never use a nonce twice under one key, because this breaks GCM and MGM. The handle refuses the
   nonce of the last message that it sealed (NONCE_REUSE), unless HEDGEROW_DEVICE_REPEAT_NONCE is
   set. Blocks of data and of AAD count against the data limit, for sealing and for opening. */
typedef struct hedgerow_device_aead hedgerow_device_aead;

/* Like hedgerow_device_cipher_new, with the data limit of the algorithm. The environment
   variable HEDGEROW_DEVICE_HASH names another kernel of the field, for example
   "gf128.words.cuda". Returns MODE, UNSUPPORTED, COMPILE or SELFTEST on failure. */
HEDGEROW_DEVICE_CALL hedgerow_device_aead_new(hedgerow_device_aead** aead, hedgerow_device* device,
                                              const char* cipher, const char* mode,
                                              const hedgerow_device_cipher_options* options,
                                              hedgerow_device_error* error);
/* Waits for the device, and wipes the keys and all values derived from them on the device and
   in host memory. */
HEDGEROW_API void hedgerow_device_aead_free(hedgerow_device_aead* aead);
HEDGEROW_DEVICE_CALL hedgerow_device_aead_set_key(hedgerow_device_aead* aead, const void* key,
                                                  size_t key_bytes, hedgerow_device_error* error);

typedef struct hedgerow_device_aead_info {
  size_t size;          /* in: sizeof(hedgerow_device_aead_info) */
  const char* cipher;   /* "kalyna-128-128" */
  const char* mode;     /* "gcm" */
  const char* kernel;   /* the id of the cipher's kernel; "" on the CPU */
  const char* hash;     /* the id of the field's kernel, "gf128.table.cuda"; "" on the CPU */
  int on_cpu;           /* 1: the CPU does host runs, `reason` says why */
  const char* reason;   /* valid until the next call with the handle */
  uint64_t blocks_left; /* until the data limit of this key; UINT64_MAX: no limit */
} hedgerow_device_aead_info;

HEDGEROW_DEVICE_CALL hedgerow_device_aead_query(const hedgerow_device_aead* aead,
                                                hedgerow_device_aead_info* info);

/* Seals in device memory, where it puts the work into the queue and does not wait for it. `in`
   and `out` are equal or disjoint. `tag` is device memory of any alignment that does not overlap them, for
   example just after `out`. It receives tag_bytes, which must be a tag length of the algorithm.
   The first message of a queue allocates scratch memory on the device. One handle may serve
   several queues at the same time. */
HEDGEROW_DEVICE_CALL hedgerow_device_seal(hedgerow_device_queue* queue, hedgerow_device_aead* aead,
                                          const void* nonce, size_t nonce_bytes, const void* aad,
                                          size_t aad_bytes, hedgerow_device_pointer in,
                                          hedgerow_device_pointer out, uint64_t bytes,
                                          hedgerow_device_pointer tag, size_t tag_bytes,
                                          hedgerow_device_error* error);
/* The inverse. The call waits for the queue to check the tag, and queues the decryption only if
   the message is authentic. On NOT_AUTHENTIC the data was not decrypted; `out` is zeroed,
   unless it is `in`, which is unchanged. */
HEDGEROW_DEVICE_CALL hedgerow_device_open_sealed(
    hedgerow_device_queue* queue, hedgerow_device_aead* aead, const void* nonce, size_t nonce_bytes,
    const void* aad, size_t aad_bytes, hedgerow_device_pointer in, hedgerow_device_pointer out,
    uint64_t bytes, hedgerow_device_pointer tag, size_t tag_bytes, hedgerow_device_error* error);

/* Seals in host memory, like hedgerow_device_host_ctr. On failure `out` is unchanged if it is
   `in`, else zeroed, and the tag is zeroed. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_seal(hedgerow_device_aead* const* aeads, size_t count,
                                               const void* nonce, size_t nonce_bytes,
                                               const void* aad, size_t aad_bytes, const void* in,
                                               void* out, size_t bytes, void* tag, size_t tag_bytes,
                                               hedgerow_device_error* error);
/* The data goes through the devices twice: first to check the tag, and then, only if the
   message is authentic, to decrypt it. On NOT_AUTHENTIC `out` is untouched. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_open(hedgerow_device_aead* const* aeads, size_t count,
                                               const void* nonce, size_t nonce_bytes,
                                               const void* aad, size_t aad_bytes, const void* in,
                                               void* out, size_t bytes, const void* tag,
                                               size_t tag_bytes, hedgerow_device_error* error);

#ifdef __cplusplus
}
#endif

#endif
