/* Hedgerow on GPUs: ECB and CTR of every cipher, GCM and MGM, in CUDA and OpenCL. The C ABI of
 * libhedgerow-device, which needs libhedgerow and opens the drivers (libcuda.so.1 with NVRTC,
 * libOpenCL.so.1) when it is first asked for a device. docs/gpu.md is the guide.
 *
 * Rules that hold for every function:
 *  - Nothing throws, aborts or prints. A function returns a hedgerow_device_status. Its last
 *    argument, which may be NULL, takes the sentence that says what was wrong this time and what is
 *    allowed.
 *  - On failure outputs in host memory are untouched, or zeroed where a function says so. What a
 *    queue had begun to write in device memory is undefined.
 *  - A handle may be used by one thread at a time; different handles, those of one device among
 *    them, by different threads at once. The device handle itself may be used by several threads at
 *    once, but for its closing. Queries without a handle are thread-safe.
 *  - A handle is freed before the device it was made for. Freeing NULL does nothing.
 *  - Structs that begin with `size` take sizeof of the struct there, and all else 0 for a default;
 *    ARGUMENT for a size that no version has, or a field that this library does not know.
 *  - Lengths and offsets are bytes unless a name says otherwise. Texts are UTF-8 and end in 0.
 *
 * The calling thread's current CUDA context is left as it was. Devices of CUDA work in their
 * primary context, so that pointers and streams of PyTorch, CuPy and the CUDA runtime are valid.
 */
#ifndef HEDGEROW_DEVICE_H
#define HEDGEROW_DEVICE_H

#include "hedgerow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ----------------------------------------------------------------------------------

   status / 100 is the exit code of the command line for it: 1, the data is not authentic; 2, the
   call is wrong; 3, the device or the system failed; 4, well-formed, but not served here. */
typedef enum hedgerow_device_status HEDGEROW_ENUM {
  HEDGEROW_DEVICE_OK = 0,

  HEDGEROW_DEVICE_NOT_AUTHENTIC = 101, /* the tag is not the message's */

  HEDGEROW_DEVICE_ARGUMENT = 201,     /* an argument is NULL, or a value that is not allowed */
  HEDGEROW_DEVICE_CIPHER = 202,       /* unknown cipher */
  HEDGEROW_DEVICE_KEY_LENGTH = 203,   /* not the cipher's key length */
  HEDGEROW_DEVICE_NONCE_LENGTH = 204, /* not a length (or a value) of the mode's IV or nonce */
  HEDGEROW_DEVICE_DATA_LENGTH = 205,  /* no whole blocks, or empty, where that is needed */
  HEDGEROW_DEVICE_POINTER = 206,      /* memory that is misaligned, too short or not the device's */
  HEDGEROW_DEVICE_OVERLAP = 207,      /* buffers overlap without being equal */
  HEDGEROW_DEVICE_LIMIT = 208,        /* the data limit of key or message would be exceeded */
  HEDGEROW_DEVICE_STATE = 209,        /* a run before the key is set */
  HEDGEROW_DEVICE_KERNEL = 210,       /* unknown kernel id, or of another cipher or backend */
  HEDGEROW_DEVICE_SBOX = 211,         /* S-boxes missing, unwanted, or no permutations */
  HEDGEROW_DEVICE_MODE = 212,         /* the cipher has no AEAD of this name */
  HEDGEROW_DEVICE_TAG_LENGTH = 213,   /* not a tag length of the mode */
  HEDGEROW_DEVICE_NONCE_REUSE = 214,  /* the nonce of the last message again */

  HEDGEROW_DEVICE_MEMORY = 301,        /* host memory is short */
  HEDGEROW_DEVICE_DEVICE_MEMORY = 302, /* device memory is short */
  HEDGEROW_DEVICE_LOST = 303,          /* the device failed: its handles can only be freed */
  HEDGEROW_DEVICE_COMPILE = 304,       /* the kernel's source does not compile for this device */
  HEDGEROW_DEVICE_SELFTEST = 305,      /* a known answer came out wrong on this device */
  HEDGEROW_DEVICE_DRIVER = 306,        /* the driver refused a call for another reason */
  HEDGEROW_DEVICE_INTERNAL = 307,      /* a fault of the library */

  HEDGEROW_DEVICE_NO_DRIVER = 401,  /* the backend's driver library is not installed */
  HEDGEROW_DEVICE_OLD_DRIVER = 402, /* the driver is older than what is needed */
  HEDGEROW_DEVICE_NO_DEVICE = 403,  /* there is no device of this id */
  HEDGEROW_DEVICE_UNSUPPORTED = 404 /* no kernel of the cipher serves this device */
} hedgerow_device_status;

