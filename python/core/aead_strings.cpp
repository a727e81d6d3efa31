// SIV with any strings [RFC 5297 section 3].
#include "aead.hpp"
#include "batch.hpp"

namespace hedgerow_python {
namespace {

// Buffers that do not move during the call, and views of them.
struct Strings {
  explicit Strings(PyObject* iterable) {
    const Items items(iterable, "strings");
    for (std::size_t i = 0; i < items.size(); i++) buffers.emplace_back(items[i], "a string");
    for (const Buffer& b : buffers) {
      views.push_back({b.data(), b.size()});
      bytes += b.size();
    }
  }
  std::vector<Buffer> buffers;
  std::vector<hedgerow_string> views;
  std::size_t bytes = 0;
};

Facts facts_of(const AeadKey& key, std::size_t data) {
  auto facts = key.facts(key.nonce_bytes(), data);
  facts.call = "encrypt_strings() and decrypt_strings(): only SIV takes several strings";
  return facts;
}

}  // namespace

Ref encrypt_strings(PyObject* self, const Arguments& a) {
  auto& key = value_of<AeadKey>(self);
  const Strings strings(a[0]);
  const Buffer data(a[1], "data");
  NewBytes out(data.size() + key.tag_bytes());
  const auto to = out.data();
  {
    const WithoutGil work(data.size() + strings.bytes);
    const auto seal = [&](hedgerow::Aead& aead) {
      aead.seal_strings(strings.views, data.input(), {to, data.size()},
                        {to + data.size(), key.tag_bytes()});
    };
    explained([&] { return facts_of(key, data.size()); }, [&] { key.run(seal); });
  }
  return out.take();
}

Ref decrypt_strings(PyObject* self, const Arguments& a) {
  auto& key = value_of<AeadKey>(self);
  const Strings strings(a[0]);
  const Buffer data(a[1], "data");
  const auto bytes = plaintext_bytes(key, data.size());
  NewBytes out(bytes);
  const auto to = out.data();
  {
    const WithoutGil work(bytes + strings.bytes);
    const auto open = [&](hedgerow::Aead& aead) {
      aead.open_strings(strings.views, data.input(0, bytes), {to, bytes},
                        data.input(bytes, key.tag_bytes()));
    };
    explained([&] { return facts_of(key, bytes); }, [&] { key.run(open); });
  }
  return out.take();
}

}  // namespace hedgerow_python
