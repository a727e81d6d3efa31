// Containers with damage: bits, lengths, segments, header fields, parts of another container.
#pragma once

#include <random>
#include <string>

#include "container/container_support.hpp"

namespace hedgerow::container {

// Two containers of one key and one size, so that parts of one fit the other.
struct Base {
  std::string name;
  Credential credential;
  bool passphrase;
  Bytes plain, other_plain, bytes, other;
  std::size_t body;    // where the first segment begins
  std::size_t stride;  // bytes of a full segment with its tag
};

// Ciphers of both modes, no segment to several, both kinds of credential.
std::vector<Base> make_bases();

// A damaged copy of `base.bytes`, and in `what` a word for each damage. The same generator state
// gives the same damage; the bases have fresh salts in every run.
Bytes mutate(const Base& base, std::mt19937_64& random, std::string& what);

// What is wrong with the way in which the damaged container opened, or empty.
std::string fault_of(const Base& base, const Bytes& mutant, unsigned threads);

}  // namespace hedgerow::container
