// The peers' side of the line protocol.
#include "peer.hpp"

#include <cstdio>
#include <exception>
#include <iostream>
#include <optional>
#include <sstream>

#include "../measure/buffer.hpp"
#include "../measure/sample.hpp"

namespace hedgerow::bench {

const std::uint8_t kBenchKey[kMaxKeyBytes] = {
    0x42, 0x65, 0x74, 0x77, 0x65, 0x65, 0x6e, 0x20, 0x74, 0x77, 0x6f, 0x20, 0x66, 0x69, 0x65, 0x6c,
    0x64, 0x73, 0x20, 0x73, 0x74, 0x61, 0x6e, 0x64, 0x73, 0x20, 0x61, 0x20, 0x68, 0x65, 0x64, 0x67,
    0x65, 0x20, 0x6f, 0x66, 0x20, 0x76, 0x69, 0x62, 0x75, 0x72, 0x6e, 0x75, 0x6d, 0x20, 0x61, 0x6e,
    0x64, 0x20, 0x63, 0x79, 0x70, 0x72, 0x65, 0x73, 0x73, 0x2e, 0x2e, 0x2e, 0x2e, 0x2e, 0x2e, 0x2e};

std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back((std::uint8_t)std::stoul(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

bool maps_to(const Job& job, const std::vector<std::uint8_t>& in,
             const std::vector<std::uint8_t>& out) {
  if (!job) return false;
  std::vector<std::uint8_t> got(in.size());
  job(in.data(), got.data(), in.size());
  return got == out;
}

bool reproduces(const KeyedMake& make, const BlockAnswer& answer) {
  const auto key = from_hex(answer.key);
  const auto plain = from_hex(answer.plaintext), cipher = from_hex(answer.ciphertext);
  return maps_to(make({answer.cipher, "ecb", "enc"}, key), plain, cipher) &&
         maps_to(make({answer.cipher, "ecb", "dec"}, key), cipher, plain);
}

namespace {

// Keeps the job and the buffers of the last request. The samples of one row come one after the
// other with the same parameters, so only the first sample must make them.
class Desk {
 public:
  explicit Desk(const Peer& peer) : peer_(peer) {}

  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string verb;
    Request r;
    words >> verb >> r.cipher >> r.mode >> r.direction >> r.bytes >> r.repeats;
    if (!words || verb != "bench") return "no such request";
    r.aead = r.mode.starts_with("aead:");
    if (r.aead) r.mode.erase(0, 5);
    if (r.mode.find(':') != std::string::npos) return "no batches here";
    if (!prepare(r)) return "no such cipher, mode and direction here";
    std::uint8_t* const to = r.mode == "block" ? in_->data() : out_->data();
    const Sample s = timed(r.repeats, [&] { job_(in_->data(), to, r.bytes); }, [] {});
    char reply[128];
    snprintf(reply, sizeof reply, "ok %.0f %.0f %.0f %.3f %.3f", s.ns, s.tsc, s.core, s.on_cpu,
             s.alone);
    return reply;
  }

 private:
  bool prepare(const Request& r) {
    if (r.cipher != last_.cipher || r.mode != last_.mode || r.direction != last_.direction)
      job_ = peer_.make(r);
    if (!in_ || r.bytes != last_.bytes) {
      in_.emplace(r.bytes);
      out_.emplace(r.bytes);
    }
    last_ = r;
    return (bool)job_;
  }

  const Peer& peer_;
  Request last_;
  Job job_;
  std::optional<Buffer> in_, out_;
};

}  // namespace

int serve(const Peer& peer) try {
  if (!peer.known_answer()) {
    std::cout << "refuse\t" << peer.name << " does not reproduce " << peer.vector << std::endl;
    return 1;
  }
  std::cout << "ready\t" << peer.name << "\t" << peer.cipher << "\t" << peer.vector << std::endl;
  Desk desk(peer);
  for (std::string line; std::getline(std::cin, line);) std::cout << desk.answer(line) << std::endl;
  return 0;
} catch (const std::exception& error) {
  std::cout << "refuse\t" << peer.name << ": " << error.what() << std::endl;
  return 1;
}

}  // namespace hedgerow::bench
