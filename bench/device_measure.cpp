// Samples of work on a device. Enough runs are queued that one sample takes at least 20 ms, and
// then the sample waits for the queue. The first sample that counts starts after a quarter of the
// time, because the clocks must settle.
#include "device_measure.hpp"

#include <algorithm>
#include <functional>

#include "device_bound.hpp"

namespace hedgerow::bench {
namespace {

using Bytes = std::vector<unsigned char>;

double seconds_since(double begin_ns) { return (now_ns() - begin_ns) / 1e9; }

Bytes counting(std::size_t n) {
  Bytes bytes(n);
  for (std::size_t i = 0; i < n; i++) bytes[i] = (unsigned char)(7 * i + 1);
  return bytes;
}

// The S-boxes of a cipher that needs them. Each row is the identity.
Bytes sboxes(std::size_t n) {
  Bytes bytes(n);
  for (std::size_t i = 0; i < n; i++)
    bytes[i] = (unsigned char)(2 * (i % 8) | (2 * (i % 8) + 1) << 4);
  return bytes;
}

constexpr double kSampleNs = 4e7;  // because calls_for may return half of it
constexpr std::size_t kFewestSamples = 5;

}  // namespace

DeviceBench::DeviceBench(const std::string& id, std::size_t bytes)
    : device_(id),
      queue_(device_),
      memory_(device_, bytes + HEDGEROW_MAX_TAG_BYTES),
      in_(device_, bytes),
      out_(device_, bytes) {
  for (std::size_t i = 0; i < bytes; i++) in_.data()[i] = (unsigned char)(i * 7 + (i >> 8));
}

Rate DeviceBench::sample(double seconds, std::size_t bytes,
                         const std::function<void()>& queue_one) {
  const auto time = [&](std::size_t repeats) {
    const auto begin = now_ns();
    for (std::size_t i = 0; i < repeats; i++) queue_one();
    queue_.wait();
    return now_ns() - begin;
  };
  const std::size_t repeats = calls_for(std::min(kSampleNs, seconds / 2 * 1e9), time);
  std::vector<double> rates;
  for (const auto start = now_ns();
       seconds_since(start) < seconds || rates.size() < kFewestSamples;) {
    const double rate = (double)bytes * (double)repeats / time(repeats);
    if (seconds_since(start) > seconds / 4 || rates.empty()) rates.push_back(rate);
    if (seconds_since(start) > 20 * seconds && rates.size() >= 2) break;  // a slow device
  }
  return range_of(rates);
}

CopyRates DeviceBench::measure_copies(double seconds) {
  const std::size_t bytes = in_.size();
  return {
      sample(seconds, bytes, [&] { queue_.upload(memory_.at(), Input(in_.data(), bytes)); }),
      sample(seconds, bytes, [&] { queue_.download(Output(out_.data(), bytes), memory_.at()); })};
}

Rate DeviceBench::measure_host(DeviceCipher& cipher, const Bytes& iv,
                               const DeviceRequest& request) {
  std::vector<double> rates;
  for (const auto start = now_ns(); seconds_since(start) < request.seconds || rates.size() < 3;) {
    const auto begin = now_ns();
    cipher.ctr(iv, 0, Input(in_.data(), request.bytes), Output(out_.data(), request.bytes));
    rates.push_back((double)request.bytes / (now_ns() - begin));
  }
  return range_of(std::move(rates));
}

// Measures random blocks, groups of 4096 equal blocks, and only equal blocks. If a table makes the
// time depend on the data, it shows here.
std::vector<Rate> DeviceBench::measure_inputs(DeviceCipher& cipher, const DeviceRequest& request) {
  const DeviceMemory to(device_, request.bytes);
  std::vector<Rate> rates;
  for (const std::size_t run : {std::size_t{0}, std::size_t{4096}, request.bytes}) {
    std::uint64_t x = 1;
    for (std::size_t i = 0; i < request.bytes; i++) {
      if (run == 0 || i % run == 0) x = x * 6364136223846793005u + 1442695040888963407u;
      out_.data()[i] = (unsigned char)(x >> 56);
    }
    queue_.upload(memory_.at(), Input(out_.data(), request.bytes));
    queue_.wait();
    rates.push_back(sample(request.seconds, request.bytes, [&] {
      cipher.ecb(queue_, HEDGEROW_ENCRYPT, memory_.at(), to.at(), request.bytes);
    }));
  }
  return rates;
}

// Compares the pinned output, which measure_host has filled, and the output of an in-place run in
// device memory.
bool DeviceBench::equals_cpu(DeviceCipher& cipher, const Bytes& key, const Bytes& iv,
                             const DeviceRequest& request) {
  const auto info = cipher_info(request.cipher);
  Options options;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  const Bytes sbox = sboxes(info.sbox_bytes);
  options.sbox = sbox;
  Cipher cpu(request.cipher, "ctr", key, options);
  cpu.set_iv(iv);
  Bytes expected(request.bytes);
  cpu.encrypt(Input(in_.data(), request.bytes), expected);
  if (!std::equal(expected.begin(), expected.end(), out_.data())) return false;
  queue_.upload(memory_.at(), Input(in_.data(), request.bytes));
  cipher.ctr(queue_, iv, 0, memory_.at(), memory_.at(), request.bytes);
  queue_.download(Output(out_.data(), request.bytes), memory_.at());
  queue_.wait();
  return std::equal(expected.begin(), expected.end(), out_.data());
}

namespace {

// Returns the AEAD of a cipher that devices support, or "".
std::string device_mode(const std::string& cipher) {
  for (const auto& algorithm : list_algorithms())
    if (cipher == algorithm.cipher &&
        (std::string(algorithm.mode) == "gcm" || std::string(algorithm.mode) == "mgm"))
      return algorithm.mode;
  return "";
}

}  // namespace

bool DeviceBench::seal_equals_cpu(DeviceAead& aead, const DeviceRow& row, const Bytes& key,
                                  const DeviceRequest& request) {
  const auto algorithm = algorithm_info(row.cipher, row.mode);
  const Bytes nonce = counting(algorithm.iv_bytes), aad = counting(41);
  Bytes expected(request.bytes), tag(algorithm.max_tag_bytes), got(algorithm.max_tag_bytes);
  Options options;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  Aead cpu(row.cipher, row.mode, key, options);
  cpu.seal_with_nonce(nonce, aad, Input(in_.data(), request.bytes), expected, tag);
  queue_.upload(memory_.at(), Input(in_.data(), request.bytes));
  aead.seal(queue_, nonce, aad, memory_.at(), memory_.at(), request.bytes,
            memory_.at(request.bytes), tag.size());
  queue_.download(Output(out_.data(), request.bytes), memory_.at());
  queue_.download(got, memory_.at(request.bytes));
  queue_.wait();
  return std::equal(expected.begin(), expected.end(), out_.data()) && got == tag;
}

void DeviceBench::measure_seal(DeviceRow& row, const Bytes& key, const DeviceRequest& request) {
  row.mode = device_mode(request.cipher);
  if (row.mode.empty()) return;
  const auto algorithm = algorithm_info(request.cipher, row.mode);
  const Bytes nonce = counting(algorithm.iv_bytes), aad = counting(41);
  DeviceCipherOptions options;
  options.kernel = row.kernel;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  DeviceRequest message = request;
  message.bytes = (std::size_t)std::min<std::uint64_t>(
      request.bytes,
      (algorithm.message_bytes - aad.size()) / algorithm.block_bytes * algorithm.block_bytes);
  DeviceAead aead(device_, request.cipher, row.mode, key, options, true);
  row.hash = aead.info().hash;
  row.seal_bound = seal_bound(row.kernel, row.mode, row.hash, device_.info());
  row.seal = sample(request.seconds, message.bytes, [&] {
    aead.seal(queue_, nonce, aad, memory_.at(), memory_.at(), message.bytes,
              memory_.at(message.bytes), algorithm.max_tag_bytes);
  });
  if (request.check) row.seal_equal = seal_equals_cpu(aead, row, key, message);
}

DeviceRow DeviceBench::measure(const DeviceRequest& request, const CopyRates& copies) {
  const auto info = cipher_info(request.cipher);
  const Bytes key = counting(info.key_bytes), sbox = sboxes(info.sbox_bytes);
  const Bytes iv = counting(algorithm_info(request.cipher, "ctr").iv_bytes);
  DeviceCipherOptions options;
  options.kernel = request.kernel;
  options.limit_blocks = HEDGEROW_NO_LIMIT;
  options.sbox = sbox;
  DeviceCipher cipher(device_, request.cipher, key, options);
  DeviceRequest whole = request;
  whole.bytes = request.bytes / info.block_bytes * info.block_bytes;
  DeviceRow row;
  row.cipher = request.cipher;
  row.kernel = cipher.info().kernel;
  row.bytes = whole.bytes;
  row.copies = copies;
  row.bound = device_bound(row.kernel, device_.info());
  row.keystream = sample(request.seconds, whole.bytes,
                         [&] { cipher.ctr(queue_, iv, 0, {0, 0}, memory_.at(), whole.bytes); });
  row.in_place = sample(request.seconds, whole.bytes, [&] {
    cipher.ctr(queue_, iv, 0, memory_.at(), memory_.at(), whole.bytes);
  });
  row.host = measure_host(cipher, iv, whole);
  if (request.check) row.equal = equals_cpu(cipher, key, iv, whole);
  measure_seal(row, key, whole);
  if (request.inputs) row.inputs = measure_inputs(cipher, whole);
  return row;
}

}  // namespace hedgerow::bench
