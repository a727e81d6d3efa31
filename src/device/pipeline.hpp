// The pipeline of runs over host memory. The data is cut into pieces, and each device has a thread,
// which takes the next free piece. So a fast device processes more pieces. The three slots of a
// device overlap in time:
//
//   slot 0   copy in | work | copy out
//   slot 1             copy in | work | copy out
//   slot 2                       copy in | work | copy out      each slot has its own queue
//
// Memory that is not pinned is copied through the slot's pinned memory. The output of an in-place
// run is also copied through it, and reaches the caller's memory only when the piece is complete.
// Therefore, if a device is lost, each piece is either complete or unchanged, and the run can be
// undone or completed.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include "device/cipher.hpp"

namespace hedgerow::device {

struct PieceRun {
  const std::uint8_t* in;
  std::uint8_t* out;  // null if there is no output
  std::size_t bytes;  // a multiple of the block
  // Queues the work on bytes [begin, begin + n), which are in the slot's memory. `handle` is the
  // index of the handle.
  std::function<void(std::size_t handle, Slot& slot, std::size_t begin, std::size_t n)> work;
  // Null, or a function that the threads of all handles call when a piece is done.
  std::function<void(const Slot& slot, std::size_t piece)> done;
};

class Pipeline {
 public:
  // The handles have the same piece_bytes. Only the first `bytes` of the run are cut into pieces.
  Pipeline(std::span<DeviceCipher* const> handles, const PieceRun& run);
  // Returns when all devices have stopped. A handle that failed and may use the CPU gives up its
  // device.
  void process();
  // The first failure of a device. If there is no failure but pieces are undone, every handle is on
  // the CPU.
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
  // one byte for each piece, and each byte is written by one thread
  std::vector<std::uint8_t> done_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::optional<Error> error_;
};

// Throws kArgument unless the handles have keys, the same cipher and the same piece_bytes.
void check_handles(std::span<DeviceCipher* const> handles);
// Throws kOverlap if the two host buffers overlap without being equal.
void check_overlap(const void* in, const void* out, std::size_t bytes);

}  // namespace hedgerow::device
