/* Hedgerow: the C ABI. The library has block ciphers that hardware does not support, with the modes
 * of their standards. It runs in constant time and uses the vector units of the processor.
 *
 * For example, this encrypts a message (error handling left out):
 *
 *   hedgerow_aead* aead;
 *   hedgerow_aead_new(&aead, "kuznyechik", "mgm", NULL);
 *   hedgerow_aead_set_key(aead, key, 32);
 *   hedgerow_aead_seal(aead, nonce, 16, header, header_bytes, in, out, bytes, tag, 16);
 *   hedgerow_aead_free(aead);
 *
 * Rules for every function:
 *  - A function never throws, aborts or prints. It returns a hedgerow_status, and
 *    hedgerow_status_text returns a sentence for it.
 *  - If a call fails, its outputs are untouched, or zeroed where the function says so.
 *  - Only one thread at a time may use a context, but threads may use different contexts
 *    concurrently. Several threads may read and copy a const context concurrently. Queries without
 *    a context are thread-safe.
 *  - Input and output data are equal or disjoint. Every other output (tag, nonce) is disjoint from
 *    all other buffers. A call that breaks this rule returns HEDGEROW_ERR_OVERLAP.
 *  - Do not change the buffers of a call while it runs, and do not let other threads or processes
 *    do so. A function may read its input twice: for example, open reads it to check it and then
 *    to decrypt it, and it does not notice a change in between. If others can write to the memory,
 *    copy the data to your own memory first.
 *  - A NULL pointer is allowed only with length 0, or where a function says so.
 *  - Freeing a context wipes its keys. You may free NULL, which has no effect.
 *  - Lengths are in bytes unless a name says otherwise.
 *  - If your program uses the static library, link it with -z now, as the CMake and pkg-config
 *    packages do. Otherwise the dynamic linker binds a function at its first call and saves the
 *    vector registers, which may contain keys, to the stack.
 */
#ifndef HEDGEROW_H
#define HEDGEROW_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HEDGEROW_API __attribute__((visibility("default")))
#define HEDGEROW_CHECKED __attribute__((warn_unused_result))
#else
#define HEDGEROW_API
#define HEDGEROW_CHECKED
#endif

/* In C++ a plain enum may only hold its own values. A C caller may pass any int and gets an error.
 */
