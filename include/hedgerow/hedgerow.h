/* Hedgerow: Kuznyechik and Kalyna (DSTU 7624) in constant time, at the speed of the machine.
 * The C ABI.
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
 *  - A NULL pointer is allowed only with length 0, or where a function says so.
 *  - Freeing a context wipes its keys. Freeing NULL does nothing.
 *  - Lengths are bytes unless a name says otherwise.
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
#define HEDGEROW_VERSION_MINOR 1
#define HEDGEROW_VERSION_PATCH 0

/* "0.1.0": the version of the library that is loaded. */
HEDGEROW_API const char* hedgerow_version(void);

/* ---- Status ---------------------------------------------------------------------------------- */

typedef enum hedgerow_status HEDGEROW_ENUM {
  HEDGEROW_OK = 0,
  HEDGEROW_ERR_NULL = 1,         /* a NULL pointer where data is needed */
  HEDGEROW_ERR_CIPHER = 2,       /* unknown cipher name */
  HEDGEROW_ERR_MODE = 3,         /* the mode does not exist, or not for this cipher */
  HEDGEROW_ERR_KEY_LENGTH = 4,   /* not the cipher's key length */
  HEDGEROW_ERR_NONCE_LENGTH = 5, /* not a length (or a value) of the mode's IV or nonce */
  HEDGEROW_ERR_TAG_LENGTH = 6,   /* not a tag length of the mode */
  HEDGEROW_ERR_DATA_LENGTH = 7,  /* no whole blocks, or empty, where that is needed */
  HEDGEROW_ERR_OVERLAP = 8,      /* buffers overlap without being equal */
  HEDGEROW_ERR_LIMIT = 9,        /* the data limit per key or per message would be exceeded */
  HEDGEROW_ERR_NONCE_REUSE = 10, /* nonce used already; nonce counter used up or copied */
  HEDGEROW_ERR_AUTH = 11,        /* the tag does not match: the data is not authentic */
  HEDGEROW_ERR_STATE = 12,       /* call out of order, such as update before init */
  HEDGEROW_ERR_KERNEL = 13,      /* unknown kernel id, or of another cipher */
  HEDGEROW_ERR_UNAVAILABLE = 14, /* the CPU or system lacks the kernel's instructions */
  HEDGEROW_ERR_VARTIME = 15,     /* vartime kernel without HEDGEROW_ALLOW_VARTIME */
  HEDGEROW_ERR_OPTIONS = 16,     /* the option struct's size or one of its flags is unknown */
  HEDGEROW_ERR_MEMORY = 17,      /* memory is short */
  HEDGEROW_ERR_BUFFER = 18,      /* the buffer given for a result is too small */
  HEDGEROW_ERR_SBOX = 19 /* S-boxes missing, unwanted, of wrong length, or not permutations */
} hedgerow_status;

#define HEDGEROW_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_status

/* An English sentence for a status: what was wrong and what is allowed. Never NULL; static. */
HEDGEROW_API const char* hedgerow_status_text(hedgerow_status status);

/* ---- What there is --------------------------------------------------------------------------- */

typedef enum hedgerow_timing HEDGEROW_ENUM {
  HEDGEROW_TIMING_CT = 0,     /* no secret reaches an address, branch or division (SECURITY.md) */
  HEDGEROW_TIMING_VARTIME = 1 /* leaks through time and caches; for the lab */
} hedgerow_timing;

typedef enum hedgerow_role HEDGEROW_ENUM {
  HEDGEROW_ROLE_BULK = 0,
  HEDGEROW_ROLE_NARROW = 1
} hedgerow_role;

typedef enum hedgerow_standing HEDGEROW_ENUM {
  HEDGEROW_STANDARD = 0,    /* of a state or an international body */
  HEDGEROW_PUBLISHED = 1,   /* by its designers alone */
  HEDGEROW_EXPERIMENTAL = 2 /* points of its specification are open: results may change */
} hedgerow_standing;

typedef struct hedgerow_cipher_info {
  size_t size;        /* in: sizeof(hedgerow_cipher_info) */
  const char* name;   /* "kalyna-128-256" */
  const char* family; /* "kalyna" */
  const char* oid;    /* dotted, or "" */
  size_t block_bytes;
  size_t key_bytes;
  unsigned rounds;
  uint64_t limit_blocks; /* default data limit per key, in blocks */
  const char* aead;      /* "mgm", "gcm" or "" : the mode of hedgerow_aead */
  size_t nonce_bytes;    /* of that AEAD */
  size_t min_tag_bytes;  /* of that AEAD */
  size_t max_tag_bytes;  /* of that AEAD */
  size_t ctr_iv_bytes;   /* of CTR mode */
  size_t sbox_bytes;     /* of the S-boxes that hedgerow_options gives beside the key, else 0 */
  hedgerow_standing standing;
  const char* note; /* a line on its security */
} hedgerow_cipher_info;

