// Shared by the mode and API tests: bytes and hex, seeded random data, and the kernels to try.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.hpp"
#include "support/seed.hpp"

namespace hedgerow_test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes from_hex(const std::string& hex) {
  Bytes r;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    r.push_back((std::uint8_t)std::stoi(hex.substr(i, 2), nullptr, 16));
  return r;
}

inline std::string to_hex(const Bytes& bytes) {
  std::string r;
  for (std::uint8_t b : bytes) r += "0123456789abcdef"[b >> 4], r += "0123456789abcdef"[b & 15];
  return r;
}

// A test program uses one generator, because one seed must repeat the whole run.
inline std::mt19937_64& random_engine() {
  static std::mt19937_64 engine(test_seed());
  return engine;
}

inline std::size_t random_below(std::size_t n) { return random_engine()() % n; }

inline Bytes random_bytes(std::size_t n) {
  Bytes r(n);
  for (std::uint8_t& b : r) b = (std::uint8_t)random_engine()();
  return r;
}

inline std::vector<std::string> cipher_names() {
  std::vector<std::string> r;
  for (const hedgerow_cipher_info& info : hedgerow::list_ciphers()) r.push_back(info.name);
  return r;
}

// Returns the options that a cipher requires: S-boxes (here x -> 5 x + row), and for small blocks a
// data limit that a test does not reach.
inline hedgerow::Options basic_options(const std::string& cipher) {
  static const Bytes sbox = [] {
    Bytes r;
    for (unsigned row = 0; row < 8; row++)
      for (unsigned x = 0; x < 16; x += 2)
        r.push_back((std::uint8_t)((5 * x + row) % 16 + 16 * ((5 * (x + 1) + row) % 16)));
    return r;
  }();
  hedgerow::Options o;
  const hedgerow_cipher_info info = hedgerow::cipher_info(cipher);
  if (info.sbox_bytes) o.sbox = sbox;
  if (info.block_bytes < 16) o.limit_blocks = 1 << 24;
  return o;
}

// Returns the ciphers that support a mode.
inline std::vector<std::string> ciphers_with(const std::string& mode) {
  std::vector<std::string> r;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
    if (o.mode == mode) r.push_back(o.cipher);
  return r;
}

// Returns the name of a cipher or an algorithm in the characters that GoogleTest allows.
inline std::string test_name(const testing::TestParamInfo<std::string>& param) {
  std::string r = param.param;
  for (char& c : r) c = std::isalnum((unsigned char)c) ? c : '_';
  return r;
}

// Returns one Options for each kernel of the cipher that this machine can run (those of the lab included),
// and the default last.
inline std::vector<hedgerow::Options> every_kernel(const std::string& cipher) {
  std::vector<hedgerow::Options> r;
  for (const hedgerow_kernel_info& k : hedgerow::list_kernels())
    if (k.cipher == cipher && k.available) {
      r.push_back(basic_options(cipher));
      r.back().kernel = k.id;
    }
  EXPECT_FALSE(r.empty()) << "no kernel of " << cipher << " can run here";
  r.push_back(basic_options(cipher));
  return r;
}

// Calls body(options) for every kernel of the cipher, under a trace that names it.
template <class Body>
void for_every_kernel(const std::string& cipher, Body&& body) {
  for (const hedgerow::Options& options : every_kernel(cipher)) {
    SCOPED_TRACE(cipher + " " + (options.kernel.empty() ? "default" : options.kernel));
    body(options);
  }
}

// Calls piece(offset, length) for pieces of random length. Some of them are empty.
template <class Piece>
void for_random_pieces(std::size_t bytes, std::size_t longest, Piece&& piece) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t n = std::min(bytes - done, random_below(longest + 1));
    piece(done, n);
    done += n;
  }
}

template <class Call>
hedgerow_status status_of(Call&& call) {
  try {
    call();
  } catch (const hedgerow::error& e) {
    return e.status();
  }
  return HEDGEROW_OK;
}

}  // namespace hedgerow_test
