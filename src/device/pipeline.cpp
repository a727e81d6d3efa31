// The threads of the devices, and the order in which they use their slots.
#include "device/pipeline.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace hedgerow::device {
namespace {

// Waits for all queues, so that no copy is in flight when the caller gets its memory back.
void drain(std::array<Slot, kSlots>& slots) noexcept {
  for (Slot& slot : slots) try {
      slot.queue->wait();
    } catch (...) {
    }
}

}  // namespace

Pipeline::Pipeline(std::span<DeviceCipher* const> handles, const PieceRun& run)
    : handles_(handles),
      run_(run),
      piece_(handles[0]->piece_bytes()),
      done_(run.bytes / piece_ + (run.bytes % piece_ != 0), 0) {}

void Pipeline::process() {
  if (done_.empty()) return;
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < handles_.size(); i++) others.emplace_back([this, i] { work(i); });
  work(0);
}

// The thread of one device. If it fails, the pieces that it has started but not finished count as
// undone.
void Pipeline::work(std::size_t handle) noexcept {
  DeviceCipher& cipher = *handles_[handle];
  if (!cipher.kernel()) return;  // the CPU serves this handle
  try {
    auto& slots = cipher.slots();
    std::array<Pending, kSlots> pending;
    try {
      turn_over(handle, slots, pending);
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

void Pipeline::turn_over(std::size_t handle, std::array<Slot, kSlots>& slots,
                         std::array<Pending, kSlots>& pending) {
  Device& device = handles_[handle]->device();
  const bool direct_in = device.is_pinned(run_.in, run_.bytes);
  const bool direct_out = run_.out && run_.in != run_.out && device.is_pinned(run_.out, run_.bytes);
  std::size_t turn = 0;
  for (;; turn++) {
    const std::size_t at = turn % kSlots;
    finish(slots[at], pending[at]);
    if (stop_) break;
    const std::size_t piece = next_.fetch_add(1);
    if (piece >= done_.size()) break;
    start(handle, slots[at], piece, direct_in, direct_out);
    pending[at] = {true, piece, run_.out && !direct_out};
  }
  for (std::size_t i = 1; i < kSlots; i++) {
    const std::size_t at = (turn + i) % kSlots;
    finish(slots[at], pending[at]);
  }
}

void Pipeline::start(std::size_t handle, Slot& slot, std::size_t piece, bool direct_in,
                     bool direct_out) {
  const std::size_t begin = begin_of(piece), bytes = bytes_of(piece);
  const std::uint8_t* from = run_.in + begin;
  if (!direct_in) {
    std::memcpy(slot.in, from, bytes);
    from = slot.in;
  }
  slot.queue->upload(slot.memory.place(), from, bytes);
  run_.work(handle, slot, begin, bytes);
  if (run_.out)
    slot.queue->download(direct_out ? run_.out + begin : slot.out, slot.memory.place(), bytes);
  slot.queue->flush();
}

void Pipeline::finish(Slot& slot, Pending& pending) {
  if (!pending.active) return;
  slot.queue->wait();
  if (run_.done) run_.done(slot, pending.piece);
  if (pending.staged)
    std::memcpy(run_.out + begin_of(pending.piece), slot.out, bytes_of(pending.piece));
  done_[pending.piece] = 1;
  pending.active = false;
}

void Pipeline::fail(DeviceCipher& cipher, const Error& e) noexcept {
  const std::lock_guard lock(mutex_);
  if (cipher.allows_cpu())
    cipher.give_up(e.what());
  else
    stop_ = true;
  if (!error_) error_ = e;
}

void check_handles(std::span<DeviceCipher* const> handles) {
  const DeviceCipher& first = *handles[0];
  for (const DeviceCipher* cipher : handles) {
    cipher->require_key();
    if (std::strcmp(cipher->host().info().name, first.host().info().name) != 0)
      throw Error(Status::kArgument, "the handles are of different ciphers");
    if (cipher->piece_bytes() != first.piece_bytes())
      throw Error(Status::kArgument, "the handles have different piece_bytes");
  }
}

void check_overlap(const void* in, const void* out, std::size_t bytes) {
  const auto a = (std::uintptr_t)in, b = (std::uintptr_t)out;
  if (a != b && (a < b ? b - a : a - b) < bytes)
    throw Error(Status::kOverlap, "input and output overlap without being equal");
}

}  // namespace hedgerow::device
