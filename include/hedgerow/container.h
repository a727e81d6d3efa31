/* Hedgerow containers: files that are encrypted, authenticated and seekable. The C ABI of
 * libhedgerow-container, which needs libhedgerow and libsodium. docs/container.md is the format.
 *
 * Rules that hold for every function:
 *  - Nothing throws, aborts, prints, prompts or installs a signal handler; SIGPIPE is not raised.
 *  - A function returns a hedgerow_container_status. Its last argument, which may be NULL, takes
 *    the sentence that says what was wrong this time and what is allowed.
 *  - On failure results are untouched, and what reached an output is not the whole: discard it.
 *  - Different handles may be used by different threads at once, one handle by one thread at a
 *    time; credentials that no call changes may be used by several.
 *  - Callbacks are called by the calling thread only, during the call; those of an AEAD
 *    (hedgerow_container_aead) by several threads at once, each with an object of its own.
 *  - Freeing a handle wipes its secrets. Freeing NULL does nothing.
 *  - Structs that begin with `size` take sizeof of the struct there, and all else 0 for a default;
 *    ARGUMENT for a size that no version has, or a field that this library does not know.
 *  - Descriptors stay the caller's. Lengths are bytes. Texts are UTF-8 and end in 0.
 */
#ifndef HEDGEROW_CONTAINER_H
#define HEDGEROW_CONTAINER_H

#include "hedgerow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ----------------------------------------------------------------------------------

   status / 100 is the exit code of the command line for it: 1, the data is not what its key holder
   wrote; 2, the call is wrong; 3, the system failed; 4, well-formed, but not served here. */
typedef enum hedgerow_container_status HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_OK = 0,

  HEDGEROW_CONTAINER_NOT_CONTAINER = 101,    /* it does not begin as containers do */
  HEDGEROW_CONTAINER_TRUNCATED_HEADER = 102, /* it ends inside header or slot area */
  HEDGEROW_CONTAINER_HEADER_LENGTH = 103,    /* the header's own length field is wrong */
  HEDGEROW_CONTAINER_HEADER_FIELD = 104,     /* fields contradict each other; reserved bytes used */
  HEDGEROW_CONTAINER_SEGMENT_BYTES = 105,    /* a segment size that the format does not have */
  HEDGEROW_CONTAINER_NONCE_LENGTH = 106,     /* not the nonce length of cipher and mode */
  HEDGEROW_CONTAINER_TAG_LENGTH = 107,       /* not a tag length that the format has */
  HEDGEROW_CONTAINER_WRONG_KEY = 108,        /* no credential opens it, or its header was changed */
  HEDGEROW_CONTAINER_TAMPERED = 109,         /* a segment is not authentic */
  HEDGEROW_CONTAINER_TRUNCATED = 110,        /* it ends before its final segment */
  HEDGEROW_CONTAINER_TRAILING_DATA = 111,    /* there is data after its final segment */
  HEDGEROW_CONTAINER_ARMOR = 112,            /* text around it that is not as armor is */
  HEDGEROW_CONTAINER_SLOTS = 113,            /* both copies of the slot area are damaged */

  HEDGEROW_CONTAINER_ARGUMENT = 201,   /* an argument is NULL, or a value that is not allowed */
  HEDGEROW_CONTAINER_CREDENTIAL = 202, /* no credential is of a kind that the container has */
  HEDGEROW_CONTAINER_KEY_TEXT = 203,   /* no key file, identity or public key, or mistyped */
  HEDGEROW_CONTAINER_EXISTS = 204,     /* the output exists already */
  HEDGEROW_CONTAINER_SAME_FILE = 205,  /* input and output are one file */
  HEDGEROW_CONTAINER_CANCELLED = 206,  /* the progress callback asked for it */
  HEDGEROW_CONTAINER_REUSED = 207,     /* a segment's index was sealed before */

  HEDGEROW_CONTAINER_IO = 301,       /* reading or writing failed */
  HEDGEROW_CONTAINER_BUSY = 302,     /* another process changes the container */
  HEDGEROW_CONTAINER_MEMORY = 303,   /* memory is short */
  HEDGEROW_CONTAINER_CALLBACK = 304, /* a callback for input or output failed */
  HEDGEROW_CONTAINER_INTERNAL = 305, /* the system refused a thread, or a fault of the library */

  HEDGEROW_CONTAINER_VERSION = 401,    /* a format version that this library does not know */
  HEDGEROW_CONTAINER_CIPHER = 402,     /* a cipher that is unknown, or that no container has */
  HEDGEROW_CONTAINER_MODE = 403,       /* a mode that is unknown, or that the cipher lacks */
  HEDGEROW_CONTAINER_KDF = 404,        /* an unknown key derivation */
  HEDGEROW_CONTAINER_KDF_COST = 405,   /* opening costs more than limit_passes, limit_memory_kib */
  HEDGEROW_CONTAINER_LIMIT = 406,      /* more data than one key may protect */
  HEDGEROW_CONTAINER_UNAVAILABLE = 407 /* the CPU lacks an instruction set */
} hedgerow_container_status;

