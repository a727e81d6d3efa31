// The command line -> the list of cases.
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
  std::size_t chunk = 0;                // of those that are longer; 0: one call takes them all
  std::vector<std::string> kernels;     // forced ids; empty: as the library selects
  bool all = false;                     // every cipher once, beside the peers, in a short table
  bool all_kernels = false;
  bool peers = false;
  bool placements = false;  // each case in every placement of stack and buffers
  bool copy = false;        // each case beside memcpy of as many bytes
  bool json = false;
  unsigned threads = 1;
  Duration duration;
};

// Ends the program (help: 0, a wrong argument: 2) or returns what was asked for. Throws
// std::runtime_error for a cipher or a kernel that does not exist.
Options parse(int argc, char** argv);

// How many peers run a cipher: of variants that differ in their S-boxes, --all takes the one that
// most do.
using Serving = std::function<std::size_t(const std::string& cipher)>;

std::vector<Case> plan(const Options& options, const Serving& serving);

}  // namespace hedgerow::bench
