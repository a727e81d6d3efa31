// The functions of container.h for random access.
#include <algorithm>

#include "container/abi/boundary.hpp"

struct hedgerow_container_reader {
  hedgerow::container::Reader reader;
};

namespace hedgerow::container::abi {
namespace {

RandomInput random_input(const hedgerow_container_input& in) {
  return {in.bytes, [in](std::uint8_t* data, std::size_t bytes, std::uint64_t offset) {
            // Read no bytes after the end, so that this behaves like a file.
            bytes = std::min<std::uint64_t>(bytes, in.bytes - std::min(offset, in.bytes));
            std::size_t done = 0;
            while (done < bytes) {
              const auto got = in.read_at(in.user, offset + done, data + done, bytes - done);
              const auto taken = checked_transfer(got, bytes - done, "read_at");
              if (taken == 0) break;
              done += taken;
            }
            return done;
          }};
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_reader_open(
    hedgerow_container_reader** reader, const hedgerow_container_input* in,
    const hedgerow_container_credentials* credentials, const hedgerow_container_options* options,
    hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(reader, "reader");
    require(in, "in");
    require(credentials, "credentials");
    const auto input = read_struct(in, "in");
    const auto o = checked_options(options);
    const auto limit = kdf_limit_of(o);
    const bool any = (o.flags & HEDGEROW_CONTAINER_ANY_END) != 0;
    const auto ending = any ? Ending::kAny : Ending::kAuthentic;
    const auto& list = credentials->list;
    *reader = input.read_at
                  ? new hedgerow_container_reader{Reader(random_input(input), list, limit, ending)}
                  : new hedgerow_container_reader{Reader(input.fd, list, limit, ending)};
  });
}

void hedgerow_container_reader_free(hedgerow_container_reader* reader) { delete reader; }

uint64_t hedgerow_container_reader_bytes(const hedgerow_container_reader* reader) {
  return reader ? reader->reader.size() : 0;
}

hedgerow_container_status hedgerow_container_reader_info(const hedgerow_container_reader* reader,
                                                         hedgerow_container_info* info,
                                                         hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(reader, "reader");
    require(info, "info");
    auto result = info_of(reader->reader.header());
    result.plaintext_bytes = reader->reader.size();
    write_info(result, info);
  });
}

hedgerow_container_status hedgerow_container_reader_end(const hedgerow_container_reader* reader,
                                                        hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(reader, "reader");
    if (const auto& failure = reader->reader.end_failure()) throw *failure;
  });
}

hedgerow_container_status hedgerow_container_reader_read(hedgerow_container_reader* reader,
                                                         uint64_t offset, void* out, size_t bytes,
                                                         size_t* got_bytes,
                                                         hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(reader, "reader");
    require(got_bytes, "got_bytes");
    if (bytes != 0) require(out, "out");
    try {
      *got_bytes = reader->reader.read(offset, static_cast<std::uint8_t*>(out), bytes);
    } catch (...) {
      wipe_memory(out, bytes);
      throw;
    }
  });
}

}  // extern "C"