/* The number of cipher variants. */
HEDGEROW_API size_t hedgerow_cipher_count(void);
/* Variant `index`, 0 <= index < hedgerow_cipher_count(). ERR_CIPHER beyond. Structs that begin with
   `size` may be those of an older or newer header: ERR_OPTIONS when size is smaller than in version
   0.1; fields that the library does not know are zeroed. */
HEDGEROW_API hedgerow_status hedgerow_cipher_at(size_t index, hedgerow_cipher_info* info);
/* Variant by name. */
HEDGEROW_API hedgerow_status hedgerow_cipher_find(const char* name, hedgerow_cipher_info* info);

typedef struct hedgerow_kernel_info {
  size_t size;    /* in: sizeof(hedgerow_kernel_info) */
  const char* id; /* "kalyna-128-256.byteslice.avx512_gfni" */
  const char* cipher;
  const char* technique;
  const char* isa;
  hedgerow_timing timing;
  size_t width_blocks; /* blocks of one full batch */
  int available;       /* 1 when this CPU and system can run it */
  int selected_bulk;   /* 1 when it is chosen here for long calls */
  int selected_narrow; /* 1 when it is chosen here for short calls */
  const char* reason;  /* why it is or is not chosen here */
} hedgerow_kernel_info;

/* "intel-512": the class of processors by whose measurements kernels are chosen here
   (docs/kernels.md lists the classes). HEDGEROW_CPU_CLASS in the environment names another, for
   tests. Static string. */
HEDGEROW_API const char* hedgerow_machine_class(void);

HEDGEROW_API size_t hedgerow_kernel_count(void);
/* Kernel `index`; ERR_KERNEL beyond the count. */
HEDGEROW_API hedgerow_status hedgerow_kernel_at(size_t index, hedgerow_kernel_info* info);

/* ---- Options --------------------------------------------------------------------------------- */

/* Accept a forced kernel of class vartime: for tests and benchmarks, never for secrets. */
#define HEDGEROW_ALLOW_VARTIME 1u

typedef struct hedgerow_options {
  /* sizeof(hedgerow_options). ERR_OPTIONS when a field that this library does not know is not 0. */
  size_t size;
  /* Forces a kernel id for every call. NULL: HEDGEROW_KERNEL from the environment when it names a
     kernel of this cipher, else the best of this CPU. */
  const char* kernel;
  /* HEDGEROW_ALLOW_VARTIME or 0. */
  uint32_t flags;
  /* AEAD and MAC: length of tags, min_tag_bytes to max_tag_bytes; 0: the longest. */
  uint32_t tag_bytes;
  /* Data limit per key, in blocks; 0: the cipher's default. The explicit way to raise it. Blocks of
     data and AAD count, in both directions, over all messages of the context; a copy inherits what
     is left. No message is longer than 2^61 - 1 bytes. ERR_LIMIT. */
  uint64_t limit_blocks;
  /* For a cipher with sbox_bytes (gost28147:user), else NULL and 0: its S-boxes, as secret as the
     key and used in constant time. gost28147:user: 64 bytes, 8 rows of 8; row 1, for the least
     significant nibble, first; byte j of a row is S(2j) + 16 S(2j + 1). Every row must be a
     permutation of 0..15. ERR_SBOX. Read during the call only. */
  const void* sbox;
  size_t sbox_bytes;
} hedgerow_options;

/* ---- hedgerow_cipher: ECB and CTR ------------------------------------------------------------ */

typedef enum hedgerow_mode HEDGEROW_ENUM {
  /* Whole blocks, no chaining: a building block. */
  HEDGEROW_ECB = 0,
  /* Kuznyechik, Magma: GOST R 34.13-2015, IV of half a block. Kalyna: DSTU 7624, IV of one block,
     encrypted into the counter, which is incremented before its first use. All others: the IV is
     the first counter block, counted big-endian (also gost28147:*, whose own mode is another). */
  HEDGEROW_CTR = 1
} hedgerow_mode;

typedef struct hedgerow_cipher hedgerow_cipher;

