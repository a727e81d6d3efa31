/* The function of glibc that Debian's static libsodium calls and musl lacks. It is hidden, so that it serves only the
 * file that it is linked into. */
#include <stdlib.h>
#include <string.h>

__attribute__((visibility("hidden"))) void __explicit_bzero_chk(void* data, size_t bytes,
                                                                size_t most) {
  if (bytes > most) abort();
  explicit_bzero(data, bytes);
}
