// overrun read|write OFFSET: accesses a vector of 32 bytes at OFFSET in a buffer of 100 bytes.
// AddressSanitizer must stop it if OFFSET is 69 or more, or negative.
#include <stdlib.h>
#include <string.h>

typedef unsigned char Vector __attribute__((vector_size(32), aligned(1)));

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  unsigned char* own = malloc(100);
  if (!own) return 2;
  memset(own, 1, 100);
  volatile Vector* at = (volatile Vector*)(own + atoi(argv[2]));
  if (strcmp(argv[1], "write") == 0) *at = (Vector){2};
  const int first = (*at)[0];
  free(own);
  return first == 1 || first == 2 ? 0 : 3;
}
