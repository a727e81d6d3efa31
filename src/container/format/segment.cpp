// Seals and opens segments with hedgerow_aead.
#include "container/format/segment.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "container/error.hpp"
#include "container/key/file_key.hpp"

namespace hedgerow::container {
namespace {

constexpr std::size_t kMaxNonceBytes = 64;

struct Names {
  std::array<std::uint8_t, kMaxNonceBytes> nonce{};
  std::array<std::uint8_t, kAadBytes> aad{};
};

// The end of the nonce bytes that identify a segment, which is the end of the nonce. In the CCM of
// DSTU 7624 it is earlier, because the first block of its MAC does not include the nonce bytes that
// it replaces by length and flags.
std::size_t end_of_place(const Header& header) {
  const bool cut = (header.algorithm.properties & HEDGEROW_HAS_LENGTH_FIELD) != 0;
  return header.nonce_bytes - (cut ? kCcmLengthBytes + 1 : 0);
}

Names name_segment(Place place, const Header& header, const HeaderHash& header_hash) {
  Names names;
  const auto tail = names.nonce.data() + end_of_place(header) - 10;
  tail[0] = 1;
  tail[1] = place.final;
  store_le64(tail + 2, place.index);
  std::copy(header_hash.begin(), header_hash.end(), names.aad.begin());
  store_le64(&names.aad[32], place.index);
  names.aad[40] = place.final;
  return names;
}

// Returns true if a mode does not change data that is not authentic, so that explain_failure can
// try it again.
bool checks_first(const hedgerow_algorithm_info& algorithm) {
  return (algorithm.properties & (HEDGEROW_LENGTHS_FIRST | HEDGEROW_ONE_CALL | HEDGEROW_NO_AAD)) ==
         0;
}

std::string segment_text(Place place) { return "segment " + std::to_string(place.index); }

// The value of such an error is the segment's index, which container.h promises.
Error segment_error(Status status, Place place, const std::string& text) {
  return {status, text, Remedy::kNone, std::to_string(place.index)};
}

}  // namespace

Error cut_off(Place place) {
  return segment_error(Status::kTruncated, place,
                       "the container is truncated: " + segment_text(place) + " is cut off");
}

Error not_authentic(Place place) {
  return segment_error(
      Status::kTampered, place,
      segment_text(place) +
          " is not authentic: the container was changed, or cut off inside this segment");
}

SegmentCipher::SegmentCipher(const Header& header, const Secret& key, const MakeSegmentAead& make)
    : header_(header),
      header_hash_(hash_header(header)),
      aad_bytes_((header.algorithm.properties & HEDGEROW_NO_AAD) != 0 ? 0 : kAadBytes),
      max_segments_(max_segments(header)) {
  if (make) elsewhere_ = make(header, key);
  if (elsewhere_) return;
  hedgerow_options options{};
  options.size = sizeof options;
  if ((header.algorithm.properties & HEDGEROW_HAS_LENGTH_FIELD) != 0)
    options.length_bytes = kCcmLengthBytes;
  hedgerow_aead* aead = nullptr;
  check_library(hedgerow_aead_new(&aead, header.cipher.c_str(), header.algorithm.mode, &options),
                "the cipher could not be set up");
  aead_.reset(aead);
  check_library(hedgerow_aead_set_key(aead, key.data(), key.size()),
                "the cipher could not be set up");
}

SegmentCipher::SegmentCipher(const SegmentCipher& other, Aead aead,
                             std::unique_ptr<SegmentAead> elsewhere)
    : header_(other.header_),
      header_hash_(other.header_hash_),
      aad_bytes_(other.aad_bytes_),
      max_segments_(other.max_segments_),
      aead_(std::move(aead)),
      elsewhere_(std::move(elsewhere)) {}

void SegmentCipher::Wipe::operator()(std::uint8_t* data) const {
  wipe_memory(data, bytes);
  delete[] data;
}

SegmentCipher SegmentCipher::clone() const {
  if (elsewhere_) return SegmentCipher(*this, nullptr, elsewhere_->clone());
  hedgerow_aead* aead = nullptr;
  check_library(hedgerow_aead_copy(&aead, aead_.get()), "the cipher could not be copied");
  return SegmentCipher(*this, Aead(aead), nullptr);
}

void SegmentCipher::require_allowed(Place place) const {
  if (place.index >= max_segments_)
    throw Error(Status::kLimit, "too much data for one key: a container of " + header_.cipher +
                                    " with these segments has at most " +
                                    std::to_string(max_segments_) +
                                    " of them; larger segments allow somewhat more");
}

std::size_t SegmentCipher::seal(Place place, std::uint8_t* data, std::size_t bytes) {
  require_allowed(place);
  const auto names = name_segment(place, header_, header_hash_);
  if (elsewhere_) {
    elsewhere_->seal({names.nonce.data(), header_.nonce_bytes}, {names.aad.data(), aad_bytes_},
                     {data, bytes}, {data + bytes, tag_bytes()});
    return bytes + tag_bytes();
  }
  check_library(hedgerow_aead_seal_with_nonce(aead_.get(), names.nonce.data(), header_.nonce_bytes,
                                              names.aad.data(), aad_bytes_, data, data, bytes,
                                              data + bytes, tag_bytes()),
                "a segment could not be encrypted");
  return bytes + tag_bytes();
}

bool SegmentCipher::try_open(Place place, std::uint8_t* data, std::size_t bytes) {
  const auto names = name_segment(place, header_, header_hash_);
  if (elsewhere_)
    return elsewhere_->open({names.nonce.data(), header_.nonce_bytes},
                            {names.aad.data(), aad_bytes_}, {data, bytes},
                            {data + bytes, tag_bytes()});
  const auto out = checks_first(header_.algorithm) ? data : scratch();
  const auto result =
      hedgerow_aead_open(aead_.get(), names.nonce.data(), header_.nonce_bytes, names.aad.data(),
                         aad_bytes_, data, out, bytes, data + bytes, tag_bytes());
  if (result == HEDGEROW_ERR_AUTH) return false;
  check_library(result, "a segment could not be decrypted");
  if (out != data) std::copy_n(out, bytes, data);
  return true;
}

std::uint8_t* SegmentCipher::scratch() {
  if (!scratch_)
    scratch_ = Scratch(new std::uint8_t[header_.segment_bytes], Wipe{header_.segment_bytes});
  return scratch_.get();
}

bool SegmentCipher::may_have(Place place, std::size_t bytes) const {
  return bytes > tag_bytes() || (bytes == tag_bytes() && place.index == 0);
}

std::size_t SegmentCipher::open(Place place, std::uint8_t* data, std::size_t bytes) {
  require_allowed(place);
  if (!may_have(place, bytes)) throw cut_off(place);
  if (!try_open(place, data, bytes - tag_bytes())) explain_failure(place, data, bytes);
  return bytes - tag_bytes();
}

std::optional<Recovered> SegmentCipher::recover(Place place, std::uint8_t* data,
                                                std::size_t bytes) {
  require_allowed(place);
  if (may_have(place, bytes) && try_open(place, data, bytes - tag_bytes()))
    return Recovered{place.final, bytes, bytes - tag_bytes()};
  const auto found = try_others(place, data, bytes);
  if (!found) wipe_memory(data, bytes);
  return found;
}

std::optional<Recovered> SegmentCipher::try_others(Place place, std::uint8_t* data,
                                                   std::size_t bytes) {
  const Place other{place.index, !place.final};
  if (bytes == header_.stride() && try_open(other, data, bytes - tag_bytes()))
    return Recovered{other.final, bytes, bytes - tag_bytes()};
  // The tag itself may end in zeros, but more than three zeros have a probability of 2^-32.
  auto end = bytes;
  while (end > 0 && data[end - 1] == 0) end--;
  for (const auto most = std::min(bytes, end + 4); end > 0 && end < most; end++)
    if (may_have(place, end) && try_open({place.index, true}, data, end - tag_bytes()))
      return Recovered{true, end, end - tag_bytes()};
  return {};
}

void SegmentCipher::explain_failure(Place place, std::uint8_t* data, std::size_t bytes) {
  const auto found = try_others(place, data, bytes);
  wipe_memory(data, bytes);
  if (!found) throw not_authentic(place);
  if (found->final) throw TrailingData(place.index * header_.stride() + found->stored_bytes);
  throw segment_error(Status::kTruncated, place,
                      "the container is truncated: it ends after " + segment_text(place) +
                          ", which is not its last");
}

}  // namespace hedgerow::container