#ifdef __cplusplus
#define HEDGEROW_ENUM : int
extern "C" {
#else
#define HEDGEROW_ENUM
#endif

#define HEDGEROW_VERSION_MAJOR 0
#define HEDGEROW_VERSION_MINOR 3
#define HEDGEROW_VERSION_PATCH 0

/* The maximum sizes of keys, blocks, IVs and tags that this version supports. */
#define HEDGEROW_MAX_BLOCK_BYTES 64
#define HEDGEROW_MAX_KEY_BYTES 128 /* both keys of a mode that takes two keys */
#define HEDGEROW_MAX_IV_BYTES 256  /* shift registers of GOST R 34.13-2015; nonces are shorter */
#define HEDGEROW_MAX_TAG_BYTES 64

/* Returns the version of the library that is loaded at run time, for example "0.3.0". */
HEDGEROW_API const char* hedgerow_version(void);

/* ---- Status ---------------------------------------------------------------------------------- */

typedef enum hedgerow_status HEDGEROW_ENUM {
  HEDGEROW_OK = 0,
  HEDGEROW_ERR_NULL = 1,         /* a NULL pointer where data is needed */
  HEDGEROW_ERR_CIPHER = 2,       /* unknown cipher name or index */
  HEDGEROW_ERR_MODE = 3,         /* the cipher does not have this mode, or it is of another kind */
  HEDGEROW_ERR_KEY_LENGTH = 4,   /* the algorithm does not have this key length */
  HEDGEROW_ERR_NONCE_LENGTH = 5, /* the algorithm does not allow this length (or value) of the IV
                                    or nonce */
  HEDGEROW_ERR_TAG_LENGTH = 6,   /* the algorithm does not allow this tag length */
  HEDGEROW_ERR_DATA_LENGTH = 7,  /* the length is not a multiple of the block size, or the message
                                    is empty, or a key wrap does not take this length */
  HEDGEROW_ERR_OVERLAP = 8,      /* buffers overlap without being equal */
  HEDGEROW_ERR_LIMIT = 9,        /* the data limit per key or per message would be exceeded */
  HEDGEROW_ERR_NONCE_REUSE = 10, /* the nonce was used before; the nonce counter is used up or
                                    copied; the message began before a copy or a fork */
  HEDGEROW_ERR_AUTH = 11,        /* the tag does not match: the data is not authentic */
  HEDGEROW_ERR_STATE = 12,       /* the call is out of order, for example data before a key */
  HEDGEROW_ERR_KERNEL = 13,      /* unknown kernel id, or a kernel of another cipher */
  HEDGEROW_ERR_UNAVAILABLE = 14, /* the CPU or system lacks the instructions of the kernel */
  HEDGEROW_ERR_OPTIONS = 16,     /* wrong size of the option struct, unknown flag, or an option
                                    that the mode does not have */
  HEDGEROW_ERR_MEMORY = 17,      /* not enough memory */
  HEDGEROW_ERR_BUFFER = 18,      /* the buffer for a result is too small */
  HEDGEROW_ERR_SBOX = 19,      /* S-boxes missing, unwanted, of wrong length, or not permutations */
  HEDGEROW_ERR_FEEDBACK = 20,  /* the mode does not support this feedback_bytes */
  HEDGEROW_ERR_SECTION = 21,   /* the mode does not support this (master_)section_bytes */
  HEDGEROW_ERR_PADDING = 22,   /* the decrypted padding does not match the option */
  HEDGEROW_ERR_TOO_SHORT = 23, /* less than one block for XTS */
  HEDGEROW_ERR_ANNOUNCED = 24, /* the lengths were not announced first, or were different */
  HEDGEROW_ERR_INTEGRITY = 25, /* a wrapped key is damaged, or the wrapping key is wrong */
  HEDGEROW_ERR_RANDOM = 26,    /* the system does not provide random bytes */
  HEDGEROW_ERR_SELFTEST = 27,  /* a known answer was wrong */
  HEDGEROW_ERR_LENGTH_FIELD = 28, /* the mode does not support this length_bytes */
  HEDGEROW_ERR_GAMMA = 29,        /* the mode does not support this gamma_bytes */
  HEDGEROW_ERR_KEY_VALUE = 30 /* XTS with two equal keys; a key that KW of DSTU 7624 cannot wrap */
} hedgerow_status;

#define HEDGEROW_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_status

/* Returns an English sentence that names the mistake and the values that are allowed. It is static
   and never NULL. */
HEDGEROW_API const char* hedgerow_status_text(hedgerow_status status);

/* ---- Lists: ciphers -------------------------------------------------------------------------- */

typedef enum hedgerow_timing HEDGEROW_ENUM {
  HEDGEROW_TIMING_CT = 0,     /* no secret reaches an address, branch or division (SECURITY.md); all
                                 kernels of libhedgerow have this class */
  HEDGEROW_TIMING_UNKNOWN = 1 /* no claim: no context, or a kernel of another build */
} hedgerow_timing;

typedef enum hedgerow_maturity HEDGEROW_ENUM {
  HEDGEROW_STANDARD = 0,    /* standard of a state or an international body */
  HEDGEROW_PUBLISHED = 1,   /* published by its designers only */
  HEDGEROW_EXPERIMENTAL = 2 /* the specification has open points, so results may change */
} hedgerow_maturity;

typedef struct hedgerow_cipher_info {
  size_t size;        /* in: sizeof(hedgerow_cipher_info) */
  const char* name;   /* for example "kalyna-128-256" */
  const char* family; /* for example "kalyna" */
  size_t block_bytes;
  size_t key_bytes; /* length of one key; a mode with two keys needs twice as many bytes */
  unsigned rounds;
  uint64_t limit_blocks; /* default data limit per key, in blocks */
  size_t sbox_bytes;     /* length of the option `sbox` that this cipher needs, else 0 */
  const char* sbox_oid;  /* dotted OID of the S-box set in the cipher's name, or "" */
  const char* aead;      /* the first AEAD of the cipher, for example "mgm", or "" */
  hedgerow_maturity maturity;
  const char* note; /* one line about its security */
} hedgerow_cipher_info;

/* Returns the number of cipher variants, which is fixed for a version of the library. */
HEDGEROW_API size_t hedgerow_cipher_count(void);
/* Returns variant `index`, 0 <= index < hedgerow_cipher_count(), or ERR_CIPHER if there is no such
   variant. A struct that begins with `size` may be from an older or newer header. If size is
   smaller than in the first release, the result is ERR_OPTIONS. Fields that the library does not
   know are zeroed. */
HEDGEROW_API hedgerow_status hedgerow_cipher_at(size_t index, hedgerow_cipher_info* info);
/* Returns the variant with this name, or ERR_CIPHER if there is none. */
HEDGEROW_API hedgerow_status hedgerow_cipher_find(const char* name, hedgerow_cipher_info* info);

/* ---- Lists: algorithms, that is, ciphers in a mode
   ------------------------------------------------ */

typedef enum hedgerow_kind HEDGEROW_ENUM {
  HEDGEROW_BLOCK = 0,  /* whole blocks in, whole blocks out:      hedgerow_cipher */
  HEDGEROW_STREAM = 1, /* any length in, the same length out:     hedgerow_cipher */
  HEDGEROW_AEAD = 2,   /* encryption and a tag over data and AAD: hedgerow_aead */
  HEDGEROW_MAC = 3,    /* a tag over data:                        hedgerow_mac */
  HEDGEROW_WRAP = 4    /* a key encrypted with another key:       hedgerow_wrap */
} hedgerow_kind;

/* The properties of an algorithm are bits of hedgerow_algorithm_info.properties. */
#define HEDGEROW_HAS_SEEK 1u             /* hedgerow_cipher_seek */
#define HEDGEROW_HAS_PADDING 2u          /* the option `padding` */
#define HEDGEROW_HAS_FEEDBACK 4u         /* the option `feedback_bytes` */
#define HEDGEROW_HAS_SECTIONS 8u         /* the option `section_bytes` */
#define HEDGEROW_HAS_MASTER_SECTIONS 16u /* the option `master_section_bytes` */
#define HEDGEROW_STEALS 32u         /* a message has at least one block, and any length above it */
#define HEDGEROW_LENGTHS_FIRST 64u  /* you must announce the lengths of AAD and data first: CCM */
#define HEDGEROW_ONE_CALL 128u      /* no streaming, because the message is read twice, as in SIV */
#define HEDGEROW_NO_EMPTY 256u      /* AAD and data together must not be empty */
#define HEDGEROW_NONCE_TOP_BIT 512u /* the first bit of a nonce must be 0 */
#define HEDGEROW_IV_MAC 1024u    /* a MAC that needs an IV for every message: GMAC of SP 800-38D */
#define HEDGEROW_TAIL_ENDS 8192u /* units of feedback_bytes; an incomplete unit ends the message */
#define HEDGEROW_TAG_WITHOUT_NONCE 2048u  /* the tag does not depend on the nonce: see "AEAD" */
#define HEDGEROW_NO_AAD 16384u            /* the mode has no AAD, so any AAD is ERR_LIMIT */
#define HEDGEROW_HAS_LENGTH_FIELD 4096u   /* the option `length_bytes` */
#define HEDGEROW_HAS_GAMMA 32768u         /* the option `gamma_bytes` */
#define HEDGEROW_HAS_PADDED_LENGTH 65536u /* the flag HEDGEROW_PADDED_LENGTH */
#define HEDGEROW_HAS_TWO_BLOCKS 131072u   /* the flag HEDGEROW_TWO_BLOCKS */
#define HEDGEROW_HAS_ZERO_FILL 262144u    /* the flag HEDGEROW_ZERO_FILL */

typedef struct hedgerow_algorithm_info {
  size_t size; /* in: sizeof(hedgerow_algorithm_info) */
  const char* cipher;
  const char* mode;
  hedgerow_kind kind;
  const char* oid;    /* dotted OID of this cipher in this mode, or "" */
  size_t block_bytes; /* block length of the cipher */
  size_t unit_bytes;  /* data lengths are multiples of it: the block length, or 1 */
  size_t key_bytes;
  size_t iv_bytes;                   /* the usual length of the IV or nonce; 0 without one */
  size_t min_iv_bytes, max_iv_bytes; /* the IV is optional if min is 0 and max is not */
  size_t iv_step_bytes;              /* allowed are min, min + step, .. max */
  size_t tag_bytes;                  /* the usual length of the tag; 0 without one */
  size_t min_tag_bytes, max_tag_bytes, tag_step_bytes;
  size_t feedback_bytes;         /* default of the option; 0 if the mode does not have it */
  uint64_t section_bytes;        /* default of the option; 0 if the key never changes */
  uint64_t master_section_bytes; /* default of the option */
  uint64_t limit_blocks;         /* default data limit per key, in blocks; an option changes it */
  uint64_t message_bytes;        /* the longest message; this limit cannot be changed */
  uint32_t properties;           /* HEDGEROW_HAS_SEEK and so on */
  hedgerow_maturity maturity;    /* of the cipher */
  const char* note;              /* one line about this mode with this cipher, or "" */
} hedgerow_algorithm_info;

/* The list of all ciphers in all their modes. It has the order of the cipher list, and the modes of
   one cipher are adjacent. The result is ERR_MODE if the index is too large or the cipher does not
   have the mode, and ERR_CIPHER if there is no such cipher. */
HEDGEROW_API size_t hedgerow_algorithm_count(void);
HEDGEROW_API hedgerow_status hedgerow_algorithm_at(size_t index, hedgerow_algorithm_info* info);
HEDGEROW_API hedgerow_status hedgerow_algorithm_find(const char* cipher, const char* mode,
                                                     hedgerow_algorithm_info* info);

/* ---- Lists: kernels -------------------------------------------------------------------------- */

typedef struct hedgerow_kernel_info {
  size_t size;    /* in: sizeof(hedgerow_kernel_info) */
  const char* id; /* for example "kalyna-128-256.byteslice.avx512_gfni" */
  const char* cipher;
  const char* technique;
  const char* isa;
  hedgerow_timing timing;
  size_t width_blocks; /* blocks in a full batch; 0 if this build lacks the kernel */
  int available;       /* 1 if this CPU and system can run it */
  /* The calls for which it is selected here, as numbers of blocks, both ends included. 0 and 0: it
     is not selected. up_to_blocks is SIZE_MAX if there is no longest call. */
  size_t from_blocks, up_to_blocks;
  const char* reason; /* why it is selected here, or why not */
} hedgerow_kernel_info;

/* Returns the class of this processor, for example "intel-512". The measurements of a class decide
   which kernels are selected (docs/kernels.md lists the classes). For tests, the environment
   variable HEDGEROW_CPU_CLASS sets another class. Static string. */
HEDGEROW_API const char* hedgerow_machine_class(void);
/* CPU features by their index, as HEDGEROW_CPU_DISABLE names them; NULL behind the last. Static. */
HEDGEROW_API const char* hedgerow_cpu_feature(size_t index);

HEDGEROW_API size_t hedgerow_kernel_count(void);
/* Returns kernel `index`, or ERR_KERNEL if the index is too large. */
HEDGEROW_API hedgerow_status hedgerow_kernel_at(size_t index, hedgerow_kernel_info* info);

/* Checks known answers of every cipher with the kernels that this machine would select, and of one
   mode of each kind, and returns OK or ERR_SELFTEST. It takes some milliseconds, is thread-safe and
   needs no context. */
HEDGEROW_CALL hedgerow_selftest(void);
/* Checks known answers with one kernel (an id of hedgerow_kernel_at), even if it would never be
   selected. Stores the number of right and wrong answers in `passed` and `failed`, which may be
   NULL. Returns OK if no answer is wrong, else ERR_SELFTEST, or ERR_KERNEL or ERR_UNAVAILABLE for a
   kernel that cannot run. */
HEDGEROW_CALL hedgerow_selftest_kernel(const char* kernel, unsigned* passed, unsigned* failed);

/* ---- Options --------------------------------------------------------------------------------- */

/* For MGM, clears the first bit of a nonce, as other libraries do, instead of rejecting a nonce in
   which it is 1. Two nonces that differ only in that bit are then the same nonce. */
#define HEDGEROW_MASK_NONCE 2u
/* For known-answer tests, your own nonce may be that of the last message, and a message under your
   own nonce may continue in a copy and after a fork. */
#define HEDGEROW_REPEAT_NONCE 4u
/* For GCM and GMAC of DSTU 7624, computes the tag as cryptonite and UAPKI do. 80 00 .. follows an
   incomplete last block of ciphertext (GMAC: of data), and the length block counts it as a whole
   block. The two readings of the standard give the same result for whole blocks and for AAD
   (docs/dstu-modes.md). THIS TAG DOES NOT AUTHENTICATE THE LENGTH WITHIN THE LAST BLOCK: data and
   the same data with 80 00 .. behind it have the same tag, so an attacker can append these bytes or
   cut them off. Use the flag only if the length of a message is known from elsewhere. */
#define HEDGEROW_PADDED_LENGTH 8u
/* For the MAC of GOST 28147-89, a block of zeros follows a message of 1 to 8 bytes, as in
   gost-engine and libgcrypt. The standard defines the MAC only for two or more blocks (RFC 5830
   section 8). */
#define HEDGEROW_TWO_BLOCKS 16u
/* For CCM of DSTU 7624, computes the tag as Bouncy Castle does. Incomplete last blocks of AAD and
   data are padded with zeros instead of 80 00 .., and the tag starts a new block of keystream, but
   a vector of the standard contradicts both. The two readings give the same result for whole blocks
   (docs/dstu-modes.md). */
#define HEDGEROW_ZERO_FILL 32u

/* Value of limit_blocks that turns off the data limit per key, while the limits per message
   remain. */
#define HEDGEROW_NO_LIMIT UINT64_MAX

/* Padding for block modes (ECB, CBC), in hedgerow_cipher_update and _final. REMOVING A PADDING IS
   AN ORACLE: an attacker who can send ciphertexts and learn if the result is ERR_PADDING can
   decrypt without the key. Use padding only for formats that require it, and use an AEAD to protect
   data. */
typedef enum hedgerow_padding HEDGEROW_ENUM {
  HEDGEROW_PADDING_NONE = 0,  /* whole blocks only, else ERR_DATA_LENGTH */
  HEDGEROW_PADDING_PKCS7 = 1, /* n bytes of value n, 1 to a block */
  HEDGEROW_PADDING_BIT = 2,   /* GOST R 34.13-2015 procedure 2: 80 00 .., always at least the 80 */
  HEDGEROW_PADDING_ZERO = 3,  /* procedure 1: 00 .. up to a whole block. It cannot be undone, so
                                 decryption leaves it in the data. */
  HEDGEROW_PADDING_BIT_IF_PARTIAL = 4 /* examples of DSTU 7624: 80 00 .. only after an incomplete
                                         block. It cannot be undone: decryption leaves it. */
} hedgerow_padding;

/* Every option that the mode does not have must be 0, else the result is ERR_OPTIONS. */
typedef struct hedgerow_options {
  /* Set it to sizeof(hedgerow_options). The result is ERR_OPTIONS if a field that this library does
     not know is not 0. */
  size_t size;
  /* The id of a kernel that every call must use, or NULL. If it is NULL and the environment
     variable HEDGEROW_KERNEL names a kernel of this cipher, that kernel is used, else the best
     kernel for this CPU. The environment is read once, when it is first needed. An id that belongs
     to no kernel of this cipher is ignored (`hedgerow list` tells you so). */
  const char* kernel;
  /* HEDGEROW_MASK_NONCE, HEDGEROW_REPEAT_NONCE, HEDGEROW_PADDED_LENGTH, HEDGEROW_TWO_BLOCKS,
     HEDGEROW_ZERO_FILL. */
  uint32_t flags;
  /* The length that every tag of an AEAD or MAC must have. If it is 0, each call may use any length
     that the algorithm allows. Set it if you check tags, because short tags are easier to forge. A
     tag of another length is ERR_TAG_LENGTH. */
  uint32_t tag_bytes;
  /* Data limit per key, in blocks, where 0 selects the default of the algorithm and
     HEDGEROW_NO_LIMIT turns the limit off. This option is the only way to raise the limit. Blocks
     of data and AAD count, in both directions and over all messages, until a key is set again, and
     a copy inherits the remaining blocks. A message that open, mac_check or unwrap rejects as
     forged does not count. A forged message that was decrypted in pieces does count, because update
     returned its data. If feedback_bytes or gamma_bytes is less than a block, that number of bytes
     counts as a block. ERR_LIMIT.

     This option does not change message_bytes of the algorithm, because a counter must never
     repeat. */
  uint64_t limit_blocks;
  /* The S-boxes for a cipher with sbox_bytes (gost28147:user), else NULL and 0. They are as secret
     as the key and are used in constant time. gost28147:user needs 64 bytes, 8 rows of 8 bytes. The
     first row is for the least significant nibble, and byte j of a row is S(2j) + 16 S(2j + 1).
     Every row must be a permutation of 0..15, else the result is ERR_SBOX. The call copies the
     S-boxes. */
  const void* sbox;
  size_t sbox_bytes;
  /* The number of bytes in a unit of CFB, 1 to a block. The standards call it s (GOST R 34.13, SP
     800-38A) or q (DSTU 7624). 0 means a block, and a wrong value is ERR_FEEDBACK. */
  uint32_t feedback_bytes;
  /* The padding of the last block, for block modes only. */
  hedgerow_padding padding;
  /* Number of bytes under one key before the mode transforms the key, in whole blocks. It applies
     to CTR-ACPKM and OMAC-ACPKM (the N of RFC 8645) and to the key meshing (RFC 4357: 1024) of CNT,
     CFB and the MAC of GOST 28147-89. 0 selects the default of the algorithm, and a wrong value is
     ERR_SECTION. */
  uint64_t section_bytes;
  /* The number of bytes of key material in OMAC-ACPKM under one master key (the T* of RFC 8645), in
     whole blocks. It must have room for the key and mask of one section. 0 selects the default of
     the algorithm, and a wrong value is ERR_SECTION. */
  uint64_t master_section_bytes;
  /* The number of bytes in a length field of CCM of DSTU 7624 (Nb in the standard), 1 to 8. AAD and
     data are each shorter than 2^(8 Nb) bytes. 0 means 4, and a wrong value is ERR_LENGTH_FIELD. */
  uint32_t length_bytes;
  /* The number of leading bytes of each gamma block that CTR and OFB of GOST R 34.13-2015 add to
     data (s in the standard), 1 to a block. 0 means a block. A smaller value makes the longest
     message of CTR shorter, and seek counts blocks of that many bytes. A wrong value is
     ERR_GAMMA. */
  uint32_t gamma_bytes;
} hedgerow_options;

/* Computes the round keys of a cipher. Another implementation can use them, for example on a GPU.
   The round keys have the order and byte order of the standard. For the gost28147 ciphers the
   S-boxes follow them, packed as in the option `sbox`. `options` may be NULL. Of its fields only
   `sbox` has an effect, but the others must be valid for "ecb". *round_key_bytes receives the
   length of the round keys, also if the result is ERR_BUFFER because `room` is less than that. Any
   other failure sets it to 0. HEDGEROW_MAX_ROUND_KEY_BYTES is always enough. The function takes
   constant time, but you must wipe the round keys when you no longer need them. */
#define HEDGEROW_MAX_ROUND_KEY_BYTES 1216
HEDGEROW_CALL hedgerow_round_keys(const char* cipher, const hedgerow_options* options,
                                  const void* key, size_t key_bytes, void* round_keys, size_t room,
                                  size_t* round_key_bytes);

/* ---- Common to all contexts
   -----------------------------------------------------------------------

   There is one type for each kind: hedgerow_cipher (block and stream modes), hedgerow_aead,
   hedgerow_mac and hedgerow_wrap. You make a context with the names of a cipher and a mode, without
   a key. All its memory is allocated at that moment, so later calls cannot run out of memory.

   You may set the key and the IV in either order and as often as you want. A call before both are
   set returns ERR_STATE. A new key wipes the old one and renews the data limit. The IV stays set
   and starts a message under the new key.

   You can copy a context at any time, and the copy is in the same state. But if an AEAD is
   encrypting a message, only the original can continue it. In the other types, take care that a
   copy and the child of a fork do not both encrypt data under an IV that was set before.

   `reset` removes key, IV, message and nonce counter, but keeps the options. */

typedef enum hedgerow_direction HEDGEROW_ENUM {
  HEDGEROW_ENCRYPT = 0,
  HEDGEROW_DECRYPT = 1
} hedgerow_direction;

/* The properties and the present state of a context, which the query functions return. */
typedef struct hedgerow_context_info {
  size_t size; /* in: sizeof(hedgerow_context_info) */
  const char* cipher;
  const char* mode;
  hedgerow_kind kind;
  int has_key;    /* 1 or 0 */
  int has_iv;     /* 1 or 0; the IV or nonce of the message in progress, or of the last message */
  int in_message; /* 1 between the first and the last call of a message */
  hedgerow_direction direction; /* of the message in progress, or of the last message */
  size_t iv_bytes;              /* length of the IV that is set, or else the usual length */
  size_t tag_bytes;             /* length of the tag of the next final, if the call sets no other */
  uint64_t message_bytes;       /* number of data bytes of the message so far */
  uint64_t blocks_left;         /* remaining data limit of this key; UINT64_MAX: no limit */
} hedgerow_context_info;

/* One of several independent messages under one key. A batch processes messages of any lengths with
   shared kernel calls. It pays for modes that are a serial chain (encryption in CBC, CFB and OFB,
   and CMAC) and for short messages. Set fields to 0 if the kind of mode does not have them. Each
   message needs separate buffers, but `in` and `out` of one message may be equal. A call checks the
   buffers of each message alone. If those of two messages overlap, the outputs are undefined. */
typedef struct hedgerow_message {
  const void* iv; /* IV or nonce */
  size_t iv_bytes;
  const void* aad;
  size_t aad_bytes;
  const void* in;
  void* out; /* as long as `in`; NULL for a MAC */
  size_t bytes;
  void* tag; /* output of AEADs and MACs */
  size_t tag_bytes;
} hedgerow_message;

/* ---- hedgerow_cipher: block and stream modes --------------------------------------------------

   The names of the modes (hedgerow_algorithm_at lists the modes of each cipher):
   "ecb"        whole blocks without chaining; use it only as a building block, not to protect data
   "cbc"        Kuznyechik, Magma: IV of z blocks, 1 to 16 (GOST R 34.13-2015). Others: one block
   "xts"        DSTU 7624 for Kalyna (one key). IEEE 1619 for others (two keys, which must differ:
                set_key returns ERR_KEY_VALUE if they are equal). IV of one block
   "xts-gb"     SM4: GB/T 17964-2021, where the bits of a tweak have the opposite order
   "ctr"        Kuznyechik, Magma: GOST R 34.13-2015, IV of half a block.
                Kalyna: DSTU 7624. The counter starts at E(IV) + 1, with an IV of one block.
                All others: the IV is the first counter block, counted big-endian
   "ctr-acpkm"  RFC 8645
   "cfb", "ofb" Kuznyechik, Magma: IV of z blocks. DSTU 7624 for Kalyna. "cfb" of GOST 28147-89 has
                key meshing (RFC 4357). SP 800-38A for others
   "cnt"        the counter mode of GOST 28147-89 */
typedef struct hedgerow_cipher hedgerow_cipher;

/* Makes a context for `cipher` in `mode`, with `options` or NULL for the defaults. On failure
   *context is NULL. */
HEDGEROW_CALL hedgerow_cipher_new(hedgerow_cipher** context, const char* cipher, const char* mode,
                                  const hedgerow_options* options);
HEDGEROW_API void hedgerow_cipher_free(hedgerow_cipher* context);
/* Makes a second context in the same state, including the position in the keystream. */
HEDGEROW_CALL hedgerow_cipher_copy(hedgerow_cipher** copy, const hedgerow_cipher* context);
HEDGEROW_CALL hedgerow_cipher_reset(hedgerow_cipher* context);
HEDGEROW_CALL hedgerow_cipher_set_key(hedgerow_cipher* context, const void* key, size_t key_bytes);
/* Starts a message. Never use an IV twice under one key. ERR_MODE if the mode has no IV. */
HEDGEROW_CALL hedgerow_cipher_set_iv(hedgerow_cipher* context, const void* iv, size_t iv_bytes);

/* Direct calls. They write all `bytes` bytes and never hold data back, and consecutive calls
   continue one message. Block modes take whole blocks and do not pad. Modes that steal ciphertext
   also take whole blocks, but the last call of a message may add an incomplete block to at least
   one whole block. Further calls return ERR_STATE until set_iv, set_key, begin or seek. All calls
   of a message have the same direction, except in ECB, else the result is ERR_STATE. */
HEDGEROW_CALL hedgerow_cipher_encrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);
/* The inverse of hedgerow_cipher_encrypt, with the same rules for lengths and calls. */
HEDGEROW_CALL hedgerow_cipher_decrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);

