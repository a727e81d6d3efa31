/* Hedgerow: block ciphers that hardware left behind, with the modes of their standards, in constant
 * time and at the speed of the machine. The C ABI.
 *
 * Rules that hold for every function:
 *  - Nothing throws, aborts or prints. A function returns a hedgerow_status, of which
 *    hedgerow_status_text gives the text.
 *  - On failure outputs are untouched, or zeroed where a function says so.
 *  - A context may be used by one thread at a time; different contexts by different threads at
 *    once. A const context may be read and copied by several threads at once. Queries without a
 *    context are thread-safe.
 *  - Data in and data out are equal or disjoint, and every other output (tag, nonce) is disjoint
 *    from all other buffers; anything else gives HEDGEROW_ERR_OVERLAP.
 *  - Nobody else writes to a call's buffers during the call. A function may read its input twice, as
 *    open does to check it and to decrypt it; what changes in between is not noticed. Copy data out
 *    of memory that is shared with others before the call.
 *  - A NULL pointer is allowed only with length 0, or where a function says so.
 *  - Freeing a context wipes its keys. Freeing NULL does nothing.
 *  - Lengths are bytes unless a name says otherwise.
 *  - Link a program that uses the static library with -z now, as the CMake and pkg-config packages
 *    do, because a function that is bound at its first call has the vector registers, keys among
 *    them, saved to the stack.
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

/* C++ gives a plain enum only the values it names; a C caller may pass any int and gets an error.
 */
