// One segment of a container: an AEAD message with nonce and AAD from its place in the file.
//
//   nonce  zeros | 01 | final(1) | index(8) | zeros   as long as the AEAD needs; its top bit is 0
//          (MGM). Only the CCM of DSTU 7624 has zeros after the index.
//   AAD    header hash(32) | index(8) | final(1)
//
// The AAD repeats the content of the nonce, because the tag of DSTU 7624 GCM does not cover the
// nonce. CTR-ACPKM-OMAC has no AAD. Its tag is wrong with another nonce, and its key depends on the
// header.
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

// The error kTruncated for a segment without a whole tag.
Error cut_off(Place place);
// The error kTrailingData, with the end of the container's last segment, in bytes from the first
// segment on.
class TrailingData : public Error {
 public:
  explicit TrailingData(std::uint64_t end)
      : Error(Status::kTrailingData,
              "there is data after the container's last segment: it was added later"),
        end_(end) {}
  // The same error if the body's length is known.
  Error of(std::uint64_t body_bytes) const {
    return with_text(std::to_string(body_bytes - end_) +
                     " bytes follow the container's last segment: they were added later");
  }

 private:
  std::uint64_t end_;
};

// The authentic part of a piece of a damaged container.
struct Recovered {
  bool final = false;  // true if it is the last segment
  // Bytes of the segment with its tag. The bytes after it in the piece do not belong to it.
  std::size_t stored_bytes = 0;
  std::size_t plain_bytes = 0;
};

// An AEAD that seals and opens segments instead of libhedgerow, for example on a device. Only one
// thread at a time may use it. Failures are thrown as Error.
class SegmentAead {
 public:
  virtual ~SegmentAead() = default;
  virtual std::unique_ptr<SegmentAead> clone() const = 0;
  // Seals in place.
  virtual void seal(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                    std::span<std::uint8_t> data, std::span<std::uint8_t> tag) = 0;
  // Opens in place. Returns false if the message is not authentic, and then the data is unchanged.
  virtual bool open(std::span<const std::uint8_t> nonce, std::span<const std::uint8_t> aad,
                    std::span<std::uint8_t> data, std::span<const std::uint8_t> tag) = 0;
};
// Makes such an AEAD for a container's cipher, mode and key. If the function or its result is null,
// libhedgerow is used.
using MakeSegmentAead =
    std::function<std::unique_ptr<SegmentAead>(const Header& header, const Secret& key)>;

// Returns kTampered for the segment at `place`.
Error not_authentic(Place place);

// Only one thread at a time may use it, so every thread has a clone.
class SegmentCipher {
 public:
  // `key` is the result of derive_cipher_key.
  SegmentCipher(const Header& header, const Secret& key, const MakeSegmentAead& make = {});
  SegmentCipher clone() const;

  std::size_t tag_bytes() const { return header_.tag_bytes; }
  // The largest number of plaintext bytes in a segment.
  std::size_t segment_bytes() const { return header_.segment_bytes; }
  // Encrypts `bytes` bytes of data in place and writes the tag after them. Returns the total
  // length.
  std::size_t seal(Place place, std::uint8_t* data, std::size_t bytes);
  // The inverse. `bytes` includes the tag. Returns the number of plaintext bytes. Throws kTampered,
  // kTruncated or kTrailingData, and then wipes the data.
  std::size_t open(Place place, std::uint8_t* data, std::size_t bytes);
  // Opens a segment of a container with an unknown end. Unlike open(), it also opens the last
  // segment if `place.final` is false, another segment if it is true, and the last segment if zeros
  // follow it, because devices pad the data that they store. If the piece is none of these, it
  // returns nullopt and wipes the data.
  std::optional<Recovered> recover(Place place, std::uint8_t* data, std::size_t bytes);

 private:
  struct Free {
    void operator()(hedgerow_aead* aead) const { hedgerow_aead_free(aead); }
  };
  using Aead = std::unique_ptr<hedgerow_aead, Free>;

  // Wipes plaintext that a mode has written before it knew if the message is authentic.
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
  Aead aead_;                               // null if elsewhere_ is used
  std::unique_ptr<SegmentAead> elsewhere_;  // null if libhedgerow is used
  Scratch scratch_;
};

}  // namespace hedgerow::container
