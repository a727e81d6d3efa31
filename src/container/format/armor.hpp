// Armor: a container as text of 7-bit characters, for mail, forms and terminals.
//
//   -----BEGIN HEDGEROW CONTAINER-----
//   base64 (RFC 4648 section 4, padded), 64 characters a line, the last line 4 to 64
//   -----END HEDGEROW CONTAINER-----
//
// After the strict form of [RFC 7468 section 3], without headers. What is read may have CR LF for
// line ends, and blank lines before the first and after the last line; all else is refused, so that
// a container has one armored form but for those. Armor protects nothing: the container inside is
// what is authenticated.
#pragma once

#include <functional>

namespace hedgerow::container {

// Whether what `fd` gives next is armored and not binary, by its next byte, which stays unread. For
// regular files, pipes, sockets and terminals (always armored: nobody types a binary container);
// false for anything else.
bool is_armored(int fd);

// Reads bytes from `in` to its end and writes them armored to `out`. Throws kIo.
void write_armor(int in, int out);

// Reads armored text from `in` to its end and writes the bytes inside to `out`. Throws kArmor, with
// the line's number, for any deviation from the form above; kNotContainer when there is no first
// line; kIo. What was written before a failure is a prefix of the bytes.
void read_armor(int in, int out);

// Runs `work` with a descriptor of a pipe behind which a thread armors to `out`, or from which the
// bytes inside the armor at `in` come. Returns when both are done. Throws the codec's error before
// the one of `work`, which follows from it; when `work` throws, `out` gets no last line. The
// process must ignore SIGPIPE.
void with_armored_output(int out, const std::function<void(int fd)>& work);
void with_armored_input(int in, const std::function<void(int fd)>& work);

}  // namespace hedgerow::container