#define HEDGEROW_CONTAINER_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_container_status

/* An English sentence for a status, whatever the call. Never NULL; static. */
HEDGEROW_API const char* hedgerow_container_status_text(hedgerow_container_status status);

/* What the user of a program can do about a failure. A program says it in its own terms, such as
   options of a command. */
typedef enum hedgerow_container_remedy HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_REMEDY_NONE = 0,
  HEDGEROW_CONTAINER_REMEDY_OVERWRITE = 1,  /* let the output be overwritten, or name another one */
  HEDGEROW_CONTAINER_REMEDY_KDF_LIMIT = 2,  /* a higher limit, remedy_value, where one trusts it */
  HEDGEROW_CONTAINER_REMEDY_REENCRYPT = 3,  /* reencrypt the container */
  HEDGEROW_CONTAINER_REMEDY_NEW_COST = 4,   /* reencrypt it with the passphrase's new cost */
  HEDGEROW_CONTAINER_REMEDY_CREDENTIAL = 5, /* give a key file, an identity or a passphrase */
  HEDGEROW_CONTAINER_REMEDY_KEY_FILE = 6,   /* make a key file */
  HEDGEROW_CONTAINER_REMEDY_IDENTITY = 7,   /* make an identity */
  HEDGEROW_CONTAINER_REMEDY_CIPHERS = 8     /* look at the list of ciphers */
} hedgerow_container_remedy;

/* What a call said, on success too: then OK and "". The struct keeps its size in all versions. */
typedef struct hedgerow_container_error {
  hedgerow_container_status status;
  hedgerow_container_remedy remedy;
  uint32_t sentence_bytes; /* of `text`, before the remedy in the terms of this header */
  char remedy_value[20];   /* REMEDY_KDF_LIMIT: "16x1G", which parse_kdf_limit reads; else "" */
  char text[2016];         /* never a secret; names of files and labels that the caller gave */
} hedgerow_container_error;

/* "0.2.0": the version of the library that is loaded. */
HEDGEROW_API const char* hedgerow_container_version(void);

/* ---- Credentials: who can open a container ---------------------------------------------------

   A list of 1 to 16. A container that is made opens with each of them. To open one, one that fits
   is enough, the others are tried and passed over, passphrases last; public keys only encrypt.
   `label` is how the container calls the credential, stored encrypted, unique in it: 1 to 63 bytes
   without control characters; NULL: one that is made from kind, file name or public key. Secrets
   are copied into locked memory. Texts of keys: docs/container.md. */
#define HEDGEROW_CONTAINER_KEY_BYTES 64          /* a raw key: what a key file holds */
#define HEDGEROW_CONTAINER_PASSPHRASE_BYTES 1024 /* the longest passphrase */
#define HEDGEROW_CONTAINER_X25519_BYTES 32       /* an identity, and a public key */
#define HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES 65  /* "hedgerow-public-...", with the final 0 */
#define HEDGEROW_CONTAINER_LABEL_BYTES 64        /* of a label, with the final 0 */
#define HEDGEROW_CONTAINER_MAX_SLOTS 16
#define HEDGEROW_CONTAINER_PUBLIC_PREFIX "hedgerow-public-" /* a public key's text begins so */

typedef struct hedgerow_container_credentials hedgerow_container_credentials;

