// One row of the benchmark before and after it ran.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "registry/registry.hpp"
#include "stats.hpp"

namespace hedgerow::bench {

struct Case {
  std::string cipher;     // kalyna-128-256
  std::string mode;       // ecb, ctr, aead, block (one block in place) or setup (one key)
  std::string mode_name;  // as printed: aead becomes mgm or gcm
  std::string direction;  // enc, dec; "both" for setup
  std::string kernel;     // forced id; empty: as the library selects
  std::size_t bytes = 0;  // of one call, all threads together
  unsigned threads = 1;

  bool moves_data() const { return mode != "setup"; }
  std::size_t bytes_per_thread() const { return bytes / threads; }
};

struct PeerResult {
  std::string name;
  std::string cipher;  // "same", or what it ran in place of ours
  Summary summary;
};

struct Row {
  Case what;
  const Kernel* kernel = nullptr;  // the one that served the calls
  Summary ours;
  std::optional<PeerResult> peer;
};

}  // namespace hedgerow::bench