/* Buffered calls for data in pieces of any length: begin, then update as often as needed, then
   final. `begin` starts a message in `direction` with the present IV, and you may call it again.
   `update` writes the data that is ready, at most `bytes` + one block (two blocks for a mode that
   steals). `final` writes the rest with its padding, at most one block (two for a mode that
   steals). *out_bytes receives the number of bytes written. If out_room is too small, the result is
   ERR_BUFFER and no input is taken. `in` and `out` are equal or disjoint over the whole out_room
   that is used. */
HEDGEROW_CALL hedgerow_cipher_begin(hedgerow_cipher* context, hedgerow_direction direction);
HEDGEROW_CALL hedgerow_cipher_update(hedgerow_cipher* context, const void* in, size_t bytes,
                                     void* out, size_t out_room, size_t* out_bytes);
/* ERR_DATA_LENGTH if the message does not consist of whole blocks and there is no padding.
   ERR_TOO_SHORT if it has less than a block and the mode steals. ERR_PADDING if the padding is
   wrong, with the same status and time for every kind of error, and `out` is zeroed. The message
   ends with any status except ERR_BUFFER, and set_iv, set_key, begin or seek starts it again. */
HEDGEROW_CALL hedgerow_cipher_final(hedgerow_cipher* context, void* out, size_t out_room,
                                    size_t* out_bytes);

