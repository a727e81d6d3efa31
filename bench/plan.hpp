// Turns the command line into the list of cases.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

struct Options {
  std::vector<std::string> ciphers;     // empty: all
  std::vector<std::string> modes;       // ecb, ctr, aead, mgm, gcm, block, setup
  std::vector<std::string> directions;  // enc, dec
  std::vector<std::size_t> sizes;       // bytes of one call
  std::size_t chunk = 0;                // for longer sizes; 0: one call processes all bytes
  std::vector<std::string> kernels;     // forced ids; if empty, the library selects
  bool all = false;                     // every cipher once with all peers, in a short table
  bool all_kernels = false;
  bool peers = false;
  bool placements = false;  // each case in every placement of stack and buffers
  bool copy = false;        // each case compared with a memcpy of the same size
  bool json = false;
  unsigned threads = 1;
  Duration duration;
};

// Returns the request, or ends the program (help: 0, a wrong argument: 2). Throws
// std::runtime_error for a cipher or a kernel that does not exist.
Options parse(int argc, char** argv);

// Returns the number of peers that run a cipher. Of variants that differ only in their S-boxes, --all takes the variant
// with the most peers.
using Serving = std::function<std::size_t(const std::string& cipher)>;

std::vector<Case> plan(const Options& options, const Serving& serving);

}  // namespace hedgerow::bench
