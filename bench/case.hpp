// One row of the benchmark before and after it ran.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/stats.hpp"
#include "registry/registry.hpp"

namespace hedgerow::bench {

// Returns the name of a cipher without the part from ':' on, for example "gost28147" of
// "gost28147:tc26-z". Such variants (sets of S-boxes) share their kernels, and therefore their
// speed.
inline std::string_view without_set(std::string_view cipher) {
  return cipher.substr(0, cipher.find(':'));
}

// The number of messages of a batch, or 0 if the mode is no batch. For example, it is 64 in
// "cmac:64", and each message gets an equal share of a thread's bytes.
inline std::size_t messages_of(const std::string& mode) {
  const std::size_t colon = mode.find(':');
  return colon == std::string::npos ? 0 : std::strtoul(mode.c_str() + colon + 1, nullptr, 10);
}

// The number of relative placements of stack and buffers. Together the steps cover one page.
constexpr int kPlacements = 16;
constexpr int kPlacementStep = 4096 / kPlacements;

// The time to measure each participant of a row, and the factor that it may be exceeded by to get
// undisturbed samples.
struct Duration {
  double seconds = 0.5, patience = 4;
};

struct Case {
  std::string cipher;  // kalyna-128-256
  // aead, block (one block in place), setup (one key), or the name of a mode; cmac:64 is a
  // batch of 64
  std::string mode;
  std::string mode_name;  // as printed: the name of the mode instead of aead
  // enc or dec; for setup: "short" is set_key alone, "both" prepares calls of any length
  std::string direction;
  std::string kernel;     // forced id; if empty, the library selects
  std::size_t bytes = 0;  // of one call, or of all its chunks, added up over all threads
  unsigned threads = 1;
  int placement = 0;  // of the stack and the buffers, 0 .. kPlacements - 1
  // Each call processes this many of a thread's bytes, one chunk after the other. 0: one call
  // processes all of them.
  std::size_t chunk = 0;
  bool beside_copy = false;  // alternates with a memcpy of the same size

  bool moves_data() const { return mode != "setup"; }
  std::size_t bytes_per_thread() const { return bytes / threads; }
  // The bytes of one call in each thread, added up.
  std::size_t bytes_of_calls() const { return chunk ? chunk * threads : bytes; }
};

struct PeerResult {
  std::string name;
  std::string cipher;  // "same", or the cipher that it ran instead of ours
  Summary summary;

  bool same_cipher() const { return cipher == "same"; }
};

struct Row {
  Case what;
  const Kernel* kernel = nullptr;  // the kernel that served the calls
  Summary ours;
  std::optional<PeerResult> peer;
  // core cycles of a call in each placement; empty if there was only one
  std::vector<double> placements;

  // Our speed divided by that of the peer, so there must be a peer.
  double ratio() const {
    return what.moves_data() ? ours.mb_per_s.median / peer->summary.mb_per_s.median
                             : peer->summary.ns / ours.ns;
  }
};

}  // namespace hedgerow::bench
