// The functions of container.h for segments. One object has the keys of one container, and many
// threads may use it concurrently.
#include <sodium.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/bytes.hpp"
#include "container/abi/boundary.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/unlock.hpp"

namespace hc = hedgerow::container;

// `sealed` has a bit for each index, so that an object never seals an index twice. A second message
// under the same key and nonce would break the encryption.
struct hedgerow_container_segments {
  hedgerow_container_segments(const hc::Header& of, const hc::Secret& file_secret,
                              std::vector<std::uint8_t> begin)
      : header(of),
        preamble(std::move(begin)),
        digest_key(hc::derive_slot_area_key(of, file_secret, "DIG")),
        cipher(of, hc::derive_cipher_key(of, file_secret)) {}

  hc::Header header;
  std::vector<std::uint8_t> preamble;
  hc::Secret digest_key;     // used only for digests; no container stores anything under it
  hc::SegmentCipher cipher;  // is cloned for each thread, and itself processes no segment
  std::mutex mutex;
  std::vector<std::unique_ptr<hc::SegmentCipher>> idle;
  std::vector<bool> sealed;
};

namespace hedgerow::container::abi {
namespace {

using Segments = hedgerow_container_segments;

constexpr unsigned kMaxThreads = 256;

void require_threads(unsigned threads) {
  if (threads > kMaxThreads)
    throw Error(Status::kArgument, "threads: " + std::to_string(threads) + " is more than 256");
}

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto from = reinterpret_cast<std::uintptr_t>(a), to = reinterpret_cast<std::uintptr_t>(b);
  return a_bytes != 0 && b_bytes != 0 && from < to + b_bytes && to < from + a_bytes;
}

// Calls work(i) for all i below `count`, with up to `threads` threads including this one. Throws the
// first exception of `work`.
template <class Work>
void share(unsigned threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr first;
  const auto run = [&] {
    try {
      for (std::size_t i; !failed && (i = next.fetch_add(1)) < count;) work(i);
    } catch (...) {
      if (!failed.exchange(true)) first = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (unsigned t = 1; t < threads && t < count; t++) others.emplace_back(run);
  } catch (const std::system_error&) {
    // The system does not give us more threads, so those that run do the work.
  }
  run();
  for (auto& thread : others) thread.join();
  if (first) std::rethrow_exception(first);
}

std::unique_ptr<SegmentCipher> take_cipher(Segments& segments) {
  {
    const std::lock_guard lock(segments.mutex);
    if (!segments.idle.empty()) {
      auto cipher = std::move(segments.idle.back());
      segments.idle.pop_back();
      return cipher;
    }
  }
  return std::make_unique<SegmentCipher>(segments.cipher.clone());
}

// Does the same as share, but calls work(cipher, i) with a cipher that no other thread is using.
template <class Work>
void share_ciphers(Segments& segments, unsigned threads, std::size_t count, const Work& work) {
  share(threads, count, [&](std::size_t i) {
    auto cipher = take_cipher(segments);
    work(*cipher, i);
    const std::lock_guard lock(segments.mutex);
    segments.idle.push_back(std::move(cipher));
  });
}

// Reserves the indices [first, first + count) for sealing. Throws kReused if one was sealed before,
// and kLimit if one key may not protect so many segments.
void claim(Segments& segments, std::uint64_t first, std::size_t count) {
  const std::lock_guard lock(segments.mutex);
  auto& sealed = segments.sealed;
  if (first + count > max_segments(segments.header) || first + count < first)
    throw Error(Status::kLimit, "too much data for one key: a container of " +
                                    segments.header.cipher + " with these segments has at most " +
                                    std::to_string(max_segments(segments.header)));
  if (sealed.size() < first + count) sealed.resize(first + count);
  for (auto i = first; i < first + count; i++)
    if (sealed[i])
      throw Error(Status::kReused, "segment " + std::to_string(i) +
                                       " was sealed before: its nonce would be used twice");
  for (auto i = first; i < first + count; i++) sealed[i] = true;
}

Preamble parse(const void* data, std::size_t bytes) {
  require(data, "preamble");
  return read_preamble_at_start([=](std::uint8_t* to, std::size_t wanted, std::uint64_t offset) {
    const auto from = std::min<std::uint64_t>(offset, bytes);
    const auto n = std::min<std::size_t>(wanted, bytes - from);
    std::copy_n(static_cast<const std::uint8_t*>(data) + from, n, to);
    return n;
  });
}

void seal(Segments& segments, std::uint64_t first, bool is_final, const std::uint8_t* data,
          std::size_t bytes, std::uint8_t* out, std::size_t out_bytes, unsigned threads) {
  const std::size_t full = segments.header.segment_bytes, tag = segments.header.tag_bytes;
  const auto count = is_final && bytes == 0 ? 1 : bytes / full + (bytes % full != 0);
  if (!is_final && bytes % full != 0)
    throw Error(Status::kArgument,
                "only the final segment may have less than " + std::to_string(full) + " bytes");
  if (out_bytes < bytes || (out_bytes - bytes) / tag < count)
    throw Error(Status::kArgument, "out has room for " + std::to_string(out_bytes) +
                                       " bytes: the segments have " +
                                       std::to_string(bytes + count * tag));
  if (overlap(data, bytes, out, out_bytes))
    throw Error(Status::kArgument, "data and out overlap: they must be apart");
  claim(segments, first, count);
  share_ciphers(segments, threads, count, [&](SegmentCipher& cipher, std::size_t i) {
    const auto n = std::min(full, bytes - i * full);
    const auto place = out + i * (full + tag);
    std::copy_n(data + i * full, n, place);
    cipher.seal({first + i, is_final && i + 1 == count}, place, n);
  });
}

// The place of sealed segments, which is memory or a file.
struct Stored {
  const std::uint8_t* data;  // NULL for a file
  int fd;
  std::uint64_t offset;
  void read(std::uint64_t at, std::uint8_t* to, std::size_t bytes) const {
    if (data)
      std::copy_n(data + at, bytes, to);
    else if (pread_up_to(fd, to, bytes, offset + at) != bytes)
      throw Error(Status::kTruncated, "the container became shorter while it was read");
  }
};

// A buffer for one segment with its tag. It is wiped at the end.
struct Scratch {
  explicit Scratch(std::size_t room) : data(new std::uint8_t[room]), bytes(room) {}
  ~Scratch() { wipe_memory(data.get(), bytes); }
  std::unique_ptr<std::uint8_t[]> data;
  std::size_t bytes;
};

std::size_t open(Segments& segments, std::uint64_t first, bool is_final, const Stored& stored,
                 std::size_t bytes, std::uint8_t* out, std::size_t out_bytes, unsigned threads) {
  const auto& header = segments.header;
  const std::size_t stride = header.stride();
  const std::size_t rest = bytes % stride, count = bytes / stride + (rest != 0);
  // Even a segment without data has a tag, and a container has a final segment.
  if ((rest != 0 && rest < header.tag_bytes) || (is_final && bytes == 0))
    throw cut_off({first + bytes / stride, is_final});
  const std::size_t plain = bytes - count * header.tag_bytes;
  if (out_bytes < plain)
    throw Error(Status::kArgument, "out has room for " + std::to_string(out_bytes) +
                                       " bytes: the plaintext has " + std::to_string(plain));
  if (stored.data && overlap(stored.data, bytes, out, out_bytes))
    throw Error(Status::kArgument, "data and out overlap: they must be apart");
  share_ciphers(segments, threads, count, [&](SegmentCipher& cipher, std::size_t i) {
    const Scratch scratch(stride);
    const auto n = std::min(stride, bytes - i * stride);
    stored.read(i * stride, scratch.data.get(), n);
    const Place place{first + i, is_final && i + 1 == count};
    std::copy_n(scratch.data.get(), cipher.open(place, scratch.data.get(), n),
                out + i * header.segment_bytes);
  });
  return plain;
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_segments_make(
    hedgerow_container_segments** segments, const hedgerow_container_credentials* credentials,
    const hedgerow_container_options* options, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(credentials, "credentials");
    const auto o = encrypt_options_of(checked_options(options));
    auto header = make_header(o.cipher, o.segment_bytes, o.mode);
    const auto locked = hc::lock(header, credentials->list, o.kdf);
    *segments = new hedgerow_container_segments(
        header, locked.file_key, encode_preamble(header, locked.area, locked.file_key));
  });
}

hedgerow_container_status hedgerow_container_segments_unlock(
    hedgerow_container_segments** segments, const void* preamble, size_t preamble_bytes,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(credentials, "credentials");
    const auto limit = kdf_limit_of(checked_options(options));
    const auto parsed = parse(preamble, preamble_bytes);
    const auto unlocked = unlock(parsed, credentials->list, limit);
    const auto begin = static_cast<const std::uint8_t*>(preamble);
    *segments = new hedgerow_container_segments(
        parsed.header, unlocked.file_secret,
        std::vector<std::uint8_t>(begin, begin + parsed.header.body_offset()));
  });
}

