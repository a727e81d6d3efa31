// A message in pieces. To seal, each piece is encrypted, hashed and copied back. To open, all
// pieces are hashed first, and they go through the devices a second time only if the tag was right.
// This code joins the sums of the pieces in their order.
#include "device/aead/host_seal.hpp"

#include <algorithm>
#include <cstring>

#include "base/secret.hpp"
#include "device/pipeline.hpp"

namespace hedgerow::device {
namespace {

class Message {
 public:
  Message(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out)
      : aeads_(aeads),
        message_(message),
        host_(aeads[0]->host()),
        in_(in),
        out_(out),
        bytes_((std::size_t)message.bytes),
        block_(host_.block_bytes()),
        whole_(bytes_ / block_ * block_) {
    host_.start(message, start_);
    for (DeviceAead* aead : aeads) ciphers_.push_back(&aead->cipher());
  }

  void seal(std::uint8_t* tag, std::size_t tag_bytes) {
    const PieceRun run{in_, out_, whole_,
                       [this](std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
                         queue_crypt(handle, slot, begin, n);
                         queue_sum(handle, slot, begin, n);
                       },
                       keep_sum()};
    Pipeline pieces(ciphers_, run);
    sums_ = SumsOf(pieces.count(), block_);
    pieces.process();
    if (!all_done(pieces)) {
      undo(pieces);
      require_cpu(pieces);
      return host_.seal(message_, in_, out_, tag, tag_bytes);
    }
    host_.crypt(start_, whole_ / block_, in_ + whole_, out_ + whole_, bytes_ - whole_);
    make_tag(pieces, out_, tag, tag_bytes);
  }

  void open(const std::uint8_t* tag, std::size_t tag_bytes) {
    if (!is_authentic(tag, tag_bytes))
      throw Error(Status::kNotAuthentic, "the message is not authentic: nothing was decrypted");
    if (decrypted_) return;
    const PieceRun run{in_, out_, whole_,
                       [this](std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
                         queue_crypt(handle, slot, begin, n);
                       },
                       nullptr};
    Pipeline pieces(ciphers_, run);
    pieces.process();
    if (!all_done(pieces) && !cpu_allowed()) {
      undo(pieces);
      require_cpu(pieces);
    }
    for (std::size_t i = 0; i < pieces.count(); i++)
      if (!pieces.is_done(i)) crypt(pieces.begin_of(i), pieces.bytes_of(i), in_);
    crypt(whole_, bytes_ - whole_, in_);
  }

 private:
  // One block for each piece. They are wiped at destruction because they are sums of a message
  // under the secret h.
  struct SumsOf {
    SumsOf() = default;
    SumsOf(std::size_t pieces, std::size_t block) : all(pieces * block) {}
    SumsOf& operator=(SumsOf&& other) noexcept {
      std::swap(all, other.all);
      return *this;
    }
    ~SumsOf() { wipe(all.data(), all.size()); }
    std::vector<std::uint8_t> all;
  };

  std::function<void(const Slot&, std::size_t)> keep_sum() {
    return [this](const Slot& slot, std::size_t piece) {
      std::memcpy(&sums_.all[piece * block_], behind(slot), block_);
    };
  }
  std::uint8_t* behind(const Slot& slot) const { return slot.out + ciphers_[0]->piece_bytes(); }

  void queue_crypt(std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
    const DevicePtr data = slot.memory.place();
    aeads_[handle]->queue_crypt(*slot.queue, start_, begin / block_, data, data, n / block_);
  }
  void queue_sum(std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
    aeads_[handle]->queue_sum(*slot.queue, start_, begin / block_, slot.memory.place(), n / block_,
                              behind(slot));
  }

  bool cpu_allowed() const {
    return std::all_of(ciphers_.begin(), ciphers_.end(),
                       [](const DeviceCipher* c) { return c->allows_cpu(); });
  }
  static bool all_done(const Pipeline& pieces) {
    for (std::size_t i = 0; i < pieces.count(); i++)
      if (!pieces.is_done(i)) return false;
    return !pieces.error();
  }
  void require_cpu(const Pipeline& pieces) const {
    if (!cpu_allowed())
      throw pieces.error() ? *pieces.error() : Error(Status::kUnsupported, ciphers_[0]->reason());
  }

