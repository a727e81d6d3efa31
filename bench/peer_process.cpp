// Starts peers, and speaks the benchmark's side of the line protocol.
#include "peer_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace hedgerow::bench {

PeerProcess::PeerProcess(const std::string& program) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) throw std::runtime_error("no pipe for a peer");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  char* arguments[] = {const_cast<char*>(program.c_str()), nullptr};
  const int failed = posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to_ = fdopen(in[1], "w");
  from_ = fdopen(out[0], "r");
  if (failed) pid_ = -1;
  greeting_ = failed ? "refuse\t" + program + " does not start" : read_line();
}

PeerProcess::~PeerProcess() {
  fclose(to_);
  fclose(from_);
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
}

std::string PeerProcess::read_line() {
  char* line = nullptr;
  std::size_t capacity = 0;
  const ssize_t length = getline(&line, &capacity, from_);
  std::string text = length > 0 ? std::string(line, (std::size_t)length) : std::string();
  free(line);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void PeerProcess::send(const Case& what, std::size_t repeats) {
  const bool aead = what.mode == "aead";
  const std::string mode = aead ? "aead:" + what.mode_name : what.mode;
  fprintf(to_, "bench %s %s %s %zu %zu\n", what.cipher.c_str(), mode.c_str(),
          what.direction.c_str(), what.bytes_per_thread(), repeats);
  fflush(to_);
}

std::optional<Sample> PeerProcess::receive() {
  const std::string line = read_line();
  if (line.empty()) throw std::runtime_error("a peer ended in the middle of a request");
  std::istringstream words(line);
  std::string verdict;
  Sample sample;
  words >> verdict >> sample.ns >> sample.tsc >> sample.core >> sample.on_cpu >> sample.alone;
  if (verdict != "ok" || !words) return std::nullopt;
  return sample;
}

Peer::Peer(const std::string& program) : program_(program) {
  processes_.push_back(std::make_unique<PeerProcess>(program));
  std::istringstream fields(processes_[0]->greeting());
  std::string verdict;
  std::getline(fields, verdict, '\t');
  if (verdict != "ready")
    throw std::runtime_error(verdict.empty() ? program + " says nothing" : fields.str());
  std::getline(fields, name_, '\t');
  std::getline(fields, cipher_, '\t');
  std::getline(fields, vector_, '\t');
}

std::optional<Sample> Peer::sample(const Case& what, std::size_t repeats) {
  while (processes_.size() < what.threads)
    processes_.push_back(std::make_unique<PeerProcess>(program_));
  for (unsigned i = 0; i < what.threads; i++) processes_[i]->send(what, repeats);
  std::optional<Sample> slowest = Sample{};
  for (unsigned i = 0; i < what.threads; i++) {
    const std::optional<Sample> one = processes_[i]->receive();
    if (!one || !slowest) {
      slowest.reset();
    } else {
      slowest = i == 0 ? *one : slower(*slowest, *one);
    }
  }
  return slowest;
}

Peers start_peers() {
  signal(SIGPIPE, SIG_IGN);  // the death of a peer is an error to report and must not end the run
  namespace fs = std::filesystem;
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path() / "peers";
  std::vector<std::string> programs;
  if (fs::is_directory(folder))
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (entry.is_regular_file()) programs.push_back(entry.path());
  std::sort(programs.begin(), programs.end());
  Peers peers;
  for (const std::string& program : programs) try {
      auto peer = std::make_unique<Peer>(program);
      for (const auto& other : peers)
        if (other->name() == peer->name() && other->cipher() == peer->cipher())
          throw std::runtime_error(program + " is a second " + peer->name());
      peers.push_back(std::move(peer));
      std::cerr << "peer " << peers.back()->name() << ": reproduced " << peers.back()->vector()
                << "\n";
    } catch (const std::exception& error) {
      std::cerr << "peer left out: " << error.what() << "\n";
    }
  if (peers.empty()) std::cerr << "no peer programs in " << folder.string() << "\n";
  return peers;
}

std::size_t count_serving(const Peers& peers, const std::string& cipher) {
  const Variant* const variant = find_variant(cipher.c_str());
  if (!variant) return 0;
  const Case probe{cipher, "ecb", "ecb", "enc", "", variant->block_bytes, 1};
  return (std::size_t)std::count_if(peers.begin(), peers.end(), [&](const auto& peer) {
    return peer->cipher() == "same" && peer->sample(probe, 1);
  });
}

}  // namespace hedgerow::bench
