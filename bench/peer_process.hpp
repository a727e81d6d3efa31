// The benchmark's side of a peer. A peer is a helper program (bench/peers) that runs as a separate
// process and answers requests line by line (the protocol is in peers/peer.hpp). The benchmark does
// not link any code of a peer.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

// One running process. The destructor ends it by closing its standard input.
class PeerProcess {
 public:
  explicit PeerProcess(const std::string& program);
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;
  ~PeerProcess();

  const std::string& greeting() const { return greeting_; }
  void send(const Case& what, std::size_t repeats);
  std::optional<Sample> receive();  // empty: the peer does not offer the case

 private:
  std::string read_line();

  pid_t pid_ = -1;
  FILE* to_ = nullptr;
  FILE* from_ = nullptr;
  std::string greeting_;
};

// A peer program, with one process per thread of a case.
class Peer {
 public:
  explicit Peer(const std::string& program);

  const std::string& name() const { return name_; }
  // "same", or the cipher that it runs instead of ours
  const std::string& cipher() const { return cipher_; }
  const std::string& vector() const { return vector_; }  // the known answer that it reproduced

  // Every process runs `repeats` calls of its share at the same time. The slowest counts.
  std::optional<Sample> sample(const Case& what, std::size_t repeats);

 private:
  std::string program_, name_, cipher_, vector_;
  std::vector<std::unique_ptr<PeerProcess>> processes_;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

// Starts every program in the folder `peers` next to this executable. A program that fails its
// known answer, or uses the name of another one, is reported on standard error and left out.
Peers start_peers();

// Returns the number of peers that run exactly this cipher.
std::size_t count_serving(const Peers& peers, const std::string& cipher);

}  // namespace hedgerow::bench
