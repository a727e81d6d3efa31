/* Hedgerow containers: the C ABI of libhedgerow-container. A container is an encrypted file with
 * segments that are authenticated one by one, so you can read any part of it. docs/container.md
 * describes the format. The library needs libhedgerow and libsodium.
 *
 * For example, this makes a key file and encrypts a file with it (error handling left out):
 *
 *   hedgerow_container_credentials* who;
 *   hedgerow_container_make_key_file("disk.key", NULL);
 *   hedgerow_container_credentials_new(&who, NULL);
 *   hedgerow_container_add_file(who, "disk.key", NULL, NULL);
 *   hedgerow_container_encrypt_file("disk.img", "disk.hedgerow", who, NULL, NULL);
 *   hedgerow_container_credentials_free(who);
 *
 * Rules for every function:
 *  - A function never throws, aborts, prints, prompts, installs a signal handler or raises SIGPIPE.
 *  - A function returns a hedgerow_container_status. Its last argument, which may be NULL, receives
 *    a sentence that says what was wrong in this call and what is allowed. Comments leave out the
 *    prefix of a status: EXISTS is HEDGEROW_CONTAINER_EXISTS.
 *  - If a call fails, its results are untouched. Discard what it wrote to an output, because that is
 *    not the whole.
 *  - Only one thread at a time may use a handle, but threads may use different handles concurrently.
 *    Several threads may use the same credentials concurrently, as long as no call changes them.
 *  - Only the calling thread runs your callbacks, and only during the call. The callbacks of an AEAD
 *    (hedgerow_container_aead) are the exception: several threads run them concurrently, each with
 *    its own object.
 *  - Freeing a handle wipes its secrets. You may free NULL, which has no effect.
 *  - If a struct begins with `size`, set it to sizeof the struct. A field that is 0 has its default.
 *    A call returns ARGUMENT for a size that no version has, and if a field that this library does
 *    not know is not 0.
 *  - Your descriptors stay open, and you close them. Lengths are in bytes. Texts are UTF-8 and end
 *    with a 0.
 */
#ifndef HEDGEROW_CONTAINER_H
#define HEDGEROW_CONTAINER_H

#include "hedgerow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ----------------------------------------------------------------------------------

   A status divided by 100 is the exit code of the command line for it. 1: the data is not the data
   that a key holder wrote. 2: the call is wrong. 3: the system failed. 4: the request is well-formed
   but not supported here. */
typedef enum hedgerow_container_status HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_OK = 0,

  HEDGEROW_CONTAINER_NOT_CONTAINER = 101,    /* the data does not begin like a container */
  HEDGEROW_CONTAINER_TRUNCATED_HEADER = 102, /* the file ends inside the header or the slot area */
  HEDGEROW_CONTAINER_HEADER_LENGTH = 103,    /* the length field of the header is wrong */
  HEDGEROW_CONTAINER_HEADER_FIELD = 104,     /* header fields contradict each other, or reserved
                                                bytes are not 0 */
  HEDGEROW_CONTAINER_SEGMENT_BYTES = 105,    /* the format does not have this segment size */
  HEDGEROW_CONTAINER_NONCE_LENGTH = 106,     /* this cipher and mode have another nonce length */
  HEDGEROW_CONTAINER_TAG_LENGTH = 107,       /* the format does not have this tag length */
  HEDGEROW_CONTAINER_WRONG_KEY = 108,        /* no credential opens it, or the header was changed */
  HEDGEROW_CONTAINER_TAMPERED = 109,         /* a segment is not authentic */
  HEDGEROW_CONTAINER_TRUNCATED = 110,        /* the file ends before the final segment */
  HEDGEROW_CONTAINER_TRAILING_DATA = 111,    /* there is data after the final segment */
  HEDGEROW_CONTAINER_ARMOR = 112,            /* the text around the container is not valid armor */
  HEDGEROW_CONTAINER_SLOTS = 113,            /* every copy of the slot area is damaged */

  HEDGEROW_CONTAINER_ARGUMENT = 201,   /* an argument is NULL, or a value that is not allowed */
  HEDGEROW_CONTAINER_CREDENTIAL = 202, /* the container has no slot for this kind of credential */
  HEDGEROW_CONTAINER_KEY_TEXT = 203,   /* not a key file, identity or public key, or mistyped */
  HEDGEROW_CONTAINER_EXISTS = 204,     /* the output exists already */
  HEDGEROW_CONTAINER_SAME_FILE = 205,  /* the input and the output are the same file */
  HEDGEROW_CONTAINER_CANCELLED = 206,  /* the progress callback cancelled the work */
  HEDGEROW_CONTAINER_REUSED = 207,     /* this object already sealed a segment with this index */

  HEDGEROW_CONTAINER_IO = 301,       /* reading or writing failed */
  HEDGEROW_CONTAINER_BUSY = 302,     /* another process is changing the container */
  HEDGEROW_CONTAINER_MEMORY = 303,   /* there is not enough memory */
  HEDGEROW_CONTAINER_CALLBACK = 304, /* a callback for input or output failed */
  HEDGEROW_CONTAINER_INTERNAL = 305, /* the system refused a thread, or the library has a fault */

  HEDGEROW_CONTAINER_VERSION = 401,    /* this library does not know the version of the format */
  HEDGEROW_CONTAINER_CIPHER = 402,     /* the cipher is unknown, or containers do not support it */
  HEDGEROW_CONTAINER_MODE = 403,       /* the mode is unknown, or the cipher does not have it */
  HEDGEROW_CONTAINER_KDF = 404,        /* the key derivation is unknown */
  HEDGEROW_CONTAINER_KDF_COST = 405,   /* opening costs more than limit_passes, limit_memory_kib */
  HEDGEROW_CONTAINER_LIMIT = 406,      /* this is more data than one key may protect */
  HEDGEROW_CONTAINER_UNAVAILABLE = 407 /* the CPU does not have a required instruction set */
} hedgerow_container_status;

