// Armor is a container as ASCII text, which can be sent by mail, pasted into forms and shown in
// terminals.
//
//   -----BEGIN HEDGEROW CONTAINER-----
//   base64 (RFC 4648 section 4, padded), 64 characters a line, the last line 4 to 64
//   -----END HEDGEROW CONTAINER-----
//
// It follows the strict form of [RFC 7468 section 3], without headers. A reader accepts what mail
// does to a text: lines that end with LF, CR LF or CR, a byte order mark at the beginning, other
// text before the first and after the last line, blanks around a line, and '>' before all lines,
// the same number of them. It rejects every other deviation, and a second container in the text.
// Armor protects nothing, because only the container inside is authenticated.
#pragma once

#include <functional>

namespace hedgerow::container {

// Returns true if `fd` continues with armored text, and false if it is binary. What the function
// looks at stays unread. A regular file is armored if it begins as text and has the first line of
// armor; a pipe or socket is armored if the bytes that have arrived are text. A terminal is always
// armored, because people do not type binary containers. For other descriptors it returns false.
bool is_armored(int fd);

// Reads bytes from `in` to its end and writes them to `out` as armor. Throws kIo.
void write_armor(int in, int out);

// Reads armor from `in` to its end and writes the decoded bytes to `out`. Throws kArmor, with the
// line's number, if the text deviates from the form above, kNotContainer if there is no first line,
// and kIo. The bytes that were written before a failure are a prefix of the content.
void read_armor(int in, int out);

// Runs `work` with one end of a pipe. On the other end, a thread writes armor to `out`, or decodes
// the armor of `in`. Returns when both are done. If both fail, it throws the codec's error, because
// the error of `work` follows from it. If `work` throws, `out` gets no last line. The process must
// ignore SIGPIPE.
void with_armored_output(int out, const std::function<void(int fd)>& work);
void with_armored_input(int in, const std::function<void(int fd)>& work);

}  // namespace hedgerow::container
