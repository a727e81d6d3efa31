// Computes the lengths of containers.
#include "container/format/lengths.hpp"

#include "container/error.hpp"

namespace hedgerow::container {

Lengths lengths_of(const Header& header, std::uint64_t container_bytes) {
  const std::uint64_t stride = header.stride();
  const auto body =
      container_bytes < header.body_offset() ? 0 : container_bytes - header.body_offset();
  const auto segments = (body + stride - 1) / stride;
  const auto last = segments == 0 ? 0 : body - (segments - 1) * stride;
  if (last < header.tag_bytes || (last == header.tag_bytes && segments > 1))
    throw Error(Status::kTruncated, "the container is truncated: its last segment is cut off");
  return {segments, body - segments * header.tag_bytes};
}

}  // namespace hedgerow::container
