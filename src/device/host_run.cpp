// The pipeline of host runs. A message is cut into pieces; each device's thread takes the next piece
// that nobody has, so that a quick device takes more of them. A piece of a device:
//
//   slot 0   copy in | encrypt | copy out
//   slot 1             copy in | encrypt | copy out
//   slot 2                       copy in | encrypt | copy out      each slot has a queue of its own
//
// Memory that is not pinned goes through the slot's own; so does the output of a run in place, which
// reaches the caller's memory only when the piece is whole: then what a lost device leaves behind is
// pieces that are done and pieces that are as they were, and both can be undone or completed.
#include "device/host_run.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>

#include "base/secret.hpp"

namespace hedgerow::device {
namespace {

class Message {
 public:
  Message(std::span<DeviceCipher* const> ciphers, const HostRun& what)
      : ciphers_(ciphers),
        what_(what),
        host_(ciphers[0]->host()),
        block_(host_.block_bytes()),
        piece_(ciphers[0]->piece_bytes()),
        whole_(what.bytes / block_ * block_),
        done_((whole_ + piece_ - 1) / piece_, 0) {}

  void process() {
    run_devices();
    const bool cpu = std::all_of(ciphers_.begin(), ciphers_.end(),
                                 [](const DeviceCipher* c) { return c->allows_cpu(); });
    if (error_ && !cpu) {
      undo();
      throw *error_;
    }
    for (std::size_t i = 0; i < done_.size(); i++)
      if (!done_[i]) on_cpu(begin_of(i), bytes_of(i));
    if (whole_ < what_.bytes) on_cpu(whole_, what_.bytes - whole_);
  }

 private:
  struct Pending {
    bool active = false;
    std::size_t piece = 0;
    bool staged = false;
  };

  std::size_t begin_of(std::size_t piece) const { return piece * piece_; }
  std::size_t bytes_of(std::size_t piece) const {
    return std::min(piece_, whole_ - begin_of(piece));
  }

  void run_devices() {
    if (done_.empty()) return;
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < ciphers_.size(); i++)
      others.emplace_back([this, i] { work(*ciphers_[i]); });
    work(*ciphers_[0]);
  }

  // One device's thread. What it has begun and not ended stays undone when it fails.
  void work(DeviceCipher& cipher) noexcept {
    if (!cipher.kernel()) return;  // on the CPU
    try {
      auto& slots = cipher.slots();
      std::array<Pending, kSlots> pending;
      try {
        turn_over(cipher, slots, pending);
      } catch (...) {
        drain(slots);
        throw;
      }
    } catch (const Error& e) {
      fail(cipher, e);
    } catch (const std::exception& e) {
      fail(cipher, Error(Status::kInternal, e.what()));
    }
  }

  void turn_over(DeviceCipher& cipher, std::array<Slot, kSlots>& slots,
                 std::array<Pending, kSlots>& pending) {
    const bool direct_in = cipher.device().is_pinned(what_.in, what_.bytes);
    const bool direct_out =
        what_.in != what_.out && cipher.device().is_pinned(what_.out, what_.bytes);
    std::size_t turn = 0;
    for (;; turn++) {
      const std::size_t at = turn % kSlots;
      finish(slots[at], pending[at]);
      const std::size_t piece = next_.fetch_add(1);
      if (piece >= done_.size() || stop_) break;
      start(cipher, slots[at], piece, direct_in, direct_out);
      pending[at] = {true, piece, !direct_out};
    }
    for (std::size_t i = 1; i < kSlots; i++) {
      const std::size_t at = (turn + i) % kSlots;
      finish(slots[at], pending[at]);
    }
  }

  void start(DeviceCipher& cipher, Slot& slot, std::size_t piece, bool direct_in, bool direct_out) {
    const std::size_t begin = begin_of(piece), bytes = bytes_of(piece);
    const std::uint8_t* from = what_.in + begin;
    if (!direct_in) {
      std::memcpy(slot.in, from, bytes);
      from = slot.in;
    }
    const Place data = slot.memory.place();
    slot.queue->upload(data, from, bytes);
    if (what_.is_ctr)
      cipher.queue_ctr(*slot.queue, what_.iv, what_.first_block + begin / block_, data,
                       bytes / block_);
    else
      cipher.queue_ecb(*slot.queue, what_.direction, data, bytes / block_);
    slot.queue->download(direct_out ? what_.out + begin : slot.out, data, bytes);
    slot.queue->flush();
  }

  void finish(Slot& slot, Pending& pending) {
    if (!pending.active) return;
    slot.queue->wait();
    const std::size_t begin = begin_of(pending.piece), bytes = bytes_of(pending.piece);
    if (pending.staged) std::memcpy(what_.out + begin, slot.out, bytes);
    done_[pending.piece] = 1;
    pending.active = false;
  }

  // Nothing of this run is on its way any more when the caller gets its memory back.
  static void drain(std::array<Slot, kSlots>& slots) noexcept {
    for (Slot& slot : slots) try {
        slot.queue->wait();
      } catch (...) {
      }
  }

  void fail(DeviceCipher& cipher, const Error& e) noexcept {
    const std::lock_guard lock(mutex_);
    if (cipher.allows_cpu())
      cipher.give_up(e.what());
    else
      stop_ = true;
    if (!error_) error_ = e;
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
    for (std::size_t i = 0; i < done_.size(); i++) {
      if (!done_[i]) continue;
      std::uint8_t* const data = what_.out + begin_of(i);
      if (what_.is_ctr)
        host_.ctr(what_.iv, what_.first_block + begin_of(i) / block_, data, data, bytes_of(i));
      else
        host_.ecb(back, data, data, bytes_of(i));
    }
  }

  std::span<DeviceCipher* const> ciphers_;
  const HostRun& what_;
  HostCipher& host_;
  const std::size_t block_, piece_, whole_;
  std::vector<std::uint8_t> done_;  // by piece; a byte each, written by one thread each
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::optional<Error> error_;
};

void check(std::span<DeviceCipher* const> ciphers, const HostRun& what) {
  DeviceCipher& first = *ciphers[0];
  const std::size_t block = first.host().block_bytes();
  for (DeviceCipher* cipher : ciphers) {
    cipher->require_key();
    if (std::strcmp(cipher->host().info().name, first.host().info().name) != 0)
      throw Error(Status::kArgument, "the handles are of different ciphers");
    if (cipher->piece_bytes() != first.piece_bytes())
      throw Error(Status::kArgument, "the handles have different piece_bytes");
  }
  if (!what.is_ctr && what.bytes % block != 0)
    throw Error(Status::kDataLength, std::to_string(what.bytes) +
                                         " bytes are no whole number of blocks of " +
                                         std::to_string(block));
  if (what.is_ctr) first.check_message(what.iv_bytes, what.first_block, what.bytes);
  const auto a = (std::uintptr_t)what.in, b = (std::uintptr_t)what.out;
  if (a != b && (a < b ? b - a : a - b) < what.bytes)
    throw Error(Status::kOverlap, "input and output overlap without being equal");
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
