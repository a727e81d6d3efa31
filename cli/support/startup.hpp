// The first and last steps of the process: checks the standard descriptors and the random numbers, and makes sure that
// the printed text has arrived.
#pragma once

namespace hedgerow::cli {

// Opens /dev/null for each standard descriptor that is closed, so that no file gets its number. Call it before any file
// is opened. Standard input is opened only for writing and the others only for reading, so their use still fails.
void fill_standard_descriptors();

// Returns true if the caller of this process opened `fd`. Returns false for descriptors that this process opened, which
// all have FD_CLOEXEC, and for filled standard descriptors.
bool was_inherited(int fd);

// After this call, the process ends with a message and exit code 3 if libsodium gets no random bytes, and it leaves no
// temporary file.
void tell_missing_random();

// Throws Error (IO) if the system gives no random bytes, so call it before work that needs them.
void require_random();

// Flushes and closes standard output, and returns `code`. If `code` is 0 and a printed text did not arrive, prints that
// and returns kExitIo. If the reader of a pipe has gone, the process ends silently by SIGPIPE as other tools do, except
// if the caller ignores that signal.
int close_standard_output(int code);

}  // namespace hedgerow::cli