/* Continues at block number `block` of the message, starting from 0. ERR_MODE if the mode cannot
   seek, or ERR_LIMIT beyond its longest message. In CTR-ACPKM each section has a key that is
   derived from the key before it. A seek within the current section derives no key, and a seek
   forward derives the keys from the next section up to that of `block`. A seek back to an earlier
   section derives all keys from the second section on. Each key costs one key schedule and as much
   encryption as the key has blocks. */
HEDGEROW_CALL hedgerow_cipher_seek(hedgerow_cipher* context, uint64_t block);
/* Returns the IV that was set, or ERR_BUFFER if `room` is less than its length, or ERR_STATE before
   set_iv. */
HEDGEROW_CALL hedgerow_cipher_get_iv(const hedgerow_cipher* context, void* iv, size_t room);
/* Returns the IV with which another context would continue the message. For CBC, CFB and OFB it is
   the state after the last whole block or unit. For CTR modes that count in the IV it is the state
   after the last block that was begun. For other modes it is the IV that was set. */
HEDGEROW_CALL hedgerow_cipher_get_updated_iv(const hedgerow_cipher* context, void* iv, size_t room);
/* Processes whole messages with shared kernel calls. Each message has iv, in, out and bytes, where
   a block mode needs whole blocks. Afterwards the context has its key but no IV. If the call fails,
   it has no effect. */
