// Cases of hedgerow_wrap, for every cipher and key wrap: a secret key of 32 bytes, which every mode
// takes, wrapped and unwrapped under a secret key. IV and lengths are public. `unwrap-wrong` has a bit
// turned at another place for each secret, so that an early exit of the check shows.
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
  hedgerow_offer_info offer;
  const std::uint8_t *key, *plain, *iv;
  std::uint8_t *data, *out;
  size_t bytes;  // of the wrapped form
  hedgerow_status status;
};

hedgerow_wrap* new_wrap(const Wrapped& m) {
  hedgerow_wrap* c;
  require(hedgerow_wrap_new(&c, m.offer.cipher, m.offer.mode, nullptr));
  require(hedgerow_wrap_set_key(c, m.key, m.offer.key_bytes));
  if (m.offer.iv_bytes) require(hedgerow_wrap_set_iv(c, m.iv, m.offer.iv_bytes));
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

Traced prepare(const hedgerow_offer_info& offer, Way way, Workspace& w) {
  auto* m = (Wrapped*)w.bytes(sizeof(Wrapped));
  *m = {offer,
        w.secret_bytes(offer.key_bytes),
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
  std::string seen;  // S-box sets are other data for the same code: the first one stands for them
  for (std::size_t i = 0; i < hedgerow_offer_count(); i++) {
    hedgerow_offer_info offer{};
    offer.size = sizeof offer;
    require(hedgerow_offer_at(i, &offer));
    const std::string cipher = offer.cipher, code = cipher.substr(0, cipher.find(':')) + offer.mode;
    const bool traced = seen.find(code + ";") != std::string::npos;
    if (offer.kind != HEDGEROW_WRAP || traced || !cases.wants("wrap." + cipher)) continue;
    if (cipher == "gost28147:user") continue;  // its S-boxes are traced with its other modes
    seen += code + ";";
    for (const auto& [name, way] :
         {std::pair("wrap", Way::kWrap), std::pair("unwrap", Way::kUnwrap),
          std::pair("unwrap-wrong", Way::kWrong)})
      cases.push_back(
          {.name = "wrap." + cipher + "/" + offer.mode + "." + name,
           .prepare = [offer, way = way](Workspace& w) { return prepare(offer, way, w); }});
  }
}

}  // namespace hedgerow::tracing