#ifdef __cplusplus
#define HEDGEROW_ENUM : int
extern "C" {
#else
#define HEDGEROW_ENUM
#endif

#define HEDGEROW_VERSION_MAJOR 0
#define HEDGEROW_VERSION_MINOR 2
#define HEDGEROW_VERSION_PATCH 0

/* Sizes that hold whatever this version algorithms. */
#define HEDGEROW_MAX_BLOCK_BYTES 64
#define HEDGEROW_MAX_KEY_BYTES 128 /* both keys of a mode that takes two */
#define HEDGEROW_MAX_IV_BYTES 256  /* shift registers of GOST R 34.13-2015; nonces have fewer */
#define HEDGEROW_MAX_TAG_BYTES 64

/* "0.2.0": the version of the library that is loaded. */
HEDGEROW_API const char* hedgerow_version(void);

/* ---- Status ---------------------------------------------------------------------------------- */

typedef enum hedgerow_status HEDGEROW_ENUM {
  HEDGEROW_OK = 0,
  HEDGEROW_ERR_NULL = 1,   /* a NULL pointer where data is needed */
  HEDGEROW_ERR_CIPHER = 2, /* unknown cipher name or index */
  HEDGEROW_ERR_MODE = 3,   /* no algorithm of this cipher and mode, or of another kind of mode */
  HEDGEROW_ERR_KEY_LENGTH = 4,   /* not the algorithm's key length */
  HEDGEROW_ERR_NONCE_LENGTH = 5, /* not a length (or a value) of the algorithm's IV or nonce */
  HEDGEROW_ERR_TAG_LENGTH = 6,   /* not a tag length of the algorithm */
  HEDGEROW_ERR_DATA_LENGTH = 7,  /* no whole blocks, or empty, where that is needed; no length of a
                                    key to wrap, or of a wrapped one */
  HEDGEROW_ERR_OVERLAP = 8,      /* buffers overlap without being equal */
  HEDGEROW_ERR_LIMIT = 9,        /* the data limit per key or per message would be exceeded */
  HEDGEROW_ERR_NONCE_REUSE = 10, /* nonce used already; nonce counter used up or copied;
                                    a message that began before a copy or a fork */
  HEDGEROW_ERR_AUTH = 11,        /* the tag does not match: the data is not authentic */
  HEDGEROW_ERR_STATE = 12,       /* call out of order, such as data before a key */
  HEDGEROW_ERR_KERNEL = 13,      /* unknown kernel id, or of another cipher */
  HEDGEROW_ERR_UNAVAILABLE = 14, /* the CPU or system lacks the kernel's instructions */
  HEDGEROW_ERR_OPTIONS = 16,     /* the option struct's size, a flag, or an option that the mode
                                    does not have */
  HEDGEROW_ERR_MEMORY = 17,      /* memory is short */
  HEDGEROW_ERR_BUFFER = 18,      /* the buffer given for a result is too small */
  HEDGEROW_ERR_SBOX = 19,      /* S-boxes missing, unwanted, of wrong length, or not permutations */
  HEDGEROW_ERR_FEEDBACK = 20,  /* feedback_bytes is none the mode has */
  HEDGEROW_ERR_SECTION = 21,   /* section_bytes or master_section_bytes is none the mode has */
  HEDGEROW_ERR_PADDING = 22,   /* decrypted padding is not what the option says */
  HEDGEROW_ERR_TOO_SHORT = 23, /* less than one block for XTS */
  HEDGEROW_ERR_ANNOUNCED = 24, /* lengths that must be announced first are missing, or others */
  HEDGEROW_ERR_INTEGRITY = 25, /* a wrapped key is not intact, or the wrapping key is another */
  HEDGEROW_ERR_RANDOM = 26,    /* the system gives no random bytes */
  HEDGEROW_ERR_SELFTEST = 27,  /* a known answer came out wrong */
  HEDGEROW_ERR_LENGTH_FIELD = 28, /* length_bytes is none the mode has */
  HEDGEROW_ERR_GAMMA = 29,        /* gamma_bytes is none the mode has */
  HEDGEROW_ERR_KEY_VALUE = 30 /* XTS with two equal keys; a key that KW of DSTU 7624 cannot wrap */
} hedgerow_status;

#define HEDGEROW_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_status

/* An English sentence for a status: what was wrong and what is allowed. Never NULL; static. */
HEDGEROW_API const char* hedgerow_status_text(hedgerow_status status);

/* ---- What there is: ciphers ------------------------------------------------------------------ */

typedef enum hedgerow_timing HEDGEROW_ENUM {
  HEDGEROW_TIMING_CT = 0, /* no secret reaches an address, branch or division (SECURITY.md): every
                                 kernel of libhedgerow */
  HEDGEROW_TIMING_UNKNOWN = 1 /* nothing is claimed: no context, or a kernel of another build */
} hedgerow_timing;

typedef enum hedgerow_role HEDGEROW_ENUM {
  HEDGEROW_ROLE_BULK = 0,
  HEDGEROW_ROLE_NARROW = 1,
  HEDGEROW_ROLE_SINGLE = 2 /* the shortest calls; the narrow kernel where there is no other */
} hedgerow_role;

typedef enum hedgerow_maturity HEDGEROW_ENUM {
  HEDGEROW_STANDARD = 0,    /* of a state or an international body */
  HEDGEROW_PUBLISHED = 1,   /* by its designers alone */
  HEDGEROW_EXPERIMENTAL = 2 /* points of its specification are open: results may change */
} hedgerow_maturity;

typedef struct hedgerow_cipher_info {
  size_t size;        /* in: sizeof(hedgerow_cipher_info) */
  const char* name;   /* "kalyna-128-256" */
  const char* family; /* "kalyna" */
  size_t block_bytes;
  size_t key_bytes; /* of one key; an algorithm whose mode takes two has twice as many */
  unsigned rounds;
  uint64_t limit_blocks; /* default data limit per key, in blocks */
  size_t sbox_bytes;     /* of the S-boxes that hedgerow_options gives beside the key, else 0 */
  const char* sbox_oid;  /* dotted OID of the S-box set that the cipher names, or "" */
  const char* aead;      /* the first AEAD of the cipher's algorithms, "mgm", or "" */
  hedgerow_maturity maturity;
  const char* note; /* a line on its security */
} hedgerow_cipher_info;

/* The number of cipher variants. */
HEDGEROW_API size_t hedgerow_cipher_count(void);
/* Variant `index`, 0 <= index < hedgerow_cipher_count(). ERR_CIPHER beyond. Structs that begin with
   `size` may be those of an older or newer header: ERR_OPTIONS when size is smaller than in version
   0.2; fields that the library does not know are zeroed. */
HEDGEROW_API hedgerow_status hedgerow_cipher_at(size_t index, hedgerow_cipher_info* info);
/* Variant by name. */
HEDGEROW_API hedgerow_status hedgerow_cipher_find(const char* name, hedgerow_cipher_info* info);

/* ---- What there is: algorithms, a cipher in a mode ----------------------------------------------- */

typedef enum hedgerow_kind HEDGEROW_ENUM {
  HEDGEROW_BLOCK = 0,  /* whole blocks in, whole blocks out:      hedgerow_cipher */
  HEDGEROW_STREAM = 1, /* any length in, the same length out:     hedgerow_cipher */
  HEDGEROW_AEAD = 2,   /* encryption and a tag over data and AAD: hedgerow_aead */
  HEDGEROW_MAC = 3,    /* a tag over data:                        hedgerow_mac */
  HEDGEROW_WRAP = 4    /* one key wrapped under another:          hedgerow_wrap */
} hedgerow_kind;

/* Properties of an algorithm. */
#define HEDGEROW_HAS_SEEK 1u             /* hedgerow_cipher_seek */
#define HEDGEROW_HAS_PADDING 2u          /* the option `padding` */
#define HEDGEROW_HAS_FEEDBACK 4u         /* the option `feedback_bytes` */
#define HEDGEROW_HAS_SECTIONS 8u         /* the option `section_bytes` */
#define HEDGEROW_HAS_MASTER_SECTIONS 16u /* the option `master_section_bytes` */
#define HEDGEROW_STEALS 32u         /* a message of one block or more, its last block any length */
#define HEDGEROW_LENGTHS_FIRST 64u  /* lengths of AAD and data must be known first: CCM */
#define HEDGEROW_ONE_CALL 128u      /* no streaming: a message is read twice, as in SIV */
#define HEDGEROW_NO_EMPTY 256u      /* AAD and data together must not be empty */
#define HEDGEROW_NONCE_TOP_BIT 512u /* the first bit of a nonce must be 0 */
#define HEDGEROW_IV_MAC 1024u    /* a MAC that needs an IV for every message: GMAC of SP 800-38D */
#define HEDGEROW_TAIL_ENDS 8192u /* units of feedback_bytes; an incomplete one ends the message */
#define HEDGEROW_TAG_WITHOUT_NONCE 2048u  /* the tag does not depend on the nonce: see "AEAD" */
#define HEDGEROW_NO_AAD 16384u            /* the mode has no AAD: any is ERR_LIMIT */
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
  size_t block_bytes; /* of the cipher */
  size_t unit_bytes;  /* lengths of data are multiples of it: a block, or 1 */
  size_t key_bytes;
  size_t iv_bytes;                   /* the usual length of IV or nonce, 0: none */
  size_t min_iv_bytes, max_iv_bytes; /* min 0 with max above: it may be left out */
  size_t iv_step_bytes;              /* allowed are min, min + step, .. max */
  size_t tag_bytes;                  /* the usual length of the tag, 0: none */
  size_t min_tag_bytes, max_tag_bytes, tag_step_bytes;
  size_t feedback_bytes;         /* default of the option, 0: the mode has none */
  uint64_t section_bytes;        /* default of the option, 0: one key for all */
  uint64_t master_section_bytes; /* default of the option */
  uint64_t limit_blocks;         /* default data limit per key, in blocks; can be lifted */
  uint64_t message_bytes;        /* the longest message; a hard limit */
  uint32_t properties;           /* HEDGEROW_HAS_SEEK and so on */
  hedgerow_maturity maturity;    /* of the cipher */
  const char* note;              /* a line on the mode with this cipher, or "" */
} hedgerow_algorithm_info;

