// Runs a program under ptrace, counts its system calls (all threads together; those of other
// programs that it starts apart), and makes chosen ones fail. Works for whatever makes system
// calls: statically linked code, the loader, instructions in place of libc. Linux on x86-64.
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
  kAfter,  // made; `value` is returned in place of its result
  kShort,  // made with half of its length
  kKill,   // SIGKILL to the whole process that makes the call, in place of it
};

// From the text [^]CALL[/ARG&MASK]@OCCURRENCE[+]=FAULT with the faults of calls.def and `kill`:
// "fsync@1=EIO", "close@2=EIO!", "getrandom@1+=ENOSYS" (the first and all that follow). With
// /ARG&MASK only the calls count whose argument ARG has all bits of MASK:
// "openat/2&0x410000@1+=EOPNOTSUPP". With ^ before it only the calls count that other programs make
// which the program started ("^write@2=kill"), without it none of these.
struct Fault {
  bool other = false;  // a call of another program
  long number = -1;
  int argument = -1;
  std::uint64_t mask = 0;
  unsigned occurrence = 1;
  bool on = false;
  Effect effect = Effect::kError;
  long value = 0;
  unsigned met = 0;  // calls so far that match
};

Fault parse_fault(const std::string& text);

// "openat", or "#437" for a call that calls.def does not name.
std::string call_name(long number);
// calls.def as one JSON object: name -> list of faults; exempt calls name -> reason.
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
  bool struck_stderr = false;   // one of them met a write to descriptor 2: words may be missing
  std::vector<Call> calls;      // all of them, or only those that a fault names
};

// Throws TracerError when the program cannot be traced. The process group of the program is killed
// after `seconds`. Without `every_call` it stops, and takes time, only at calls that a fault names.
Outcome trace(char** command, std::vector<Fault> faults, bool every_call, unsigned seconds);

}  // namespace hedgerow::faults
