// What a C++ peer program consists of: a name, a known answer that it must reproduce, and a table
// of jobs. serve() speaks the line protocol with the benchmark over standard input and output:
//   peer:   ready<TAB>NAME<TAB>CIPHER<TAB>VECTOR    or    refuse<TAB>REASON, and the program ends
//   bench:  bench CIPHER MODE DIRECTION BYTES REPEATS
//   peer:   ok NANOSECONDS TSC_TICKS CORE_CYCLES ON_CPU ALONE    or    no REASON
// CIPHER of `ready` is "same", or the cipher that is run in place of the one asked for. MODE is a mode's
// name, with "aead:" before it where it is an AEAD, or block (one block, in place, so that calls
// depend on each other) or setup (one key). A MAC is made of the message and has no output.
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
  std::string cipher;  // "same", or what runs in place of the cipher asked for
  std::string vector;  // which known answer it reproduced
  std::function<bool()> known_answer;
  std::function<Job(const Request&)> make;  // a keyed context, ready for messages
};

// Runs the peer until standard input ends. The value is the program's exit status.
int serve(const Peer& peer);

std::vector<std::uint8_t> from_hex(const std::string& hex);

// Whether `job` turns `in` into `out`.
bool maps_to(const Job& job, const std::vector<std::uint8_t>& in,
             const std::vector<std::uint8_t>& out);

// One block of a cipher's standard, in hex: an answer that a peer must give.
struct BlockAnswer {
  std::string cipher, key, plaintext, ciphertext;
};
using KeyedMake = std::function<Job(const Request&, const std::vector<std::uint8_t>& key)>;

// Whether `make` offers the cipher in ECB and gives the answer in both directions.
bool reproduces(const KeyedMake& make, const BlockAnswer& answer);

// The key of every measurement: any will do, none of the ciphers has weak ones that are quicker.
inline constexpr std::size_t kMaxKeyBytes = 64;
extern const std::uint8_t kBenchKey[kMaxKeyBytes];

}  // namespace hedgerow::bench