/* Every cipher in every mode it has, in the order of the list: ciphers in their order, the modes of
   one cipher together. ERR_MODE beyond the count, or when there is no such algorithm; ERR_CIPHER when
   there is no such cipher. */
HEDGEROW_API size_t hedgerow_algorithm_count(void);
HEDGEROW_API hedgerow_status hedgerow_algorithm_at(size_t index, hedgerow_algorithm_info* info);
HEDGEROW_API hedgerow_status hedgerow_algorithm_find(const char* cipher, const char* mode,
                                                     hedgerow_algorithm_info* info);

/* ---- What there is: kernels ------------------------------------------------------------------ */

typedef struct hedgerow_kernel_info {
  size_t size;    /* in: sizeof(hedgerow_kernel_info) */
  const char* id; /* "kalyna-128-256.byteslice.avx512_gfni" */
  const char* cipher;
  const char* technique;
  const char* isa;
  hedgerow_timing timing;
  size_t width_blocks; /* blocks of one full batch; 0 where this build lacks it for the cipher */
  int available;       /* 1 when this CPU and system can run it */
  int selected_bulk;   /* 1 when it is chosen here for long calls */
  int selected_narrow; /* 1 when it is chosen here for short calls */
  const char* reason;  /* why it is or is not chosen here */
  int selected_single; /* 1 when it is chosen here for single blocks */
} hedgerow_kernel_info;

/* "intel-512": the class of processors by whose measurements kernels are chosen here
   (docs/kernels.md lists the classes). HEDGEROW_CPU_CLASS in the environment names another, for
   tests. Static string. */
HEDGEROW_API const char* hedgerow_machine_class(void);

HEDGEROW_API size_t hedgerow_kernel_count(void);
/* Kernel `index`; ERR_KERNEL beyond the count. */
HEDGEROW_API hedgerow_status hedgerow_kernel_at(size_t index, hedgerow_kernel_info* info);

/* Known answers of every cipher through the kernels that this machine would choose, and of one mode
   of each kind. OK, or ERR_SELFTEST. Milliseconds; thread-safe; needs no context. */
HEDGEROW_CALL hedgerow_selftest(void);
/* Known answers of a kernel's cipher through that kernel (an id of hedgerow_kernel_at), whatever its
   rank and timing. `passed` and `failed`, which may be NULL, count them. OK when none failed, else
   ERR_SELFTEST; ERR_KERNEL, ERR_UNAVAILABLE. */
HEDGEROW_CALL hedgerow_selftest_kernel(const char* kernel, unsigned* passed, unsigned* failed);

/* ---- Options --------------------------------------------------------------------------------- */

/* MGM: a nonce whose first bit is 1 is taken with that bit cleared, as other libraries do, instead
   of being refused. Two nonces that differ in that bit alone are then one. */
#define HEDGEROW_MASK_NONCE 2u
/* The caller's own nonce may be the one of the last message again, and a message under it may go on in
   a copy and after a fork: for known-answer tests. */
#define HEDGEROW_REPEAT_NONCE 4u
/* GCM and GMAC of DSTU 7624 as cryptonite and UAPKI compute them: an incomplete last block of
   ciphertext (GMAC: of data) is followed by 80 00 .. and counts as a whole one in the length block.
   Whole blocks and AAD are the same in both readings (docs/dstu-modes.md). */
#define HEDGEROW_PADDED_LENGTH 8u
/* The MAC of GOST 28147-89: a message of 1 to 8 bytes is followed by a block of zeros, as gost-engine
   and libgcrypt have it; the standard defines the MAC for two blocks and more (RFC 5830 section 8). */
#define HEDGEROW_TWO_BLOCKS 16u
/* CCM of DSTU 7624 as Bouncy Castle computes it: incomplete last blocks of AAD and data are filled up
   with zeros, not with 80 00 .., and the tag takes a keystream block of its own. A vector of the
   standard contradicts both. Whole blocks are the same in both readings (docs/dstu-modes.md). */
#define HEDGEROW_ZERO_FILL 32u

/* limit_blocks: no data limit per key. Hard limits of a message stay. */
#define HEDGEROW_NO_LIMIT UINT64_MAX

/* Of block modes (ECB, CBC), in hedgerow_cipher_update and _final. THE STATUS OF REMOVING A PADDING
   IS AN ORACLE: whoever can send ciphertexts and learn whether ERR_PADDING came out can decrypt
   without the key. Padding is for formats that have it; an AEAD is what protects data. */
typedef enum hedgerow_padding HEDGEROW_ENUM {
  HEDGEROW_PADDING_NONE = 0,  /* whole blocks only, else ERR_DATA_LENGTH */
  HEDGEROW_PADDING_PKCS7 = 1, /* n bytes of value n, 1 to a block */
  HEDGEROW_PADDING_BIT = 2,   /* GOST R 34.13-2015 procedure 2: 80 00 .., always at least the 80 */
  HEDGEROW_PADDING_ZERO = 3,  /* procedure 1: 00 .. to the block, or nothing. Cannot be undone:
                                 decryption leaves it where it is. */
  HEDGEROW_PADDING_BIT_IF_PARTIAL = 4 /* DSTU 7624's examples: 80 00 .. only to an incomplete block.
                                         Cannot be undone: decryption leaves it. */
} hedgerow_padding;

