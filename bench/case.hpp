// One row of the benchmark before and after it ran.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/stats.hpp"
#include "registry/registry.hpp"

namespace hedgerow::bench {

// A cipher's name without what follows ':'. Such variants (sets of S-boxes) share their kernels,
// and with them their speed.
inline std::string_view without_set(std::string_view cipher) {
  return cipher.substr(0, cipher.find(':'));
}

// Ways to place the stack and the buffers to each other: a step apart, through a page.
constexpr int kPlacements = 16;
constexpr int kPlacementStep = 4096 / kPlacements;

// How long each participant of a row is measured, and how many times that it may take until samples are there that
// nobody disturbed.
struct Duration {
  double seconds = 0.5, patience = 4;
};

struct Case {
  std::string cipher;  // kalyna-128-256
  std::string
      mode;  // aead, block (one block in place), setup (one key), or a mode's name; cmac:64: a batch of 64
  std::string mode_name;  // as printed: aead becomes the mode's name
  std::string
      direction;  // enc, dec; setup: "short" as set_key does it, "both" for calls of any length
  std::string kernel;     // forced id; empty: as the library selects
  std::size_t bytes = 0;  // of one call, or of its chunks, all threads together
  unsigned threads = 1;
  int placement = 0;  // of the stack and the buffers, 0 .. kPlacements - 1
  // Of a thread's bytes, which calls take one after the other; 0: one call takes them all.
  std::size_t chunk = 0;
  bool beside_copy = false;  // memcpy of as many bytes takes turns with it

  bool moves_data() const { return mode != "setup"; }
  std::size_t bytes_per_thread() const { return bytes / threads; }
  // Of one call of each thread.
  std::size_t bytes_of_calls() const { return chunk ? chunk * threads : bytes; }
};

struct PeerResult {
  std::string name;
  std::string cipher;  // "same", or what it ran in place of ours
  Summary summary;

  bool same_cipher() const { return cipher == "same"; }
};

struct Row {
  Case what;
  const Kernel* kernel = nullptr;  // the one that served the calls
  Summary ours;
  std::optional<PeerResult> peer;
  std::vector<double> placements;  // core cycles of a call in each placement; empty: one was run

  // How many times as fast as the peer, which must be there.
  double ratio() const {
    return what.moves_data() ? ours.mb_per_s.median / peer->summary.mb_per_s.median
                             : peer->summary.ns / ours.ns;
  }
};

}  // namespace hedgerow::bench
