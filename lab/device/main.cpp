// hedgerow-lab-device, the program that measures on graphics processors for `hedgerow lab run`. Its commands are those
// of hedgerow-lab-measure.
//
//   hedgerow-lab-device info BACKEND                       the device, one JSON object
//   hedgerow-lab-device list BACKEND                       every subject, one JSON object per line, with the reason if
//                                                          it cannot run here
//   hedgerow-lab-device run BACKEND SUBJECT - BYTES SAMPLES MS 1     one JSON object per sample
//   hedgerow-lab-device check BACKEND [PATTERN]            compares every kernel with its oracle; 77 without a device
//   hedgerow-lab-device text NAME cuda|opencl              the program of a kernel, with its options in the first line
//
// BACKEND is cuda, opencl, or pocl (OpenCL on the CPU). Exit status: 0; 1 if a kernel is wrong; 2 for wrong usage; 4 if
// the subject cannot run here.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device.hpp"
#include "measure/sample_json.hpp"

namespace hedgerow::lab {
namespace {

int info(const StudyDevice& on) {
  if (!on.facts) {
    std::fprintf(stderr, "%s\n", on.reason.c_str());
    return 4;
  }
  const std::string flags = on.facts->name + ", " + on.facts->architecture + ", " +
                            std::to_string(on.facts->compute_units) + " units";
  std::printf("{\"compiler\": %s, \"bits\": 64, \"flags\": %s}\n",
              bench::json_text(on.driver).c_str(), bench::json_text(flags).c_str());
  return 0;
}

int list(const StudyDevice& on) {
  for (const std::string& name : study_subjects())
    std::printf("{\"subject\": \"%s\", \"reason\": %s}\n", name.c_str(),
                bench::json_text(on.facts ? "" : on.reason).c_str());
  return 0;
}

double timed(Work& work, std::size_t calls) {
  const double begin = bench::now_ns();
  for (std::size_t i = 0; i < calls; i++) work.begin();
  work.wait();
  return bench::now_ns() - begin;
}

// Prints samples of about `ms`. The first calls are not reported, because clocks must settle. A host cannot read the
// clocks of a device, therefore tsc and core are 0.
int run(const StudyDevice& on, const std::string& subject, std::size_t bytes, int samples,
        double ms) {
  const auto work = make_work(on, subject, bytes);
  if (!work) {
    std::fprintf(stderr, "there is no subject %s\n", subject.c_str());
    return 4;
  }
  const std::size_t calls =
      bench::calls_for(ms * 1e6, [&](std::size_t n) { return timed(*work, n); });
  for (int i = 0; i < samples; i++) {
    bench::Sample sample;
    sample.ns = timed(*work, calls);
    bench::print_sample(sample, calls, work->bytes());
  }
  return 0;
}

int check(const StudyDevice& on, const std::string& pattern) {
  if (!on.facts) {
    std::printf("SKIPPED the lab's kernels for devices: %s\n", on.reason.c_str());
    return 77;
  }
  const auto device = device::open_device(on.facts->id, nullptr);
  int wrong = 0, checked = 0;
  const auto told = [&](const std::string& fault) {
    checked++;
    if (!fault.empty()) wrong++, std::printf("%s\n", fault.c_str());
  };
  for (const StudyKernel& kernel : study_kernels())
    if (kernel.name.find(pattern) != std::string::npos)
      // in the last count, some threads of the standin process a second array
      for (const auto& fault : check_kernel(*device, on.language, kernel, {1, 255, 4099, 17000}))
        told(fault);
  for (const char* subject : {"clefia.best", "clefia.worst", "clefia.table", "host.ctr"})
    if (std::string(subject).find(pattern) != std::string::npos)
      told(check_host(on, subject, 1 << 20));
  std::printf("%s, %s: %d checks, %d wrong\n", on.facts->id.c_str(), on.facts->name.c_str(),
              checked, wrong);
  return wrong || !checked ? 1 : 0;
}

int text(const char* name, const char* language) {
  const StudyKernel* const kernel = find_study_kernel(name);
  if (!kernel) return 2;
  const auto source = source_of(
      *kernel, std::strcmp(language, "cuda") ? device::Language::kOpenCl : device::Language::kCuda);
  std::printf("//");
  for (const std::string& option : source.options) std::printf(" %s", option.c_str());
  std::printf("\n%s", source.text.c_str());
  return 0;
}

int usage() {
  std::fprintf(stderr,
               "usage: hedgerow-lab-device info|list BACKEND | run BACKEND SUBJECT - BYTES SAMPLES "
               "MS 1 | check BACKEND [PATTERN] | "
               "text NAME cuda|opencl; BACKEND: cuda, opencl, pocl\n");
  return 2;
}

int main_of(int argc, char** argv) {
  const std::string command = argc > 2 ? argv[1] : "", backend = argc > 2 ? argv[2] : "";
  if (command == "text" && argc == 4) return text(argv[2], argv[3]);
  if (backend != "cuda" && backend != "opencl" && backend != "pocl") return usage();
  const StudyDevice on = find_study_device(backend);
  if (command == "info" && argc == 3) return info(on);
  if (command == "list" && argc == 3) return list(on);
  if (command == "check" && argc <= 4) return check(on, argc == 4 ? argv[3] : "");
  if (command != "run" || argc != 9) return usage();
  const auto bytes = (std::size_t)std::strtoull(argv[5], nullptr, 10);
  const int samples = std::atoi(argv[6]);
  const double ms = std::atof(argv[7]);
  if (bytes < 16 || bytes > std::size_t{1} << 32 || samples <= 0 || !(ms > 0 && ms <= 1e5))
    return usage();
  if (!on.facts) {
    std::fprintf(stderr, "%s\n", on.reason.c_str());
    return 4;
  }
  return run(on, argv[3], bytes, samples, ms);
}

}  // namespace
}  // namespace hedgerow::lab

int main(int argc, char** argv) try {
  return hedgerow::lab::main_of(argc, argv);
} catch (const std::exception& e) {
  std::fprintf(stderr, "hedgerow-lab-device: %s\n", e.what());
  return 4;
}