/* An option that the mode does not have must be 0, else ERR_OPTIONS. */
typedef struct hedgerow_options {
  /* sizeof(hedgerow_options). ERR_OPTIONS when a field that this library does not know is not 0. */
  size_t size;
  /* Forces a kernel id for every call. NULL: HEDGEROW_KERNEL from the environment when it names a
     kernel of this cipher, else the best of this CPU. The environment is read once, when it is
     first needed; an id that no kernel of this cipher has is ignored (`hedgerow list` says so). */
  const char* kernel;
  /* HEDGEROW_MASK_NONCE, HEDGEROW_REPEAT_NONCE, HEDGEROW_PADDED_LENGTH, HEDGEROW_TWO_BLOCKS,
     HEDGEROW_ZERO_FILL. */
  uint32_t flags;
  /* AEAD and MAC: the length that every tag must have. 0: each call says its own, any that the
     algorithm allows; a checker that takes short tags accepts more forgeries. ERR_TAG_LENGTH. */
  uint32_t tag_bytes;
  /* Data limit per key, in blocks; 0: the algorithm's default; HEDGEROW_NO_LIMIT: none. The explicit
     way to raise it, once, here. Blocks of data and AAD count, in both directions, over all
     messages until the key is set again; a copy inherits what is left. A message that open,
     mac_check or unwrap refuses as forged costs nothing; one that was decrypted in pieces does,
     because update gave its data out. Where feedback_bytes or gamma_bytes is less than a block, that
     many bytes count as one. ERR_LIMIT. No message is ever longer than message_bytes of the algorithm: a
     counter does not pass its period. */
  uint64_t limit_blocks;
  /* For a cipher with sbox_bytes (gost28147:user), else NULL and 0: its S-boxes, as secret as the
     key and used in constant time. gost28147:user: 64 bytes, 8 rows of 8; row 1, for the least
     significant nibble, first; byte j of a row is S(2j) + 16 S(2j + 1). Every row must be a
     permutation of 0..15. ERR_SBOX. Copied during the call. */
  const void* sbox;
  size_t sbox_bytes;
  /* CFB: bytes of a unit: the s of GOST R 34.13 and SP 800-38A, the q of DSTU 7624, 1 to a block.
     0: a block. ERR_FEEDBACK. */
  uint32_t feedback_bytes;
  /* For block modes. */
  hedgerow_padding padding;
  /* Bytes under one key before the mode transforms it: CTR-ACPKM, OMAC-ACPKM (RFC 8645's N), and
     key meshing (RFC 4357: 1024) in CNT, CFB and the MAC of GOST 28147-89. Whole blocks. 0: the
     algorithm's default. ERR_SECTION. */
  uint64_t section_bytes;
  /* OMAC-ACPKM: bytes of key material under one master key (RFC 8645's T*). Whole blocks, room for
     one section's key and mask at least. 0: the algorithm's default. ERR_SECTION. */
  uint64_t master_section_bytes;
  /* CCM of DSTU 7624: bytes of a length field, the standard's Nb, 1 to 8: AAD and data are each
     shorter than 2^(8 Nb) bytes. 0: 4. ERR_LENGTH_FIELD. */
  uint32_t length_bytes;
  /* CTR and OFB of GOST R 34.13-2015: how many bytes of each block of gamma, the leading ones, are
     added to data: the standard's s, 1 to a block. 0: a block. The longest message of CTR shrinks
     with it, and seek counts blocks of so many bytes. ERR_GAMMA. */
  uint32_t gamma_bytes;
} hedgerow_options;

/* The round keys of a cipher's standard, in order and byte by byte (and behind them the S-boxes of
   the gost28147 ciphers, packed as the option `sbox` has them): what an implementation elsewhere,
   such as a GPU's, is given. `options`, which may be NULL: for `sbox`. ERR_BUFFER when `room` is
   less than *round_key_bytes, which is then set; HEDGEROW_MAX_ROUND_KEY_BYTES always suffices.
   Constant in time; the caller wipes the result. */
#define HEDGEROW_MAX_ROUND_KEY_BYTES 1216
HEDGEROW_CALL hedgerow_round_keys(const char* cipher, const hedgerow_options* options,
                                  const void* key, size_t key_bytes, void* round_keys, size_t room,
                                  size_t* round_key_bytes);

/* ---- What every context has -------------------------------------------------------------------

   There is a type a kind: hedgerow_cipher (block and stream modes), hedgerow_aead, hedgerow_mac,
   hedgerow_wrap. A context is made for a cipher and a mode by their names, without a key; all its
   memory is taken then, so nothing after it fails for memory. Key and IV are set in either order,
   as often as wanted. A new key wipes the old one and begins the data limit anew; an IV that was
   set stays and begins a message under the new key. A call before both are there gives ERR_STATE.
   A copy can be made at any point and is in the same state; the message of an AEAD that encrypts
   goes on in the original alone. Data that a copy or the child of a fork encrypts under an IV that
   the caller set before is the caller's care in the other types. `reset` drops key, IV, message and
   nonce counter; the options stay. */

typedef enum hedgerow_direction HEDGEROW_ENUM {
  HEDGEROW_ENCRYPT = 0,
  HEDGEROW_DECRYPT = 1
} hedgerow_direction;

