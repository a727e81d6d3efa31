// Keys, limits and checked runs of a cipher on a device.
#include "device/cipher.hpp"

#include "base/secret.hpp"

namespace hedgerow::device {
namespace {

constexpr std::size_t kPieceBytes = 8 << 20;
constexpr std::size_t kMostPieceBytes = SIZE_MAX / 4;  // a sum with it does not overflow

CipherOptions completed(CipherOptions options, std::size_t block) {
  if (options.piece_bytes % block != 0)
    throw Error(Status::kDataLength, "piece_bytes is no whole number of blocks");
  if (options.piece_bytes > kMostPieceBytes)
    throw Error(Status::kDataLength, "piece_bytes is more than " + std::to_string(kMostPieceBytes));
  if (options.piece_bytes == 0) options.piece_bytes = kPieceBytes / block * block;
  return options;
}

// Returns true for failures after which the CPU can still do the run.
bool cpu_can_mend(const Error& e) {
  switch (e.status()) {
    case Status::kUnsupported:
    case Status::kCompile:
    case Status::kSelftest:
    case Status::kDeviceMemory:
    case Status::kLost:
    case Status::kDriver:
      return true;
    default:
      return false;
  }
}

}  // namespace

DeviceCipher::DeviceCipher(std::shared_ptr<OpenDevice> device, const std::string& name,
                           const CipherOptions& options)
    : device_(std::move(device)), options_(options), host_(name, options.sbox, options.sbox_bytes) {
  options_ = completed(options, host_.block_bytes());
  options_.sbox = nullptr;  // host_ has a copy
  try {
    kernel_ = device_->kernel_for(name, options_.kernel);
    queue_ = this->device().make_queue(nullptr);
    keys_ = Memory(this->device(), (kernel_->key_bytes() + 15) / 16 * 16);
  } catch (const Error& e) {
    give_up_or_throw(e);
  }
  options_.kernel = nullptr;
}

DeviceCipher::~DeviceCipher() {
  try {
    if (keys_) {
      device().wait_all();
      queue_->clear(keys_.place(), keys_.bytes());
      queue_->wait();
    }
  } catch (...) {  // the driver frees the memory of a lost device
  }
  free_slots();
}

void DeviceCipher::give_up(const std::string& reason) {
  kernel_.reset();
  reason_ = reason;
}

void DeviceCipher::give_up_or_throw(const Error& e) {
  if (!options_.allow_cpu || !cpu_can_mend(e)) throw e;
  give_up(e.what());
}

void DeviceCipher::set_key(const void* key, std::size_t bytes) {
  host_.set_key(key, bytes);
  has_key_ = false;
  if (kernel_) try {
      device().wait_all();
      kernel_->upload_key(*queue_, host_, key, bytes, keys_.place());
    } catch (const Error& e) {
      give_up_or_throw(e);
    }
  has_key_ = true;
  left_ = options_.limit_blocks ? options_.limit_blocks : host_.info().limit_blocks;
}

void DeviceCipher::require_key() const {
  if (!has_key_) throw Error(Status::kState, "the cipher has no key yet");
}

void DeviceCipher::require_kernel() const {
  require_key();
  if (!kernel_)
    throw Error(Status::kUnsupported,
                "the CPU serves this cipher, and it sees no device memory: " + reason_);
}

void DeviceCipher::check_limit(std::uint64_t blocks) const {
  if (blocks > left_)  // HEDGEROW_NO_LIMIT is larger than any number of blocks
    throw Error(Status::kLimit, "the run takes " + std::to_string(blocks) + " blocks; " +
                                    std::to_string(left_) +
                                    " are left under this key (limit_blocks raises the limit)");
}

void DeviceCipher::charge(std::uint64_t blocks) {
  check_limit(blocks);
  if (left_ != HEDGEROW_NO_LIMIT) left_ -= blocks;
}

void DeviceCipher::check_message(std::size_t iv_bytes, std::uint64_t first_block,
                                 std::uint64_t bytes) const {
  if (iv_bytes != host_.iv_bytes())
    throw Error(Status::kNonceLength, "an IV of " + std::to_string(iv_bytes) + " bytes; " +
                                          host_.info().name + " in CTR takes " +
                                          std::to_string(host_.iv_bytes()));
  const std::uint64_t most = host_.message_bytes();
  if (bytes > most || first_block > (most - bytes) / host_.block_bytes())
    throw Error(Status::kLimit, std::string("a message of ") + host_.info().name +
                                    " in CTR has at most " + std::to_string(most) + " bytes");
}

void DeviceCipher::check_blocks(std::uint64_t bytes) const {
  const std::size_t block = host_.block_bytes();
  if (bytes % block != 0)
    throw Error(
        Status::kDataLength,
        std::to_string(bytes) + " bytes are no whole number of blocks of " + std::to_string(block));
}

void DeviceCipher::check_places(DevicePtr in, DevicePtr out, std::uint64_t bytes) const {
  const std::uint32_t wanted = alignment((std::uint32_t)host_.block_bytes());
  for (const DevicePtr place : {in, out}) {
    if (device().absolute(place).offset % wanted != 0)
      throw Error(Status::kPointer,
                  "the memory is not on a multiple of " + std::to_string(wanted) + " bytes");
    if (bytes) device().check_range(place, bytes);
  }
  if (device().overlap(in, out, bytes))
    throw Error(Status::kOverlap, "input and output overlap without being equal");
}

void DeviceCipher::ecb(Queue& queue, hedgerow_direction direction, DevicePtr in, DevicePtr out,
                       std::uint64_t bytes) {
  require_kernel();
  check_blocks(bytes);
  check_places(in, out, bytes);
  const std::uint64_t blocks = bytes / host_.block_bytes();
  charge(blocks);
  kernel_->ecb(queue, direction, keys_.place(), in, out, blocks);
  queue.flush();
}

void DeviceCipher::ctr(Queue& queue, const void* iv, std::size_t iv_bytes,
                       std::uint64_t first_block, DevicePtr in, DevicePtr out,
                       std::uint64_t bytes) {
  require_kernel();
  check_blocks(bytes);
  check_places(in.base ? in : out, out, bytes);
  check_message(iv_bytes, first_block, bytes);
  const std::uint64_t blocks = bytes / host_.block_bytes();
  charge(blocks);
  kernel_->ctr(queue, keys_.place(), host_.counter(iv, first_block), in, out, blocks);
  queue.flush();
}

void DeviceCipher::queue_ecb(Queue& queue, hedgerow_direction direction, DevicePtr data,
                             std::uint64_t blocks) {
  kernel_->ecb(queue, direction, keys_.place(), data, data, blocks);
}

void DeviceCipher::queue_ctr(Queue& queue, const Counter& counter, DevicePtr in, DevicePtr out,
                             std::uint64_t blocks) {
  kernel_->ctr(queue, keys_.place(), counter, in, out, blocks);
}

void DeviceCipher::queue_block(Queue& queue, DevicePtr data) {
  kernel_->ecb(queue, HEDGEROW_ENCRYPT, keys_.place(), data, data, 1);
}

std::array<Slot, kSlots>& DeviceCipher::slots() {
  if (slots_) return *slots_;
  slots_.emplace();
  try {
    for (Slot& slot : *slots_) {
      slot.queue = device().make_queue(nullptr);
      slot.memory = Memory(device(), (options_.piece_bytes + 255) / 256 * 256);
      slot.in = (std::uint8_t*)device().allocate_pinned(options_.piece_bytes + kBehindPiece);
      slot.out = (std::uint8_t*)device().allocate_pinned(options_.piece_bytes + kBehindPiece);
    }
  } catch (...) {
    free_slots();
    throw;
  }
  return *slots_;
}

void DeviceCipher::free_slots() {
  if (!slots_) return;
  for (Slot& slot : *slots_) {
    try {
      if (slot.queue && slot.memory) {
        slot.queue->clear(slot.memory.place(), slot.memory.bytes());
        slot.queue->wait();
      }
    } catch (...) {
    }
    for (std::uint8_t* memory : {slot.in, slot.out}) {
      if (memory) wipe(memory, options_.piece_bytes + kBehindPiece);
      try {
        device().release_pinned(memory);
      } catch (...) {
      }
    }
  }
  slots_.reset();
}

}  // namespace hedgerow::device
