// The benchmark's side of a peer: a helper program (bench/peers) that runs as a process of its own
// and answers requests line by line (protocol: peers/peer.hpp). Nothing of a peer is linked here.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

// One running process. Ends when destroyed: its standard input closes.
class PeerProcess {
 public:
  explicit PeerProcess(const std::string& program);
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;
  ~PeerProcess();

  const std::string& greeting() const { return greeting_; }
  void send(const Case& what, std::size_t repeats);
  std::optional<Sample> receive();  // nothing: the peer does not offer the case

 private:
  std::string read_line();

  pid_t pid_ = -1;
  FILE* to_ = nullptr;
  FILE* from_ = nullptr;
  std::string greeting_;
};

// A peer program, in as many processes as a case has threads.
class Peer {
 public:
  explicit Peer(const std::string& program);

  const std::string& name() const { return name_; }
  const std::string& cipher() const { return cipher_; }  // "same", or what it runs in place of ours
  const std::string& vector() const { return vector_; }  // the known answer it reproduced

  // Every process runs `repeats` calls of its share at the same time; the slowest counts.
  std::optional<Sample> sample(const Case& what, std::size_t repeats);

 private:
  std::string program_, name_, cipher_, vector_;
  std::vector<std::unique_ptr<PeerProcess>> processes_;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

// Starts every program in the folder `peers` beside this executable. One that refuses its known
// answer, or has another's name, is reported on standard error and left out.
Peers start_peers();

// How many of them run this very cipher.
std::size_t count_serving(const Peers& peers, const std::string& cipher);

}  // namespace hedgerow::bench