/* A context for `cipher` in `mode`. `options` may be NULL. *context is NULL on failure.
   CTR needs hedgerow_cipher_set_iv before data. */
HEDGEROW_CALL hedgerow_cipher_new(hedgerow_cipher** context, const char* cipher, hedgerow_mode mode,
                                  const void* key, size_t key_bytes,
                                  const hedgerow_options* options);
HEDGEROW_API void hedgerow_cipher_free(hedgerow_cipher* context);
/* A second context in the same state, keystream position included. */
HEDGEROW_CALL hedgerow_cipher_copy(hedgerow_cipher** copy, const hedgerow_cipher* context);
/* Starts a message. iv_bytes as hedgerow_cipher_info.ctr_iv_bytes. The caller never repeats an IV
 * under one key. */
HEDGEROW_CALL hedgerow_cipher_set_iv(hedgerow_cipher* context, const void* iv, size_t iv_bytes);
/* out = E(in). ECB: whole blocks. CTR: any length; calls continue one stream. */
HEDGEROW_CALL hedgerow_cipher_encrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);
/* The inverse; CTR: the same as encrypt. */
HEDGEROW_CALL hedgerow_cipher_decrypt(hedgerow_cipher* context, const void* in, void* out,
                                      size_t bytes);
/* CTR: the IV as set. ERR_BUFFER when bytes is less than its length, ERR_STATE before set_iv. */
HEDGEROW_CALL hedgerow_cipher_get_iv(const hedgerow_cipher* context, void* iv, size_t bytes);
/* CTR: the block of bytes that is encrypted next, and how many keystream bytes of the current block
   are used already (0 .. block-1; then `counter` is the next block's). `used` may be NULL. */
HEDGEROW_CALL hedgerow_cipher_get_counter(const hedgerow_cipher* context, void* counter,
                                          size_t bytes, size_t* used);
