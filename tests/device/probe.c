/* Prints one line per backend of libhedgerow-device on this machine, and the result of opening a
 * device:
 *
 *   backend NAME STATUS COUNT REASON
 *   open STATUS TEXT
 *
 * usage: device_probe ID [CIPHER]
 * The exit code is that of the command line for the status. The program is in C, so that the
 * header stays valid C. */
#include <hedgerow/device.h>
#include <stdio.h>

int main(int argc, char** argv) {
  hedgerow_device_error error;
  hedgerow_device* device = NULL;
  hedgerow_device_cipher* cipher = NULL;
  hedgerow_device_status status;
  size_t i;
  for (i = 0; i < hedgerow_device_backend_count(); i++) {
    hedgerow_device_backend_info info = {sizeof info, NULL, NULL, 0, HEDGEROW_DEVICE_OK, NULL};
    if (hedgerow_device_backend_at(i, &info) != HEDGEROW_DEVICE_OK) return 99;
    printf("backend %s %d %d %s\n", info.name, (int)info.status, (int)info.device_count,
           info.reason);
  }
  if (argc < 2) return 98;
  status = hedgerow_device_open(&device, argv[1], NULL, &error);
  if (status == HEDGEROW_DEVICE_OK && argc > 2)
    status = hedgerow_device_cipher_new(&cipher, device, argv[2], NULL, &error);
  printf("open %d %s\n", (int)status, error.text);
  if (error.status != status ||
      (status == HEDGEROW_DEVICE_OK) != (device != NULL && (argc < 3 || cipher != NULL)))
    return 97;
  hedgerow_device_cipher_free(cipher);
  hedgerow_device_close(device);
  return (int)status / 100;
}
