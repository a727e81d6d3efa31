// hedgerow.Cipher: a block or stream mode in one direction, for one thread at a time.
#pragma once

#include <memory>

#include "options.hpp"

namespace hedgerow_python {

// One message in progress. `started`: there is a message; a mode with an IV wants another IV after
// its end, so that none is used twice by accident.
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

  // Begins a message; `iv` is nothing for modes without one.
  void reset(const Buffer& iv);
  void require_started();
  // What an update of `bytes` may write at most.
  std::size_t most(std::size_t bytes) const;
  std::size_t update(hedgerow::Input in, hedgerow::Output out);
  std::size_t finish(hedgerow::Output out);
  void seek(std::uint64_t block);
  // After a batch: no message is in progress.
  void forget();
  // Throws ERR_STATE in the middle of a message.
  void require_whole();
  // A whole message, `in` and `out` of one length, on several threads.
  void run_parallel(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
                    std::uint64_t threads);

 private:
  hedgerow_algorithm_info algorithm_;
  hedgerow_direction direction_;
  bool padded_;
  bool started_ = false;
  std::size_t held_ = 0;             // taken and not written yet
  std::uint64_t others_blocks_ = 0;  // of the data limit, by the copies of run_parallel
  hedgerow::Cipher context_;
  std::atomic<bool> busy_{false};
};

}  // namespace hedgerow_python
