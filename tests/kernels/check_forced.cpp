// Forces a kernel through the C ABI, as a program would, and checks that this kernel runs.
#include <string.h>

#include "checks.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow::ledger {

namespace {

Outcome examine(Subject& s, hedgerow_cipher* context, const Sweep& sweep) {
  for (const std::size_t blocks : {std::size_t{1}, s.width(), SIZE_MAX}) {
    const char* id = hedgerow_cipher_kernel(context, blocks);
    if (strcmp(id, s.kernel.id)) return fail("%s serves the context", id);
    if ((hedgerow_cipher_timing(context, blocks) == HEDGEROW_TIMING_CT) !=
        (s.kernel.timing() == Timing::kConstantTime))
      return fail("wrong timing class");
  }
  Bytes out(sweep.input.size());
  if (hedgerow_cipher_encrypt(context, sweep.input.data(), out.data(), out.size()) != HEDGEROW_OK)
    return fail("hedgerow_cipher_encrypt failed");
  return out == sweep.expected(Op::kEncrypt) ? pass() : fail("wrong result through the C ABI");
}

}  // namespace

Outcome check_forced(Subject& s) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(s.kernel.variant->name, &info) != HEDGEROW_OK)
    return fail("no such cipher");
  const Sweep sweep(s);
  hedgerow_options options{};
  options.size = sizeof options;
  options.kernel = s.kernel.id;
  if (info.sbox_bytes) {  // the S-boxes are the end of the key
    options.sbox = sweep.key.data() + info.key_bytes;
    options.sbox_bytes = info.sbox_bytes;
  }
  hedgerow_cipher* context = nullptr;
  hedgerow_status status = hedgerow_cipher_new(&context, s.kernel.variant->name, "ecb", &options);
  if (status == HEDGEROW_OK)
    status = hedgerow_cipher_set_key(context, sweep.key.data(), info.key_bytes);
  if (status != HEDGEROW_OK) return fail("%s", hedgerow_status_text(status));
  const Outcome r = examine(s, context, sweep);
  hedgerow_cipher_free(context);
  return r;
}

}  // namespace hedgerow::ledger
