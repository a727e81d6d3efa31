// Cases of the provider for records of TLS in CBC: the length of the padding and the place of the MAC are secret, also
// if the padding is wrong [Lucky Thirteen]. The length of the record and that of the MAC are public.
#include "../../provider/tls_cbc.hpp"

#include "case.hpp"

namespace hedgerow::tracing {
namespace {

using hedgerow_provider::TlsCbc;

constexpr std::size_t kRecord = 320, kMac = 20;

struct Unpadded {
  TlsCbc tls;
  std::size_t data;
  bool ok;
};

Traced prepare(bool right, Workspace& w) {
  auto* m = (Unpadded*)w.bytes(sizeof(Unpadded));
  m->tls = {0x303, kMac, {}};
  std::uint8_t* record = w.secret_bytes(kRecord);
  const std::size_t padding = 1 + w.place(255);
  for (std::size_t i = 0; i <= padding; i++) record[kRecord - 1 - i] = (std::uint8_t)padding;
  if (!right) record[kRecord - 1 - padding] ^= 1;
  const std::size_t expected = kRecord - (right ? padding + 1 : 0) - kMac;
  return {[=] { m->ok = hedgerow_provider::tls_unpad(m->tls, record, kRecord, &m->data); },
          {m->tls.mac, kMac},
          [=] { return m->ok && m->data == expected; }};
}

}  // namespace

void add_tls_cases(Cases& cases) {
  for (const bool right : {true, false})
    cases.push_back({.name = right ? "provider/tls-unpad" : "provider/tls-unpad-wrong",
                     .prepare = [=](Workspace& w) { return prepare(right, w); }});
}

}  // namespace hedgerow::tracing
