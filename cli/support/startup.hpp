// The process's first and last steps: the standard descriptors it was given, the system's random
// numbers, and whether what it printed has arrived.
#pragma once

namespace hedgerow::cli {

// Before anything else is opened: puts /dev/null in the place of each standard descriptor that is
// closed, so that no file gets its number. It is opened the wrong way round: reading from a closed
// standard input, or writing to a closed output, fails.
void fill_standard_descriptors();

// Whether the caller of this process opened `fd`. Standard descriptors that were filled do not
// count, nor does what this process opened, all of which is closed on exec.
bool was_inherited(int fd);

// From then on, when libsodium gets no random bytes, the process ends with exit code 3 and a
// sentence, and leaves no temporary file.
void tell_missing_random();

// Throws Error (IO) when the system gives no random bytes; call it before work that
// needs some.
void require_random();

// Flushes and closes standard output; returns `code`, or, where `code` is 0 and something printed
// did not arrive, reports that and returns kExitIo. When the reader of a pipe went away, the
// process ends by SIGPIPE without a word, as other tools do, unless the caller ignores that signal.
int close_standard_output(int code);

}  // namespace hedgerow::cli
