// Random access to a container.
#include <sys/stat.h>

#include <algorithm>
#include <limits>

#include "container/container.hpp"
#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/unlock.hpp"

namespace hedgerow::container {
namespace {

constexpr auto kNothingLoaded = std::numeric_limits<std::uint64_t>::max();

RandomInput random_input(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) throw_errno("the container cannot be examined", errno);
  if (!S_ISREG(status.st_mode))
    throw Error(Status::kArgument, "random access needs a regular file");
  return {static_cast<std::uint64_t>(status.st_size),
          [fd](std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
            return pread_up_to(fd, data, bytes, offset);
          }};
}

}  // namespace

struct Reader::Opening {
  Header header;
  SegmentCipher cipher;
};

Reader::Reader(int fd, Credentials credentials, KdfLimit limit, Ending ending)
    : Reader(random_input(fd), credentials, limit, ending) {}

Reader::Reader(RandomInput in, Credentials credentials, KdfLimit limit, Ending ending)
    : Reader(
          in,
          [&] {
            const auto preamble = read_preamble_at_start(in.read);
            const auto unlocked = unlock(preamble, credentials, limit);
            const auto& header = preamble.header;
            return Opening{header, {header, derive_cipher_key(header, unlocked.file_secret)}};
          }(),
          ending) {}

Reader::Reader(RandomInput in, Opening opening, Ending ending)
    : in_(std::move(in)),
      header_(std::move(opening.header)),
      cipher_(std::move(opening.cipher)),
      loaded_(kNothingLoaded),
      segment_(new std::uint8_t[header_.stride()]) {
  try {
    open_end();
  } catch (const Error& e) {
    if (ending == Ending::kAuthentic || exit_code(e.status()) != 1) throw;
    end_failure_ = e;
    look_for_end();
  }
}

Reader::~Reader() { wipe_memory(segment_.get(), header_.stride()); }

void Reader::open_end() {
  const auto layout = lengths_of(header_, in_.bytes);
  segments_ = layout.segments;
  size_ = layout.plaintext_bytes;
  try {
    load(segments_ - 1);
  } catch (const TrailingData& e) {
    throw e.of(body_bytes());
  }
}

// The last segment can be the last piece of the body, if the rest after it is shorter than a
// segment, or the piece before that. Otherwise only the body's length limits the number of bytes.
void Reader::look_for_end() {
  const auto pieces = (body_bytes() + header_.stride() - 1) / header_.stride();
  segments_ = pieces;
  size_ = pieces * header_.segment_bytes;
  for (auto index = pieces; index > 0 && index + 2 > pieces && segments_ == pieces; index--) {
    try {
      load(index - 1);
    } catch (const Error& e) {
      if (e.status() != Status::kTampered) throw;
    }
  }
}

void Reader::load(std::uint64_t index) {
  if (index == loaded_) return;
  loaded_ = kNothingLoaded;
  const auto start = header_.body_offset() + index * header_.stride();
  const auto wanted = std::min<std::uint64_t>(header_.stride(), in_.bytes - start);
  if (in_.read(segment_.get(), wanted, start) != wanted)
    throw Error(Status::kTruncated, "the container became shorter while it was read");
  const Place place{index, index + 1 == segments_};
  loaded_bytes_ =
      end_failure_ ? recover(place, wanted) : cipher_.open(place, segment_.get(), wanted);
  loaded_ = index;
}

// Opens a segment of a container with an unknown end, and may find this end.
std::size_t Reader::recover(Place place, std::size_t bytes) {
  const auto found = cipher_.recover(place, segment_.get(), bytes);
  if (!found) throw not_authentic(place);
  if (found->final) {
    const auto end = place.index * header_.stride() + found->stored_bytes;
    if (end < body_bytes()) end_failure_ = TrailingData(end).of(body_bytes());
    segments_ = place.index + 1;
    size_ = place.index * header_.segment_bytes + found->plain_bytes;
  }
  return found->plain_bytes;
}

std::size_t Reader::read(std::uint64_t offset, std::uint8_t* out, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes && offset + done < size_) {
    const auto at = offset + done;
    load(at / header_.segment_bytes);
    const auto skip = static_cast<std::size_t>(at % header_.segment_bytes);
    if (skip >= loaded_bytes_) break;  // the unknown end has been found
    const auto n = std::min(bytes - done, loaded_bytes_ - skip);
    std::copy_n(segment_.get() + skip, n, out + done);
    done += n;
  }
  return done;
}

}  // namespace hedgerow::container