#define HEDGEROW_DEVICE_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_device_status

/* An English sentence for a status, whatever the call. Never NULL; static. */
HEDGEROW_API const char* hedgerow_device_status_text(hedgerow_device_status status);

/* What a call said, on success too: then OK and "". The struct keeps its size in all versions. */
typedef struct hedgerow_device_error {
  hedgerow_device_status status;
  char text[2044]; /* never a secret; of COMPILE the beginning of the compiler's log */
} hedgerow_device_error;

/* "0.2.0": the version of the library that is loaded. */
HEDGEROW_API const char* hedgerow_device_version(void);

/* ---- What there is ----------------------------------------------------------------------------

   The drivers are opened and asked at the first of these calls, and what they said then stays for
   the process. Texts of these structs are static. */
typedef struct hedgerow_device_backend_info {
  size_t size;                   /* in: sizeof(hedgerow_device_backend_info) */
  const char* name;              /* "cuda", "opencl" */
  const char* driver;            /* "CUDA 12.4", or "" */
  size_t device_count;           /* of those that can be opened */
  hedgerow_device_status status; /* OK, NO_DRIVER, OLD_DRIVER, NO_DEVICE, DRIVER */
  const char* reason;            /* why there is no device, or "" */
} hedgerow_device_backend_info;

HEDGEROW_API size_t hedgerow_device_backend_count(void);
/* ARGUMENT beyond the count. */
HEDGEROW_DEVICE_CALL hedgerow_device_backend_at(size_t index, hedgerow_device_backend_info* info);

typedef struct hedgerow_device_info {
  size_t size;              /* in: sizeof(hedgerow_device_info) */
  const char* id;           /* "cuda:0", "opencl:1" */
  const char* name;         /* as its maker calls it */
  const char* driver;       /* version of the driver */
  const char* architecture; /* "sm_90"; OpenCL: version of its C */
  uint64_t memory_bytes;
  unsigned compute_units; /* streaming multiprocessors, compute units */
  unsigned clock_mhz;     /* the highest; 0: not known */
} hedgerow_device_info;

HEDGEROW_API size_t hedgerow_device_count(void);
/* Device `index` of all backends; ARGUMENT beyond the count. */
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
  /* OpenCL: a cl_context with this device whose buffers and queues are to be used; the caller keeps
     it alive. NULL: a context of the handle's own. CUDA: must be NULL; it is the primary one. */
  void* native_context;
} hedgerow_device_options;

/* `id` is that of a hedgerow_device_info. NO_DEVICE, NO_DRIVER, OLD_DRIVER. Opens no cipher: that
   compiles. *device is NULL on failure. */
HEDGEROW_DEVICE_CALL hedgerow_device_open(hedgerow_device** device, const char* id,
                                          const hedgerow_device_options* options,
                                          hedgerow_device_error* error);
HEDGEROW_API void hedgerow_device_close(hedgerow_device* device);
HEDGEROW_DEVICE_CALL hedgerow_device_query(const hedgerow_device* device,
                                           hedgerow_device_info* info);
/* OK, or LOST from the first call that found it so. Asks the driver. */
HEDGEROW_DEVICE_CALL hedgerow_device_check(hedgerow_device* device, hedgerow_device_error* error);

/* ---- Memory ------------------------------------------------------------------------------------

   A place in device memory. CUDA: `base` is a device address (CUdeviceptr, tensor.data_ptr()), of
   any allocation of the primary context. OpenCL: `base` is a cl_mem of the handle's context
   (PyOpenCL: buffer.int_ptr). A run wants base + offset on a multiple of HEDGEROW_DEVICE_ALIGNMENT
   and the whole range inside one allocation, else POINTER. */
typedef struct hedgerow_device_pointer {
  uint64_t base;
  uint64_t offset;
} hedgerow_device_pointer;

#define HEDGEROW_DEVICE_ALIGNMENT 16

/* At least 1 byte; on a multiple of 256. The contents are undefined. DEVICE_MEMORY. */
HEDGEROW_DEVICE_CALL hedgerow_device_memory_new(hedgerow_device* device, uint64_t bytes,
                                                hedgerow_device_pointer* memory,
                                                hedgerow_device_error* error);
