// One run of a case under one secret, and the verdict over all secrets. The run with the first
// secret is recorded. Every other run is compared with this record while it proceeds, and stops at
// the first difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "class.hpp"
#include "instruction.hpp"

namespace hedgerow::tracing {

// A case as `ct_target --list` describes it.
struct CaseLine {
  std::string name;  // group/operation
  Class timing;
  std::string isa;
  std::string kind;  // for a control: the leak that must be found, or "any"
  bool further;      // see Case
  std::string skip;  // empty if it can run
};

struct Leak {
  Kind kind;
  std::uint64_t pc;  // the branch, access or division
  std::uint32_t seed;
};

enum class Verdict : std::uint8_t { kClean, kLeak, kSkipped, kError };

struct CaseResult {
  Verdict verdict = Verdict::kSkipped;
  std::optional<Leak> leak;
  std::string error;  // the reason why there is no verdict
  std::uint64_t instructions = 0;
  std::uint64_t latency = 0;  // divisions and similar instructions
  std::uint32_t secrets = 0;
};

// Traces cases of one program. A Tracer is not thread-safe, so each thread needs its own.
class Tracer {
 public:
  explicit Tracer(std::string program) : program_(std::move(program)) {}
  // Returns the verdict over the seeds 0 .. secrets-1. With `verify_by_steps`, the first run is
  // repeated with one hardware step per instruction, which must give the same trace.
  CaseResult run(const CaseLine& line, std::uint32_t secrets, bool verify_by_steps);

 private:
  struct Run;
  enum class Mode : std::uint8_t { kForecast, kSteps };
  void trace(Run& run, Tracee& ready, std::uint32_t seed, Mode mode);
  std::optional<Leak> find_leak(const CaseLine& line, Tracee& ready, const Run& reference,
                                CaseResult& result);
  void require_same(Tracee& ready, const Run& reference, Mode mode);

  std::string program_;
  Code code_;
};

}  // namespace hedgerow::tracing
