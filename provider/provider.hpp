// One loaded instance of the provider: the upcalls of libcrypto, the settings of the configuration, and errors.
#pragma once

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

#include <cstdint>

#include "hedgerow/hedgerow.h"

namespace hedgerow_provider {

// The settings in the provider's section of openssl.cnf.
struct Settings {
  bool research = false;     // "research": also offer experimental ciphers
  bool wide_blocks = false;  // "wide-blocks": also offer block modes and wraps of wide Kalyna
  bool aes_siv = false;      // "aes = siv": also offer AES in SIV and GCM-SIV
  // "limit-blocks": "yes" for the limits of the library, or a number of blocks.
  std::uint64_t limit_blocks = HEDGEROW_NO_LIMIT;
};

struct Provider {
  const OSSL_CORE_HANDLE* core = nullptr;
  OSSL_FUNC_core_get_params_fn* get_params = nullptr;
  OSSL_FUNC_core_new_error_fn* new_error = nullptr;
  OSSL_FUNC_core_set_error_debug_fn* set_error_debug = nullptr;
  OSSL_FUNC_core_vset_error_fn* set_error = nullptr;
  Settings settings;
};

// Reasons on the error queue, in addition to the statuses of the library, which keep their numbers.
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

// Puts an error on the queue: the text of the reason, and details as for printf. Returns 0, which is the failure value
// of all provider functions.
__attribute__((format(printf, 3, 4))) int fail(const Provider& provider, std::uint32_t reason,
                                               const char* details, ...) noexcept;
// Returns 1 for HEDGEROW_OK. Otherwise puts the status on the queue as an error of the algorithm called `what` and
// returns 0.
int check(const Provider& provider, hedgerow_status status, const char* what) noexcept;

// Reads the settings of the configuration into `provider`. Returns false and puts a reason on the queue if one is
// unknown or has a value that is not allowed.
bool read_settings(Provider& provider) noexcept;

// All reasons with their texts, in a list that ends with {0, nullptr}.
const OSSL_ITEM* reasons() noexcept;

}  // namespace hedgerow_provider