/* What a context is and where it stands. */
typedef struct hedgerow_context_info {
  size_t size; /* in: sizeof(hedgerow_context_info) */
  const char* cipher;
  const char* mode;
  hedgerow_kind kind;
  int has_key;    /* 1 or 0 */
  int has_iv;     /* 1 or 0; the IV or nonce of the message in progress, or the last */
  int in_message; /* 1 between the first and the last call of a message */
  hedgerow_direction direction; /* of the message in progress, or the last */
  size_t iv_bytes;              /* of the IV that is set, else the usual length */
  size_t tag_bytes;             /* of the tag of the next final, when no other is given */
  uint64_t message_bytes;       /* of data so far in the message */
  uint64_t blocks_left;         /* before the data limit of this key; UINT64_MAX: no limit */
} hedgerow_context_info;

/* One of several independent messages under one key; a batch runs them side by side through one
   kernel, in groups that fill it, whatever their lengths: worth it for modes that are a serial
   chain (CBC, CFB and OFB encryption, CMAC) and for short messages. Fields that the kind of mode
   does not have are 0. Each message has buffers of its own; `in` and `out` of one message are equal
   or disjoint. */
typedef struct hedgerow_message {
  const void* iv; /* IV or nonce */
  size_t iv_bytes;
  const void* aad;
  size_t aad_bytes;
  const void* in;
  void* out; /* as long as `in`; a MAC: NULL */
  size_t bytes;
  void* tag; /* AEAD and MAC: written */
  size_t tag_bytes;
} hedgerow_message;

/* ---- hedgerow_cipher: block and stream modes --------------------------------------------------

   Names of modes (hedgerow_algorithm_at lists what a cipher has):
   "ecb"        whole blocks, no chaining: a building block, not an encryption of data
   "cbc"        GOST ciphers: IV of z blocks, 1 to 16 (GOST R 34.13-2015); others: one block
   "xts"        DSTU 7624 for Kalyna (one key), IEEE 1619 for others (two keys, which must differ:
                set_key gives ERR_KEY_VALUE for equal ones); IV of one block
   "ctr"        Kuznyechik, Magma: GOST R 34.13-2015, IV of half a block. Kalyna: DSTU 7624, IV of
                one block, encrypted into the counter, which is incremented before its first use.
                All others: the IV is the first counter block, counted big-endian
   "ctr-acpkm"  RFC 8645
   "cfb", "ofb" GOST ciphers: IV of z blocks; DSTU 7624 for Kalyna; SP 800-38A for others
   "cnt"        GOST 28147-89's counter mode */
typedef struct hedgerow_cipher hedgerow_cipher;

/* A context for `cipher` in `mode`. `options` may be NULL. *context is NULL on failure. */
HEDGEROW_CALL hedgerow_cipher_new(hedgerow_cipher** context, const char* cipher, const char* mode,
                                  const hedgerow_options* options);
HEDGEROW_API void hedgerow_cipher_free(hedgerow_cipher* context);
/* A second context in the same state, keystream position included. */
HEDGEROW_CALL hedgerow_cipher_copy(hedgerow_cipher** copy, const hedgerow_cipher* context);
HEDGEROW_CALL hedgerow_cipher_reset(hedgerow_cipher* context);
HEDGEROW_CALL hedgerow_cipher_set_key(hedgerow_cipher* context, const void* key, size_t key_bytes);
/* Starts a message. The caller never repeats an IV under one key. ERR_MODE where the mode has no
   IV. */
HEDGEROW_CALL hedgerow_cipher_set_iv(hedgerow_cipher* context, const void* iv, size_t iv_bytes);

/* Direct calls: out = E(in), `bytes` long, nothing held back. Calls continue one message. Block
   modes: whole blocks, no padding. A mode that steals: whole blocks, and at the end of the message
   one call with an incomplete block behind at least one whole one; then ERR_STATE until set_iv.
   All calls of a message go one way, but for ECB: else ERR_STATE. */
HEDGEROW_CALL hedgerow_cipher_encrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);
/* The inverse. */
HEDGEROW_CALL hedgerow_cipher_decrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);

/* Buffered calls, for data in pieces of any length: begin, update*, final. `begin` starts a message
   in `direction` with the IV that is set, and may be called again. `update` writes what is ready,
   at most bytes + one block (a mode that steals: two) more; `final` the rest with its padding, at
   most a block (a mode that steals: two). *out_bytes says how much. ERR_BUFFER when out_room is too
   small, then nothing is taken. `in` and `out` are equal or disjoint over the whole out_room that
   is used. */
HEDGEROW_CALL hedgerow_cipher_begin(hedgerow_cipher* context, hedgerow_direction direction);
HEDGEROW_CALL hedgerow_cipher_update(hedgerow_cipher* context, const void* in, size_t bytes,
                                     void* out, size_t out_room, size_t* out_bytes);
/* ERR_DATA_LENGTH: the message is not whole blocks and there is no padding. ERR_TOO_SHORT: less
   than a block for a mode that steals. ERR_PADDING: one status, after the same time, whatever is
   wrong with the padding, and `out` is zeroed. The message ends, whatever the status but
   ERR_BUFFER. */
HEDGEROW_CALL hedgerow_cipher_final(hedgerow_cipher* context, void* out, size_t out_room,
                                    size_t* out_bytes);

/* Continues at block `block` of the message, 0 its first. ERR_MODE for a mode without seek;
   ERR_LIMIT beyond its longest message. In CTR-ACPKM each section's key comes from the one before:
   within the current section none is made; forward, the keys of the sections behind the current one
   up to that of `block`; back into an earlier section, all from the second section's up to its own.
   A key costs as many blocks as it is long, and a key schedule. */
