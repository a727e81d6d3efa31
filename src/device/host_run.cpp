// ECB and CTR over host memory: the incomplete last block, the pieces that the CPU must do, and the
// handling of failures.
#include "device/host_run.hpp"

#include <algorithm>

#include "base/secret.hpp"
#include "device/pipeline.hpp"

namespace hedgerow::device {
namespace {

class Message {
 public:
  Message(std::span<DeviceCipher* const> ciphers, const HostRun& what)
      : ciphers_(ciphers),
        what_(what),
        host_(ciphers[0]->host()),
        block_(host_.block_bytes()),
        whole_(what.bytes / block_ * block_),
        run_{what.in, what.out, whole_,
             [this](std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
               on_device(*ciphers_[handle], slot, begin, n);
             },
             nullptr},
        pieces_(ciphers, run_) {}

  void process() {
    pieces_.process();
    const bool cpu = std::all_of(ciphers_.begin(), ciphers_.end(),
                                 [](const DeviceCipher* c) { return c->allows_cpu(); });
    if (pieces_.error() && !cpu) {
      undo();
      throw *pieces_.error();
    }
    for (std::size_t i = 0; i < pieces_.count(); i++)
      if (!pieces_.is_done(i)) on_cpu(pieces_.begin_of(i), pieces_.bytes_of(i));
    if (whole_ < what_.bytes) on_cpu(whole_, what_.bytes - whole_);
  }

 private:
  void on_device(DeviceCipher& cipher, Slot& slot, std::size_t begin, std::size_t n) {
    const DevicePtr data = slot.memory.place();
    if (what_.is_ctr)
      cipher.queue_ctr(*slot.queue,
                       cipher.host().counter(what_.iv, what_.first_block + begin / block_), data,
                       data, n / block_);
    else
      cipher.queue_ecb(*slot.queue, what_.direction, data, n / block_);
  }

  void on_cpu(std::size_t begin, std::size_t bytes) {
    if (what_.is_ctr)
      host_.ctr(what_.iv, what_.first_block + begin / block_, what_.in + begin, what_.out + begin,
                bytes);
    else
      host_.ecb(what_.direction, what_.in + begin, what_.out + begin, bytes);
  }

  void undo() {
    if (what_.in != what_.out) {
      wipe(what_.out, what_.bytes);
      return;
    }
    const auto back = what_.direction == HEDGEROW_DECRYPT ? HEDGEROW_ENCRYPT : HEDGEROW_DECRYPT;
    for (std::size_t i = 0; i < pieces_.count(); i++) {
      if (!pieces_.is_done(i)) continue;
      const std::size_t begin = pieces_.begin_of(i), bytes = pieces_.bytes_of(i);
      std::uint8_t* const data = what_.out + begin;
      if (what_.is_ctr)
        host_.ctr(what_.iv, what_.first_block + begin / block_, data, data, bytes);
      else
        host_.ecb(back, data, data, bytes);
    }
  }

  std::span<DeviceCipher* const> ciphers_;
  const HostRun& what_;
  HostCipher& host_;
  const std::size_t block_, whole_;
  const PieceRun run_;
  Pipeline pieces_;
};

void check(std::span<DeviceCipher* const> ciphers, const HostRun& what) {
  check_handles(ciphers);
  DeviceCipher& first = *ciphers[0];
  const std::size_t block = first.host().block_bytes();
  if (!what.is_ctr && what.bytes % block != 0)
    throw Error(Status::kDataLength, std::to_string(what.bytes) +
                                         " bytes are no whole number of blocks of " +
                                         std::to_string(block));
  if (what.is_ctr) first.check_message(what.iv_bytes, what.first_block, what.bytes);
  check_overlap(what.in, what.out, what.bytes);
}

}  // namespace

void run(std::span<DeviceCipher* const> ciphers, const HostRun& what) {
  check(ciphers, what);
  const std::size_t block = ciphers[0]->host().block_bytes();
  const std::uint64_t blocks = what.bytes / block + (what.bytes % block != 0);
  for (const DeviceCipher* cipher : ciphers) cipher->check_limit(blocks);
  for (DeviceCipher* cipher : ciphers) cipher->charge(blocks);
  if (what.bytes) Message(ciphers, what).process();
}

}  // namespace hedgerow::device