HEDGEROW_CALL hedgerow_cipher_batch(hedgerow_cipher* context, hedgerow_direction direction,
                                    const hedgerow_message* messages, size_t count);
HEDGEROW_API hedgerow_status hedgerow_cipher_query(const hedgerow_cipher* context,
                                                   hedgerow_context_info* info);
/* These return the kernel for calls of so many blocks (SIZE_MAX: the longest calls), and its timing
   class. Another kernel may process what a long call leaves after whole batches. Static strings. */
HEDGEROW_API const char* hedgerow_cipher_kernel(const hedgerow_cipher* context, size_t blocks);
HEDGEROW_API hedgerow_timing hedgerow_cipher_timing(const hedgerow_cipher* context, size_t blocks);

/* ---- hedgerow_aead ----------------------------------------------------------------------------

   "mgm"  RFC 9058. A nonce is a block with first bit 0; see HEDGEROW_MASK_NONCE. AAD and data
          together have at most message_bytes (section 3). For example, Magma allows less than 2^29
          bytes.
   "gcm"  Kalyna: DSTU 7624. Partial blocks are zero-padded, and the length block has the true bit
          lengths. HEDGEROW_PADDED_LENGTH selects the other reading (docs/dstu-modes.md).
          Others: SP 800-38D, nonces of 1 to 128 bytes.
   "ccm"  Kalyna: DSTU 7624, see the option length_bytes. The tag is the encrypted MAC. Incomplete
          blocks of AAD and data are padded with 80 00 .. HEDGEROW_ZERO_FILL selects the other
          reading. Others: SP 800-38C. You must announce the lengths of AAD and data. The length of
          the nonce limits the length of the data.
   "siv"  RFC 5297, two concatenated keys, one call per message. The strings of S2V are the AAD,
          even if it is empty, and the nonce, unless it has 0 bytes. Without a nonce the mode is
          deterministic. hedgerow_aead_seal_strings takes any strings. The tag is the synthetic IV.
   "gcm-siv"       RFC 8452: AES with keys of 128 and 256 bits, one call per message.
   "gcm-siv-like"  the same construction with another cipher, which RFC 8452 does not define.
   "ctr-acpkm-omac"  content encryption of R 1323565.1.025-2019, as gost-engine computes it. A nonce
          consists of the IV (half a block) and a seed of 8 bytes. There is no AAD.

   If an algorithm has HEDGEROW_NO_EMPTY, AAD and data must not both be empty, else the result is
   ERR_DATA_LENGTH. RFC 9058 demands this of MGM, and in GCM of DSTU 7624 the tag of an empty
   message would be E(0), which is the hash key: with it an attacker could forge every other tag.

   THE TAG OF DSTU 7624 GCM DOES NOT COVER THE NONCE (HEDGEROW_TAG_WITHOUT_NONCE). It depends only
   on AAD and ciphertext, so if you open a message under another nonce, the check succeeds and the
   plaintext is noise. If you rely on nonces for the order or the freshness of messages, put the
   nonce into the AAD, as the container of Hedgerow does.

   Nonces. The easy calls, seal and init, make the nonce themselves and return it. The first nonce
   of a key is random. Each further one is the previous nonce plus one, counted in 8 bytes of it (or
   in all bytes of a shorter nonce). A new key, a copy and the child of a fork start with a new
   random nonce. The nonces that one context makes under a key have one length, else the result is
   ERR_NONCE_LENGTH. Nonces under one key therefore repeat only if the ranges of two contexts
   overlap. For nonces of 96 bits the probability is about N^2 m / 2^96 if N contexts encrypt m
   messages each, for example 2^-32 for 2^22 contexts with 2^20 messages. The nonces of Magma have
   63 bits, so use only one context per key or set a counter.

   On Linux 4.14 and later the library notices a fork no matter how the child was made. On older
   systems it notices the fork function of the C library, and a new process number. It cannot notice
   that a snapshot of a virtual machine or process (CRIU) runs twice. In that case nonces repeat
   unless each run sets a new key.

   The calls _with_nonce take your nonce, and you must never repeat one. The library only rejects
   the nonce of the last message that this context encrypted (ERR_NONCE_REUSE), unless you set the
   option HEDGEROW_REPEAT_NONCE. */
