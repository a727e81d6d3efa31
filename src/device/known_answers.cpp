// The answers that a kernel must compute on a device before it serves, and its speed there.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "base/secret.hpp"
#include "device/open_device.hpp"

namespace hedgerow::device {
namespace {

struct Answer {
  const char *cipher, *key, *plaintext, *ciphertext;
};
constexpr Answer kAnswers[] = {
#define ECB(cipher, key, plaintext, ciphertext) {cipher, key, plaintext, ciphertext},
#include "api/selftest_ecb.def"
#undef ECB
};

using Bytes = std::vector<std::uint8_t>;

Bytes from_hex(const char* hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes(std::strlen(hex) / 2);
  for (std::size_t i = 0; i < bytes.size(); i++)
    bytes[i] = (std::uint8_t)(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
  return bytes;
}

const Answer& answer_of(const char* variant) {
  for (const Answer& answer : kAnswers)
    if (std::strcmp(answer.cipher, variant) == 0) return answer;
  throw Error(Status::kInternal, std::string("no known answer of ") + variant);
}

// Returns bytes that are not all equal, but are the same in each call.
Bytes filled(std::size_t bytes) {
  Bytes data(bytes);
  std::uint32_t x = 1;
  for (auto& b : data) b = (std::uint8_t)((x = x * 1664525 + 1013904223) >> 24);
  return data;
}

// A kernel under test with its key and its data memory.
class Trial {
 public:
  Trial(Device& device, Kernel& kernel, const Answer& answer, std::size_t bytes)
      : kernel_(kernel),
        queue_(device.make_queue(nullptr)),
        keys_(device, (kernel.key_bytes() + 15) / 16 * 16),
        data_(device, bytes),
        key_(from_hex(answer.key)),
        own_key_bytes_(key_.size()) {
    hedgerow_cipher_info info{};
    info.size = sizeof info;
    check_library(hedgerow_cipher_find(answer.cipher, &info), answer.cipher);
    own_key_bytes_ -= info.sbox_bytes;
    const void* sbox = info.sbox_bytes ? key_.data() + own_key_bytes_ : nullptr;
    host_.emplace(answer.cipher, sbox, info.sbox_bytes);
    host_->set_key(key_.data(), own_key_bytes_);
    kernel_.upload_key(*queue_, *host_, key_.data(), own_key_bytes_, keys_.place());
  }
  HostCipher& host() { return *host_; }
  Queue& queue() { return *queue_; }
  DevicePtr keys() const { return keys_.place(); }
  DevicePtr data() const { return data_.place(); }

  Bytes ecb(hedgerow_direction direction, const Bytes& in) {
    queue_->upload(data(), in.data(), in.size());
    kernel_.ecb(*queue_, direction, keys(), data(), data(), in.size() / host_->block_bytes());
    return result(in.size());
  }
  Bytes ctr(const Bytes& iv, std::uint64_t first_block, const Bytes& in) {
    const Counter counter = host_->counter(iv.data(), first_block);
    queue_->upload(data(), in.data(), in.size());
    kernel_.ctr(*queue_, keys(), counter, data(), data(), in.size() / host_->block_bytes());
    return result(in.size());
  }

 private:
  Bytes result(std::size_t bytes) {
    Bytes out(bytes);
    queue_->download(out.data(), data(), bytes);
    queue_->wait();
    return out;
  }

  Kernel& kernel_;
  std::unique_ptr<Queue> queue_;
  Memory keys_, data_;
  Bytes key_;
  std::size_t own_key_bytes_;
  std::optional<HostCipher> host_;
};

[[noreturn]] void refuse(const Device& device, const Kernel& kernel, const char* what,
                         std::size_t block) {
  throw Error(Status::kSelftest, "known answers of " + kernel.id() + " on " + device.facts().id +
                                     " (" + device.facts().name + ") came out wrong: " + what +
                                     ", block " + std::to_string(block));
}

void compare(const Device& device, const Kernel& kernel, const char* what, const Bytes& got,
             const Bytes& expected) {
  const auto differ = std::mismatch(got.begin(), got.end(), expected.begin());
  if (differ.first != got.end())
    refuse(device, kernel, what,
           (std::size_t)(differ.first - got.begin()) / kernel.info().block_bytes);
}

// Returns a number of blocks that is larger than one pass of two groups, and not a multiple of it.
std::size_t trial_blocks(const Launch& launch) {
  return 2 * std::size_t{launch.group_threads} * launch.blocks_per_thread + 5;
}

}  // namespace

void check_known_answers(Device& device, Kernel& kernel) {
  const KernelInfo& info = kernel.info();
  const Answer& answer = answer_of(info.variant);
  const std::size_t blocks = trial_blocks(info.launch), block = info.block_bytes;
  Trial trial(device, kernel, answer, blocks * block);
  const Bytes one = from_hex(answer.plaintext), made = from_hex(answer.ciphertext);
  Bytes plain, cipher;
  for (std::size_t i = 0; i < 3; i++) {
    plain.insert(plain.end(), one.begin(), one.end());
    cipher.insert(cipher.end(), made.begin(), made.end());
  }
  compare(device, kernel, "encryption", trial.ecb(HEDGEROW_ENCRYPT, plain), cipher);
  compare(device, kernel, "decryption", trial.ecb(HEDGEROW_DECRYPT, cipher), plain);
  const Bytes many = filled(blocks * block);
  Bytes expected(many.size());
  trial.host().ecb(HEDGEROW_DECRYPT, many.data(), expected.data(), many.size());
  compare(device, kernel, "decryption", trial.ecb(HEDGEROW_DECRYPT, many), expected);
  // Test across the wrap of the counter's low 32 bits if a message can be that long.
  const Bytes iv(trial.host().iv_bytes(), 0);
  const std::uint64_t first = std::min<std::uint64_t>(
      0x100000000u - blocks / 2, trial.host().message_bytes() / block - blocks);
  trial.host().ctr(iv.data(), first, many.data(), expected.data(), many.size());
  compare(device, kernel, "CTR", trial.ctr(iv, first, many), expected);
}

namespace {

constexpr double kLongEnough = 2e-3;  // in seconds, so that the cost of the launch is small
constexpr std::uint64_t kMostBytes = 512 << 20;

// Returns the least time of a few runs of the queued work. The first run is a warm-up.
double least_seconds(Queue& queue, const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  double least = 0;
  for (int i = 0; i < 4; i++) {
    const auto begin = Clock::now();
    run();
    queue.wait();
    const std::chrono::duration<double> took = Clock::now() - begin;
    if (i > 0 && (least == 0 || took.count() < least)) least = took.count();
  }
  return least;
}

// `seconds_of` returns the time in seconds for a number of bytes.
double per_megabyte(const Device& device, const std::function<double(std::uint64_t)>& seconds_of) {
  const std::uint64_t most = std::min(kMostBytes, device.facts().memory_bytes / 4);
  for (std::uint64_t bytes = 1 << 20;; bytes *= 8) {
    const double seconds = seconds_of(bytes);
    if (seconds >= kLongEnough || bytes > most / 8) return seconds / ((double)bytes / 1e6);
  }
}

}  // namespace

double seconds_per_megabyte(Device& device, Kernel& kernel) {
  return per_megabyte(device, [&](std::uint64_t bytes) {
    Trial trial(device, kernel, answer_of(kernel.info().variant), bytes);
    const Bytes iv(trial.host().iv_bytes(), 0);
    const Counter counter = trial.host().counter(iv.data(), 0);
    return least_seconds(trial.queue(), [&] {
      kernel.ctr(trial.queue(), trial.keys(), counter, trial.data(), trial.data(),
                 bytes / kernel.info().block_bytes);
    });
  });
}

double seconds_per_megabyte(Device& device, HashKernel& kernel) {
  const auto queue = device.make_queue(nullptr);
  const std::uint64_t block = kernel.info().block_bytes, partials = kernel.steps()[0];
  const Memory keys(device, kernel.key_bytes()), out(device, partials * block);
  queue->clear(keys.place(), kernel.key_bytes());  // the time does not depend on the key
  return per_megabyte(device, [&](std::uint64_t bytes) {
    const Memory data(device, bytes);
    queue->clear(data.place(), bytes);
    return least_seconds(*queue, [&] {
      kernel.hash(*queue, keys.place(), data.place(), bytes / block, out.place(), partials);
    });
  });
}

}  // namespace hedgerow::device