void hedgerow_container_segments_free(hedgerow_container_segments* segments) { delete segments; }

hedgerow_container_status hedgerow_container_segments_info(
    const hedgerow_container_segments* segments, hedgerow_container_info* info,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(info, "info");
    write_info(info_of(segments->header), info);
  });
}

const void* hedgerow_container_segments_preamble(const hedgerow_container_segments* segments) {
  return segments ? segments->preamble.data() : nullptr;
}

hedgerow_container_status hedgerow_container_layout(const void* preamble, size_t preamble_bytes,
                                                    uint64_t container_bytes, uint64_t* segments,
                                                    uint64_t* plaintext_bytes,
                                                    hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(plaintext_bytes, "plaintext_bytes");
    const auto layout = lengths_of(parse(preamble, preamble_bytes).header, container_bytes);
    *segments = layout.segments;
    *plaintext_bytes = layout.plaintext_bytes;
  });
}

hedgerow_container_status hedgerow_container_segments_seal(
    hedgerow_container_segments* segments, uint64_t first, int is_final, const void* data,
    size_t bytes, void* out, size_t out_bytes, unsigned threads, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(out, "out");
    if (bytes != 0) require(data, "data");
    require_threads(threads);
    seal(*segments, first, is_final != 0, static_cast<const std::uint8_t*>(data), bytes,
         static_cast<std::uint8_t*>(out), out_bytes, threads);
  });
}