HEDGEROW_CONTAINER_CALL hedgerow_container_credentials_new(
    hedgerow_container_credentials** credentials, hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_credentials_free(hedgerow_container_credentials* credentials);
HEDGEROW_API size_t
hedgerow_container_credentials_count(const hedgerow_container_credentials* credentials);

/* key_bytes: HEDGEROW_CONTAINER_KEY_BYTES. Uniformly random; a password is no key. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_key(hedgerow_container_credentials* credentials,
                                                   const void* key, size_t key_bytes,
                                                   const char* label,
                                                   hedgerow_container_error* error);
/* 1 to HEDGEROW_CONTAINER_PASSPHRASE_BYTES bytes, taken as they are. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_passphrase(
    hedgerow_container_credentials* credentials, const void* passphrase, size_t passphrase_bytes,
    const char* label, hedgerow_container_error* error);
/* An X25519 secret key [RFC 7748], HEDGEROW_CONTAINER_X25519_BYTES: opens, and encrypts to itself. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_identity(hedgerow_container_credentials* credentials,
                                                        const void* secret_key,
                                                        size_t secret_key_bytes, const char* label,
                                                        hedgerow_container_error* error);
/* An X25519 public key, HEDGEROW_CONTAINER_X25519_BYTES: encrypts to its owner, opens nothing. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_recipient(
    hedgerow_container_credentials* credentials, const void* public_key, size_t public_key_bytes,
    const char* label, hedgerow_container_error* error);
/* One key as text: "hedgerow-public-...", "hedgerow-identity-..." or "hedgerow-key-1:...", which
   says what it is. KEY_TEXT for anything else. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_text(hedgerow_container_credentials* credentials,
                                                    const char* text, const char* label,
                                                    hedgerow_container_error* error);
/* The credential at `index` of another list, or of the same one. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_from(hedgerow_container_credentials* credentials,
                                                    const hedgerow_container_credentials* from,
                                                    size_t index, const char* label,
                                                    hedgerow_container_error* error);
/* A file with such keys, one a line; empty lines and lines that begin with # do not count. `label`
   must be NULL when it holds several. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_file(hedgerow_container_credentials* credentials,
                                                    const char* path, const char* label,
                                                    hedgerow_container_error* error);

/* What others than a file's owner may do with it. Of pipes and the like: nothing. */
typedef enum hedgerow_container_exposure HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_EXPOSED_TO_NONE = 0,
  HEDGEROW_CONTAINER_READABLE = 1,
  HEDGEROW_CONTAINER_WRITABLE = 2
} hedgerow_container_exposure;
/* "", or a sentence that warns of it. Never NULL; static. */
HEDGEROW_API const char* hedgerow_container_exposure_text(hedgerow_container_exposure exposure);

/* The content that a call demands of a file. */
typedef enum hedgerow_container_file_kind HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_FILE_OF_KEYS = 0,   /* any keys: what add_file takes */
  HEDGEROW_CONTAINER_KEY_FILE = 1,       /* one key, as make_key_file writes it */
  HEDGEROW_CONTAINER_IDENTITY_FILE = 2,  /* identities */
  HEDGEROW_CONTAINER_RECIPIENTS_FILE = 3 /* public keys */
} hedgerow_container_file_kind;
/* As add_file, for a file of one kind. `exposure`, which may be NULL, takes who may read it; of files
   with public keys and of files of any keys it is EXPOSED_TO_NONE. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_file_of(hedgerow_container_credentials* credentials,
                                                       hedgerow_container_file_kind kind,
                                                       const char* path, const char* label,
                                                       hedgerow_container_exposure* exposure,
                                                       hedgerow_container_error* error);

typedef enum hedgerow_container_slot_kind HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_SLOT_NONE = 0,
  HEDGEROW_CONTAINER_SLOT_KEY = 1, /* a raw key or key file */
  HEDGEROW_CONTAINER_SLOT_PASSPHRASE = 2,
  HEDGEROW_CONTAINER_SLOT_RECIPIENT = 3 /* an X25519 public key */
} hedgerow_container_slot_kind;
/* "key file", "passphrase" or "recipient"; "nothing" for another value. Never NULL; static. */
HEDGEROW_API const char* hedgerow_container_slot_kind_text(hedgerow_container_slot_kind kind);

typedef struct hedgerow_container_credential {
  size_t size; /* in: sizeof(hedgerow_container_credential) */
  hedgerow_container_slot_kind kind;
  int can_open;                                       /* 0: a public key */
  char label[HEDGEROW_CONTAINER_LABEL_BYTES];         /* "": none was given */
  char default_label[HEDGEROW_CONTAINER_LABEL_BYTES]; /* then this, or this and a number */
} hedgerow_container_credential;
/* The credential at `index` of a list; ARGUMENT at and behind its end. */
HEDGEROW_CONTAINER_CALL hedgerow_container_credentials_at(
    const hedgerow_container_credentials* credentials, size_t index,
    hedgerow_container_credential* credential, hedgerow_container_error* error);

