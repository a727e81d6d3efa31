// The keys, scratch memory and launches of AEADs on a device.
#include "device/aead/device_aead.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/secret.hpp"

namespace hedgerow::device {
namespace {

// MGM's factors are computed in chunks before they are used. A chunk is small enough to stay in a
// cache of the device.
constexpr std::uint64_t kMostFactorBytes = 16 << 20, kLeastFactorBytes = 1 << 16;
constexpr std::size_t kMostScratches = 16;
constexpr std::uint64_t kAlign = 256;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

CipherOptions with_limit(CipherOptions options, const std::string& cipher,
                         const std::string& mode) {
  hedgerow_algorithm_info algorithm{};
  algorithm.size = sizeof algorithm;
  check_library(hedgerow_algorithm_find(cipher.c_str(), mode.c_str(), &algorithm),
                (cipher + " in " + mode).c_str());
  if (options.limit_blocks == 0) options.limit_blocks = algorithm.limit_blocks;
  return options;
}

}  // namespace

DeviceAead::DeviceAead(std::shared_ptr<OpenDevice> device, const std::string& cipher,
                       const std::string& mode, const Options& options)
    : cipher_(device, cipher, with_limit(options.cipher, cipher, mode)),
      host_(cipher, mode),
      repeat_nonce_(options.repeat_nonce) {
  if (!cipher_.kernel()) return;
  try {
    make_hash();
    device->require_tested(cipher_.kernel()->id() + " " + mode + " " + hash_->id(),
                           [this] { check_known_answer(*this); });
  } catch (const Error& e) {
    cipher_.give_up_or_throw(e);
  }
}

DeviceAead::~DeviceAead() {
  try {
    cipher_.device().wait_all();
    for (const Memory& power : powers_) queue_->clear(power.place(), power.bytes());
    if (queue_) queue_->wait();
  } catch (...) {  // the driver frees the memory of a lost device
  }
  free_scratch();
}

void DeviceAead::make_hash() {
  hash_ = cipher_.open_device().hash_for(host_.field(), host_.sums_products());
  Device& device = cipher_.device();
  queue_ = device.make_queue(nullptr);
  for (std::size_t i = 0; i < hash_->steps().size(); i++)
    powers_.emplace_back(device, hash_->key_bytes());
  verdict_ = std::make_unique<PinnedSecret>(device, 2 * kMaxBlockBytes);
}

void DeviceAead::set_key(const void* key, std::size_t bytes) {
  host_.set_key(key, bytes);  // if this throws, the old key stays, and so must its last nonce
  last_nonce_.clear();
  try {
    cipher_.set_key(key, bytes);
    upload_powers_or_give_up();
  } catch (...) {
    cipher_.forget_key();  // the powers may be of the old key
    throw;
  }
}

void DeviceAead::upload_powers_or_give_up() {
  if (!cipher_.kernel()) return;
  try {
    upload_powers();
  } catch (const Error& e) {
    cipher_.give_up_or_throw(e);
  }
}

void DeviceAead::upload_powers() {
  SecretBytes power(kMaxBlockBytes), words((std::size_t)hash_->key_bytes());
  for (std::size_t i = 0; i < powers_.size(); i++) {
    host_.power(hash_->steps()[i], power.data());
    hash_->info().prepare(power.data(), (std::uint32_t*)words.data());
    queue_->upload(powers_[i].place(), words.data(), words.size());
    queue_->wait();
  }
}

AeadScratch& DeviceAead::scratch(Queue& queue, std::uint64_t bytes) {
  if (!scratch_.contains(&queue) && scratch_.size() >= kMostScratches) {
    cipher_.device().wait_all();
    free_scratch();  // scratch memory may belong to queues that no longer exist
  }
  AeadScratch& s = scratch_[&queue];
  if (!s.memory) lay_out(s);
  if (!host_.sums_products()) return s;
  std::uint64_t factors = kLeastFactorBytes;
  while (factors < std::min(bytes, kMostFactorBytes)) factors *= 2;
  if (s.factors.bytes() >= factors) return s;
  if (s.factors) outgrown_.push_back(std::move(s.factors));  // the queue may still be using it
  s.factors = Memory(cipher_.device(), factors);
  return s;
}

void DeviceAead::lay_out(AeadScratch& s) {
  const std::uint64_t block = host_.block_bytes();
  std::uint64_t room = 0;
  const auto take = [&](std::uint64_t n) {
    return DevicePtr{0, std::exchange(room, room + aligned(n))};
  };
  s.partials.clear();
  for (std::size_t i = 0; i + 1 < hash_->steps().size(); i++)
    s.partials.push_back(take(hash_->steps()[i] * block));
  s.sequence = take(4 * block);
  s.tag = take(block);
  s.tail = take(block);
  s.memory = Memory(cipher_.device(), room);
  const std::uint64_t base = s.memory.place().base;
  for (DevicePtr& place : s.partials) place.base = base;
  s.sequence.base = s.tag.base = s.tail.base = base;
}

void DeviceAead::free_scratch() {
  const auto forget = [this](const Memory& memory) {
    try {
      if (memory) queue_->clear(memory.place(), memory.bytes());
      queue_->wait();
    } catch (...) {
    }
  };
  for (const auto& [queue, s] : scratch_) {
    forget(s.memory);
    forget(s.factors);
  }
  for (const Memory& memory : outgrown_) forget(memory);
  scratch_.clear();
  outgrown_.clear();
}

std::uint64_t DeviceAead::blocks_of(const AeadInput& m) const {
  const std::uint64_t block = host_.block_bytes();
  const auto blocks = [block](std::uint64_t n) { return n / block + (n % block != 0); };
  return blocks(m.bytes) + blocks(m.aad_bytes);
}

void DeviceAead::check(const AeadInput& m, std::size_t tag_bytes, bool seals) const {
  cipher_.require_key();
  host_.check(m, tag_bytes);
  if (seals && !repeat_nonce_ &&
      last_nonce_ == std::vector<std::uint8_t>(m.nonce, m.nonce + m.nonce_bytes))
    throw Error(Status::kNonceReuse,
                "the nonce is the one of the last message that this handle sealed");
  cipher_.check_limit(blocks_of(m));
}

void DeviceAead::begin(const AeadInput& m, std::size_t tag_bytes, bool seals) {
  check(m, tag_bytes, seals);
  cipher_.charge(blocks_of(m));
}

void DeviceAead::remember(const AeadInput& m) {
  last_nonce_.assign(m.nonce, m.nonce + m.nonce_bytes);
}

void DeviceAead::queue_crypt(Queue& queue, const AeadStart& start, std::uint64_t first,
                             DevicePtr in, DevicePtr out, std::uint64_t blocks) {
  Counter at = start.data;
  at.advance(host_.block_bytes(), first);
  cipher_.queue_ctr(queue, at, in, out, blocks);
}

void DeviceAead::queue_sum(Queue& queue, const AeadStart& start, std::uint64_t first,
                           DevicePtr data, std::uint64_t blocks, void* result) {
  AeadScratch& s = scratch(queue, blocks * host_.block_bytes());
  sum(queue, s, start, first, data, blocks, s.sequence);
  queue.download(result, s.sequence, host_.block_bytes());
}

// An incomplete last block is encrypted separately, in scratch memory.
void DeviceAead::crypt(Queue& queue, AeadScratch& s, const AeadStart& start, DevicePtr in,
                       DevicePtr out, std::uint64_t bytes) {
  const std::uint64_t block = host_.block_bytes(), whole = bytes / block, rest = bytes % block;
  if (whole) queue_crypt(queue, start, 0, in, out, whole);
  if (rest == 0) return;
  queue.copy(s.tail, in + whole * block, rest);
  queue_crypt(queue, start, whole, s.tail, s.tail, 1);
  queue.copy(out + whole * block, s.tail, rest);
}

void DeviceAead::reduce(Queue& queue, AeadScratch& s, DevicePtr in, std::uint64_t blocks,
                        DevicePtr result) {
  const auto& steps = hash_->steps();
  for (std::size_t i = 0; i < steps.size(); i++) {
    const bool last = i + 1 == steps.size();
    if (steps[i] >= blocks && !last) continue;
    const DevicePtr to = last ? result : s.partials[i];
    hash_->hash(queue, powers_[i].place(), in, blocks, to, steps[i]);
    in = to;
    blocks = steps[i];
  }
}

// Adds the products to the partials of step 0.
void DeviceAead::dot(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first,
                     DevicePtr data, std::uint64_t blocks, std::uint64_t partials) {
  const std::uint64_t block = host_.block_bytes(), most = s.factors.bytes() / block;
  for (std::uint64_t done = 0; done < blocks; done += most) {
    const std::uint64_t n = std::min(most, blocks - done);
    Counter at = start.factors;
    at.advance(block, first + done);
    cipher_.queue_ctr(queue, at, {0, 0}, s.factors.place(), n);
    hash_->dot(queue, s.factors.place(), data + done * block, n, s.partials[0], partials);
  }
}

void DeviceAead::sum(Queue& queue, AeadScratch& s, const AeadStart& start, std::uint64_t first,
                     DevicePtr data, std::uint64_t blocks, DevicePtr result) {
  if (!host_.sums_products()) return reduce(queue, s, data, blocks, result);
  const std::uint64_t partials = std::min(hash_->steps()[0], blocks);
  queue.clear(s.partials[0], partials * host_.block_bytes());
  dot(queue, s, start, first, data, blocks, partials);
  reduce(queue, s, s.partials[0], partials, result);
}

// Computes the tag of `bytes` bytes of ciphertext into scratch memory.
void DeviceAead::queue_tag(Queue& queue, AeadScratch& s, const AeadStart& start, DevicePtr data,
                           std::uint64_t bytes) {
  const std::uint64_t block = host_.block_bytes(), whole = bytes / block, rest = bytes % block;
  std::uint64_t n = 0;
  queue.clear(s.sequence, 4 * block);
  if (whole) sum(queue, s, start, 0, data, whole, s.sequence + block * n++);
  if (rest) {
    const DevicePtr last = s.sequence + block * n++;
    if (host_.sums_products()) {
      queue.clear(s.tail, block);
      queue.copy(s.tail, data + whole * block, rest);
      sum(queue, s, start, whole, s.tail, 1, last);
    } else {
      queue.copy(last, data + whole * block, rest);
    }
  }
  n += host_.zeros();
  hash_->put(queue, s.sequence + block * n++, start.constant);
  hash_->hash(queue, powers_.back().place(), s.sequence, n, s.tag, 1);
  if (host_.encrypts_sum()) cipher_.queue_block(queue, s.tag);
}

void DeviceAead::check_run(DevicePtr in, DevicePtr out, std::uint64_t bytes, DevicePtr tag,
                           std::size_t tag_bytes) const {
  cipher_.require_kernel();
  if (bytes) cipher_.check_places(in, out, bytes);
  cipher_.device().check_range(tag, tag_bytes);
  const auto meets = [&](DevicePtr data) {
    const DevicePtr a = cipher_.device().absolute(data), b = cipher_.device().absolute(tag);
    return a.base == b.base && a.offset < b.offset + tag_bytes && b.offset < a.offset + bytes;
  };
  if (bytes && (meets(in) || meets(out)))
    throw Error(Status::kOverlap, "the tag overlaps the data");
}

void DeviceAead::seal(Queue& queue, const AeadInput& m, DevicePtr in, DevicePtr out, DevicePtr tag,
                      std::size_t tag_bytes) {
  check_run(in, out, m.bytes, tag, tag_bytes);
  begin(m, tag_bytes, true);
  AeadStart start;
  host_.start(m, start);
  AeadScratch& s = scratch(queue, m.bytes);
  remember(m);
  crypt(queue, s, start, in, out, m.bytes);
  queue_tag(queue, s, start, out, m.bytes);
  queue.copy(tag, s.tag, tag_bytes);
  queue.flush();
}

void DeviceAead::open(Queue& queue, const AeadInput& m, DevicePtr in, DevicePtr out, DevicePtr tag,
                      std::size_t tag_bytes) {
  check_run(in, out, m.bytes, tag, tag_bytes);
  begin(m, tag_bytes, false);
  AeadStart start;
  host_.start(m, start);
  AeadScratch& s = scratch(queue, m.bytes);
  queue_tag(queue, s, start, in, m.bytes);
  std::uint8_t *const expected = verdict_->data(), *const got = expected + kMaxBlockBytes;
  queue.download(expected, s.tag, tag_bytes);
  queue.download(got, tag, tag_bytes);
  queue.wait();
  const bool right = equal_ct(expected, got, tag_bytes);
  wipe(expected, 2 * kMaxBlockBytes);
  const DevicePtr from = cipher_.device().absolute(in), to = cipher_.device().absolute(out);
  const bool in_place = from.base == to.base && from.offset == to.offset;
  if (right) {
    crypt(queue, s, start, in, out, m.bytes);
  } else if (m.bytes && !in_place) {
    queue.clear(out, m.bytes / 4 * 4);
    queue.clear(s.tail, host_.block_bytes());
    if (m.bytes % 4) queue.copy(out + m.bytes / 4 * 4, s.tail, m.bytes % 4);
  }
  queue.flush();
  if (!right)
    throw Error(Status::kNotAuthentic, "the message is not authentic: nothing was decrypted");
}

}  // namespace hedgerow::device