/* Of hedgerow_device_memory_new, with offset 0; {0, 0} does nothing. What queues still do with it
   is waited for. */
HEDGEROW_DEVICE_CALL hedgerow_device_memory_free(hedgerow_device* device,
                                                 hedgerow_device_pointer memory,
                                                 hedgerow_device_error* error);
/* Host memory that the device reads and writes at full speed (pinned). Copies and host runs from
   and to other memory go through the library's own. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_new(hedgerow_device* device, size_t bytes, void** memory,
                                              hedgerow_device_error* error);
HEDGEROW_DEVICE_CALL hedgerow_device_host_free(hedgerow_device* device, void* memory,
                                               hedgerow_device_error* error);

/* ---- Queues ------------------------------------------------------------------------------------

   What is put into a queue is done in its order, after the call has returned; queues do not wait
   for each other. A failure behind the call comes back from wait or query, or from any later call,
   as LOST. */
typedef struct hedgerow_device_queue hedgerow_device_queue;

/* native: NULL, or a CUstream (torch.cuda.current_stream().cuda_stream; the legacy default stream
   is CU_STREAM_LEGACY, 1) or an in-order cl_command_queue, which the caller keeps alive. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_new(hedgerow_device_queue** queue,
                                               hedgerow_device* device, void* native,
                                               hedgerow_device_error* error);
/* Waits for what is in it. */
HEDGEROW_API void hedgerow_device_queue_free(hedgerow_device_queue* queue);
/* Returns when all of it is done. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_wait(hedgerow_device_queue* queue,
                                                hedgerow_device_error* error);
/* *done: 1 when all of it is done, else 0. Does not wait. */
HEDGEROW_DEVICE_CALL hedgerow_device_queue_query(hedgerow_device_queue* queue, int* done,
                                                 hedgerow_device_error* error);
/* Copies. The host memory stays as it is until the queue has done it. */
HEDGEROW_DEVICE_CALL hedgerow_device_upload(hedgerow_device_queue* queue,
                                            hedgerow_device_pointer to, const void* from,
                                            size_t bytes, hedgerow_device_error* error);
HEDGEROW_DEVICE_CALL hedgerow_device_download(hedgerow_device_queue* queue, void* to,
                                              hedgerow_device_pointer from, size_t bytes,
                                              hedgerow_device_error* error);

/* ---- A cipher on a device ---------------------------------------------------------------------- */

typedef struct hedgerow_device_cipher hedgerow_device_cipher;

/* Host runs go to the CPU where the device cannot do them: no kernel, a source that does not
   compile, a wrong known answer, memory that is short, a device that is lost in the middle. Without
   it these are failures. Runs in device memory are never done by the CPU. */
#define HEDGEROW_DEVICE_ALLOW_CPU 1u
/* AEADs: the nonce of a message may be that of the last one again: for known-answer tests. */
#define HEDGEROW_DEVICE_REPEAT_NONCE 2u

typedef struct hedgerow_device_cipher_options {
  size_t size; /* sizeof(hedgerow_device_cipher_options) */
  /* Forces a kernel id. NULL: HEDGEROW_DEVICE_KERNEL from the environment when it names a kernel of
     this cipher and backend, else what the calibration of this device found. */
  const char* kernel;
  uint32_t flags; /* HEDGEROW_DEVICE_ALLOW_CPU, HEDGEROW_DEVICE_REPEAT_NONCE, or 0 */
  /* Data limit per key, in blocks, of all runs with this handle; 0: the cipher's default, as in
     hedgerow.h; HEDGEROW_NO_LIMIT: none. */
  uint64_t limit_blocks;
  /* For a cipher with sbox_bytes (gost28147:user): its S-boxes, as in hedgerow_options. */
  const void* sbox;
  size_t sbox_bytes;
  /* Bytes of one piece of a host run, three of which are on their way at once; whole blocks; 0: 8
     MiB. Device memory and pinned memory of 3 pieces each are taken at the first host run. */
  size_t piece_bytes;
} hedgerow_device_cipher_options;

/* Compiles the cipher's kernels, or finds them in the cache ($XDG_CACHE_HOME/hedgerow, else
   ~/.cache/hedgerow; without a place to write there is no cache), computes known answers with them
   once for each device and process, and calibrates once for each device and driver where several
   kernels serve: seconds when the cache is empty. COMPILE, SELFTEST, UNSUPPORTED. */
