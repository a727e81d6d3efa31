// The outcome of one check of one kernel: passed, failed, or not applicable, with a note for the
// reader. It is plain data for two reasons: siglongjmp leaves a check that faults, and MSan builds
// may use only instrumented library code.
#pragma once

#include <cstdarg>
#include <cstdio>

namespace hedgerow::ledger {

enum class Status { kPassed, kFailed, kNotApplicable };

struct Outcome {
  Status status = Status::kPassed;
  char note[240] = "";
};

inline Outcome pass() { return {}; }

__attribute__((format(printf, 2, 3))) inline Outcome make_outcome(Status status, const char* format,
                                                                  ...) {
  Outcome r;
  r.status = status;
  va_list args;
  va_start(args, format);
  vsnprintf(r.note, sizeof r.note, format, args);
  va_end(args);
  return r;
}

template <class... Args>
Outcome fail(const char* format, Args... args) {
  if constexpr (sizeof...(args) == 0)
    return make_outcome(Status::kFailed, "%s", format);
  else
    return make_outcome(Status::kFailed, format, args...);
}
template <class... Args>
Outcome not_applicable(const char* format, Args... args) {
  if constexpr (sizeof...(args) == 0)
    return make_outcome(Status::kNotApplicable, "%s", format);
  else
    return make_outcome(Status::kNotApplicable, format, args...);
}

}  // namespace hedgerow::ledger