/* Whether `text` has the text of an identity or of a key file's key in it, also cut or mistyped: a
   text that no message may repeat and no argument of a program should have. 0 for NULL. */
HEDGEROW_API int hedgerow_container_holds_secret(const char* text);
/* A small file with a secret of the caller's own: at most `room` bytes into `data`. `kind` names it in
   sentences, such as "key file". KEY_TEXT when it is longer, or when `path` is the text of a key. */
HEDGEROW_CONTAINER_CALL hedgerow_container_read_secret_file(const char* path, const char* kind,
                                                            void* data, size_t room,
                                                            size_t* got_bytes,
                                                            hedgerow_container_exposure* exposure,
                                                            hedgerow_container_error* error);

/* New keys, from the system's random source; `key`, `secret_key` and `public_key` have the lengths
   above. */
HEDGEROW_CONTAINER_CALL hedgerow_container_make_key(void* key, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_make_identity(void* secret_key, void* public_key,
                                                         hedgerow_container_error* error);
/* The text of a public key; `text` has room for HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES. */
HEDGEROW_CONTAINER_CALL hedgerow_container_public_text(const void* public_key, char* text,
                                                       hedgerow_container_error* error);
/* The inverse. KEY_TEXT for anything else, with whether it is mistyped. */
HEDGEROW_CONTAINER_CALL hedgerow_container_public_key(const char* text, void* public_key,
                                                      hedgerow_container_error* error);
/* A new key file, or a new file with an identity, mode 0600, durable on return; EXISTS. */
HEDGEROW_CONTAINER_CALL hedgerow_container_make_key_file(const char* path,
                                                         hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_make_identity_file(const char* path, void* public_key,
                                                              hedgerow_container_error* error);
/* The content of such files into a descriptor. */
HEDGEROW_CONTAINER_CALL hedgerow_container_write_key_file(int fd, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_write_identity_file(int fd, void* public_key,
                                                               hedgerow_container_error* error);

/* ---- Choices ----------------------------------------------------------------------------------- */

#define HEDGEROW_CONTAINER_DEFAULT_CIPHER "kalyna-256-256"
#define HEDGEROW_CONTAINER_MIN_SEGMENT_BYTES 65536
#define HEDGEROW_CONTAINER_MAX_SEGMENT_BYTES 4194304
#define HEDGEROW_CONTAINER_DEFAULT_SEGMENT_BYTES 1048576

/* A cipher in an AEAD, NULL or "" for its first, as containers have them. `algorithm`, with its size
   set, may be NULL. CIPHER and MODE for what no container has, with what is allowed. */
HEDGEROW_CONTAINER_CALL hedgerow_container_algorithm(const char* cipher, const char* mode,
                                                     hedgerow_algorithm_info* algorithm,
                                                     hedgerow_container_error* error);

/* Names of costs of Argon2id by their index, cheapest first: "interactive", "default", "sensitive";
   NULL behind the last. */
HEDGEROW_API const char* hedgerow_container_kdf_name(size_t index);
/* The cost that such a name stands for; ARGUMENT, with the names, for another. */
HEDGEROW_CONTAINER_CALL hedgerow_container_kdf_cost(const char* name, uint32_t* passes,
                                                    uint32_t* memory_kib,
                                                    hedgerow_container_error* error);
/* "PASSESxMEMORY", such as 16x1G: 1 to 16 passes, and memory with K, M or G behind it. */
HEDGEROW_CONTAINER_CALL hedgerow_container_parse_kdf_limit(const char* text, uint32_t* passes,
                                                           uint32_t* memory_kib,
                                                           hedgerow_container_error* error);
/* "3 passes over 64 MiB" into `text`, which has room for HEDGEROW_CONTAINER_KDF_TEXT_BYTES. */
#define HEDGEROW_CONTAINER_KDF_TEXT_BYTES 48
HEDGEROW_API void hedgerow_container_kdf_text(uint32_t passes, uint32_t memory_kib, char* text);

/* ---- An AEAD elsewhere --------------------------------------------------------------------------

   Seals and opens segments in libhedgerow's place, on a device for example. Whatever these return
   but OK fails the call, with the sentence that they put into `error`; TAMPERED of `open` says that
   the data, which must then be as it was, is not authentic. */
struct hedgerow_container_info;
typedef struct hedgerow_container_aead {
  size_t size; /* sizeof(hedgerow_container_aead) */
  void* user;  /* for `make` */
  /* One for a container's cipher, mode and sizes and its key; NULL in *aead leaves the segments to
     libhedgerow. */
  hedgerow_container_status (*make)(void* user, const struct hedgerow_container_info* info,
                                    const void* key, size_t key_bytes, void** aead,
                                    hedgerow_container_error* error);
  /* Another one with the same key, for another thread. */
  hedgerow_container_status (*copy)(const void* aead, void** made, hedgerow_container_error* error);
  void (*free)(void* aead);
  /* In place. */
  hedgerow_container_status (*seal)(void* aead, const void* nonce, size_t nonce_bytes,
                                    const void* aad, size_t aad_bytes, void* data, size_t bytes,
                                    void* tag, size_t tag_bytes, hedgerow_container_error* error);
  hedgerow_container_status (*open)(void* aead, const void* nonce, size_t nonce_bytes,
                                    const void* aad, size_t aad_bytes, void* data, size_t bytes,
                                    const void* tag, size_t tag_bytes,
                                    hedgerow_container_error* error);
} hedgerow_container_aead;

/* ---- Options ---------------------------------------------------------------------------------- */

/* Bytes of input done, and in all, UINT64_MAX: unknown. Anything but 0 cancels the work: the call
   returns CANCELLED, unless the work is done already. A descriptor that blocks, and Argon2id, are
   waited for. */
typedef int (*hedgerow_container_progress)(void* user, uint64_t done, uint64_t total);

/* Encrypting: as text, which decrypt, verify and inspect know by themselves; a reader does not. */
#define HEDGEROW_CONTAINER_ARMORED 1u
/* Of the calls with paths: replace an output that exists. */
#define HEDGEROW_CONTAINER_OVERWRITE 2u
/* Into a new regular file in order, too, as into a pipe: what a failure leaves is a beginning. */
#define HEDGEROW_CONTAINER_IN_ORDER 4u
/* Of a reader: open a container whose end is not authentic, because each segment is authentic at its
   own place. */
#define HEDGEROW_CONTAINER_ANY_END 8u

typedef struct hedgerow_container_options {
  size_t size; /* sizeof(hedgerow_container_options) */
  uint32_t flags;
  unsigned threads; /* 0: one for each CPU that the process may use; at most 256 */
  hedgerow_container_progress progress; /* may be NULL */
  void* user;                           /* for `progress` */
  /* What is made: */
  const char* cipher;     /* NULL: "kalyna-256-256"; blocks of 128 bits or more, with an AEAD */
  const char* mode;       /* an AEAD of the cipher; NULL: the first one that containers have */
  uint32_t segment_bytes; /* a power of two from 65536 to 4194304; 0: 1048576 */
  /* What a new passphrase costs to try: Argon2id's passes and memory; 0, 0: 3 and 65536. At most
     what opens by default. rekey with 0, 0: what the container's passphrases cost already. */
  uint32_t kdf_passes, kdf_memory_kib;
  /* What opening may cost: memory, and passes times memory; 0, 0: 4 and 262144. A container says
     its cost before anything in it can be authenticated: KDF_COST beyond. */
  uint32_t limit_passes, limit_memory_kib;
  const hedgerow_container_aead*
      aead; /* NULL: libhedgerow's. Of encrypt, decrypt, verify, salvage */
} hedgerow_container_options;

/* ---- Input and output --------------------------------------------------------------------------

   A descriptor, from its position on (a regular file is read, and a new one written, by several
   threads at once), or callbacks. A callback gets or gives at most `bytes`, which is never 0, and
   returns how many; less than it could is allowed. */

/* 0 is the end; negative is a failure: the call returns CALLBACK, no whole container is made. */
typedef int64_t (*hedgerow_container_read)(void* user, void* data, size_t bytes);
/* 0 and negative are failures. */
typedef int64_t (*hedgerow_container_write)(void* user, const void* data, size_t bytes);
/* By position. Fewer than `bytes` are asked for again; 0 within the length is a truncation. */
typedef int64_t (*hedgerow_container_read_at)(void* user, uint64_t offset, void* data,
                                              size_t bytes);

typedef struct hedgerow_container_input {
  size_t size;                        /* sizeof(hedgerow_container_input) */
  int fd;                             /* when the callback that a call uses is NULL */
  hedgerow_container_read read;       /* of all calls but the reader's */
  hedgerow_container_read_at read_at; /* of the reader, with `bytes`, the container's length */
  uint64_t bytes;
  void* user;
} hedgerow_container_input;

typedef struct hedgerow_container_output {
  size_t size; /* sizeof(hedgerow_container_output) */
  int fd;      /* when `write` is NULL */
  hedgerow_container_write write;
  void* user;
} hedgerow_container_output;

/* ---- Whole containers ------------------------------------------------------------------------- */

typedef struct hedgerow_container_slot {
  hedgerow_container_slot_kind kind;
  char label[HEDGEROW_CONTAINER_LABEL_BYTES]; /* "" where no credential was used */
} hedgerow_container_slot;

#define HEDGEROW_CONTAINER_UNKNOWN UINT64_MAX

typedef struct hedgerow_container_info {
  size_t size;        /* in: sizeof(hedgerow_container_info) */
  unsigned version;   /* of the format: 1 or 2 */
  const char* cipher; /* static */
  const char* mode;   /* static */
  uint32_t segment_bytes, nonce_bytes, tag_bytes;
  uint32_t kdf_passes, kdf_memory_kib; /* 0: there is no passphrase, or verify and reader */
  uint64_t container_bytes;            /* HEDGEROW_CONTAINER_UNKNOWN unless a regular file */
  uint64_t plaintext_bytes;            /* HEDGEROW_CONTAINER_UNKNOWN as well when it is truncated */
  uint32_t slot_count;                 /* 0: verify, salvage, reader and segments */
  hedgerow_container_slot slots[HEDGEROW_CONTAINER_MAX_SLOTS];
  char opened_with[HEDGEROW_CONTAINER_LABEL_BYTES]; /* verify: the label of what opened it */
  int copies_whole; /* verify: 1, or 0 when a copy of header or slot area is stale or damaged; rekey
                       with an empty change mends it */
  uint32_t body_offset; /* where the first segment begins */
} hedgerow_container_info;

/* From the input's position to its end. `options` may be NULL everywhere. */
HEDGEROW_CONTAINER_CALL hedgerow_container_encrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
/* Only segments whose tag was checked reach the output, in order, but for a regular file. THE OUTPUT
   IS THE WHOLE PLAINTEXT ONLY IF THE CALL RETURNS OK: what a truncated or changed container gave by
   then is authentic, and not all. */
HEDGEROW_CONTAINER_CALL hedgerow_container_decrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
/* As decrypt, without an output. `info` may be NULL. */
HEDGEROW_CONTAINER_CALL hedgerow_container_verify(const hedgerow_container_input* in,
                                                  const hedgerow_container_credentials* credentials,
                                                  const hedgerow_container_options* options,
                                                  hedgerow_container_info* info,
                                                  hedgerow_container_error* error);
/* Header and slot area, without a key: NOTHING OF IT IS AUTHENTICATED. */
HEDGEROW_CONTAINER_CALL hedgerow_container_inspect(const hedgerow_container_input* in,
                                                   hedgerow_container_info* info,
                                                   hedgerow_container_error* error);
/* Whether the next byte that `fd` gives, which stays unread, is one of armor: 1 or 0. Of regular
   files, pipes and sockets; 1 of a terminal. */
HEDGEROW_API int hedgerow_container_is_armored(int fd);
/* From one name to another. The output appears under its name, mode 0600 and durable, when all of it
   was written and, decrypting, all was authentic: never a part. EXISTS without
   HEDGEROW_CONTAINER_OVERWRITE; SAME_FILE. */
HEDGEROW_CONTAINER_CALL hedgerow_container_encrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_decrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);

/* ---- Damaged containers ------------------------------------------------------------------------ */

/* Segments, one behind the other, that are not authentic, and their place in the plaintext. The
   struct keeps its size in all versions. */
typedef struct hedgerow_container_gap {
  uint64_t first_segment, segments;
  uint64_t offset, bytes;
} hedgerow_container_gap;

typedef struct hedgerow_container_damage {
  size_t size; /* in: sizeof(hedgerow_container_damage) */
  uint64_t
      plaintext_bytes;    /* with the gaps; unless the end is authentic, there may have been more */
  uint64_t missing_bytes; /* in all gaps */
  uint64_t gap_count;
  uint64_t extra_bytes; /* behind the last segment: none of the container */
  int end_authentic;    /* 0: the last segment is damaged, or was cut off */
} hedgerow_container_damage;

typedef void (*hedgerow_container_gap_found)(void* user, const hedgerow_container_gap* gap);

/* Tries every segment, whatever the others are. `out`: the descriptor of an empty regular file, which
   gets the plaintext of the authentic ones at its place and zeros for the others; -1: nothing is
   written. Header and slot area must be whole in one copy each. OK: nothing is missing. TAMPERED,
   TRUNCATED, TRAILING_DATA: segments are missing, or only the end is, or only what follows the end is
   wrong; THEN THE OUTPUT IS COMPLETE, `found`, which may be NULL, was called for each gap in order, and
   `info` and `damage`, which may be NULL, are filled. damage->gap_count tells that from a failure that
   came before: it is untouched then. */
HEDGEROW_CONTAINER_CALL hedgerow_container_salvage(
    const hedgerow_container_input* in, int out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_gap_found found, void* user,
    hedgerow_container_info* info, hedgerow_container_damage* damage,
    hedgerow_container_error* error);

/* ---- Random access ----------------------------------------------------------------------------

   Opening checks header, credential and final segment, so a truncated container never opens. The
   descriptor, a regular file's that is read from offset 0, or what `read_at` needs, must outlive
   the reader. */
typedef struct hedgerow_container_reader hedgerow_container_reader;

HEDGEROW_CONTAINER_CALL hedgerow_container_reader_open(
    hedgerow_container_reader** reader, const hedgerow_container_input* in,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_reader_free(hedgerow_container_reader* reader);
/* Bytes of plaintext; 0 for NULL. */
HEDGEROW_API uint64_t hedgerow_container_reader_bytes(const hedgerow_container_reader* reader);
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_info(const hedgerow_container_reader* reader,
                                                       hedgerow_container_info* info,
                                                       hedgerow_container_error* error);
/* OK, or with ANY_END why the end is not authentic: TAMPERED, TRUNCATED or TRAILING_DATA. Then
   reader_bytes is the most that the container's length allows. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_end(const hedgerow_container_reader* reader,
                                                      hedgerow_container_error* error);
/* As pread: up to `bytes` from `offset`; *got_bytes is less only at the plaintext's end, and 0 at
   and behind it. TAMPERED when a segment that it needs is not authentic: `out` is then zeroed. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_read(hedgerow_container_reader* reader,
                                                       uint64_t offset, void* out, size_t bytes,
                                                       size_t* got_bytes,
                                                       hedgerow_container_error* error);

/* ---- Segments ---------------------------------------------------------------------------------

   The segments of one container, wherever its bytes are: in an object store, in blocks of a cluster. A
   container is its preamble, then its segments, each as many bytes of plaintext as info's
   segment_bytes and a tag; only the final one may be shorter, or empty where it is the only one.
   Several threads may use one object at once. `threads`: 0 and 1 for the calling one alone, at most 256. */
typedef struct hedgerow_container_segments hedgerow_container_segments;

#define HEDGEROW_CONTAINER_MAX_PREAMBLE_BYTES 12288
#define HEDGEROW_CONTAINER_DIGEST_BYTES 32

/* Of a new container, with the options' cipher, mode, segment_bytes and cost of passphrases. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_make(
    hedgerow_container_segments** segments, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);
/* Of a container that begins with `preamble`: its first MAX_PREAMBLE_BYTES, or all that there are. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_unlock(
    hedgerow_container_segments** segments, const void* preamble, size_t preamble_bytes,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_segments_free(hedgerow_container_segments* segments);
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_info(
    const hedgerow_container_segments* segments, hedgerow_container_info* info,
    hedgerow_container_error* error);
/* info's body_offset bytes, which live as long as `segments`. NULL for NULL. */
HEDGEROW_API const void* hedgerow_container_segments_preamble(
    const hedgerow_container_segments* segments);
/* Segments and bytes of plaintext of a container of `container_bytes` that begins with `preamble`,
   without a key: nothing is authenticated. TRUNCATED for a length that no container has. */
HEDGEROW_CONTAINER_CALL hedgerow_container_layout(const void* preamble, size_t preamble_bytes,
                                                  uint64_t container_bytes, uint64_t* segments,
                                                  uint64_t* plaintext_bytes,
                                                  hedgerow_container_error* error);
/* Consecutive segments, of which the first has the index `first`, from `bytes` of plaintext at `data`
   into `out`. `is_final`: the last of them is the container's final one; else `bytes` is a multiple of
   segment_bytes. `out`, apart from `data`, has room for a tag more a segment, of which there are
   bytes / segment_bytes rounded up, and one at least where `is_final`. REUSED, and nothing is sealed, when
   this object sealed one of the indices before. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_seal(hedgerow_container_segments* segments,
                                                         uint64_t first, int is_final,
                                                         const void* data, size_t bytes, void* out,
                                                         size_t out_bytes, unsigned threads,
                                                         hedgerow_container_error* error);
/* The inverse: `bytes` of segments with their tags, at `data`, or where that is NULL, at their place in
   the regular file `fd`, which holds the container from its offset 0. *got_bytes of plaintext in
   `out`, which is apart from `data`, at most `out_bytes`. On failure `out` is zeroed. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_open(hedgerow_container_segments* segments,
                                                         uint64_t first, int is_final,
                                                         const void* data, int fd, size_t bytes,
                                                         void* out, size_t out_bytes,
                                                         size_t* got_bytes, unsigned threads,
                                                         hedgerow_container_error* error);
/* A hash of plaintext at an index, under a key of this container's own: who has no key of the
   container learns neither the data nor where it repeats. `digest` has DIGEST_BYTES. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_digest(
    const hedgerow_container_segments* segments, uint64_t first, const void* data, size_t bytes,
    void* digest, hedgerow_container_error* error);

/* ---- Files that appear whole --------------------------------------------------------------------

   A file that appears under its name whole or not at all, mode 0600. It is written without a name where
   the file system has that, else under an unpredictable one beside its place. At most 16 at once. */
typedef struct hedgerow_container_file hedgerow_container_file;

/* `directory`: an open directory that `name` is relative to, or AT_FDCWD. `shown`: how sentences call
   the file; NULL: `name`. `flags`: HEDGEROW_CONTAINER_OVERWRITE or 0. EXISTS; a symbolic link counts as
   existing and, when overwritten, is itself replaced. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_new(hedgerow_container_file** file, int directory,
                                                    const char* name, const char* shown,
                                                    uint32_t flags,
                                                    hedgerow_container_error* error);
/* What file_new would refuse, as far as that shows without making a file. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_check(int directory, const char* name,
                                                      const char* shown, uint32_t flags,
                                                      hedgerow_container_error* error);
/* Empty at first, for reading and writing; the file's own. -1 for NULL. */
HEDGEROW_API int hedgerow_container_file_fd(const hedgerow_container_file* file);
/* Makes it durable and gives it its name. EXISTS when that was taken meanwhile, unless OVERWRITE. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_commit(hedgerow_container_file* file,
                                                       hedgerow_container_error* error);
/* Without a commit that returned OK, nothing is left of it. */
HEDGEROW_API void hedgerow_container_file_free(hedgerow_container_file* file);
/* Removes this process's files that have a temporary name. Async-signal-safe: for handlers of signals
   that end the process. */
HEDGEROW_API void hedgerow_container_remove_temporary_files(void);

/* ---- Who can open it, changed ------------------------------------------------------------------

   On a file by its name, which is locked meanwhile (BUSY). Version 1 has no slots: VERSION, but for
   reencrypt. `info`, which may be NULL, takes the slots as they are then. */
typedef struct hedgerow_container_change {
  size_t size;                               /* sizeof(hedgerow_container_change) */
  const hedgerow_container_credentials* add; /* may be NULL */
  const char* const* remove;                 /* labels */
  size_t remove_count;
} hedgerow_container_change;

/* The slots and their labels. Needs a credential that opens; so do the others. */
HEDGEROW_CONTAINER_CALL hedgerow_container_slots(const char* path,
                                                 const hedgerow_container_credentials* credentials,
                                                 const hedgerow_container_options* options,
                                                 hedgerow_container_info* info,
                                                 hedgerow_container_error* error);
/* Removes, then adds, without touching the data; at every moment the file opens with the old
   credentials or with the new ones. WHO COULD OPEN IT BEFORE MAY HAVE KEPT THE FILE KEY: removing
   takes nothing back. ARGUMENT for an unknown label, a known credential, none left, over 16. */
HEDGEROW_CONTAINER_CALL hedgerow_container_rekey(const char* path,
                                                 const hedgerow_container_credentials* credentials,
                                                 const hedgerow_container_change* change,
                                                 const hedgerow_container_options* options,
                                                 hedgerow_container_info* info,
                                                 hedgerow_container_error* error);
/* A new file key for the same plaintext, cipher and segments; the new file takes the old one's place
   when it is whole. It opens with those of `credentials` that opened the old one and are not
   removed, and with what is added; every other slot must be removed by its label. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reencrypt(
    const char* path, const hedgerow_container_credentials* credentials,
    const hedgerow_container_change* change, const hedgerow_container_options* options,
    hedgerow_container_info* info, hedgerow_container_error* error);

#ifdef __cplusplus
}
#endif

#endif
