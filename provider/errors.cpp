// The reasons with their texts, and functions that put them on libcrypto's error queue.
#include <pthread.h>
#include <stdarg.h>

#include "provider.hpp"

namespace hedgerow_provider {

namespace {

constexpr OSSL_ITEM kOwnReasons[] = {
    {kNoKey, (void*)"no key is set: initialise the context with a key first"},
    {kNoIv, (void*)"no IV or nonce is set: initialise the context with one first"},
    {kIvLength, (void*)"wrong length of IV or nonce"},
    {kKeyLength, (void*)"wrong length of key"},
    {kMessageOver, (void*)"the message is over: initialise the context again before more data"},
    {kNoTag,
     (void*)"the tag is missing: set it before you decrypt, or read it after you have encrypted"},
    {kTagLength, (void*)"wrong length of tag"},
    {kParameter, (void*)"unknown parameter, or one that this algorithm does not have"},
    {kParameterValue, (void*)"wrong type or value of a parameter"},
    {kOutputRoom, (void*)"the output buffer is too small"},
    {kOneCall, (void*)"this mode takes all data of a message in one update"},
    {kNewIvNeeded,
     (void*)"every message that you encrypt needs a new nonce: initialise the context with one"},
    {kTooLate, (void*)"too late: set this before the first data of the message"},
    {kNotOnDecryption, (void*)"a decryption gives no tag: it only checks the tag that you set"},
    {kPipes, (void*)"a pipeline must be initialised with 1 to 32 pipes, and every call must have "
                    "the same number of pipes"},
};
constexpr int kStatuses = HEDGEROW_ERR_KEY_VALUE;
constexpr std::size_t kOwn = sizeof kOwnReasons / sizeof *kOwnReasons;

OSSL_ITEM all[kStatuses + kOwn + 1];
pthread_once_t once = PTHREAD_ONCE_INIT;

void fill() noexcept {
  for (int i = 0; i < kStatuses; i++)
    all[i] = {(unsigned)i + 1, (void*)hedgerow_status_text((hedgerow_status)(i + 1))};
  for (std::size_t i = 0; i < kOwn; i++) all[kStatuses + i] = kOwnReasons[i];
}

}  // namespace

const OSSL_ITEM* reasons() noexcept {
  pthread_once(&once, fill);
  return all;
}

int fail(const Provider& provider, std::uint32_t reason, const char* details, ...) noexcept {
  if (!provider.new_error || !provider.set_error) return 0;
  va_list arguments;
  va_start(arguments, details);
  provider.new_error(provider.core);
  if (provider.set_error_debug) provider.set_error_debug(provider.core, "hedgerow", 0, "");
  provider.set_error(provider.core, reason, details, arguments);
  va_end(arguments);
  return 0;
}

int check(const Provider& provider, hedgerow_status status, const char* what) noexcept {
  return status == HEDGEROW_OK ? 1 : fail(provider, (std::uint32_t)status, "%s", what);
}

}  // namespace hedgerow_provider
