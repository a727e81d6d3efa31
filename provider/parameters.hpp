// Reads and writes OSSL_PARAM arrays without libcrypto, because the module does not link it and works with OpenSSL 3
// and 4. The rules are those of OSSL_PARAM(3).
#pragma once

#include <openssl/core.h>
#include <string.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace hedgerow_provider {

// Returns the entry called `key`, or null.
template <class Param>
Param* locate(Param* params, const char* key) noexcept {
  for (; params && params->key; params++)
    if (strcmp(params->key, key) == 0) return params;
  return nullptr;
}

inline bool is_number(const OSSL_PARAM& p) noexcept {
  return p.data_type == OSSL_PARAM_UNSIGNED_INTEGER || p.data_type == OSSL_PARAM_INTEGER;
}

// Byte `i` of a number with `width` bytes in the byte order of the machine, where byte 0 is the least significant.
template <class Byte>
Byte& digit(Byte* number, std::size_t width, std::size_t i) noexcept {
  return number[std::endian::native == std::endian::little ? i : width - 1 - i];
}

// Writes a number with the width that the caller provides, or returns false if it does not fit.
inline bool set_number(OSSL_PARAM* p, std::uint64_t value) noexcept {
  if (!p) return true;
  if (!is_number(*p)) return false;
  p->return_size = sizeof value;
  if (!p->data) return true;
  const unsigned spare = p->data_type == OSSL_PARAM_INTEGER;  // the sign bit
  const std::size_t width = p->data_size;
  if (width == 0 || (width < sizeof value && value >> (8 * width - spare) != 0)) return false;
  auto* number = (std::uint8_t*)p->data;
  for (std::size_t i = 0; i < width; i++)
    digit(number, width, i) = i < sizeof value ? (std::uint8_t)(value >> 8 * i) : 0;
  p->return_size = width;
  return true;
}

// Reads a number of any width that is not negative and fits in 64 bits.
inline bool get_number(const OSSL_PARAM& p, std::uint64_t* value) noexcept {
  const std::size_t width = p.data_size;
  if (!is_number(p) || !p.data || width == 0) return false;
  const auto* number = (const std::uint8_t*)p.data;
  if (p.data_type == OSSL_PARAM_INTEGER && digit(number, width, width - 1) & 0x80) return false;
  *value = 0;
  for (std::size_t i = 0; i < width; i++) {
    const std::uint64_t d = digit(number, width, i);
    if (i >= sizeof *value && d != 0) return false;
    if (i < sizeof *value) *value |= d << 8 * i;
  }
  return true;
}

// Writes bytes, or a pointer to them if the caller asks for one.
inline bool set_octets(OSSL_PARAM* p, const void* bytes, std::size_t size) noexcept {
  if (!p) return true;
  p->return_size = size;
  if (p->data_type == OSSL_PARAM_OCTET_PTR) {
    if (p->data) *(const void**)p->data = bytes;
    return true;
  }
  if (p->data_type != OSSL_PARAM_OCTET_STRING) return false;
  if (!p->data) return true;
  if (p->data_size < size) return false;
  if (size) memcpy(p->data, bytes, size);
  return true;
}

// Reads a pointer to the bytes of the caller. libcrypto announces the length of a tag with a null pointer and a length.
inline bool get_octets(const OSSL_PARAM& p, const std::uint8_t** bytes,
                       std::size_t* size) noexcept {
  if (p.data_type != OSSL_PARAM_OCTET_STRING) return false;
  *bytes = (const std::uint8_t*)p.data;
  *size = p.data_size;
  return true;
}

inline bool set_text(OSSL_PARAM* p, const char* text) noexcept {
  if (!p) return true;
  if (p->data_type != OSSL_PARAM_UTF8_PTR) return false;
  p->return_size = strlen(text);
  if (p->data) *(const char**)p->data = text;
  return true;
}

// Tells if the entry is the text `expected`.
inline bool is_text(const OSSL_PARAM& p, const char* expected) noexcept {
  return (p.data_type == OSSL_PARAM_UTF8_STRING || p.data_type == OSSL_PARAM_OCTET_STRING) &&
         p.data && strnlen((const char*)p.data, p.data_size) == strlen(expected) &&
         memcmp(p.data, expected, strlen(expected)) == 0;
}

// Entries for the tables of gettable and settable parameters.
constexpr OSSL_PARAM number_entry(const char* key) {
  return {key, OSSL_PARAM_UNSIGNED_INTEGER, nullptr, sizeof(std::size_t), 0};
}
constexpr OSSL_PARAM octets_entry(const char* key) {
  return {key, OSSL_PARAM_OCTET_STRING, nullptr, 0, 0};
}
constexpr OSSL_PARAM text_entry(const char* key) {
  return {key, OSSL_PARAM_UTF8_STRING, nullptr, 0, 0};
}
// A pointer to memory of the caller.
constexpr OSSL_PARAM place_entry(const char* key) {
  return {key, OSSL_PARAM_OCTET_PTR, nullptr, 0, 0};
}
constexpr OSSL_PARAM pointer_entry(const char* key) {
  return {key, OSSL_PARAM_UTF8_PTR, nullptr, 0, 0};
}
constexpr OSSL_PARAM kEndOfParams = {nullptr, 0, nullptr, 0, 0};

}  // namespace hedgerow_provider
