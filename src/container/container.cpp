// encrypt, decrypt and inspect: header, keys, then the pipeline.
#include "container/container.hpp"

#include <sys/stat.h>

#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/layout.hpp"
#include "container/pipeline.hpp"

namespace hedgerow::container {
namespace {

Header read_header(int in) {
  HeaderBytes bytes;
  return parse_header({bytes.data(), read_up_to(in, bytes.data(), bytes.size())});
}

}  // namespace

void encrypt(int in, int out, const Credential& credential, const EncryptOptions& options) {
  auto header = make_header(options.cipher, options.segment_bytes, credential.kdf(), options.passes,
                            options.memory_kib);
  const auto source = open_source(in, header.segment_bytes);
  const auto keys = derive_file_keys(header, credential);
  header.commitment = keys.commitment;
  const SegmentCipher cipher(header, keys);
  write_all(out, encode_header(header).data(), kHeaderBytes);
  const auto sink = open_sink(out, options.order, kHeaderBytes, header.stride());
  run_pipeline(*source, *sink, cipher, &SegmentCipher::seal, options.threads, options.progress);
}

void decrypt(int in, int out, const Credential& credential, const DecryptOptions& options) {
  input_extent(in);  // refuses directories with a clear text
  const auto header = read_header(in);
  const SegmentCipher cipher(header, open_file_keys(header, credential));
  const auto source = open_source(in, header.stride());
  const auto sink = open_sink(out, options.order, 0, header.segment_bytes, Zeros::kHoles);
  run_pipeline(*source, *sink, cipher, &SegmentCipher::open, options.threads, options.progress);
}

Inspection inspect(int in) {
  const auto extent = input_extent(in);
  Inspection result{read_header(in), {}, {}};
  if (!extent.regular) return result;
  result.container_bytes = extent.bytes;
  try {
    result.plaintext_bytes = layout_of(result.header, extent.bytes).plaintext_bytes;
  } catch (const Error&) {
    // Truncated: the caller sees that there is no length.
  }
  return result;
}

}  // namespace hedgerow::container
