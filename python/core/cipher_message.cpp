#include <algorithm>

#include "cipher.hpp"
#include "parallel.hpp"

namespace hedgerow_python {
namespace {

constexpr std::size_t kPieceBytes = 64 << 10;  // least size of a piece in run_parallel

}  // namespace

CipherMessage::CipherMessage(const Setup& setup, hedgerow_direction direction, PyObject* iv)
    : algorithm_(setup.algorithm),
      direction_(direction),
      padded_(setup.options.padding != HEDGEROW_PADDING_NONE),
      context_(setup.make<hedgerow::Cipher>()) {
  if (iv || !has_iv()) reset(iv ? Buffer(iv, "iv") : Buffer());
}

CipherMessage::CipherMessage(const CipherMessage& other)
    : algorithm_(other.algorithm_),
      direction_(other.direction_),
      padded_(other.padded_),
      started_(other.started_),
      held_(other.held_),
      others_blocks_(other.others_blocks_),
      context_(other.context_.copy()) {}

std::uint64_t CipherMessage::blocks_left() const {
  const auto left = context_.query().blocks_left;
  return left == UINT64_MAX ? left : left - std::min(left, others_blocks_);
}

Facts CipherMessage::facts(std::size_t data, std::size_t room) const {
  return {.algorithm = algorithm_, .data = data, .room = room, .blocks_left = blocks_left()};
}

void CipherMessage::reset(const Buffer& iv) {
  if (has_iv())
    explained([&] { return Facts{.algorithm = algorithm_, .iv = iv.size()}; },
              [&] { context_.set_iv(iv.input()); });
  else if (iv.size())
    raise_status(HEDGEROW_ERR_MODE, name_of(algorithm_) + " has no IV, and an IV of " +
                                        std::to_string(iv.size()) + " bytes was given");
  context_.begin(direction_);
  started_ = true;
  held_ = 0;
}

void CipherMessage::require_started() {
  if (!started_)
    raise_status(HEDGEROW_ERR_STATE,
                 "no message is in progress: reset(iv) begins one, with an IV that this key has "
                 "not had");
}

std::size_t CipherMessage::most(std::size_t bytes) const {
  const auto total = held_ + bytes;
  return algorithm_.kind == HEDGEROW_STREAM
             ? total
             : total / algorithm_.block_bytes * algorithm_.block_bytes;
}

std::size_t CipherMessage::update(hedgerow::Input in, hedgerow::Output out) {
  const auto facts = [&] { return this->facts(in.size(), out.size()); };
  const auto n = explained(facts, [&] { return context_.update(in, out); });
  held_ += in.size() - n;
  return n;
}

std::size_t CipherMessage::finish(hedgerow::Output out) {
  try {
    const auto n =
        explained([&] { return facts(context_.query().message_bytes + held_, out.size()); },
                  [&] { return context_.final(out); });
    started_ = false;
    if (!has_iv()) reset(Buffer());
    return n;
  } catch (const hedgerow::error& e) {
    if (e.status() != HEDGEROW_ERR_BUFFER) started_ = false;
    if (!started_ && !has_iv()) reset(Buffer());
    throw;
  }
}

void CipherMessage::seek(std::uint64_t block) {
  require_started();
  const auto facts = [&] {
    return Facts{.algorithm = algorithm_, .call = "seek(), because each block needs those before"};
  };
  explained(facts, [&] { context_.seek(block); });
}

void CipherMessage::forget() {
  started_ = false;
  held_ = 0;
  if (!has_iv()) reset(Buffer());
}

void CipherMessage::require_whole() {
  require_started();
  if (held_ || context_.query().message_bytes)
    raise_status(HEDGEROW_ERR_STATE,
                 "a message is in progress: finalize() ends it, reset() drops it");
}

void CipherMessage::run_parallel(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
                                 std::uint64_t threads) {
  const auto block = algorithm_.block_bytes;
  const bool seeks = algorithm_.properties & HEDGEROW_HAS_SEEK;
  if ((!seeks && has_iv()) || padded_ || (!seeks && algorithm_.kind != HEDGEROW_BLOCK))
    throw ExplainedError(HEDGEROW_ERR_OPTIONS,
                         "threads=" + std::to_string(threads) + " needs a mode that can seek or " +
                             "ECB, without padding; for " + name_of(algorithm_) + " use threads=1");
  const std::uint64_t blocks = bytes / block;
  if (blocks_left() < blocks + 1 || blocks * block > algorithm_.message_bytes)
    throw ExplainedError(HEDGEROW_ERR_LIMIT, explain(HEDGEROW_ERR_LIMIT, facts(bytes, bytes)));
  const auto pieces = std::clamp<std::uint64_t>(bytes / kPieceBytes, 1, threads * 4);
  const auto facts_here = [&] { return facts(bytes, bytes); };
  const auto work = [&](std::size_t i) {
    const auto first = blocks * i / pieces;
    const auto end = i + 1 == pieces ? bytes : blocks * (i + 1) / pieces * block;
    auto copy = context_.copy();
    if (has_iv()) {
      std::vector<std::uint8_t> iv(copy.query().iv_bytes);
      copy.get_iv(iv);
      copy.set_iv(iv);  // ends the buffered message, because direct calls follow
      if (first) copy.seek(first);
    } else {
      copy.begin(direction_);
    }
    const hedgerow::Input from{in + first * block, end - first * block};
    const hedgerow::Output to{out + first * block, end - first * block};
    if (!has_iv())
      copy.update(from, to);
    else if (direction_ == HEDGEROW_ENCRYPT)
      copy.encrypt(from, to);
    else
      copy.decrypt(from, to);
  };
  explained(facts_here, [&] { parallel(threads, pieces, work); });
  others_blocks_ += blocks + 1;
  started_ = false;
  if (!has_iv()) reset(Buffer());
}

}  // namespace hedgerow_python
