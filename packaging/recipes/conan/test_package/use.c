/* Prints the version if the known answers are right. */
#include <hedgerow/hedgerow.h>
#include <stdio.h>

int main(void) {
  hedgerow_status status = hedgerow_selftest();
  printf("hedgerow %s: %s\n", hedgerow_version(), hedgerow_status_text(status));
  return status;
}
