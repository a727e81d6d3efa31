// One segment of a container: an AEAD message with nonce and AAD made from its place in the file.
//
//   nonce  zeros | 01 | final(1) | index(8) | zeros   as long as the AEAD wants; its top bit is 0
//          (MGM). Zeros behind the index in the CCM of DSTU 7624 alone.
//   AAD    header hash(32) | index(8) | final(1)
//
// The AAD says again what the nonce says because the tag of DSTU 7624 GCM does not cover the nonce.
// CTR-ACPKM-OMAC has none: its tag is wrong under another nonce, and the header enters the key.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "container/error.hpp"
#include "container/key/file_key.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kAadBytes = 41;

// The place of a segment.
struct Place {
  std::uint64_t index = 0;
  bool final = false;
};

// kTrailingData, and where the container's last segment ends: bytes from the first one on.
class TrailingData : public Error {
 public:
  explicit TrailingData(std::uint64_t end)
      : Error(Status::kTrailingData,
              "there is data after the container's last segment: it was added later"),
        end_(end) {}
  // The same where the body's length is known.
  Error of(std::uint64_t body_bytes) const {
    return with_text(std::to_string(body_bytes - end_) +
                     " bytes follow the container's last segment: they were added later");
  }

 private:
  std::uint64_t end_;
};

// What of a piece of a damaged container is authentic.
struct Recovered {
  bool final = false;  // it is the last segment
  std::size_t stored_bytes =
      0;  // of the segment with its tag; what follows in the piece is none of it
  std::size_t plain_bytes = 0;
};

// An AEAD that seals and opens segments in libhedgerow's place: a device's. Used by one thread at
// a time. Failures are thrown as Error.
class SegmentAead {
 public:
  virtual ~SegmentAead() = default;
  virtual std::unique_ptr<SegmentAead> clone() const = 0;
  // In place.
  virtual void seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                    std::span<std::uint8_t> data, std::span<std::uint8_t> tag) = 0;
  // In place; false: it is not authentic, and the data is as it was.
  virtual bool open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                    std::span<std::uint8_t> data, std::span<const std::uint8_t> tag) = 0;
};
// Makes one for a container's cipher and mode and its key; null, or a null result: libhedgerow.
using MakeSegmentAead =
    std::function<std::unique_ptr<SegmentAead>(const Header& header, const Secret& key)>;

// kTampered for the segment at `place`.
Error not_authentic(Place place);

// Used by one thread at a time; every thread has a clone.
class SegmentCipher {
 public:
  // `key` is derive_cipher_key's.
  SegmentCipher(const Header& header, const Secret& key, const MakeSegmentAead& make = {});
  SegmentCipher clone() const;

  std::size_t tag_bytes() const { return header_.tag_bytes; }
  // Segments have this many bytes of plaintext at most.
  std::size_t segment_bytes() const { return header_.segment_bytes; }
  // Encrypts `bytes` of data in place and puts the tag behind them; returns the sum.
  std::size_t seal(Place place, std::uint8_t* data, std::size_t bytes);
  // The inverse: `bytes` with the tag; returns the bytes of plaintext. Throws kTampered,
  // kTruncated or kTrailingData, and then wipes the data.
  std::size_t open(Place place, std::uint8_t* data, std::size_t bytes);
  // As open, of a container whose end may be another than it seems: also opens the last segment where
  // `place.final` is false, any other where it is true, and the last one with zeros behind it, as
  // devices pad what they store. Nothing, and wiped data, where the piece is none of these.
  std::optional<Recovered> recover(Place place, std::uint8_t* data, std::size_t bytes);

 private:
  struct Free {
    void operator()(hedgerow_aead* aead) const { hedgerow_aead_free(aead); }
  };
  using Aead = std::unique_ptr<hedgerow_aead, Free>;

  // Plaintext that a mode writes before it knows whether it is authentic.
  struct Wipe {
    std::size_t bytes;
    void operator()(std::uint8_t* data) const;
  };
  using Scratch = std::unique_ptr<std::uint8_t[], Wipe>;

  SegmentCipher(const SegmentCipher& other, Aead aead, std::unique_ptr<SegmentAead> elsewhere);
  std::uint8_t* scratch();
  void require_allowed(Place place) const;
  bool may_have(Place place, std::size_t bytes) const;
  bool try_open(Place place, std::uint8_t* data, std::size_t bytes);
  std::optional<Recovered> try_others(Place place, std::uint8_t* data, std::size_t bytes);
  [[noreturn]] void explain_failure(Place place, std::uint8_t* data, std::size_t bytes);

  Header header_;
  HeaderHash header_hash_;
  std::size_t aad_bytes_;
  std::uint64_t max_segments_;
  Aead aead_;                               // null where there is one elsewhere
  std::unique_ptr<SegmentAead> elsewhere_;  // null: libhedgerow's
  Scratch scratch_;
};

}  // namespace hedgerow::container
