// The pipeline of runs over host memory. Data is cut into pieces; each device's thread takes the next piece that nobody
// has, so that a quick device takes more of them. A piece of a device:
//
//   slot 0   copy in | work | copy out
//   slot 1             copy in | work | copy out
//   slot 2                       copy in | work | copy out      each slot has a queue of its own
//
// Memory that is not pinned goes through the slot's own; so does the output of a run in place, which reaches the
// caller's memory only when the piece is whole: then what a lost device leaves behind is pieces that are done and
// pieces that are as they were, and both can be undone or completed.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include "device/cipher.hpp"

namespace hedgerow::device {

struct PieceRun {
  const std::uint8_t* in;
  std::uint8_t* out;  // null: nothing comes back
  std::size_t bytes;  // whole blocks
  // Puts the work on bytes [begin, begin + n), which lie in the slot's memory, into its
  // queue; `handle` counts the handles.
  std::function<void(std::size_t handle, Slot& slot, std::size_t begin, std::size_t n)> work;
  // Null, or called when a piece is done, by the threads of all handles.
  std::function<void(const Slot& slot, std::size_t piece)> done;
};

class Pieces {
 public:
  // Of handles with one piece_bytes, whose first `bytes` are cut.
  Pieces(std::span<DeviceCipher* const> handles, const PieceRun& run);
  // Returns when no device works any more. A handle that failed and may use the CPU gives up its device.
  void process();
  // The first failure of a device. Without one pieces are undone where every handle is on the CPU.
  const std::optional<Error>& error() const { return error_; }

  std::size_t count() const { return done_.size(); }
  bool is_done(std::size_t piece) const { return done_[piece]; }
  std::size_t begin_of(std::size_t piece) const { return piece * piece_; }
  std::size_t bytes_of(std::size_t piece) const {
    return std::min(piece_, run_.bytes - begin_of(piece));
  }

 private:
  struct Pending {
    bool active = false;
    std::size_t piece = 0;
    bool staged = false;
  };
  void work(std::size_t handle) noexcept;
  void turn_over(std::size_t handle, std::array<Slot, kSlots>& slots,
                 std::array<Pending, kSlots>& pending);
  void start(std::size_t handle, Slot& slot, std::size_t piece, bool direct_in, bool direct_out);
  void finish(Slot& slot, Pending& pending);
  void fail(DeviceCipher& cipher, const Error& e) noexcept;

  std::span<DeviceCipher* const> handles_;
  const PieceRun& run_;
  const std::size_t piece_;
  std::vector<std::uint8_t> done_;  // by piece; a byte each, written by one thread each
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::optional<Error> error_;
};

// Throws kArgument unless handles that have keys are of one cipher and one piece_bytes.
void check_handles(std::span<DeviceCipher* const> handles);
// Throws kOverlap where host buffers overlap without being equal.
void check_overlap(const void* in, const void* out, std::size_t bytes);

}  // namespace hedgerow::device
