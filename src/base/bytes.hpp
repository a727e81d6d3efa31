// Endian loads and stores of public or secret bytes, which are inlined and need no alignment.
#pragma once

#include <cstring>

#include "base/inline.hpp"

namespace hedgerow {

HR_INLINE std::uint64_t byte_swap64(std::uint64_t v) { return __builtin_bswap64(v); }
HR_INLINE std::uint32_t byte_swap32(std::uint32_t v) { return __builtin_bswap32(v); }

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
HR_INLINE std::uint16_t to_le16(std::uint16_t v) { return v; }
HR_INLINE std::uint64_t to_le64(std::uint64_t v) { return v; }
HR_INLINE std::uint32_t to_le32(std::uint32_t v) { return v; }
HR_INLINE std::uint64_t to_be64(std::uint64_t v) { return byte_swap64(v); }
HR_INLINE std::uint32_t to_be32(std::uint32_t v) { return byte_swap32(v); }
#else
HR_INLINE std::uint16_t to_le16(std::uint16_t v) { return __builtin_bswap16(v); }
HR_INLINE std::uint64_t to_le64(std::uint64_t v) { return byte_swap64(v); }
HR_INLINE std::uint32_t to_le32(std::uint32_t v) { return byte_swap32(v); }
HR_INLINE std::uint64_t to_be64(std::uint64_t v) { return v; }
HR_INLINE std::uint32_t to_be32(std::uint32_t v) { return v; }
#endif

HR_INLINE std::uint64_t load_le64(const void* p) {
  std::uint64_t v;
  __builtin_memcpy(&v, p, 8);
  return to_le64(v);
}
HR_INLINE std::uint32_t load_le32(const void* p) {
  std::uint32_t v;
  __builtin_memcpy(&v, p, 4);
  return to_le32(v);
}
HR_INLINE std::uint16_t load_le16(const void* p) {
  std::uint16_t v;
  __builtin_memcpy(&v, p, 2);
  return to_le16(v);
}
HR_INLINE std::uint64_t load_be64(const void* p) {
  std::uint64_t v;
  __builtin_memcpy(&v, p, 8);
  return to_be64(v);
}
HR_INLINE std::uint32_t load_be32(const void* p) {
  std::uint32_t v;
  __builtin_memcpy(&v, p, 4);
  return to_be32(v);
}
HR_INLINE void store_le64(void* p, std::uint64_t v) {
  v = to_le64(v);
  __builtin_memcpy(p, &v, 8);
}
HR_INLINE void store_le32(void* p, std::uint32_t v) {
  v = to_le32(v);
  __builtin_memcpy(p, &v, 4);
}
HR_INLINE void store_le16(void* p, std::uint16_t v) {
  v = to_le16(v);
  __builtin_memcpy(p, &v, 2);
}
HR_INLINE void store_be64(void* p, std::uint64_t v) {
  v = to_be64(v);
  __builtin_memcpy(p, &v, 8);
}
HR_INLINE void store_be32(void* p, std::uint32_t v) {
  v = to_be32(v);
  __builtin_memcpy(p, &v, 4);
}

HR_INLINE std::uint64_t rotate_left64(std::uint64_t v, unsigned n) {
  return n % 64 == 0 ? v : (v << (n % 64)) | (v >> (64 - n % 64));
}

}  // namespace hedgerow