HEDGEROW_DEVICE_CALL hedgerow_device_cipher_new(hedgerow_device_cipher** cipher,
                                                hedgerow_device* device, const char* name,
                                                const hedgerow_device_cipher_options* options,
                                                hedgerow_device_error* error);
/* Waits for the device, and wipes the keys there and here. */
HEDGEROW_API void hedgerow_device_cipher_free(hedgerow_device_cipher* cipher);
/* The key schedule runs on the CPU, in constant time; the round keys are uploaded, and those before
   are wiped, when what queues have in hand is done: this call waits. It renews the data limit. */
HEDGEROW_DEVICE_CALL hedgerow_device_cipher_set_key(hedgerow_device_cipher* cipher, const void* key,
                                                    size_t key_bytes, hedgerow_device_error* error);

typedef struct hedgerow_device_cipher_info {
  size_t size;          /* in: sizeof(hedgerow_device_cipher_info) */
  const char* cipher;   /* "kalyna-128-128" */
  const char* kernel;   /* the id of what runs, "kalyna-128-128.table.cuda"; "" on the CPU */
  int on_cpu;           /* 1: host runs are done by the CPU, `reason` says why */
  const char* reason;   /* valid until the next call with the handle */
  uint64_t blocks_left; /* before the data limit of this key; UINT64_MAX: no limit */
} hedgerow_device_cipher_info;

HEDGEROW_DEVICE_CALL hedgerow_device_cipher_query(const hedgerow_device_cipher* cipher,
                                                  hedgerow_device_cipher_info* info);

/* ---- Runs in device memory ---------------------------------------------------------------------

   Put into the queue, without waiting for anything. `in` and `out` are equal or disjoint. The queue
   must be of the cipher's device; the key must stay as it is until the queue has done it. */

/* `bytes` is whole blocks, else DATA_LENGTH. */
HEDGEROW_DEVICE_CALL hedgerow_device_ecb(hedgerow_device_queue* queue,
                                         hedgerow_device_cipher* cipher,
                                         hedgerow_direction direction, hedgerow_device_pointer in,
                                         hedgerow_device_pointer out, uint64_t bytes,
                                         hedgerow_device_error* error);
/* The cipher's mode "ctr", as in hedgerow.h: one call is blocks first_block .. of the message with
   this IV. Encryption is decryption. `bytes` is whole blocks. With `in` {0, 0} the keystream itself
   is written. LIMIT beyond the longest message. The caller never repeats an IV under one key. */
HEDGEROW_DEVICE_CALL hedgerow_device_ctr(hedgerow_device_queue* queue,
                                         hedgerow_device_cipher* cipher, const void* iv,
                                         size_t iv_bytes, uint64_t first_block,
                                         hedgerow_device_pointer in, hedgerow_device_pointer out,
                                         uint64_t bytes, hedgerow_device_error* error);

/* ---- Runs in host memory -----------------------------------------------------------------------

   A message goes in pieces through the device: while one is encrypted, the next is copied to it and
   the last one back. The call returns when all is done. `ciphers`, 1 to 64 handles of one cipher
   with one key on different devices (or several on one), share the message by offset. `in` and
   `out` are equal or disjoint. Memory of hedgerow_device_host_new is used where it stands, but for
   the output of a run in place, which is copied back only when it is whole. On failure `out` is as
   it was when the run is in place, else zeroed; with HEDGEROW_DEVICE_ALLOW_CPU the CPU does the
   rest instead. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_ecb(hedgerow_device_cipher* const* ciphers, size_t count,
                                              hedgerow_direction direction, const void* in,
                                              void* out, size_t bytes,
                                              hedgerow_device_error* error);
/* `bytes` may be any length; an incomplete block ends the message. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_ctr(hedgerow_device_cipher* const* ciphers, size_t count,
                                              const void* iv, size_t iv_bytes, uint64_t first_block,
                                              const void* in, void* out, size_t bytes,
                                              hedgerow_device_error* error);

/* ---- AEADs -------------------------------------------------------------------------------------

   "gcm" and "mgm" of a cipher, as in hedgerow.h; its other AEADs are UNSUPPORTED. AAD, nonce and
   lengths are host memory that the call has read when it returns. Data may have any length. The
   caller's nonce is never repeated under one key; that of the last message that the handle sealed is
   refused (NONCE_REUSE) without HEDGEROW_DEVICE_REPEAT_NONCE. Blocks of data and AAD count against
   the data limit, in both directions. */
