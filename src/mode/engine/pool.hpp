// Processes many short messages with shared kernel calls. The blocks of such a message are independent of each other,
// for example in CBC and CFB decryption.
//
//   pool  | blocks of message 0 | blocks of message 1 | ..      1. fill   2. the kernel, in place   3. finish
//
// A Pool says how a mode uses the part of a message:
//   Direction kDirection                      direction of the kernel call
//   void fill(message, block, pool)           writes message.bytes bytes, padded to whole blocks
//   void finish(rows, message, pool)          writes message.out
#pragma once

#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

// Calls `alone(message)` for a message that does not fit into a pool.
template <class Pool, class Alone>
void run_pool(ModeContext& c, const BatchMessage* messages, std::size_t count,
              Alone&& alone) noexcept {
  const std::size_t block = c.block();
  const auto padded = [&](const BatchMessage& m) { return (m.bytes + block - 1) & ~(block - 1); };
  alignas(64) std::uint8_t pool[kChunkBytes];
  std::size_t most = 0;
  for (const BatchMessage* const end = messages + count; messages != end;) {
    const BatchMessage* next = messages;
    std::size_t used = 0;
    for (; next != end && next->bytes <= sizeof pool - used; next++) {
      if (next->bytes) Pool::fill(*next, block, pool + used);
      used += padded(*next);
    }
    if (next == messages) {
      alone(*messages++);
      continue;
    }
    if (Pool::kDirection == Direction::kEncrypt)
      c.key().encrypt(pool, pool, used / block);
    else
      c.key().decrypt(pool, pool, used / block);
    if (used > most) most = used;
    for (std::uint8_t* at = pool; messages != next; at += padded(*messages++))
      if (messages->bytes) Pool::finish(c.rows(), *messages, at);
  }
  wipe(pool, most);
}

}  // namespace hedgerow
