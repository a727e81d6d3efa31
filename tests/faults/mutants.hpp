// Containers with damage to bits, lengths, segments and header fields, or with parts of another
// container.
#pragma once

#include <random>
#include <string>

#include "container/container_support.hpp"

namespace hedgerow::container {

// Two containers with the same key and size, so that parts of one fit into the other.
struct Base {
  std::string name;
  Credential credential;
  bool passphrase;
  Bytes plain, other_plain, bytes, other;
  std::size_t body;    // offset of the first segment
  std::size_t stride;  // bytes of a full segment with its tag
};

// Containers of both layouts for ciphers of both modes, from empty to several segments, with both
// kinds of credential.
std::vector<Base> make_bases();

// Returns a damaged copy of `base.bytes` and describes each damage by a word in `what`. The same
// generator state gives the same damage, but the bases have fresh salts in every run.
Bytes mutate(const Base& base, std::mt19937_64& random, std::string& what);

// Describes the fault in the opening of the damaged container. Empty if there is no fault.
std::string fault_of(const Base& base, const Bytes& mutant, unsigned threads);

}  // namespace hedgerow::container