/* The kernel that serves calls of this role, and its timing class. Static strings. */
HEDGEROW_API const char* hedgerow_cipher_kernel(const hedgerow_cipher* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_cipher_timing(const hedgerow_cipher* context,
                                                    hedgerow_role role);

/* ---- hedgerow_aead: MGM (Kuznyechik, RFC 9058) and GCM of DSTU 7624 (Kalyna) ----------------- */

/* Kuznyechik-MGM: nonce of 16 bytes with its top bit 0; tag 4 to 16 bytes.
   Kalyna-GCM: nonce of one block; tag from 8 bytes up to a block. Partial blocks are zero-padded
   and the true bit lengths enter the length block. Both: AAD and data together are not empty, else
   ERR_DATA_LENGTH. (RFC 9058 demands it of MGM. The DSTU GCM tag of an empty message would be E(0),
   the hash key itself: whoever saw it could forge every other tag.) THE TAG OF DSTU 7624 GCM DOES
   NOT COVER THE NONCE: it depends on AAD and ciphertext alone, so a message opened under another
   nonce passes the check and decrypts to noise. Whoever relies on nonces for order or freshness
   puts the nonce into the AAD (Hedgerow's container does). */
typedef struct hedgerow_aead hedgerow_aead;

HEDGEROW_CALL hedgerow_aead_new(hedgerow_aead** context, const char* cipher, const void* key,
                                size_t key_bytes, const hedgerow_options* options);
HEDGEROW_API void hedgerow_aead_free(hedgerow_aead* context);
/* A second context in the same state. The copy has no nonce counter of its own:
   hedgerow_aead_seal_next on it gives ERR_NONCE_REUSE until hedgerow_aead_set_nonce_counter. */
HEDGEROW_CALL hedgerow_aead_copy(hedgerow_aead** copy, const hedgerow_aead* context);

/* One call: out = ciphertext (`bytes` long), tag = tag_bytes of the context. A nonce equal to the
   one this context sealed with last (here, by seal_next or by init) gives ERR_NONCE_REUSE; all
   other reuse is the caller's to prevent. The one-shot calls give ERR_STATE while a streaming
   message is in progress. A failing seal does not use its nonce. */
HEDGEROW_CALL hedgerow_aead_seal(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, void* tag, size_t tag_bytes);
/* One call: checks the tag first, then decrypts. ERR_AUTH: out is untouched (in place: still the
 * ciphertext). */
HEDGEROW_CALL hedgerow_aead_open(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                 const void* aad, size_t aad_bytes, const void* in, void* out,
                                 size_t bytes, const void* tag, size_t tag_bytes);

/* The API's own nonces: the last 8 bytes of the nonce (Kalyna: the first 8, little-endian;
   Kuznyechik: big-endian) count up from `start`, the rest is `prefix` (nonce_bytes - 8 long;
   Kuznyechik: its first byte below 0x80). A `start` below a value already used by this context
   gives ERR_NONCE_REUSE. */
HEDGEROW_CALL hedgerow_aead_set_nonce_counter(hedgerow_aead* context, const void* prefix,
                                              size_t prefix_bytes, uint64_t start);
/* As seal, with the next nonce of the counter, which is written to `nonce`; a nonce that seal or
   init used just before is passed over. ERR_STATE without a counter; ERR_NONCE_REUSE after 2^64 - 1
   messages or in a copied context. */
HEDGEROW_CALL hedgerow_aead_seal_next(hedgerow_aead* context, void* nonce, size_t nonce_bytes,
                                      const void* aad, size_t aad_bytes, const void* in, void* out,
                                      size_t bytes, void* tag, size_t tag_bytes);

typedef enum hedgerow_direction HEDGEROW_ENUM {
  HEDGEROW_ENCRYPT = 0,
  HEDGEROW_DECRYPT = 1
} hedgerow_direction;

/* Streaming: init, aad*, update*, then final_tag (encrypting) or final_check (decrypting). aad
   after update gives ERR_STATE. init drops a message in progress. A call that fails, but for
   final_check with ERR_AUTH, leaves the message as it was. Decrypted data from update is UNVERIFIED
   until final_check returns OK: do not act on it, do not pass it on. */
HEDGEROW_CALL hedgerow_aead_init(hedgerow_aead* context, hedgerow_direction direction,
                                 const void* nonce, size_t nonce_bytes);
HEDGEROW_CALL hedgerow_aead_aad(hedgerow_aead* context, const void* aad, size_t bytes);
HEDGEROW_CALL hedgerow_aead_update(hedgerow_aead* context, const void* in, void* out, size_t bytes);
HEDGEROW_CALL hedgerow_aead_final_tag(hedgerow_aead* context, void* tag, size_t tag_bytes);
HEDGEROW_CALL hedgerow_aead_final_check(hedgerow_aead* context, const void* tag, size_t tag_bytes);
/* The nonce of the message in progress or, after a message, of the last one. */
HEDGEROW_CALL hedgerow_aead_get_nonce(const hedgerow_aead* context, void* nonce, size_t bytes);
HEDGEROW_API const char* hedgerow_aead_kernel(const hedgerow_aead* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_aead_timing(const hedgerow_aead* context, hedgerow_role role);

/* ---- hedgerow_mac: CMAC and GMAC ------------------------------------------------------------- */

typedef enum hedgerow_mac_kind HEDGEROW_ENUM {
  /* GOST R 34.13-2015 section 5.6, which is OMAC1 (Kuznyechik, Magma and others); DSTU 7624
     (Kalyna). */
  HEDGEROW_CMAC = 0,
  /* DSTU 7624: the GCM tag of data as AAD; Kalyna only; needs no nonce; empty data gives
     ERR_DATA_LENGTH. */
  HEDGEROW_GMAC = 1
} hedgerow_mac_kind;

typedef struct hedgerow_mac hedgerow_mac;

HEDGEROW_CALL hedgerow_mac_new(hedgerow_mac** context, const char* cipher, hedgerow_mac_kind kind,
                               const void* key, size_t key_bytes, const hedgerow_options* options);
HEDGEROW_API void hedgerow_mac_free(hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_copy(hedgerow_mac** copy, const hedgerow_mac* context);
HEDGEROW_CALL hedgerow_mac_update(hedgerow_mac* context, const void* data, size_t bytes);
/* Writes the tag (tag_bytes of the context) and makes the context ready for another message. */
HEDGEROW_CALL hedgerow_mac_final(hedgerow_mac* context, void* tag, size_t tag_bytes);
/* Compares in constant time: OK or ERR_AUTH; makes the context ready for another message. */
HEDGEROW_CALL hedgerow_mac_check(hedgerow_mac* context, const void* tag, size_t tag_bytes);
HEDGEROW_API const char* hedgerow_mac_kernel(const hedgerow_mac* context, hedgerow_role role);
HEDGEROW_API hedgerow_timing hedgerow_mac_timing(const hedgerow_mac* context, hedgerow_role role);

#ifdef __cplusplus
}
#endif

#endif
