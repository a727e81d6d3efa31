// kernel_ledger: runs every check on every kernel and field of the registry that this CPU can run.
// usage: kernel_ledger [--how native|model|qemu] [--json FILE] [--kernel ID] [--seed N] [--part K/N]
//                      [--first-variants] [--brief-lab] [--list]
#include <string.h>
#include <time.h>

#include "check_field.hpp"
#include "isa/cpu.hpp"
#include "ledger.hpp"
#include "trap.hpp"

namespace hedgerow::ledger {

const Column kColumns[kColumnCount] = {
    {"vectors", check_vectors, check_field_values},
    {"chain", check_chain, check_field_chain},
    {"differential", check_differential, check_field_random},
    {"counts", check_counts, check_field_counts},
    {"offsets", check_offsets, check_field_offsets},
    {"in-place", check_in_place, check_field_tweaks},
    {"guard", check_guard, check_field_guard},
    {"ctr", check_ctr, nullptr},
    {"schedule", check_schedule, nullptr},
    {"residue", check_residue, check_field_residue},
    {"forced", check_forced, nullptr},
    {"fused", check_fused, nullptr},
};

namespace {

// Processor time, which measures a row even on a busy machine.
double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

Row make_row(const char* kind, const char* id, const Isa& isa) {
  Row row{};
  row.kind = kind;
  snprintf(row.id, sizeof row.id, "%s", id);
  row.isa = isa.name;
  return row;
}

// Gives the reason why a row does not run. `features` are those that its line needs.
void skip(Row* row, const Isa& isa, std::uint64_t features) {
  row->skip_kind = isa.built ? "cpu" : "not-built";
  int n = snprintf(row->reason, sizeof row->reason, "%s",
                   isa.built ? "this CPU lacks" : "not built for this architecture");
  const std::uint64_t missing = isa.built ? features & ~cpu_features() : 0;
  for (int bit = 0; bit < 63 && n < (int)sizeof row->reason; bit++)
    if (missing >> bit & 1)
      n += snprintf(row->reason + n, sizeof row->reason - (std::size_t)n, " %s",
                    cpu_feature_name(1ull << bit));
}

Row kernel_row(const Kernel& kernel, const Options& options) {
  Row row = make_row("kernel", kernel.id, *kernel.isa);
  if (kernel.ops && kernel.ops->key_bytes == 0) {
    row.skip_kind = "unserved";
    snprintf(row.reason, sizeof row.reason, "does not serve this cipher");
    return row;
  }
  if (!available(kernel, cpu_features())) {
    skip(&row, *kernel.isa, kernel.features);
    return row;
  }
  const Kernel* reference = reference_kernel(*kernel.variant);
  row.ran = true;
  const double start = now();
  for (int i = 0; i < kColumnCount; i++) {
    if (!reference) {
      row.cells[i] = fail("%s has no reference kernel", kernel.variant->name);
      continue;
    }
    char doing[] = "setting up";
    Subject* subject = nullptr;
    row.cells[i] = run_trapped(doing, [&] {
      subject = new Subject(kernel, *reference, options);
      return pass();
    });
    if (row.cells[i].status == Status::kPassed)
      row.cells[i] = run_trapped(subject->doing, [&] { return kColumns[i].kernel(*subject); });
    delete subject;
  }
  row.seconds = now() - start;
  return row;
}

Row field_row(const Field& field, const char* id, const Options& options) {
  Row row = make_row("field", id, *field.isa);
  if (!available(field, cpu_features())) {
    skip(&row, *field.isa, field.features);
    return row;
  }
  row.ran = true;
  const double start = now();
  for (int i = 0; i < kColumnCount; i++)
    row.cells[i] =
        kColumns[i].field
            ? run_trapped(kColumns[i].name, [&] { return kColumns[i].field(field, options); })
            : not_applicable("no such check for fields");
  row.seconds = now() - start;
  return row;
}

struct FieldId {
  char text[64];
  explicit FieldId(const Field& f) { snprintf(text, sizeof text, "%s.%s", f.name, f.isa->name); }
};

void list() {
  for (const Kernel& k : kernels())
    printf("%-48s %s %s\n", k.id, k.timing() == Timing::kVartime ? "vartime" : "ct",
           available(k, cpu_features()) ? "available" : "not available");
  for (const Field& f : fields())
    printf("%-48s ct %s\n", FieldId(f).text,
           available(f, cpu_features()) ? "available" : "not available");
}

bool label_is_right(const char* how) {
#ifdef HR_VEC_MODEL
  return !strcmp(how, "model");
#else
  return strcmp(how, "model") != 0;
#endif
}

int run(const Options& options) {
  if (!label_is_right(options.how)) {
    fprintf(stderr, "--how %s is not what this program was built as\n", options.how);
    return 2;
  }
  std::size_t index = 0;
  const auto wanted = [&](const char* id) {
    return (!options.kernel || !strcmp(options.kernel, id)) &&
           index++ % options.parts == options.part;
  };
  Ledger ledger(options);
  ledger.print_head();
  const Kernel* line = nullptr;  // the last served entry of the previous object
  for (const Kernel& k : kernels()) {
    const bool same_line = line && !strcmp(line->variant->family, k.variant->family) &&
                           !strcmp(line->technique, k.technique) && line->isa == k.isa;
    if (k.ops && k.ops->key_bytes) line = &k;
    if (options.first_variants && same_line) continue;
    if (wanted(k.id)) ledger.add(kernel_row(k, options));
  }
  for (const Field& f : fields())
    if (wanted(FieldId(f).text)) ledger.add(field_row(f, FieldId(f).text, options));
  const bool good = ledger.print_tail();
  if (options.json && !ledger.write_json(options.json)) {
    fprintf(stderr, "cannot write %s\n", options.json);
    return 2;
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace hedgerow::ledger

int main(int argc, char** argv) {
  hedgerow::ledger::Options options;
  if (!hedgerow::ledger::parse_options(argc, argv, &options)) return 2;
  if (options.list) {
    hedgerow::ledger::list();
    return 0;
  }
  return hedgerow::ledger::run(options);
}