typedef struct hedgerow_device_aead hedgerow_device_aead;

/* As hedgerow_device_cipher_new; the data limit is the algorithm's. HEDGEROW_DEVICE_HASH in the
   environment names another kernel of the field, "gf128.words.cuda". MODE, UNSUPPORTED, COMPILE,
   SELFTEST. */
HEDGEROW_DEVICE_CALL hedgerow_device_aead_new(hedgerow_device_aead** aead, hedgerow_device* device,
                                              const char* cipher, const char* mode,
                                              const hedgerow_device_cipher_options* options,
                                              hedgerow_device_error* error);
/* Waits for the device, and wipes there and here keys and what was made of them. */
HEDGEROW_API void hedgerow_device_aead_free(hedgerow_device_aead* aead);
HEDGEROW_DEVICE_CALL hedgerow_device_aead_set_key(hedgerow_device_aead* aead, const void* key,
                                                  size_t key_bytes, hedgerow_device_error* error);

typedef struct hedgerow_device_aead_info {
  size_t size;        /* in: sizeof(hedgerow_device_aead_info) */
  const char* cipher; /* "kalyna-128-128" */
  const char* mode;   /* "gcm" */
  const char* kernel; /* the id of what encrypts; "" on the CPU */
  const char* hash; /* the id of what multiplies in the field, "gf128.table.cuda"; "" on the CPU */
  int on_cpu;       /* 1: host runs are done by the CPU, `reason` says why */
  const char* reason;   /* valid until the next call with the handle */
  uint64_t blocks_left; /* before the data limit of this key; UINT64_MAX: no limit */
} hedgerow_device_aead_info;

HEDGEROW_DEVICE_CALL hedgerow_device_aead_query(const hedgerow_device_aead* aead,
                                                hedgerow_device_aead_info* info);

/* In device memory, put into the queue without waiting for anything. `in` and `out` are equal or
   disjoint; `tag` is device memory of any alignment beside them, such as what lies behind `out`, and
   gets tag_bytes, a length of the algorithm. Scratch memory on the device is taken at the first message
   of a queue; one handle may serve several queues at once. */
HEDGEROW_DEVICE_CALL hedgerow_device_seal(hedgerow_device_queue* queue, hedgerow_device_aead* aead,
                                          const void* nonce, size_t nonce_bytes, const void* aad,
                                          size_t aad_bytes, hedgerow_device_pointer in,
                                          hedgerow_device_pointer out, uint64_t bytes,
                                          hedgerow_device_pointer tag, size_t tag_bytes,
                                          hedgerow_device_error* error);
/* The inverse: it waits for the queue, and decrypts, behind the call, only what is authentic.
   NOT_AUTHENTIC: nothing was decrypted; `out` is zeroed unless it is `in`, which stays as it is. */
HEDGEROW_DEVICE_CALL hedgerow_device_open_sealed(
    hedgerow_device_queue* queue, hedgerow_device_aead* aead, const void* nonce, size_t nonce_bytes,
    const void* aad, size_t aad_bytes, hedgerow_device_pointer in, hedgerow_device_pointer out,
    uint64_t bytes, hedgerow_device_pointer tag, size_t tag_bytes, hedgerow_device_error* error);

/* In host memory, as hedgerow_device_host_ctr. On failure `out` is as it was when it is `in`, else
   zeroed; the tag is zeroed. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_seal(hedgerow_device_aead* const* aeads, size_t count,
                                               const void* nonce, size_t nonce_bytes,
                                               const void* aad, size_t aad_bytes, const void* in,
                                               void* out, size_t bytes, void* tag, size_t tag_bytes,
                                               hedgerow_device_error* error);
/* The data goes through the devices twice: to be checked, and only when it is authentic to be
   decrypted. NOT_AUTHENTIC: `out` is untouched. */
HEDGEROW_DEVICE_CALL hedgerow_device_host_open(hedgerow_device_aead* const* aeads, size_t count,
                                               const void* nonce, size_t nonce_bytes,
                                               const void* aad, size_t aad_bytes, const void* in,
                                               void* out, size_t bytes, const void* tag,
                                               size_t tag_bytes, hedgerow_device_error* error);

#ifdef __cplusplus
}
#endif

#endif
