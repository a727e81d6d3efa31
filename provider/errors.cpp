// Errors: reasons with their sentences, and the way to libcrypto's queue.
#include <pthread.h>
#include <stdarg.h>

#include "provider.hpp"

namespace hedgerow_provider {

namespace {

constexpr OSSL_ITEM kOwnReasons[] = {
    {kNoKey, (void*)"no key is set: initialise with a key first"},
    {kNoIv, (void*)"no IV or nonce is set: initialise with one first"},
    {kIvLength, (void*)"wrong length of IV or nonce"},
    {kKeyLength, (void*)"wrong length of key"},
    {kMessageOver, (void*)"the message is over: initialise before more data"},
    {kNoTag, (void*)"no tag: set it before decrypting, and read it after encrypting"},
    {kTagLength, (void*)"wrong length of tag"},
    {kParameter, (void*)"unknown parameter, or one that this algorithm does not have"},
    {kParameterValue, (void*)"wrong type or value of a parameter"},
    {kOutputRoom, (void*)"the output buffer is too small"},
    {kOneCall, (void*)"this mode takes all data of a message in one call"},
    {kNewIvNeeded, (void*)"a new nonce is needed for every message that is encrypted"},
    {kTooLate, (void*)"too late: the message has begun"},
    {kNotOnDecryption, (void*)"a decryption gives no tag"},
    {kPipes, (void*)"a pipeline is initialised with 1 to 32 pipes, and then called with as many"},
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
