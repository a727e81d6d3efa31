#include "names.hpp"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

namespace hedgerow_provider {

namespace {

struct Spelling {
  const char *begins, *printed, *alias;
};

constexpr Spelling kSpellings[] = {
#define SPELLING(begins, printed, alias) {begins, printed, alias},
#define LEFT_OUT(begins)
#define ON_REQUEST(begins, mode)
#define NAMED(cipher, mode, section, names)
#define RENAMED(cipher, mode, names)
#define CHOSEN(cipher, mode, section, names)
#include "names.def"
};

constexpr const char* kLeftOut[] = {
#define SPELLING(begins, printed, alias)
#define LEFT_OUT(begins) begins,
#define ON_REQUEST(begins, mode)
#define NAMED(cipher, mode, section, names)
#define RENAMED(cipher, mode, names)
#define CHOSEN(cipher, mode, section, names)
#include "names.def"
};

struct OnRequest {
  const char *begins, *mode;
};
constexpr OnRequest kOnRequest[] = {
#define SPELLING(begins, printed, alias)
#define LEFT_OUT(begins)
#define ON_REQUEST(begins, mode) {begins, mode},
#define NAMED(cipher, mode, section, names)
#define RENAMED(cipher, mode, names)
#define CHOSEN(cipher, mode, section, names)
#include "names.def"
};

bool begins_with(const char* text, const char* begin) noexcept {
  return strncmp(text, begin, strlen(begin)) == 0;
}

bool has_small_letter(const char* text) noexcept {
  for (; *text; text++)
    if (islower((unsigned char)*text)) return true;
  return false;
}

// Appends "BEGIN" + the rest of the cipher's name + "-MODE".
void append(char* out, std::size_t room, const char* begin, const char* rest, const char* mode,
            bool small) noexcept {
  const std::size_t used = strlen(out);
  snprintf(out + used, room - used, "%s%s%s-%s", used ? ":" : "", begin, rest, mode);
  for (char* c = out + used; *c && !small; c++) *c = (char)toupper((unsigned char)*c);
}

}  // namespace

bool on_request(const hedgerow_algorithm_info& info) noexcept {
  for (const OnRequest& o : kOnRequest)
    if (begins_with(info.cipher, o.begins) && strcmp(info.mode, o.mode) == 0) return true;
  return false;
}

bool left_out(const hedgerow_algorithm_info& info) noexcept {
  if (on_request(info)) return false;
  for (const char* begin : kLeftOut)
    if (begins_with(info.cipher, begin)) return true;
  hedgerow_cipher_info cipher{};
  cipher.size = sizeof cipher;
  return hedgerow_cipher_find(info.cipher, &cipher) != HEDGEROW_OK || cipher.sbox_bytes != 0;
}

void write_names(const hedgerow_algorithm_info& info, const char* more, char* out,
                 std::size_t room) noexcept {
  snprintf(out, room, "%s", more ? more : "");
  for (const Spelling& s : kSpellings) {
    if (!begins_with(info.cipher, s.begins)) continue;
    const char* rest = info.cipher + strlen(s.begins);
    append(out, room, s.printed, rest, info.mode, has_small_letter(s.printed));
    if (*s.alias) append(out, room, s.alias, rest, info.mode, false);
    return;
  }
  append(out, room, "", info.cipher, info.mode, false);
}

}  // namespace hedgerow_provider