HEDGEROW_CALL hedgerow_cipher_seek(hedgerow_cipher* context, uint64_t block);
/* The IV as set. ERR_BUFFER when `room` is less than its length, ERR_STATE before set_iv. */
HEDGEROW_CALL hedgerow_cipher_get_iv(const hedgerow_cipher* context, void* iv, size_t room);
/* The IV as updated: with it another context continues. CBC, CFB, OFB: after the last whole block or
   unit; CTR whose counter is the IV: after the last block that was begun. In a mode whose IV does not
   move it is the one that was set. */
HEDGEROW_CALL hedgerow_cipher_get_updated_iv(const hedgerow_cipher* context, void* iv, size_t room);
/* Whole messages side by side; each has its iv, in, out and bytes, which are whole blocks in a
   block mode. The context is then as after set_key. On failure nothing was done. */
HEDGEROW_CALL hedgerow_cipher_batch(hedgerow_cipher* context, hedgerow_direction direction,
                                    const hedgerow_message* messages, size_t count);
HEDGEROW_API hedgerow_status hedgerow_cipher_query(const hedgerow_cipher* context,
                                                   hedgerow_context_info* info);
/* The kernel that serves calls of this role, and its timing class. Static strings. */
HEDGEROW_API const char* hedgerow_cipher_kernel(const hedgerow_cipher* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_cipher_timing(const hedgerow_cipher* context,
                                                    hedgerow_role role);

/* ---- hedgerow_aead ----------------------------------------------------------------------------

   "mgm"  RFC 9058. A nonce is a block with its first bit 0; see HEDGEROW_MASK_NONCE. AAD and data
          together are no longer than message_bytes (section 3): with Magma below 2^29 bytes.
   "gcm"  Kalyna: DSTU 7624; partial blocks are zero-padded and the true bit lengths enter the
          length block; HEDGEROW_PADDED_LENGTH is the other reading (docs/dstu-modes.md). Others: SP 800-38D, nonces of 1 to 128 bytes.
   "ccm"  Kalyna: DSTU 7624, see the option length_bytes; the tag is the encrypted MAC; incomplete
          blocks of AAD and data are padded by 80 00 .., and HEDGEROW_ZERO_FILL is the other
          reading. Others: SP 800-38C. Lengths of AAD and data come first; the nonce's length bounds that of the data.
   "siv"  RFC 5297, two keys one behind the other, one call a message. The strings of S2V are the
          AAD, which counts when it is empty too, and the nonce, which is absent when it has 0
          bytes; without a nonce the mode is deterministic. hedgerow_aead_seal_strings takes any
          strings. The tag is the synthetic IV.
   "gcm-siv"       RFC 8452, AES with keys of 128 and 256 bits; one call a message.
   "gcm-siv-like"  the same construction over another cipher, which RFC 8452 does not know.
   "ctr-acpkm-omac"  content encryption of R 1323565.1.025-2019 as gost-engine computes it: a nonce
          is the IV, half a block, and 8 bytes of seed; no AAD.
   Where an algorithm says HEDGEROW_NO_EMPTY, AAD and data together are not empty, else ERR_DATA_LENGTH.
   (RFC 9058 demands it of MGM. The DSTU GCM tag of an empty message would be E(0), the hash key
   itself: whoever saw it could forge every other tag.) THE TAG OF DSTU 7624 GCM DOES NOT COVER THE
   NONCE (HEDGEROW_TAG_WITHOUT_NONCE): it depends on AAD and ciphertext alone, so a message opened
   under another nonce passes the check and decrypts to noise. Whoever relies on nonces for order or
   freshness puts the nonce into the AAD (Hedgerow's container does).

   Nonces. The easy calls, seal and init, make the nonce themselves and give it to the caller: the
   first is drawn from the system's random source, each further one is the last plus one in 8 bytes
   of it (all of a shorter one); a new key, a copy and the child of a fork draw again. So nonces
   under one key repeat only if two draws meet: 2^-32 after 2^32 contexts with nonces of 96 bits;
   with Magma's 63 bits keep to one context a key, or set a counter. From Linux 4.14 on the library
   notices a fork however the child is made; before, when the C library's fork makes the child or its
   process number is new. It cannot notice that a snapshot of a virtual machine or process (CRIU)
   runs twice: nonces repeat unless each run sets a new key. The calls _with_nonce take the caller's
   nonce; not to repeat one is then the caller's duty, but the nonce of the last message that this
   context encrypted is refused (ERR_NONCE_REUSE) unless the option HEDGEROW_REPEAT_NONCE says
   otherwise. */
typedef struct hedgerow_aead hedgerow_aead;

HEDGEROW_CALL hedgerow_aead_new(hedgerow_aead** context, const char* cipher, const char* mode,
                                const hedgerow_options* options);
HEDGEROW_API void hedgerow_aead_free(hedgerow_aead* context);
/* The copy has no nonce counter: hedgerow_aead_set_nonce_counter gives it one of its own; without
   it, it draws. A copy in the middle of a message: see "Streaming". */
HEDGEROW_CALL hedgerow_aead_copy(hedgerow_aead** copy, const hedgerow_aead* context);
HEDGEROW_CALL hedgerow_aead_reset(hedgerow_aead* context);
HEDGEROW_CALL hedgerow_aead_set_key(hedgerow_aead* context, const void* key, size_t key_bytes);
/* Replaces the option tag_bytes: at any time before final; in a mode with HEDGEROW_LENGTHS_FIRST
   before the first data. */
HEDGEROW_CALL hedgerow_aead_set_tag_bytes(hedgerow_aead* context, size_t tag_bytes);

/* One call: makes a nonce and writes it to `nonce` (nonce_bytes: a length of the algorithm's), out =
   ciphertext (`bytes` long), tag = tag_bytes long. The one-shot calls give ERR_STATE while a
   streaming message is in progress. A failing seal does not use its nonce. */
HEDGEROW_CALL hedgerow_aead_seal(hedgerow_aead* context, void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, void* tag, size_t tag_bytes);
/* As seal, under the caller's nonce. */
HEDGEROW_CALL hedgerow_aead_seal_with_nonce(hedgerow_aead* context, const void* nonce,
                                            size_t nonce_bytes, const void* aad, size_t aad_bytes,
                                            const void* in, void* out, size_t bytes, void* tag,
                                            size_t tag_bytes);
/* One call. ERR_AUTH: out is untouched (in place: still the ciphertext) in "gcm" and "mgm", which
   check the tag first; it is zeroed in "ccm", "siv", "gcm-siv", "gcm-siv-like" and
   "ctr-acpkm-omac", which have a tag over the plaintext. */
HEDGEROW_CALL hedgerow_aead_open(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, const void* tag, size_t tag_bytes);
/* "siv" [RFC 5297 section 3]: seal and open under `count` strings, 0 to HEDGEROW_MAX_STRINGS, in the
   place of AAD and nonce; a string may be empty and counts nevertheless. seal_with_nonce is
   seal_strings under {AAD}, or under {AAD, nonce} when the nonce has bytes. Where messages must
   differ when their data and AAD do not, the last string is a nonce; the library makes none here and
   does not look whether it repeats. The data limit counts each string in whole blocks. ERR_MODE for
   another mode, ERR_LIMIT for more strings; ERR_AUTH: out is zeroed. */
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
/* seal_with_nonce of many messages; `count` messages with different nonces. On failure nothing was
   done. */
HEDGEROW_CALL hedgerow_aead_seal_batch(hedgerow_aead* context, const hedgerow_message* messages,
                                       size_t count);

/* The nonces of the easy calls, counted instead of drawn: the last 8 bytes of a nonce of the usual
   length (Kalyna: the first 8, little-endian; others: big-endian) count up from `start`, the rest
   is `prefix` (iv_bytes - 8 long). A `start` below a value already used under this key gives
   ERR_NONCE_REUSE. */
HEDGEROW_CALL hedgerow_aead_set_nonce_counter(hedgerow_aead* context, const void* prefix,
                                              size_t prefix_bytes, uint64_t start);

/* Streaming: init, aad*, update*, then final_tag (encrypting) or final_check (decrypting). aad
   after update gives ERR_STATE. init drops a message in progress. A call that fails, but for
   final_check with ERR_AUTH, leaves the message as it was. Decrypted data from update is UNVERIFIED
   until final_check returns OK: do not act on it, do not pass it on. ERR_MODE for an algorithm with
   HEDGEROW_ONE_CALL. `init` encrypts and makes the nonce.
   A message that encrypts goes on only in the context and the process where it began, since two
   messages under one nonce would tell the xor of their data and, in GCM and MGM, let tags be forged.
   In a copy that was made of it, and in the child of a fork, aad, update and final_tag give
   ERR_NONCE_REUSE; the next message begins as usual. HEDGEROW_REPEAT_NONCE lets a message under the
   caller's nonce go on, as OpenSSL's EVP_CIPHER_CTX_copy promises. Decryption goes on everywhere. */
HEDGEROW_CALL hedgerow_aead_init(hedgerow_aead* context, void* nonce, size_t nonce_bytes);
HEDGEROW_CALL hedgerow_aead_init_with_nonce(hedgerow_aead* context, hedgerow_direction direction,
                                            const void* nonce, size_t nonce_bytes);
/* For HEDGEROW_LENGTHS_FIRST (CCM), between init and the first data: what will come, exactly. Other
   modes take it as a promise that final checks. ERR_ANNOUNCED at the call that breaks it. */
HEDGEROW_CALL hedgerow_aead_set_lengths(hedgerow_aead* context, uint64_t aad_bytes,
                                        uint64_t data_bytes);
HEDGEROW_CALL hedgerow_aead_aad(hedgerow_aead* context, const void* aad, size_t bytes);
HEDGEROW_CALL hedgerow_aead_update(hedgerow_aead* context, const void* in, void* out, size_t bytes);
HEDGEROW_CALL hedgerow_aead_final_tag(hedgerow_aead* context, void* tag, size_t tag_bytes);
HEDGEROW_CALL hedgerow_aead_final_check(hedgerow_aead* context, const void* tag, size_t tag_bytes);
/* The tag of the last message that this context encrypted, its first tag_bytes. ERR_STATE when
   there is none: the tag that a decryption should have had is never given out, it would forge. */
HEDGEROW_CALL hedgerow_aead_get_tag(const hedgerow_aead* context, void* tag, size_t tag_bytes);
/* The nonce of the message in progress or, after a message, of the last one. */
HEDGEROW_CALL hedgerow_aead_get_nonce(const hedgerow_aead* context, void* nonce, size_t room);
HEDGEROW_API hedgerow_status hedgerow_aead_query(const hedgerow_aead* context,
                                                 hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_aead_kernel(const hedgerow_aead* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_aead_timing(const hedgerow_aead* context, hedgerow_role role);

/* ---- hedgerow_mac -----------------------------------------------------------------------------

   "cmac"        GOST R 34.13-2015 section 5.6, which is OMAC1 and SP 800-38B; DSTU 7624 for Kalyna
   "gmac"        the GCM tag of data as AAD. DSTU 7624 (Kalyna): no nonce, empty data is refused.
                 SP 800-38D (others): a nonce for every message, by set_iv
   "omac-acpkm"  RFC 8645
   "imit"        GOST 28147-89's own MAC (imitovstavka); "cmac" of the same cipher is another */
typedef struct hedgerow_mac hedgerow_mac;

HEDGEROW_CALL hedgerow_mac_new(hedgerow_mac** context, const char* cipher, const char* mode,
                               const hedgerow_options* options);
HEDGEROW_API void hedgerow_mac_free(hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_copy(hedgerow_mac** copy, const hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_reset(hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_set_key(hedgerow_mac* context, const void* key, size_t key_bytes);
/* For HEDGEROW_IV_MAC: before each message. */
HEDGEROW_CALL hedgerow_mac_set_iv(hedgerow_mac* context, const void* iv, size_t iv_bytes);
/* Replaces the option tag_bytes: at any time before final. */
HEDGEROW_CALL hedgerow_mac_set_tag_bytes(hedgerow_mac* context, size_t tag_bytes);
HEDGEROW_CALL hedgerow_mac_update(hedgerow_mac* context, const void* data, size_t bytes);
/* Writes the tag and makes the context ready for another message. */
HEDGEROW_CALL hedgerow_mac_final(hedgerow_mac* context, void* tag, size_t tag_bytes);
/* Compares in constant time: OK or ERR_AUTH; makes the context ready for another message. */
HEDGEROW_CALL hedgerow_mac_check(hedgerow_mac* context, const void* tag, size_t tag_bytes);
/* The tags of many messages (in, bytes, tag, tag_bytes; iv where the mode has one). The message in
   progress is dropped. On failure nothing was done. */
HEDGEROW_CALL hedgerow_mac_batch(hedgerow_mac* context, const hedgerow_message* messages,
                                 size_t count);
HEDGEROW_API hedgerow_status hedgerow_mac_query(const hedgerow_mac* context,
                                                hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_mac_kernel(const hedgerow_mac* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_mac_timing(const hedgerow_mac* context, hedgerow_role role);

/* ---- hedgerow_wrap ----------------------------------------------------------------------------

   "kw"      DSTU 7624 for Kalyna, any length; RFC 3394 for AES, IV of 8 bytes or the standard's own.
             In DSTU 7624 a key of whole blocks can end exactly as a shorter key with its length and
             padding does, and unwrapping would give that one: wrap refuses it (ERR_KEY_VALUE). Of
             random keys one in 2^64 is such a key, or fewer (docs/dstu-modes.md)
   "kexp15"  R 1323565.1.017-2018 and RFC 9189: keys K_MAC || K_ENC, IV of half a block
   "kw-gost", "kw-cryptopro"  RFC 4357 sections 6.1 and 6.3 over GOST 28147-89, keys of 32 bytes: the
             IV is the UKM, 8 bytes, which is sent apart; the wrapped form is key and MAC, 36 bytes */
typedef struct hedgerow_wrap hedgerow_wrap;

HEDGEROW_CALL hedgerow_wrap_new(hedgerow_wrap** context, const char* cipher, const char* mode,
                                const hedgerow_options* options);
HEDGEROW_API void hedgerow_wrap_free(hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_copy(hedgerow_wrap** copy, const hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_reset(hedgerow_wrap* context);
HEDGEROW_CALL hedgerow_wrap_set_key(hedgerow_wrap* context, const void* key, size_t key_bytes);
HEDGEROW_CALL hedgerow_wrap_set_iv(hedgerow_wrap* context, const void* iv, size_t iv_bytes);
/* How long the wrapped form of `bytes` is. ERR_DATA_LENGTH for a length that the mode lacks. */
HEDGEROW_CALL hedgerow_wrap_length(const hedgerow_wrap* context, size_t bytes, size_t* out_bytes);
/* in and out are equal or disjoint. ERR_BUFFER when out_room is too small; ERR_DATA_LENGTH, and
   ERR_KEY_VALUE for a key that would not be unwrapped as it is ("kw" of DSTU 7624). */
HEDGEROW_CALL hedgerow_wrap_wrap(hedgerow_wrap* context, const void* in, size_t bytes, void* out,
                                 size_t out_room, size_t* out_bytes);
/* out_room: `bytes` always suffices. ERR_DATA_LENGTH when no wrapped key has this length, in every
   mode; ERR_INTEGRITY: what was written is zeroed. */
HEDGEROW_CALL hedgerow_wrap_unwrap(hedgerow_wrap* context, const void* in, size_t bytes, void* out,
                                   size_t out_room, size_t* out_bytes);
HEDGEROW_API hedgerow_status hedgerow_wrap_query(const hedgerow_wrap* context,
                                                 hedgerow_context_info* info);
HEDGEROW_API const char* hedgerow_wrap_kernel(const hedgerow_wrap* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_wrap_timing(const hedgerow_wrap* context, hedgerow_role role);

/* ---- Key derivation --------------------------------------------------------------------------- */

/* KDF_TREE_GOSTR3411_2012_256 [RFC 7836 section 4.5] with a counter of one byte (R = 1): 1 to
   HEDGEROW_MAX_KDF_TREE_BYTES bytes of keys from a key of 32 bytes, bound to a label and a seed, of
   which each may be empty. 32 bytes are KDF_GOSTR3411_2012_256 [section 4.4]: what TLSTREE [RFC
   9189 section 8.1] calls three times for a record. Constant time in key, label and seed;
   thread-safe. ERR_KEY_LENGTH, ERR_DATA_LENGTH for another length of `out`. */
#define HEDGEROW_MAX_KDF_TREE_BYTES 8160
HEDGEROW_CALL hedgerow_kdf_tree(const void* key, size_t key_bytes, const void* label,
                                size_t label_bytes, const void* seed, size_t seed_bytes, void* out,
                                size_t out_bytes);

#ifdef __cplusplus
}
#endif

#endif