typedef struct hedgerow_aead hedgerow_aead;

HEDGEROW_CALL hedgerow_aead_new(hedgerow_aead** context, const char* cipher, const char* mode,
                                const hedgerow_options* options);
HEDGEROW_API void hedgerow_aead_free(hedgerow_aead* context);
/* The copy has no nonce counter, so it makes random nonces unless you call
   hedgerow_aead_set_nonce_counter. See "Streaming" for a copy in the middle of a message. */
HEDGEROW_CALL hedgerow_aead_copy(hedgerow_aead** copy, const hedgerow_aead* context);
HEDGEROW_CALL hedgerow_aead_reset(hedgerow_aead* context);
HEDGEROW_CALL hedgerow_aead_set_key(hedgerow_aead* context, const void* key, size_t key_bytes);
/* Replaces the option tag_bytes at any time before final, but before the first
   data in a mode with HEDGEROW_LENGTHS_FIRST. */
HEDGEROW_CALL hedgerow_aead_set_tag_bytes(hedgerow_aead* context, size_t tag_bytes);

/* Encrypts a message in one call. It makes a nonce of nonce_bytes bytes, which must be a length of
   the algorithm and at most 64, and writes nonce, ciphertext (`bytes` bytes to `out`) and tag
   (tag_bytes bytes). The one-shot calls return ERR_STATE while a streaming message is in progress.
   A call that fails does not use up the nonce. */
