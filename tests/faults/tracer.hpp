// Runs a program under ptrace, counts its system calls, and makes chosen ones fail. It counts all
// threads together, and other programs that they start separately. It works for every way to make a
// system call: statically linked code, the loader, and inline instructions. Linux on x86-64.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace hedgerow::faults {

struct TracerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Effect {
  kError,  // not made; `value` is returned
  kAfter,  // made; `value` replaces its result
  kShort,  // made with half of its length
  kKill,   // not made; the process that makes the call gets SIGKILL
};

// Parsed from the text [^]CALL[/ARG&MASK]@OCCURRENCE[+]=FAULT, with the faults of calls.def and
// `kill`. For example, "fsync@1=EIO", "close@2=EIO!", or "getrandom@1+=ENOSYS" (the first call and
// all that follow). With /ARG&MASK, only calls count that have all bits of MASK in argument ARG:
// "openat/2&0x410000@1+=EOPNOTSUPP". With ^, only calls of other programs that the program started
// count ("^write@2=kill"). Without ^, only its own calls count.
struct Fault {
  bool other = false;  // a call of another program
  long number = -1;
  int argument = -1;
  std::uint64_t mask = 0;
  unsigned occurrence = 1;
  bool on = false;
  Effect effect = Effect::kError;
  long value = 0;
  unsigned met = 0;  // matching calls so far
};

Fault parse_fault(const std::string& text);

// Returns "openat", or "#437" for a call that calls.def does not name.
std::string call_name(long number);
// calls.def as one JSON object: name -> list of faults, and for exempt calls name -> reason.
std::string table_json();

struct Call {
  long number;
  bool other;
  bool loading;  // before the program's entry point: the loader and constructors of libraries
};

struct Outcome {
  bool timed_out = false;
  int exit_code = -1;  // or
  int signal = 0;
  unsigned struck = 0;          // faults that met their call
  bool struck_loading = false;  // the first of them did so before the entry point
  // one of them met a write to descriptor 2, so a message may be missing
  bool struck_stderr = false;
  std::vector<Call> calls;  // all of them, or only those that a fault names
};

// Throws TracerError if the program cannot be traced. Kills the process group of the program after
// `seconds`. Without `every_call` the program stops only at calls that a fault names, which saves
// time.
Outcome trace(char** command, std::vector<Fault> faults, bool every_call, unsigned seconds);

}  // namespace hedgerow::faults