hedgerow_container_status hedgerow_container_segments_open(hedgerow_container_segments* segments,
                                                           uint64_t first, int is_final,
                                                           const void* data, int fd, size_t bytes,
                                                           void* out, size_t out_bytes,
                                                           size_t* got_bytes, unsigned threads,
                                                           hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(got_bytes, "got_bytes");
    if (out_bytes != 0) require(out, "out");
    require_threads(threads);
    const auto& header = segments->header;
    const Stored stored{static_cast<const std::uint8_t*>(data), fd,
                        header.body_offset() + first * header.stride()};
    try {
      *got_bytes = open(*segments, first, is_final != 0, stored, bytes,
                        static_cast<std::uint8_t*>(out), out_bytes, threads);
    } catch (...) {
      wipe_memory(out, out_bytes);
      throw;
    }
  });
}

hedgerow_container_status hedgerow_container_segments_digest(
    const hedgerow_container_segments* segments, uint64_t first, const void* data, size_t bytes,
    void* digest, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(segments, "segments");
    require(digest, "digest");
    if (bytes != 0) require(data, "data");
    static_assert(crypto_generichash_blake2b_BYTES == HEDGEROW_CONTAINER_DIGEST_BYTES);
    const auto& key = segments->digest_key;
    std::uint8_t place[8];
    hedgerow::store_le64(place, first);
    crypto_generichash_blake2b_state state;
    crypto_generichash_blake2b_init(&state, key.data(), key.size(),
                                    HEDGEROW_CONTAINER_DIGEST_BYTES);
    crypto_generichash_blake2b_update(&state, place, sizeof place);
    crypto_generichash_blake2b_update(&state, static_cast<const unsigned char*>(data), bytes);
    crypto_generichash_blake2b_final(&state, static_cast<unsigned char*>(digest),
                                     HEDGEROW_CONTAINER_DIGEST_BYTES);
    sodium_memzero(&state, sizeof state);
  });
}

}  // extern "C"