HEDGEROW_CALL hedgerow_aead_seal(hedgerow_aead* context, void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, void* tag, size_t tag_bytes);
/* Does the same under your nonce, which you must never repeat. */
HEDGEROW_CALL hedgerow_aead_seal_with_nonce(hedgerow_aead* context, const void* nonce,
                                            size_t nonce_bytes, const void* aad, size_t aad_bytes,
                                            const void* in, void* out, size_t bytes, void* tag,
                                            size_t tag_bytes);
/* Checks and decrypts a message in one call. On ERR_AUTH the state of `out` depends on the mode.
   "gcm" and "mgm" check the tag first, so `out` is untouched (in place, it is still the
   ciphertext). "ccm", "siv", "gcm-siv", "gcm-siv-like" and "ctr-acpkm-omac" have a tag over the
   plaintext, so `out` is zeroed. */
HEDGEROW_CALL hedgerow_aead_open(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, const void* tag, size_t tag_bytes);
/* For "siv" [RFC 5297 section 3], these seal and open under `count` strings, 0 to
   HEDGEROW_MAX_STRINGS, instead of AAD and nonce. An empty string counts as a string, so
   seal_with_nonce is the same as seal_strings with {AAD}, or with {AAD, nonce} if the nonce is not
   empty. If equal messages must not give equal ciphertexts, use a nonce as the last string. The
   library does not make this nonce and does not check that it is new. The data limit counts each
   string in whole blocks. ERR_MODE for another mode, ERR_LIMIT for too many strings, and ERR_AUTH
   with `out` zeroed. */
#define HEDGEROW_MAX_STRINGS 126
typedef struct hedgerow_string {
  const void* data;
  size_t bytes;
} hedgerow_string;
HEDGEROW_CALL hedgerow_aead_seal_strings(hedgerow_aead* context, const hedgerow_string* strings,
                                         size_t count, const void* in, void* out, size_t bytes,
                                         void* tag, size_t tag_bytes);
HEDGEROW_CALL hedgerow_aead_open_strings(hedgerow_aead* context, const hedgerow_string* strings,
                                         size_t count, const void* in, void* out, size_t bytes,
                                         const void* tag, size_t tag_bytes);
/* Does seal_with_nonce for `count` messages, which must have different nonces. If the call fails,
   it has no effect. */
HEDGEROW_CALL hedgerow_aead_seal_batch(hedgerow_aead* context, const hedgerow_message* messages,
                                       size_t count);

/* Makes the easy calls count their nonces instead of starting with a random one. The last 8 bytes
   of a nonce of the usual length count up from `start`, big-endian (Kalyna: the first 8 bytes,
   little-endian). The rest is `prefix`, which has iv_bytes - 8 bytes. ERR_NONCE_REUSE if `start` is
   below a value that this key has already used. */
HEDGEROW_CALL hedgerow_aead_set_nonce_counter(hedgerow_aead* context, const void* prefix,
                                              size_t prefix_bytes, uint64_t start);

/* Streaming: init, then aad and update as often as needed, then final_tag (encryption) or
   final_check (decryption). `init` encrypts and makes the nonce. Both init functions drop a message
   in progress, and aad after update returns ERR_STATE. A call that fails leaves the message as it
   was, except final_check with ERR_AUTH. ERR_MODE for an algorithm with HEDGEROW_ONE_CALL.

   DECRYPTED DATA IS NOT VERIFIED until final_check returns OK. Do not use it and do not pass it on
   before that.

   Encryption can continue only in the context and the process where the message began. Two
   different messages under one nonce would reveal the XOR of their data, and in GCM and MGM an
   attacker could forge tags. In a copy that was made during the message, and in the child of a
   fork, aad, update and final_tag therefore return ERR_NONCE_REUSE, but the next message starts as
   usual. With HEDGEROW_REPEAT_NONCE a message under your own nonce can continue everywhere, as
   EVP_CIPHER_CTX_copy of OpenSSL promises. Decryption can always continue, in every copy and
   process. */
HEDGEROW_CALL hedgerow_aead_init(hedgerow_aead* context, void* nonce, size_t nonce_bytes);
HEDGEROW_CALL hedgerow_aead_init_with_nonce(hedgerow_aead* context, hedgerow_direction direction,
                                            const void* nonce, size_t nonce_bytes);
/* Announces the exact lengths, which modes with HEDGEROW_LENGTHS_FIRST (CCM) need between init and
   the first data. Other modes check them at the end. The call that contradicts them returns
   ERR_ANNOUNCED. */
HEDGEROW_CALL hedgerow_aead_set_lengths(hedgerow_aead* context, uint64_t aad_bytes,
                                        uint64_t data_bytes);
HEDGEROW_CALL hedgerow_aead_aad(hedgerow_aead* context, const void* aad, size_t bytes);
HEDGEROW_CALL hedgerow_aead_update(hedgerow_aead* context, const void* in, void* out, size_t bytes);
HEDGEROW_CALL hedgerow_aead_final_tag(hedgerow_aead* context, void* tag, size_t tag_bytes);
HEDGEROW_CALL hedgerow_aead_final_check(hedgerow_aead* context, const void* tag, size_t tag_bytes);
/* Returns the first tag_bytes of the tag of the last message. ERR_STATE if that was no encryption,
   or if there was none. The library never returns the correct tag of a decryption, because it would
   be a forgery. */