#define HEDGEROW_CONTAINER_CALL HEDGEROW_API HEDGEROW_CHECKED hedgerow_container_status

/* Returns a general English sentence for a status, which is static and never NULL. */
HEDGEROW_API const char* hedgerow_container_status_text(hedgerow_container_status status);

/* The action that helps the user of your program after a failure. Describe it in the terms of your
   program, for example as an option of a command. */
typedef enum hedgerow_container_remedy HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_REMEDY_NONE = 0,
  HEDGEROW_CONTAINER_REMEDY_OVERWRITE = 1,  /* allow overwriting, or name another output */
  HEDGEROW_CONTAINER_REMEDY_KDF_LIMIT = 2,  /* raise the limit to remedy_value if you trust it */
  HEDGEROW_CONTAINER_REMEDY_REENCRYPT = 3,  /* reencrypt the container */
  HEDGEROW_CONTAINER_REMEDY_NEW_COST = 4,   /* reencrypt it with the new cost of the passphrase */
  HEDGEROW_CONTAINER_REMEDY_CREDENTIAL = 5, /* give a key file, an identity or a passphrase */
  HEDGEROW_CONTAINER_REMEDY_KEY_FILE = 6,   /* make a key file */
  HEDGEROW_CONTAINER_REMEDY_IDENTITY = 7,   /* make an identity */
  HEDGEROW_CONTAINER_REMEDY_CIPHERS = 8     /* look at the list of ciphers */
} hedgerow_container_remedy;

/* The result of a call, where the status is OK and the text is "" after a success. The struct
   has the same size in all versions, so it has no field for its size. */
typedef struct hedgerow_container_error {
  hedgerow_container_status status;
  hedgerow_container_remedy remedy;
  uint32_t sentence_bytes; /* length of `text` without its last part, which names the
                              remedy in the terms of this header */
  char remedy_value[20];   /* for REMEDY_KDF_LIMIT a text for parse_kdf_limit, for example
                              "16x1G"; for TAMPERED and TRUNCATED the index of the segment, and
                              for IO the errno of the system, in digits, if it is known; else "" */
  char text[2016];         /* may contain file names and labels that you gave, but no secret */
} hedgerow_container_error;

/* Returns the version of the loaded library, for example "0.3.0". */
HEDGEROW_API const char* hedgerow_container_version(void);

/* ---- Credentials: who can open a container ---------------------------------------------------

   A new container opens with each credential of a list, which has 1 to 16 of them. To open a
   container, one credential that fits is enough, and the others are ignored. Passphrases are tried
   last, because each one costs a run of Argon2id. A public key can only encrypt.

   `label` is the name of a credential in the container. It is stored encrypted, must be unique
   there, and has 1 to 63 bytes without control characters. If it is NULL, a label is made from the
   kind, the file name or the public key.

   Secrets are copied into memory that is locked, if the system allows that, so that they do not
   reach the swap. docs/container.md describes the text of keys. */
#define HEDGEROW_CONTAINER_KEY_BYTES 64          /* a raw key, which is the content of a key file */
#define HEDGEROW_CONTAINER_PASSPHRASE_BYTES 1024 /* the longest passphrase */
#define HEDGEROW_CONTAINER_X25519_BYTES 32       /* an identity, or a public key */
#define HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES 65  /* "hedgerow-public-...", with the final 0 */
#define HEDGEROW_CONTAINER_LABEL_BYTES 64        /* a label with the final 0 */
#define HEDGEROW_CONTAINER_MAX_SLOTS 16
#define HEDGEROW_CONTAINER_PUBLIC_PREFIX "hedgerow-public-" /* of a public key's text */

typedef struct hedgerow_container_credentials hedgerow_container_credentials;

