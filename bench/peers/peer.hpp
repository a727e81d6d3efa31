// A peer program has a name, a known answer that it must reproduce, and a table of jobs.
// serve() speaks the line protocol with the benchmark over standard input and output:
//   peer:   ready<TAB>NAME<TAB>CIPHER<TAB>VECTOR    or    refuse<TAB>REASON, and the program ends
//   bench:  bench CIPHER MODE DIRECTION BYTES REPEATS
//   peer:   ok NANOSECONDS TSC_TICKS CORE_CYCLES ON_CPU ALONE    or    no REASON
// CIPHER of `ready` is "same", or the cipher that the peer runs instead of the requested one. MODE
// is the name of a mode, with "aead:" before an AEAD. It can also be block (one block in place, so
// that calls depend on each other) or setup (one key). A MAC has the message as input and no
// output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hedgerow::bench {

struct Request {
  std::string cipher, mode, direction;
  std::size_t bytes = 0, repeats = 0;
  bool aead = false;
};

// Processes one message of `bytes` bytes; out == in for mode block. An empty Job: not offered.
using Job = std::function<void(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes)>;

struct Peer {
  std::string name;
  std::string cipher;  // "same", or the cipher that runs instead of the requested one
  std::string vector;  // the known answer that it reproduced
  std::function<bool()> known_answer;
  std::function<Job(const Request&)> make;  // a keyed context, ready for messages
};

// Runs the peer until standard input ends. Returns the exit status of the program.
int serve(const Peer& peer);

std::vector<std::uint8_t> from_hex(const std::string& hex);

// Returns true if `job` turns `in` into `out`.
bool maps_to(const Job& job, const std::vector<std::uint8_t>& in,
             const std::vector<std::uint8_t>& out);

// One block of a cipher's standard, in hex. A peer must reproduce it.
struct BlockAnswer {
  std::string cipher, key, plaintext, ciphertext;
};
using KeyedMake = std::function<Job(const Request&, const std::vector<std::uint8_t>& key)>;

// Returns true if `make` offers the cipher in ECB and gives the answer in both directions.
bool reproduces(const KeyedMake& make, const BlockAnswer& answer);

// The key of every measurement. Its value does not matter, because no cipher here has weak keys
// that are faster.
inline constexpr std::size_t kMaxKeyBytes = 64;
extern const std::uint8_t kBenchKey[kMaxKeyBytes];

}  // namespace hedgerow::bench