HEDGEROW_CALL hedgerow_aead_get_tag(const hedgerow_aead* context, void* tag, size_t tag_bytes);
/* Returns the nonce of the message in progress or, after a message, of the last message. */
HEDGEROW_CALL hedgerow_aead_get_nonce(const hedgerow_aead* context, void* nonce, size_t room);
HEDGEROW_API hedgerow_status hedgerow_aead_query(const hedgerow_aead* context,
                                                 hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_aead_kernel(const hedgerow_aead* context, size_t blocks);
HEDGEROW_API hedgerow_timing hedgerow_aead_timing(const hedgerow_aead* context, size_t blocks);

/* ---- hedgerow_mac -----------------------------------------------------------------------------

   "cmac"        GOST R 34.13-2015 section 5.6, which is OMAC1 and SP 800-38B; DSTU 7624 for Kalyna
   "gmac"        the GCM tag of the data as AAD. DSTU 7624 (Kalyna): no nonce, and empty data is
                 rejected. SP 800-38D (others): a nonce for every message, with set_iv
   "omac-acpkm"  RFC 8645
   "imit"        the MAC of GOST 28147-89 itself (imitovstavka); not the same as its "cmac". It pads
                 with zeros and does not cover the length, so data and the same data with zeros up
                 to the end of its last block have the same tag */
typedef struct hedgerow_mac hedgerow_mac;

HEDGEROW_CALL hedgerow_mac_new(hedgerow_mac** context, const char* cipher, const char* mode,
                               const hedgerow_options* options);
HEDGEROW_API void hedgerow_mac_free(hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_copy(hedgerow_mac** copy, const hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_reset(hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_set_key(hedgerow_mac* context, const void* key, size_t key_bytes);
/* Sets the IV in modes with HEDGEROW_IV_MAC, which need one before each message. */
HEDGEROW_CALL hedgerow_mac_set_iv(hedgerow_mac* context, const void* iv, size_t iv_bytes);
/* Replaces the option tag_bytes, and may be called at any time before final. */
HEDGEROW_CALL hedgerow_mac_set_tag_bytes(hedgerow_mac* context, size_t tag_bytes);
HEDGEROW_CALL hedgerow_mac_update(hedgerow_mac* context, const void* data, size_t bytes);
/* Writes the tag, and then the context is ready for another message. */
HEDGEROW_CALL hedgerow_mac_final(hedgerow_mac* context, void* tag, size_t tag_bytes);
/* Compares the tag in constant time and returns OK or ERR_AUTH. The context is then ready for
   another message. */
HEDGEROW_CALL hedgerow_mac_check(hedgerow_mac* context, const void* tag, size_t tag_bytes);
/* Computes the tags of many messages (in, bytes, tag, tag_bytes, and iv if the mode has one). Drops
   the message in progress. A call that fails has no effect. */
HEDGEROW_CALL hedgerow_mac_batch(hedgerow_mac* context, const hedgerow_message* messages,
                                 size_t count);
HEDGEROW_API hedgerow_status hedgerow_mac_query(const hedgerow_mac* context,
                                                hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_mac_kernel(const hedgerow_mac* context, size_t blocks);
HEDGEROW_API hedgerow_timing hedgerow_mac_timing(const hedgerow_mac* context, size_t blocks);

/* ---- hedgerow_wrap ----------------------------------------------------------------------------

   "kw"      DSTU 7624 for Kalyna, any length. RFC 3394 for others, with an IV of 8 bytes or the
             default IV of the standard. In DSTU 7624 a key of whole blocks can end exactly like a
             shorter key with its length and padding, and unwrapping would return that one. wrap
             therefore rejects such a key (ERR_KEY_VALUE). At most one random key in 2^64 is of
             this kind (docs/dstu-modes.md)
   "kexp15"  R 1323565.1.017-2018 and RFC 9189: keys K_MAC || K_ENC, IV of half a block
   "kw-gost", "kw-cryptopro"  RFC 4357 sections 6.1 and 6.3 over GOST 28147-89, keys of 32 bytes.
             The IV is the UKM of 8 bytes, which you send separately. The wrapped form has 36
             bytes: key and MAC */
typedef struct hedgerow_wrap hedgerow_wrap;

HEDGEROW_CALL hedgerow_wrap_new(hedgerow_wrap** context, const char* cipher, const char* mode,
                                const hedgerow_options* options);
HEDGEROW_API void hedgerow_wrap_free(hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_copy(hedgerow_wrap** copy, const hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_reset(hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_set_key(hedgerow_wrap* context, const void* key, size_t key_bytes);
HEDGEROW_CALL hedgerow_wrap_set_iv(hedgerow_wrap* context, const void* iv, size_t iv_bytes);
/* Returns the length of the wrapped form of `bytes` bytes. ERR_DATA_LENGTH if the mode does not
   take that length. As in wrap and unwrap, ERR_LIMIT for 2^60 - 7 bytes or more, or for 2^30 or
   more if size_t has 32 bits. */
HEDGEROW_CALL hedgerow_wrap_length(const hedgerow_wrap* context, size_t bytes, size_t* out_bytes);
/* `in` and `out` are equal or disjoint. ERR_BUFFER if out_room is too small. ERR_DATA_LENGTH.
   ERR_KEY_VALUE if unwrapping would return another key ("kw" of DSTU 7624). */
HEDGEROW_CALL hedgerow_wrap_wrap(hedgerow_wrap* context, const void* in, size_t bytes, void* out,
                                 size_t out_room, size_t* out_bytes);
/* An out_room of `bytes` is always enough. ERR_DATA_LENGTH, in every mode, if no wrapped key has
   this length. If the result is ERR_INTEGRITY, the output is zeroed. */
HEDGEROW_CALL hedgerow_wrap_unwrap(hedgerow_wrap* context, const void* in, size_t bytes, void* out,
                                   size_t out_room, size_t* out_bytes);
HEDGEROW_API hedgerow_status hedgerow_wrap_query(const hedgerow_wrap* context,
                                                 hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_wrap_kernel(const hedgerow_wrap* context, size_t blocks);
HEDGEROW_API hedgerow_timing hedgerow_wrap_timing(const hedgerow_wrap* context, size_t blocks);

/* ---- Key derivation -------------------------------------------------------------------------- */

/* KDF_TREE_GOSTR3411_2012_256 [RFC 7836 section 4.5] with a counter of one byte (R = 1). Derives 1
   to HEDGEROW_MAX_KDF_TREE_BYTES bytes of keys from a key of 32 bytes. The result is bound to a
   label and a seed, both of which may be empty. For 32 bytes this is KDF_GOSTR3411_2012_256
   [section 4.4], which TLSTREE [RFC 9189 section 8.1] calls three times per record. It takes
   constant time in key, label and seed, and is thread-safe. ERR_KEY_LENGTH, or ERR_DATA_LENGTH for
   other lengths of `out`. */
#define HEDGEROW_MAX_KDF_TREE_BYTES 8160
HEDGEROW_CALL hedgerow_kdf_tree(const void* key, size_t key_bytes, const void* label,
                                size_t label_bytes, const void* seed, size_t seed_bytes, void* out,
                                size_t out_bytes);

#ifdef __cplusplus
}
#endif

#endif
