// The answer that an AEAD must compute on a device before it serves.
#include <algorithm>
#include <cstring>

#include "device/aead/device_aead.hpp"

namespace hedgerow::device {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes counting(std::size_t n, unsigned step) {
  Bytes bytes(n);
  for (std::size_t i = 0; i < n; i++) bytes[i] = (std::uint8_t)(step * i + (i >> 8) + 1);
  return bytes;
}

}  // namespace

// Tests a message that needs every step of the hash, two passes of the cipher's groups, and an
// incomplete block. The CPU's result is the expected answer, because the CPU's modes have passed
// the standards' own known answers.
void check_known_answer(DeviceAead& aead) {
  const Launch& launch = aead.cipher().kernel()->info().launch;
  const hedgerow_algorithm_info& algorithm = aead.host().algorithm();
  const std::uint64_t passes = 2 * std::uint64_t{launch.group_threads} * launch.blocks_per_thread,
                      step = aead.hash()->steps()[0];
  const std::uint64_t blocks = std::max(passes, 2 * step) + 5;
  const Bytes key = counting(algorithm.key_bytes, 3), nonce = counting(algorithm.iv_bytes, 5),
              aad = counting(algorithm.block_bytes + 3, 7),
              in = counting((std::size_t)(blocks * algorithm.block_bytes + 3), 11);
  const AeadInput message{nonce.data(), nonce.size(), aad.data(), aad.size(), in.size()};
  const std::size_t tag_bytes = algorithm.max_tag_bytes;
  Bytes expected(in.size() + tag_bytes), got(expected.size());
  aead.set_key(key.data(), key.size());
  if (!aead.cipher().kernel()) throw Error(Status::kDriver, aead.cipher().reason());
  aead.host().seal(message, in.data(), expected.data(), expected.data() + in.size(), tag_bytes);
  {
    Device& device = aead.cipher().device();
    const auto queue = device.make_queue(nullptr);
    const Memory data(device, expected.size());
    queue->upload(data.place(), in.data(), in.size());
    AeadStart start;
    aead.host_.start(message, start);
    AeadScratch& scratch = aead.scratch(*queue, in.size());
    aead.crypt(*queue, scratch, start, data.place(), data.place(), in.size());
    aead.queue_tag(*queue, scratch, start, data.place(), in.size());
    queue->copy(data.place() + in.size(), scratch.tag, tag_bytes);
    queue->download(got.data(), data.place(), got.size());
    queue->wait();
    aead.free_scratch();
  }
  aead.cipher().forget_key();
  if (got == expected) return;
  const auto differ = std::mismatch(got.begin(), got.end(), expected.begin()).first - got.begin();
  throw Error(Status::kSelftest,
              "known answers of " + aead.cipher().kernel()->id() + " in " + algorithm.mode +
                  " with " + aead.hash()->id() + " came out wrong: " +
                  ((std::size_t)differ < in.size() ? "the data, byte " + std::to_string(differ)
                                                   : "the tag"));
}

}  // namespace hedgerow::device