HEDGEROW_CONTAINER_CALL hedgerow_container_credentials_new(
    hedgerow_container_credentials** credentials, hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_credentials_free(hedgerow_container_credentials* credentials);
HEDGEROW_API size_t
hedgerow_container_credentials_count(const hedgerow_container_credentials* credentials);

/* Adds a raw key of HEDGEROW_CONTAINER_KEY_BYTES uniformly random bytes. A password is not a key. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_key(hedgerow_container_credentials* credentials,
                                                   const void* key, size_t key_bytes,
                                                   const char* label,
                                                   hedgerow_container_error* error);
/* Adds a passphrase of 1 to HEDGEROW_CONTAINER_PASSPHRASE_BYTES bytes, which are used unchanged. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_passphrase(
    hedgerow_container_credentials* credentials, const void* passphrase, size_t passphrase_bytes,
    const char* label, hedgerow_container_error* error);
/* Adds an X25519 secret key [RFC 7748] of HEDGEROW_CONTAINER_X25519_BYTES bytes. It opens
   containers, and a new container is also encrypted to it. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_identity(hedgerow_container_credentials* credentials,
                                                        const void* secret_key,
                                                        size_t secret_key_bytes, const char* label,
                                                        hedgerow_container_error* error);
/* Adds an X25519 public key of HEDGEROW_CONTAINER_X25519_BYTES bytes. A new container is encrypted
   to its owner, but the public key cannot open anything. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_recipient(
    hedgerow_container_credentials* credentials, const void* public_key, size_t public_key_bytes,
    const char* label, hedgerow_container_error* error);
/* Adds one key from its text, which shows the kind: "hedgerow-public-...",
   "hedgerow-identity-..." or "hedgerow-key-1:...". Returns KEY_TEXT for any other text. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_text(hedgerow_container_credentials* credentials,
                                                    const char* text, const char* label,
                                                    hedgerow_container_error* error);
/* Adds the credential at `index` of another list, or of the same one. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_from(hedgerow_container_credentials* credentials,
                                                    const hedgerow_container_credentials* from,
                                                    size_t index, const char* label,
                                                    hedgerow_container_error* error);
/* Adds all keys of a file that has one such text per line. Empty lines and lines that begin with
   # are ignored. `label` must be NULL if the file has several keys, because labels are unique. */
HEDGEROW_CONTAINER_CALL hedgerow_container_add_file(hedgerow_container_credentials* credentials,
                                                    const char* path, const char* label,
                                                    hedgerow_container_error* error);

/* The access that users other than the owner have to a file. Pipes and similar files have EXPOSED_TO_NONE. */
typedef enum hedgerow_container_exposure HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_EXPOSED_TO_NONE = 0,
  HEDGEROW_CONTAINER_READABLE = 1,
  HEDGEROW_CONTAINER_WRITABLE = 2
} hedgerow_container_exposure;
/* Returns a warning about it, or "". The text is static, so you need not free it, and it is
   never NULL. */
HEDGEROW_API const char* hedgerow_container_exposure_text(hedgerow_container_exposure exposure);

/* The content that a call expects in a file. */
typedef enum hedgerow_container_file_kind HEDGEROW_ENUM {
  HEDGEROW_CONTAINER_FILE_OF_KEYS = 0,   /* any keys, as for add_file */
  HEDGEROW_CONTAINER_KEY_FILE = 1,       /* one key, as make_key_file writes it */
  HEDGEROW_CONTAINER_IDENTITY_FILE = 2,  /* identities */
  HEDGEROW_CONTAINER_RECIPIENTS_FILE = 3 /* public keys */
} hedgerow_container_file_kind;
/* Does the same as add_file for a file of one kind. `exposure` receives the access of other
   users to the file, and may be NULL. It is always EXPOSED_TO_NONE if the kind is public keys or
   any keys. */
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
/* Returns the static text "key file", "passphrase" or "recipient", and "nothing" for any other
   value. */
HEDGEROW_API const char* hedgerow_container_slot_kind_text(hedgerow_container_slot_kind kind);

typedef struct hedgerow_container_credential {
  size_t size; /* in: sizeof(hedgerow_container_credential) */
  hedgerow_container_slot_kind kind;
  int can_open; /* 0 for a public key */
  /* `label` is "" if you gave none. The container then uses the default label, with a number after it
     if the label is taken there. */
  char label[HEDGEROW_CONTAINER_LABEL_BYTES];
  char default_label[HEDGEROW_CONTAINER_LABEL_BYTES];
} hedgerow_container_credential;
/* Describes the credential at `index` of a list, or returns ARGUMENT if index is not below the
   count. */
HEDGEROW_CONTAINER_CALL hedgerow_container_credentials_at(
    const hedgerow_container_credentials* credentials, size_t index,
    hedgerow_container_credential* credential, hedgerow_container_error* error);

/* Returns 1 if `text` contains the text of an identity or of a key file, even if that is cut or
   mistyped, and 0 for other texts and for NULL. Do not repeat such a text in a message, and reject
   it as an argument of a program. If there is not enough memory to check, it returns 1. */
HEDGEROW_API int hedgerow_container_holds_secret(const char* text);
/* Reads a small file that contains a secret of yours, at most `room` bytes, into `data`. Error
   sentences name the file with `kind`, for example "key file". Returns KEY_TEXT if the file is
   longer, or if `path` is itself the text of a key. */
HEDGEROW_CONTAINER_CALL hedgerow_container_read_secret_file(const char* path, const char* kind,
                                                            void* data, size_t room,
                                                            size_t* got_bytes,
                                                            hedgerow_container_exposure* exposure,
                                                            hedgerow_container_error* error);

/* Make new keys with the random source of the system. `key` has HEDGEROW_CONTAINER_KEY_BYTES bytes,
   and `secret_key` and `public_key` have HEDGEROW_CONTAINER_X25519_BYTES. */
