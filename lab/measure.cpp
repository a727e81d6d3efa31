// hedgerow-lab-measure: what `hedgerow lab run` measures with. No library beside Hedgerow's and the compiler's, so that
// every preset builds it, for 32-bit and foreign processors too.
//
//   hedgerow-lab-measure info                                   machine, compiler, processors: one JSON object
//   hedgerow-lab-measure list                                   every subject, one JSON object a line
//   hedgerow-lab-measure run SUBJECT DIRECTION BYTES SAMPLES MS THREADS     one JSON object a sample
//   hedgerow-lab-measure count SUBJECT DIRECTION BYTES CALLS    so many calls alone, for an emulator that counts
//   hedgerow-lab-measure footprint KERNEL                       bytes of code, key and stack
//
// A subject is the id of a kernel (direction enc, dec, or chain: each call waits for the one before it), or a name of
// subjects.hpp (direction -). Exit: 0; 2 usage; 4 a subject that this processor or build cannot run.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <thread>
#include <vector>

#include "isa/cpu.hpp"
#include "isa/machine.hpp"
#include "measure.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

using bench::Sample;

struct Arguments {
  const char *subject, *direction;
  std::size_t bytes;
  int samples;
  double ms;
  int threads;
};

void print_text(const char* key, const char* text) {
  printf("\"%s\": \"", key);
  for (; *text; text++)
    if (*text != '"' && *text != '\\' && *text >= ' ') putchar(*text);
  printf("\"");
}

// The CPU as the system names it.
void print_machine() {
  char line[512], name[512] = "unknown";
  if (FILE* const f = fopen("/proc/cpuinfo", "r")) {
    while (fgets(line, sizeof line, f))
      if (!strncmp(line, "model name", 10) && strchr(line, ':')) {
        snprintf(name, sizeof name, "%.500s", strchr(line, ':') + 2);
        break;
      }
    fclose(f);
  }
  name[strcspn(name, "\n")] = 0;
  print_text("machine", name);
}

int info() {
  printf("{");
  print_machine();
  printf(", \"class\": \"%s\", ", machine_class_name(machine_class()));
  print_text("compiler", HR_LAB_COMPILER);
  printf(", ");
  print_text("flags", HR_LAB_FLAGS);
  printf(", \"bits\": %d, \"processors\": %u, \"features\": [", (int)(8 * sizeof(void*)),
         std::thread::hardware_concurrency());
  const char* separator = "";
  for (std::uint64_t bit = 1; const char* name = cpu_feature_name(bit); bit <<= 1) {
    if (!(cpu_features() & bit)) continue;
    printf("%s\"%s\"", separator, name);
    separator = ", ";
  }
  printf("]}\n");
  return 0;
}

// Calls that take about `ms`; at least one.
std::size_t calls_for(Subject& subject, double ms) {
  std::size_t calls = 1;
  for (;;) {
    const double begin = bench::now_ns();
    for (std::size_t i = 0; i < calls; i++) subject.call();
    const double elapsed = bench::now_ns() - begin;
    if (elapsed >= ms * 2e5 || calls >= 1u << 24)
      return std::max<std::size_t>(1, (std::size_t)((double)calls * ms * 1e6 / elapsed));
    calls *= 2;
  }
}

// One sample: every thread its own subject, all at the same time; the slowest counts.
Sample sample(std::vector<Subject*>& subjects, std::size_t calls) {
  std::vector<Sample> each(subjects.size());
  std::atomic<std::size_t> arrived{0};
  std::vector<std::thread> threads;
  const auto work = [&](std::size_t i) {
    each[i] = bench::timed(
        calls, [&] { subjects[i]->call(); },
        [&] {
          arrived++;
          while (arrived < subjects.size()) std::this_thread::yield();
        });
  };
  for (std::size_t i = 1; i < subjects.size(); i++) threads.emplace_back(work, i);
  work(0);
  for (std::thread& t : threads) t.join();
  Sample all = each[0];
  for (const Sample& s : each) all = bench::slower(all, s);
  return all;
}

int run(const Arguments& a) {
  std::vector<Subject*> subjects;
  for (int i = 0; i < a.threads; i++) {
    Subject* const subject = make_subject(a.subject, a.direction, a.bytes);
    if (!subject) return 4;
    subjects.push_back(subject);
  }
  const std::size_t calls = calls_for(*subjects[0], a.ms);
  for (int i = 0; i < a.samples; i++) {
    const Sample s = sample(subjects, calls);
    printf(
        "{\"calls\": %zu, \"bytes\": %zu, \"ns\": %.0f, \"tsc\": %.0f, \"core\": %.0f, \"on_cpu\": "
        "%.4f, \"alone\": %.4f}\n",
        calls, subjects[0]->bytes(), s.ns, s.tsc, s.core, s.on_cpu, s.alone);
    fflush(stdout);
  }
  for (Subject* s : subjects) delete s;
  return 0;
}

int count(const Arguments& a) {
  Subject* const subject = make_subject(a.subject, a.direction, a.bytes);
  if (!subject) return 4;
  for (int i = 0; i < a.samples; i++) subject->call();
  delete subject;
  return 0;
}

int usage() {
  fprintf(stderr,
          "usage: hedgerow-lab-measure info | list | footprint KERNEL | run SUBJECT DIRECTION "
          "BYTES SAMPLES MS THREADS | "
          "count SUBJECT DIRECTION BYTES CALLS\n");
  return 2;
}

}  // namespace

int main_of(int argc, char** argv) {
  if (argc == 2 && !strcmp(argv[1], "info")) return info();
  if (argc == 2 && !strcmp(argv[1], "list")) return list_subjects();
  if (argc == 3 && !strcmp(argv[1], "footprint")) return print_footprint(argv[2]);
  const bool counts = argc == 6 && !strcmp(argv[1], "count");
  if (!counts && (argc != 8 || strcmp(argv[1], "run"))) return usage();
  Arguments a{argv[2], argv[3], (std::size_t)strtoull(argv[4], nullptr, 10), atoi(argv[5]), 0, 1};
  if (!counts) a.ms = atof(argv[6]), a.threads = atoi(argv[7]);
  const bool sane = a.bytes > 0 && a.bytes <= 1u << 30 && a.samples > 0 && a.threads > 0 &&
                    a.threads <= 1024 && (counts || (a.ms > 0 && a.ms <= 1e5));
  if (!sane) return usage();
  return counts ? count(a) : run(a);
}

}  // namespace hedgerow::lab

int main(int argc, char** argv) { return hedgerow::lab::main_of(argc, argv); }
