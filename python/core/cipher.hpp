// hedgerow.Cipher: a block or stream mode in one direction. Only one thread at a time may use it.
#pragma once

#include <memory>

#include "options.hpp"

namespace hedgerow_python {

// One message in progress, where `started` is true if there is a message. A mode with an IV needs a new IV after its
// end, so that an IV is not used twice by accident.
class CipherMessage {
 public:
  CipherMessage(const Setup& setup, hedgerow_direction direction, PyObject* iv);
  CipherMessage(const CipherMessage& other);

  const hedgerow_algorithm_info& algorithm() const { return algorithm_; }
  bool has_iv() const { return algorithm_.iv_bytes != 0; }
  hedgerow_direction direction() const { return direction_; }
  hedgerow::Cipher& context() { return context_; }
  std::atomic<bool>& busy() { return busy_; }
  std::uint64_t blocks_left() const;
  Facts facts(std::size_t data, std::size_t room) const;

  // Starts a message, with an empty `iv` for modes without an IV.
  void reset(const Buffer& iv);
  void require_started();
  // Returns the largest number of bytes that an update of `bytes` bytes may write.
  std::size_t most(std::size_t bytes) const;
  std::size_t update(hedgerow::Input in, hedgerow::Output out);
  std::size_t finish(hedgerow::Output out);
  void seek(std::uint64_t block);
  // Called after a batch, which leaves no message in progress.
  void forget();
  // Throws ERR_STATE in the middle of a message.
  void require_whole();
  // Processes a whole message on several threads, where `in` and `out` have the same length.
  void run_parallel(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
                    std::uint64_t threads);

 private:
  hedgerow_algorithm_info algorithm_;
  hedgerow_direction direction_;
  bool padded_;
  bool started_ = false;
  std::size_t held_ = 0;             // number of bytes taken but not yet written
  std::uint64_t others_blocks_ = 0;  // part of the data limit that the copies in run_parallel used
  hedgerow::Cipher context_;
  std::atomic<bool> busy_{false};
};

}  // namespace hedgerow_python
