// Cases of hedgerow_wrap for every cipher and key wrap. A secret key of 32 bytes, which every mode
// accepts, is wrapped and unwrapped under a secret key. IV and lengths are public. `unwrap-wrong`
// flips a bit at a different place for each secret, so that an early exit of the check is detected.
#include <hedgerow/hedgerow.h>
#include <stdlib.h>
#include <string.h>

#include "case.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::size_t kBytes = 32, kRoom = 256;

void require(hedgerow_status status) {
  if (status != HEDGEROW_OK) abort();
}

struct Wrapped {
  hedgerow_algorithm_info algorithm;
  const std::uint8_t *key, *plain, *iv;
  std::uint8_t *data, *out;
  size_t bytes;  // of the wrapped form
  hedgerow_status status;
};

hedgerow_wrap* new_wrap(const Wrapped& m) {
  hedgerow_wrap* c;
  require(hedgerow_wrap_new(&c, m.algorithm.cipher, m.algorithm.mode, nullptr));
  require(hedgerow_wrap_set_key(c, m.key, m.algorithm.key_bytes));
  if (m.algorithm.iv_bytes) require(hedgerow_wrap_set_iv(c, m.iv, m.algorithm.iv_bytes));
  return c;
}

void wrap(Wrapped& m) {
  hedgerow_wrap* c = new_wrap(m);
  m.status = hedgerow_wrap_wrap(c, m.plain, kBytes, m.data, kRoom, &m.bytes);
  hedgerow_wrap_free(c);
}

void unwrap(Wrapped& m) {
  size_t bytes;
  hedgerow_wrap* c = new_wrap(m);
  m.status = hedgerow_wrap_unwrap(c, m.data, m.bytes, m.out, kRoom, &bytes);
  hedgerow_wrap_free(c);
}

enum class Way { kWrap, kUnwrap, kWrong };

Traced prepare(const hedgerow_algorithm_info& algorithm, Way way, Workspace& w) {
  auto* m = (Wrapped*)w.bytes(sizeof(Wrapped));
  *m = {algorithm,
        w.secret_bytes(algorithm.key_bytes),
        w.secret_bytes(kBytes),
        w.public_bytes(64),
        w.bytes(kRoom),
        w.bytes(kRoom),
        0,
        HEDGEROW_OK};
  if (way != Way::kWrap) {
    wrap(*m);
    require(m->status);
  }
  if (way == Way::kWrong) m->data[w.place(m->bytes)] ^= (std::uint8_t)(1u << w.place(8));
  const hedgerow_status expected = way == Way::kWrong ? HEDGEROW_ERR_INTEGRITY : HEDGEROW_OK;
  return {[=] { way == Way::kWrap ? wrap(*m) : unwrap(*m); },
          {m->data, 2 * kRoom},
          [=] { return m->status == expected; }};
}

}  // namespace

void add_wrap_cases(Cases& cases) {
  std::string seen;  // S-box sets are other data for the same code, so only the first one is traced
  for (std::size_t i = 0; i < hedgerow_algorithm_count(); i++) {
    hedgerow_algorithm_info algorithm{};
    algorithm.size = sizeof algorithm;
    require(hedgerow_algorithm_at(i, &algorithm));
    const std::string cipher = algorithm.cipher,
                      code = cipher.substr(0, cipher.find(':')) + algorithm.mode;
    const bool traced = seen.find(code + ";") != std::string::npos;
    if (algorithm.kind != HEDGEROW_WRAP || traced || !cases.wants("wrap." + cipher)) continue;
    if (cipher == "gost28147:user") continue;  // other modes of this cipher trace its S-boxes
    seen += code + ";";
    for (const auto& [name, way] :
         {std::pair("wrap", Way::kWrap), std::pair("unwrap", Way::kUnwrap),
          std::pair("unwrap-wrong", Way::kWrong)})
      cases.push_back(
          {.name = "wrap." + cipher + "/" + algorithm.mode + "." + name,
           .prepare = [algorithm, way = way](Workspace& w) { return prepare(algorithm, way, w); }});
  }
}

}  // namespace hedgerow::tracing
