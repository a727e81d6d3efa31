// One loaded instance of the provider: libcrypto's upcalls, what the configuration says, and errors.
#pragma once

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

#include <cstdint>

#include "hedgerow/hedgerow.h"

namespace hedgerow_provider {

// Of the provider's section in openssl.cnf.
struct Settings {
  bool research = false;     // "research": experimental ciphers too
  bool wide_blocks = false;  // "wide-blocks": block modes and wraps of Kalyna-256 and -512 too
  std::uint64_t limit_blocks =
      HEDGEROW_NO_LIMIT;  // "limit-blocks": "yes", the library's, or a number of blocks
};

struct Provider {
  const OSSL_CORE_HANDLE* core = nullptr;
  OSSL_FUNC_core_get_params_fn* get_params = nullptr;
  OSSL_FUNC_core_new_error_fn* new_error = nullptr;
  OSSL_FUNC_core_set_error_debug_fn* set_error_debug = nullptr;
  OSSL_FUNC_core_vset_error_fn* set_error = nullptr;
  Settings settings;
};

// Reasons on the error queue: the library's statuses as they are, and these.
enum Reason : std::uint32_t {
  kNoKey = 100,
  kNoIv,
  kIvLength,
  kKeyLength,
  kMessageOver,
  kNoTag,
  kTagLength,
  kParameter,
  kParameterValue,
  kOutputRoom,
  kOneCall,
  kNewIvNeeded,
  kTooLate,
  kNotOnDecryption,
  kPipes
};

// Puts an error on the queue: the reason's sentence, and details as by printf. Returns 0, the failure of every function
// of a provider.
__attribute__((format(printf, 3, 4))) int fail(const Provider& provider, std::uint32_t reason,
                                               const char* details, ...) noexcept;
// 1 for HEDGEROW_OK; else the status as an error of the algorithm called `what`.
int check(const Provider& provider, hedgerow_status status, const char* what) noexcept;

// Every reason with its sentence, ended by {0, nullptr}.
const OSSL_ITEM* reasons() noexcept;

}  // namespace hedgerow_provider