HEDGEROW_CONTAINER_CALL hedgerow_container_make_key(void* key, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_make_identity(void* secret_key, void* public_key,
                                                         hedgerow_container_error* error);
/* Writes the text of a public key to `text`, which must have room for
   HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES bytes. */
HEDGEROW_CONTAINER_CALL hedgerow_container_public_text(const void* public_key, char* text,
                                                       hedgerow_container_error* error);
/* Does the inverse. Returns KEY_TEXT for any other text, and the sentence says whether it is a
   mistyped public key. */
HEDGEROW_CONTAINER_CALL hedgerow_container_public_key(const char* text, void* public_key,
                                                      hedgerow_container_error* error);
/* Make a new key file, or a new file with an identity. The file has mode 0600 and is on the disk
   when the call returns. An existing file is never replaced, and the call then returns EXISTS. */
HEDGEROW_CONTAINER_CALL hedgerow_container_make_key_file(const char* path,
                                                         hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_make_identity_file(const char* path, void* public_key,
                                                              hedgerow_container_error* error);
/* Write the content of such a file to a descriptor. */
HEDGEROW_CONTAINER_CALL hedgerow_container_write_key_file(int fd, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_write_identity_file(int fd, void* public_key,
                                                               hedgerow_container_error* error);

/* ---- Choices ----------------------------------------------------------------------------------- */

#define HEDGEROW_CONTAINER_DEFAULT_CIPHER "kalyna-256-256"
#define HEDGEROW_CONTAINER_MIN_SEGMENT_BYTES 65536
#define HEDGEROW_CONTAINER_MAX_SEGMENT_BYTES 4194304
#define HEDGEROW_CONTAINER_DEFAULT_SEGMENT_BYTES 1048576

/* Finds a cipher in an AEAD as containers support them. If `mode` is NULL or "", it is the first
   AEAD of the cipher. `algorithm` may be NULL, else set its size first. If no container supports
   the pair, the call returns CIPHER or MODE with a sentence that lists what is allowed. */
HEDGEROW_CONTAINER_CALL hedgerow_container_algorithm(const char* cipher, const char* mode,
                                                     hedgerow_algorithm_info* algorithm,
                                                     hedgerow_container_error* error);

/* Returns the name of cost `index` of Argon2id, from cheap to expensive: "interactive",
   "default", "sensitive", or NULL if there is no such cost. */
HEDGEROW_API const char* hedgerow_container_kdf_name(size_t index);
/* Returns the cost with this name, or ARGUMENT with a sentence that lists the names. */
HEDGEROW_CONTAINER_CALL hedgerow_container_kdf_cost(const char* name, uint32_t* passes,
                                                    uint32_t* memory_kib,
                                                    hedgerow_container_error* error);
/* Reads a text of the form "PASSESxMEMORY", for example "16x1G": 1 to 16 passes, and an amount of
   memory that ends in K, M or G. */
HEDGEROW_CONTAINER_CALL hedgerow_container_parse_kdf_limit(const char* text, uint32_t* passes,
                                                           uint32_t* memory_kib,
                                                           hedgerow_container_error* error);
/* Writes a text like "3 passes over 64 MiB" to `text`, which must have room for
   HEDGEROW_CONTAINER_KDF_TEXT_BYTES bytes. If there is not enough memory, the text is "". */
#define HEDGEROW_CONTAINER_KDF_TEXT_BYTES 48
HEDGEROW_API void hedgerow_container_kdf_text(uint32_t passes, uint32_t memory_kib, char* text);

/* ---- Your own AEAD ------------------------------------------------------------------------------

   These callbacks seal and open the segments instead of libhedgerow, for example on a GPU. If one
   returns a status other than OK, the call fails with that status and with the sentence that the
   callback wrote to `error`. `open` returns TAMPERED if the data is not authentic, and must then
   leave the data as it was. */
struct hedgerow_container_info;
typedef struct hedgerow_container_aead {
  size_t size; /* sizeof(hedgerow_container_aead) */
  void* user;  /* is passed to `make` */
  /* Makes an AEAD object for the cipher, mode, sizes and key of a container. If it sets *aead to
     NULL, libhedgerow does the segments. */
  hedgerow_container_status (*make)(void* user, const struct hedgerow_container_info* info,
                                    const void* key, size_t key_bytes, void** aead,
                                    hedgerow_container_error* error);
  /* Makes another object with the same key, because each thread needs its own. */
  hedgerow_container_status (*copy)(const void* aead, void** made, hedgerow_container_error* error);
  void (*free)(void* aead);
  /* Both work in place on the `bytes` bytes at `data`. */
  hedgerow_container_status (*seal)(void* aead, const void* nonce, size_t nonce_bytes,
                                    const void* aad, size_t aad_bytes, void* data, size_t bytes,
                                    void* tag, size_t tag_bytes, hedgerow_container_error* error);
  hedgerow_container_status (*open)(void* aead, const void* nonce, size_t nonce_bytes,
                                    const void* aad, size_t aad_bytes, void* data, size_t bytes,
                                    const void* tag, size_t tag_bytes,
                                    hedgerow_container_error* error);
} hedgerow_container_aead;

/* ---- Options ---------------------------------------------------------------------------------- */

/* `done` is the number of input bytes that are done, and `total` is their number, or UINT64_MAX if
   it is unknown. If you return anything but 0, the call is cancelled and returns CANCELLED, unless
   the work is already done. A descriptor that blocks and a run of Argon2id are not interrupted. */
typedef int (*hedgerow_container_progress)(void* user, uint64_t done, uint64_t total);

/* Encryption: write the container as text (armor). decrypt, verify and inspect detect this, but a
   reader does not. */
#define HEDGEROW_CONTAINER_ARMORED 1u
/* Calls with paths: replace an existing output. */
#define HEDGEROW_CONTAINER_OVERWRITE 2u
/* Write to a new regular file in order, as to a pipe. A failed call then leaves a beginning of the
   output. */
#define HEDGEROW_CONTAINER_IN_ORDER 4u
/* Reader: open a container even if its end is not authentic. This is safe, because each segment is
   authenticated at its own place. */
#define HEDGEROW_CONTAINER_ANY_END 8u
/* Encryption: all containers that you make with this flag and the same credentials object have the
   same salt for passphrases, so that Argon2id runs once for all of them. Their keys differ. Everybody
   can see that such containers were made together. */
#define HEDGEROW_CONTAINER_SHARE_SALT 16u
/* file_new: the file is one of many in a run, which files_commit will commit. Whether a file can get its
   name is then tried once for each file system, and not for each file. */
#define HEDGEROW_CONTAINER_ONE_OF_MANY 32u

/* The layout of a new container. RESERVED begins with 12 KiB that have room for 16 credentials, and
   rekey changes them in place. COMPACT takes only the bytes that its credentials need, so rekey
   writes the whole file again. AUTOMATIC is COMPACT for armor and for less than 64 KiB of
   plaintext, otherwise RESERVED. */
#define HEDGEROW_CONTAINER_LAYOUT_AUTOMATIC 0u
#define HEDGEROW_CONTAINER_LAYOUT_COMPACT 1u
#define HEDGEROW_CONTAINER_LAYOUT_RESERVED 2u

typedef struct hedgerow_container_options {
  size_t size; /* sizeof(hedgerow_container_options) */
  uint32_t flags;
  unsigned threads; /* at most 256; 0: one for each CPU that the process may use */
  hedgerow_container_progress progress; /* may be NULL */
  void* user;                           /* is passed to `progress` */
  /* For new containers: */
  const char* cipher;     /* needs blocks of 128 bits or more and an AEAD; NULL: "kalyna-256-256" */
  const char* mode;       /* an AEAD of the cipher; NULL: the first one that containers support */
  uint32_t segment_bytes; /* a power of two from 65536 to 4194304; 0: 1048576 */
  /* The passes and the memory of Argon2id that it costs to try a new passphrase. 0, 0 means 3
     and 65536. The cost may not exceed the default limit for opening, because you could then open
     the container only with a higher limit. In rekey, 0, 0 keeps the cost that the passphrases of
     the container already have. */
  uint32_t kdf_passes, kdf_memory_kib;
  /* The largest cost that you accept when you open a container: its memory may not exceed
     limit_memory_kib, and passes times memory may not exceed the product of both. 0, 0 means 4 and
     262144. A container states its cost before anything in it can be authenticated, so a call
     returns KDF_COST for a larger one. */
  uint32_t limit_passes, limit_memory_kib;
  const hedgerow_container_aead*
      aead;        /* for encrypt, decrypt, verify and salvage; NULL: libhedgerow's */
  uint32_t layout; /* for encrypt: one of HEDGEROW_CONTAINER_LAYOUT_... */
} hedgerow_container_options;

/* ---- Input and output --------------------------------------------------------------------------

   Input and output are descriptors or callbacks. A descriptor is used from its position on, and
   several threads read a regular file, and write to a new one, concurrently. The position of a
   file with holes moves meanwhile, and a call that returns puts it back. A callback
   transfers at most `bytes` bytes, which is never 0, and returns how many it transferred, which
   may be fewer than it could. */

/* Returns 0 at the end. After a negative value, which is a failure, the call returns CALLBACK,
   and the container is incomplete. */
typedef int64_t (*hedgerow_container_read)(void* user, void* data, size_t bytes);
/* A return value of 0 or below is a failure. */
typedef int64_t (*hedgerow_container_write)(void* user, const void* data, size_t bytes);
/* Reads from `offset`. If it returns fewer than `bytes`, it is called again for the rest. A 0 before
   the end of the container means that the container is truncated. */
typedef int64_t (*hedgerow_container_read_at)(void* user, uint64_t offset, void* data,
                                              size_t bytes);

typedef struct hedgerow_container_input {
  size_t size;                  /* sizeof(hedgerow_container_input) */
  int fd;                       /* is used if the callback that a call needs is NULL */
  hedgerow_container_read read; /* for all calls except those of a reader */
  hedgerow_container_read_at
      read_at; /* for a reader, which also needs `bytes`, the container's length */
  uint64_t bytes;
  void* user;
} hedgerow_container_input;

typedef struct hedgerow_container_output {
  size_t size; /* sizeof(hedgerow_container_output) */
  int fd;      /* is used if `write` is NULL */
  hedgerow_container_write write;
  void* user;
} hedgerow_container_output;

/* ---- Whole containers ------------------------------------------------------------------------- */

typedef struct hedgerow_container_slot {
  hedgerow_container_slot_kind kind;
  char label[HEDGEROW_CONTAINER_LABEL_BYTES]; /* "" if no credential was used */
} hedgerow_container_slot;

#define HEDGEROW_CONTAINER_UNKNOWN UINT64_MAX

typedef struct hedgerow_container_info {
  size_t size;        /* in: sizeof(hedgerow_container_info) */
  unsigned version;   /* of the format: 1, 2 or 3 */
  const char* cipher; /* static */
  const char* mode;   /* static */
  uint32_t segment_bytes, nonce_bytes, tag_bytes;
  /* The cost of a passphrase. It is 0 if the container has no passphrase, and verify and a reader
     always set it to 0. */
  uint32_t kdf_passes, kdf_memory_kib;
  /* HEDGEROW_CONTAINER_UNKNOWN if it is unknown. Only inspect sets the length of the container, if
     it is a regular file. It also sets that of the plaintext if the file is not truncated. verify,
     salvage and a reader set that of the plaintext. */
  uint64_t container_bytes;
  uint64_t plaintext_bytes;
  uint32_t slot_count; /* verify, salvage, a reader and segments set it to 0 */
  hedgerow_container_slot slots[HEDGEROW_CONTAINER_MAX_SLOTS];
  /* Only verify and salvage set these two. The first is the label of the credential that opened the
     container. The second is 0 if a copy of the header or of the slot area is stale or damaged, else
     1. A rekey with an empty change repairs the copies. */
  char opened_with[HEDGEROW_CONTAINER_LABEL_BYTES];
  int copies_whole;
  uint32_t body_offset; /* the place of the first segment in the container */
} hedgerow_container_info;

/* Encrypts from the position of the input to its end. `options` may be NULL here and in all other
   calls. */
HEDGEROW_CONTAINER_CALL hedgerow_container_encrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
/* Decrypts a container. Only segments with a valid tag are written to the output. They are written
   in order, except to a regular file. THE OUTPUT IS THE WHOLE PLAINTEXT ONLY IF THE CALL RETURNS OK.
   If the container is truncated or changed, the output so far is authentic but incomplete. */
HEDGEROW_CONTAINER_CALL hedgerow_container_decrypt(
    const hedgerow_container_input* in, const hedgerow_container_output* out,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
/* Checks everything that decrypt checks, but does not write an output. `info` may be NULL. */
HEDGEROW_CONTAINER_CALL hedgerow_container_verify(const hedgerow_container_input* in,
                                                  const hedgerow_container_credentials* credentials,
                                                  const hedgerow_container_options* options,
                                                  hedgerow_container_info* info,
                                                  hedgerow_container_error* error);
/* Reads the header and the slot area without a key, and therefore THE VALUES ARE NOT
   AUTHENTICATED. */
HEDGEROW_CONTAINER_CALL hedgerow_container_inspect(const hedgerow_container_input* in,
                                                   hedgerow_container_info* info,
                                                   hedgerow_container_error* error);
/* Returns 1 if `fd` continues with text that can be armor, else 0. A regular file must have the first
   line of armor; of a pipe or socket, the bytes that have arrived decide. They stay unread. For a
   terminal the result is always 1. */
HEDGEROW_API int hedgerow_container_is_armored(int fd);
/* Encrypt or decrypt a file by its name. The output appears under its name, with mode 0600 and
   safely on the disk, after all of it was written and (when decrypting) found authentic, so a
   part of it never appears. Returns EXISTS if the output exists and HEDGEROW_CONTAINER_OVERWRITE
   is not set, and SAME_FILE if both names are the same file. */
HEDGEROW_CONTAINER_CALL hedgerow_container_encrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_decrypt_file(
    const char* in, const char* out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);

/* ---- Damaged containers ------------------------------------------------------------------------ */

/* A run of consecutive segments that are not authentic, with their indices and their place in
   the plaintext. The struct has the same size in all versions. */
typedef struct hedgerow_container_gap {
  uint64_t first_segment, segments;
  uint64_t offset, bytes;
} hedgerow_container_gap;

typedef struct hedgerow_container_damage {
  size_t size; /* in: sizeof(hedgerow_container_damage) */
  /* Includes the gaps. If the end is not authentic, the plaintext may have been longer. */
  uint64_t plaintext_bytes;
  uint64_t missing_bytes; /* the sum over all gaps */
  uint64_t gap_count;
  uint64_t extra_bytes; /* bytes after the last segment, which do not belong to the container */
  int end_authentic;    /* 0 if the last segment is damaged or was cut off */
} hedgerow_container_damage;

typedef void (*hedgerow_container_gap_found)(void* user, const hedgerow_container_gap* gap);

/* Tries every segment, even after one that fails. `out` is the descriptor of an empty regular file,
   or -1 to write nothing. Each authentic segment is written at its place in the plaintext, and the
   others become zeros. One copy of the header and one copy of the slot area must be intact.

   Returns OK if nothing is missing, TAMPERED if segments are missing, TRUNCATED if only the end is
   missing, and TRAILING_DATA if only the bytes after the end are wrong. IN ALL OF THESE CASES THE
   OUTPUT IS COMPLETE, `found` was called for each gap in order, and `info` and `damage` are filled.
   Each of the three may be NULL. An earlier failure can return the same statuses, but it leaves
   damage->gap_count as it was; set it to HEDGEROW_CONTAINER_UNKNOWN first to recognise this. */
HEDGEROW_CONTAINER_CALL hedgerow_container_salvage(
    const hedgerow_container_input* in, int out, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_gap_found found, void* user,
    hedgerow_container_info* info, hedgerow_container_damage* damage,
    hedgerow_container_error* error);

/* ---- Random access ----------------------------------------------------------------------------

   Opening a reader checks the header, the credential and the final segment, so a truncated
   container never opens. Keep the input alive until you free the reader. A descriptor must be
   that of a regular file, because it is read by position, from offset 0. */
typedef struct hedgerow_container_reader hedgerow_container_reader;

HEDGEROW_CONTAINER_CALL hedgerow_container_reader_open(
    hedgerow_container_reader** reader, const hedgerow_container_input* in,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_reader_free(hedgerow_container_reader* reader);
/* Returns the number of bytes of plaintext, or 0 for NULL. */
HEDGEROW_API uint64_t hedgerow_container_reader_bytes(const hedgerow_container_reader* reader);
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_info(const hedgerow_container_reader* reader,
                                                       hedgerow_container_info* info,
                                                       hedgerow_container_error* error);
/* Returns OK if the end is authentic. With ANY_END it can also return the reason why it is not:
   TAMPERED, TRUNCATED or TRAILING_DATA. Then reader_bytes is the largest number of bytes that the
   length of the container allows. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_end(const hedgerow_container_reader* reader,
                                                      hedgerow_container_error* error);
/* Reads up to `bytes` bytes from `offset`, like pread. *got_bytes is smaller than `bytes` only
   at the end of the plaintext, and 0 from there on. Returns TAMPERED if a segment that it needs
   is not authentic, and zeroes `out`. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reader_read(hedgerow_container_reader* reader,
                                                       uint64_t offset, void* out, size_t bytes,
                                                       size_t* got_bytes,
                                                       hedgerow_container_error* error);

/* ---- Segments ---------------------------------------------------------------------------------

   These calls seal and open single segments of one container, so its bytes can be anywhere, for
   example in an object store or on the nodes of a cluster. A container is its preamble and then its
   segments. Each segment has segment_bytes bytes of plaintext (see the info) and a tag. Only the
   final segment may be shorter, and it is empty only if it is the only one.

     preamble (body_offset bytes) | segment 0 | tag | segment 1 | tag | ... | final segment | tag

   Several threads may use one object concurrently. `threads` is the number of threads that a
   call may use, at most 256. 0 and 1 mean the calling thread only. */
typedef struct hedgerow_container_segments hedgerow_container_segments;

#define HEDGEROW_CONTAINER_MAX_PREAMBLE_BYTES 12288
#define HEDGEROW_CONTAINER_DIGEST_BYTES 32

/* Makes a new container with the cipher, mode, segment_bytes and passphrase cost of the options. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_make(
    hedgerow_container_segments** segments, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error);
/* Opens a container that begins with `preamble`. Pass its first MAX_PREAMBLE_BYTES bytes, or all of
   it if it is shorter. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_unlock(
    hedgerow_container_segments** segments, const void* preamble, size_t preamble_bytes,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error);
HEDGEROW_API void hedgerow_container_segments_free(hedgerow_container_segments* segments);
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_info(
    const hedgerow_container_segments* segments, hedgerow_container_info* info,
    hedgerow_container_error* error);
/* Returns the preamble, which has body_offset bytes (see the info) and lives as long as `segments`,
   or NULL for NULL. */
HEDGEROW_API const void* hedgerow_container_segments_preamble(
    const hedgerow_container_segments* segments);
/* Computes the number of segments and bytes of plaintext of a container that has
   `container_bytes` bytes and begins with `preamble`. It needs no key, so the result is not
   authenticated, but it returns TRUNCATED if no container has this length. */
HEDGEROW_CONTAINER_CALL hedgerow_container_layout(const void* preamble, size_t preamble_bytes,
                                                  uint64_t container_bytes, uint64_t* segments,
                                                  uint64_t* plaintext_bytes,
                                                  hedgerow_container_error* error);
/* Seals consecutive segments, from index `first` on, with the `bytes` bytes of plaintext at
   `data`. If `is_final`, the last of them is the final segment of the container, else `bytes` is
   a multiple of segment_bytes. `out` must not overlap `data`, and needs room for `bytes` bytes
   and one tag for each segment. There are bytes / segment_bytes segments, rounded up, and at
   least one if `is_final`. Returns REUSED without sealing anything if this object already sealed
   one of the indices. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_seal(hedgerow_container_segments* segments,
                                                         uint64_t first, int is_final,
                                                         const void* data, size_t bytes, void* out,
                                                         size_t out_bytes, unsigned threads,
                                                         hedgerow_container_error* error);
/* Does the inverse: opens `bytes` bytes of segments with their tags. They are at `data`, or if that
   is NULL, at their place in the regular file `fd`, which holds the container from offset 0. Writes
   *got_bytes bytes of plaintext, at most `out_bytes`, to `out`, which must not overlap `data`. On
   failure, `out` is zeroed. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_open(hedgerow_container_segments* segments,
                                                         uint64_t first, int is_final,
                                                         const void* data, int fd, size_t bytes,
                                                         void* out, size_t out_bytes,
                                                         size_t* got_bytes, unsigned threads,
                                                         hedgerow_container_error* error);
/* Hashes plaintext at an index under a secret key of this container. Without a key of the container,
   nobody learns from the hash the data or the places where it repeats. `digest` has
   HEDGEROW_CONTAINER_DIGEST_BYTES bytes. */
HEDGEROW_CONTAINER_CALL hedgerow_container_segments_digest(
    const hedgerow_container_segments* segments, uint64_t first, const void* data, size_t bytes,
    void* digest, hedgerow_container_error* error);

/* ---- Files that appear whole --------------------------------------------------------------------

   A file that appears under its name complete or not at all, with mode 0600. Until then it has no
   name, if the file system supports that, or else an unpredictable name in the same directory. A
   process can have at most 1024 of them at a time. */
typedef struct hedgerow_container_file hedgerow_container_file;

/* `name` is relative to `directory`, which is an open directory or AT_FDCWD. Sentences call the file
   `shown`, or `name` if that is NULL. `flags` may have HEDGEROW_CONTAINER_OVERWRITE and
   HEDGEROW_CONTAINER_ONE_OF_MANY. Returns EXISTS without the first one if the name is taken. A
   symbolic link counts as taken, and overwriting replaces the link itself. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_new(hedgerow_container_file** file, int directory,
                                                    const char* name, const char* shown,
                                                    uint32_t flags,
                                                    hedgerow_container_error* error);
/* Returns the errors of file_new, as far as they show without making a file. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_check(int directory, const char* name,
                                                      const char* shown, uint32_t flags,
                                                      hedgerow_container_error* error);
/* Returns a descriptor for reading and writing, or -1 for NULL. The file is empty at first, and
   its descriptor belongs to `file`, so do not close it. */
HEDGEROW_API int hedgerow_container_file_fd(const hedgerow_container_file* file);
/* Writes the file safely to the disk and gives it its name. Returns EXISTS if the name was taken in
   the meantime, unless HEDGEROW_CONTAINER_OVERWRITE is set. */
HEDGEROW_CONTAINER_CALL hedgerow_container_file_commit(hedgerow_container_file* file,
                                                       hedgerow_container_error* error);
/* Does the same for `count` files, with two flushes of the file system instead of three for each file.
   The data of all files is on the disk before one of them has its name. Calls `failed`, which may be
   NULL, for each file that failed, and returns the status of the first of them. The other files are
   committed. */
typedef void (*hedgerow_container_file_failed)(void* user, size_t index,
                                               const hedgerow_container_error* error);
HEDGEROW_CONTAINER_CALL hedgerow_container_files_commit(hedgerow_container_file* const* files,
                                                        size_t count,
                                                        hedgerow_container_file_failed failed,
                                                        void* user,
                                                        hedgerow_container_error* error);
/* Returns 1 if one `syncfs` flushes all files of the file system of `fd`, and reports lost writes on a
   descriptor that was open before. Otherwise it returns 0, and you must call `fsync` for each file,
   for example on network, FUSE and overlay file systems. */
HEDGEROW_API int hedgerow_container_syncfs_is_enough(int fd);
/* If commit has not returned OK, the file and its content are removed. */
HEDGEROW_API void hedgerow_container_file_free(hedgerow_container_file* file);
/* Removes all files of this process that have a temporary name. It is async-signal-safe, so that you
   can call it in a handler of a signal that ends the process. */
HEDGEROW_API void hedgerow_container_remove_temporary_files(void);

/* ---- Changing who can open a container ---------------------------------------------------------

   These calls take the name of a file, and lock it while they work. They return BUSY if another
   process changes it at the same time. Version 1 of the format has no slots, so all of them
   except reencrypt return VERSION for it. `info` may be NULL, and receives the slots after the
   change. */
typedef struct hedgerow_container_change {
  size_t size;                               /* sizeof(hedgerow_container_change) */
  const hedgerow_container_credentials* add; /* may be NULL */
  /* The labels of the credentials to remove. If a file's name is too long for a label, it also names
     the default label that is cut from it. */
  const char* const* remove;
  size_t remove_count;
} hedgerow_container_change;

/* Returns the slots with their labels. This call and the next two need a credential that opens the
   container. */
HEDGEROW_CONTAINER_CALL hedgerow_container_slots(const char* path,
                                                 const hedgerow_container_credentials* credentials,
                                                 const hedgerow_container_options* options,
                                                 hedgerow_container_info* info,
                                                 hedgerow_container_error* error);
/* Removes credentials, then adds others, without touching the data. At every moment the file opens
   with the old or with the new credentials. ANYBODY WHO COULD OPEN THE FILE BEFORE MAY HAVE KEPT ITS
   FILE KEY, so removing a credential does not take the data back. Returns ARGUMENT if a label is
   unknown, if a credential is already there, or if no credential or more than 16 would be left. */
HEDGEROW_CONTAINER_CALL hedgerow_container_rekey(const char* path,
                                                 const hedgerow_container_credentials* credentials,
                                                 const hedgerow_container_change* change,
                                                 const hedgerow_container_options* options,
                                                 hedgerow_container_info* info,
                                                 hedgerow_container_error* error);
/* Encrypts the same plaintext with a new file key and the same cipher and segment size. The new file
   replaces the old one when it is complete. It opens with those of `credentials` that opened the old
   file and are not removed, and with the added ones. You must remove every other slot by its label,
   because it cannot be kept. */
HEDGEROW_CONTAINER_CALL hedgerow_container_reencrypt(
    const char* path, const hedgerow_container_credentials* credentials,
    const hedgerow_container_change* change, const hedgerow_container_options* options,
    hedgerow_container_info* info, hedgerow_container_error* error);

#ifdef __cplusplus
}
#endif

#endif
