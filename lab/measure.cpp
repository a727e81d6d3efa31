// hedgerow-lab-measure, the program that measures for `hedgerow lab run`. It uses no libraries other than Hedgerow's
// and the compiler's, so that every preset can build it, for example those for 32-bit and foreign processors.
//
//    hedgerow-lab-measure info                                   machine, compiler, processors: one JSON object
//    hedgerow-lab-measure list                                   every subject, one JSON object per line
//    hedgerow-lab-measure run SUBJECT DIRECTION BYTES SAMPLES MS THREADS     one JSON object per sample
//    hedgerow-lab-measure count SUBJECT DIRECTION BYTES CALLS    only this number of calls, to count under an emulator
//    hedgerow-lab-measure footprint KERNEL                       bytes of code, key and stack
//
// A subject is the id of a kernel (direction enc, dec, or chain: each call waits for the previous one), or a
// name of subjects.hpp (direction -). Exit status: 0; 2 for wrong usage; 4 for a subject that this processor or build
// cannot run.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <memory>
#include <thread>
#include <vector>

#include "isa/cpu.hpp"
#include "isa/machine.hpp"
#include "measure/machine.hpp"
#include "measure/sample_json.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {
namespace {

using bench::json_text;

struct Arguments {
  const char *subject, *direction;
  std::size_t bytes;
  int samples;
  double ms;
  int threads;
};

int info() {
  printf("{\"machine\": %s, \"class\": %s, \"compiler\": %s, \"flags\": %s, ",
         json_text(bench::machine_name()).c_str(),
         json_text(machine_class_name(machine_class())).c_str(),
         json_text(bench::built_by()).c_str(), json_text(bench::built_with()).c_str());
  printf("\"bits\": %d, \"processors\": %u, \"features\": [", (int)(8 * sizeof(void*)),
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

int run(const Arguments& a) {
  std::vector<std::unique_ptr<Subject>> subjects;
  for (int i = 0; i < a.threads; i++) {
    subjects.emplace_back(make_subject(a.subject, a.direction, a.bytes));
    if (!subjects.back()) return 4;
  }
  const std::size_t calls = bench::calls_for(a.ms * 1e6, [&](std::size_t n) {
    const double begin = bench::now_ns();
    for (std::size_t i = 0; i < n; i++) subjects[0]->call();
    return bench::now_ns() - begin;
  });
  for (int i = 0; i < a.samples; i++)
    bench::print_sample(
        bench::timed_together(subjects.size(), calls, [&](std::size_t t) { subjects[t]->call(); }),
        calls, subjects[0]->bytes());
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
