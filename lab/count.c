/* A TCG plugin for QEMU's user emulation that counts instructions:
 *        qemu-ARCH -plugin libcount.so,out=FILE -d plugin PROGRAM
 * When the program ends, FILE contains their number in decimal. Debian's QEMU loads plugins but ships no header,
 * therefore the necessary declarations of version 1 of its interface are below. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
typedef struct qemu_info_t qemu_info_t;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                                  void (*callback)(qemu_plugin_id_t,
                                                                   struct qemu_plugin_tb*));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb* tb,
                                                     enum qemu_plugin_op op, void* to,
                                                     uint64_t value);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* tb);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t, void*), void* data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t instructions;
static char path[4096];

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &instructions,
                                           qemu_plugin_tb_n_insns(tb));
}

static void ended(qemu_plugin_id_t id, void* data) {
  FILE* const f = fopen(path, "w");
  (void)id, (void)data;
  if (!f) return;
  fprintf(f, "%" PRIu64 "\n", instructions);
  fclose(f);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id,
                                                               const qemu_info_t* info, int argc,
                                                               char** argv) {
  (void)info;
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], "out=", 4)) snprintf(path, sizeof path, "%s", argv[i] + 4);
  if (!*path) {
    fprintf(stderr, "count: out=FILE is missing\n");
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