  // Encryption and decryption are the same.
  void crypt(std::size_t begin, std::size_t n, const std::uint8_t* from) {
    host_.crypt(start_, begin / block_, from + begin, out_ + begin, n);
  }
  void undo(const Pipeline& pieces) {
    if (in_ != out_) return wipe(out_, bytes_);
    for (std::size_t i = 0; i < pieces.count(); i++)
      if (pieces.is_done(i)) crypt(pieces.begin_of(i), pieces.bytes_of(i), out_);
  }

  void make_tag(const Pipeline& pieces, const std::uint8_t* ciphertext, std::uint8_t* tag,
                std::size_t tag_bytes) {
    std::uint8_t sum[kMaxBlockBytes] = {}, made[kMaxBlockBytes];
    for (std::size_t i = 0; i < pieces.count(); i++)
      host_.join(sum, pieces.bytes_of(i) / block_, &sums_.all[i * block_]);
    host_.finish(start_, sum, ciphertext + whole_, bytes_ - whole_, whole_ / block_, made);
    std::memcpy(tag, made, tag_bytes);
    wipe(sum, sizeof sum);
    wipe(made, sizeof made);
  }

  bool is_authentic(const std::uint8_t* tag, std::size_t tag_bytes) {
    const PieceRun run{in_, nullptr, whole_,
                       [this](std::size_t handle, Slot& slot, std::size_t begin, std::size_t n) {
                         queue_sum(handle, slot, begin, n);
                       },
                       keep_sum()};
    Pipeline pieces(ciphers_, run);
    sums_ = SumsOf(pieces.count(), block_);
    pieces.process();
    if (!all_done(pieces)) {
      if (!cpu_allowed() && in_ != out_) wipe(out_, bytes_);
      require_cpu(pieces);
      decrypted_ = true;
      return host_.open(message_, in_, out_, tag, tag_bytes);
    }
    std::uint8_t expected[kMaxBlockBytes];
    make_tag(pieces, in_, expected, tag_bytes);
    const bool right = equal_ct(expected, tag, tag_bytes);
    wipe(expected, sizeof expected);
    return right;
  }

  std::span<DeviceAead* const> aeads_;
  std::vector<DeviceCipher*> ciphers_;
  const AeadInput& message_;
  HostAead& host_;
  const std::uint8_t* const in_;
  std::uint8_t* const out_;
  const std::size_t bytes_, block_, whole_;
  AeadStart start_;
  SumsOf sums_;
  bool decrypted_ = false;  // by the CPU
};

// Begins a run of all handles. If one of them refuses the message, none counts its blocks.
void begin(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
           const std::uint8_t* out, std::size_t tag_bytes, bool seals) {
  std::vector<DeviceCipher*> ciphers;
  for (DeviceAead* aead : aeads) {
    ciphers.push_back(&aead->cipher());
    if (std::strcmp(aead->host().algorithm().mode, aeads[0]->host().algorithm().mode) != 0)
      throw Error(Status::kArgument, "the handles are of different modes");
  }
  check_handles(ciphers);
  check_overlap(in, out, (std::size_t)message.bytes);
  for (const DeviceAead* aead : aeads) aead->check(message, tag_bytes, seals);
  for (DeviceAead* aead : aeads) aead->begin(message, tag_bytes, seals);
}

}  // namespace

void seal(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, std::uint8_t* tag, std::size_t tag_bytes) {
  begin(aeads, message, in, out, tag_bytes, true);
  try {
    Message(aeads, message, in, out).seal(tag, tag_bytes);
  } catch (...) {
    std::memset(tag, 0, tag_bytes);
    throw;
  }
  for (DeviceAead* aead : aeads) aead->remember(message);
}

void open(std::span<DeviceAead* const> aeads, const AeadInput& message, const std::uint8_t* in,
          std::uint8_t* out, const std::uint8_t* tag, std::size_t tag_bytes) {
  begin(aeads, message, in, out, tag_bytes, false);
  Message(aeads, message, in, out).open(tag, tag_bytes);
}

}  // namespace hedgerow::device
