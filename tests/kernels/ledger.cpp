// Prints the ledger, and its JSON form, which merge.py reads.
#include "ledger.hpp"

#include <string.h>

namespace hedgerow::ledger {

namespace {

constexpr const char* kMarks[] = {"ok", "FAIL", "-"};
constexpr const char* kWords[] = {"passed", "failed", "none"};
constexpr int kIdWidth = 48;

void write_string(FILE* f, const char* s) {
  fputc('"', f);
  for (; *s; s++)
    if (*s >= ' ') fprintf(f, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  fputc('"', f);
}

void write_row(FILE* f, const Row& row, const char* how) {
  fprintf(f, "  {\"kind\": \"%s\", \"id\": \"%s\", \"isa\": \"%s\", \"ran\": \"%s\"", row.kind,
          row.id, row.isa, row.ran ? how : "skipped");
  if (!row.ran) {
    fprintf(f, ", \"skip\": \"%s\", \"reason\": ", row.skip_kind);
    write_string(f, row.reason);
  }
  fprintf(f, ", \"seconds\": %.2f, \"failed\": %s", row.seconds, row.failed() ? "true" : "false");
  for (int i = 0; i < kColumnCount && row.ran; i++) {
    fprintf(f, ", \"%s\": {\"status\": \"%s\", \"note\": ", kColumns[i].name,
            kWords[(int)row.cells[i].status]);
    write_string(f, row.cells[i].note);
    fputc('}', f);
  }
  fputc('}', f);
}

}  // namespace

bool Row::failed() const {
  for (const Outcome& cell : cells)
    if (ran && cell.status == Status::kFailed) return true;
  return false;
}

void Ledger::print_head() const {
  printf("seed %llu\n%-*s", (unsigned long long)options_.seed, kIdWidth, "id");
  for (const Column& column : kColumns) printf(" %s", column.name);
  printf(" how\n");
}

void Ledger::add(const Row& row) {
  rows_.push_back(row);
  printf("%-*s", kIdWidth, row.id);
  for (int i = 0; i < kColumnCount; i++)
    printf(" %*s", (int)strlen(kColumns[i].name), row.ran ? kMarks[(int)row.cells[i].status] : ".");
  if (row.ran)
    printf(" %s %.1f s\n", options_.how, row.seconds);
  else
    printf(" skipped: %s\n", row.reason);
  for (int i = 0; i < kColumnCount && row.ran; i++)
    if (row.cells[i].status == Status::kFailed || !strncmp(row.cells[i].note, "info", 4))
      printf("    %s: %s\n", kColumns[i].name, row.cells[i].note);
  fflush(stdout);
}

std::size_t Ledger::count(bool ran, bool failed) const {
  std::size_t n = 0;
  for (const Row& row : rows_) n += row.ran == ran && row.failed() == failed;
  return n;
}

bool Ledger::print_tail() const {
  const std::size_t passed = count(true, false), failed = count(true, true);
  printf("%zu passed, %zu failed, %zu skipped\n", passed, failed, count(false, false));
  return failed == 0 && (passed > 0 || options_.parts > 1);
}

bool Ledger::write_json(const char* path) const {
  FILE* f = fopen(path, "w");
  if (!f) return false;
  fprintf(f, "{\"how\": \"%s\", \"seed\": %llu, \"rows\": [\n", options_.how,
          (unsigned long long)options_.seed);
  for (std::size_t i = 0; i < rows_.size(); i++) {
    write_row(f, rows_[i], options_.how);
    fputs(i + 1 < rows_.size() ? ",\n" : "\n", f);
  }
  fputs("]}\n", f);
  return fclose(f) == 0;
}

}  // namespace hedgerow::ledger
