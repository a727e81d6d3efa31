// Encrypts or decrypts many messages in one call.
#include <algorithm>
#include <string_view>

#include "aead.hpp"
#include "batch.hpp"

namespace hedgerow_python {
namespace {

constexpr const char* kParts[] = {"nonce", "data", "associated_data"};

// Allocates the results. result_bytes(n) is the length of a result for n bytes of data.
template <class Size>
Batch read(PyObject* object, Size&& result_bytes) {
  const Items items(object, "messages");
  Batch batch;
  for (std::size_t i = 0; i < items.size(); i++) {
    batch.parts.push_back(parts_of(items[i], i, kParts, 2));
    const auto& [nonce, data, aad, rest] = batch.parts.back();
    batch.results.emplace_back(result_bytes(i, data.size()));
    batch.bytes += data.size() + aad.size();
  }
  return batch;
}

// The library compares the nonces within a batch, and this function compares them across several batches.
void require_different_nonces(const Batch& batch) {
  std::vector<std::string_view> nonces;
  for (const auto& parts : batch.parts)
    nonces.emplace_back(reinterpret_cast<const char*>(parts[0].data()), parts[0].size());
  std::sort(nonces.begin(), nonces.end());
  if (std::adjacent_find(nonces.begin(), nonces.end()) != nonces.end())
    check(HEDGEROW_ERR_NONCE_REUSE);
}

// Seals the messages `first` to `last` as one batch of the library.
void seal(AeadKey& key, Batch& batch, std::uint8_t* const* results, std::size_t first,
          std::size_t last) {
  std::vector<hedgerow_message> messages;
  for (std::size_t i = first; i < last; i++) {
    const auto& [nonce, data, aad, rest] = batch.parts[i];
    messages.push_back({nonce.data(), nonce.size(), aad.data(), aad.size(), data.data(), results[i],
                        data.size(), results[i] + data.size(), key.tag_bytes()});
  }
  const auto facts = [&] {  // of the first message with a wrong nonce, or else of the longest
    auto found = key.facts(key.nonce_bytes(), 0);
    for (const auto& m : messages) {
      if (!iv_fits(key.algorithm(), m.iv_bytes)) return key.facts(m.iv_bytes, m.bytes);
      found.data = std::max(*found.data, m.bytes);
    }
    return found;
  };
  explained(facts, [&] { key.run([&](hedgerow::Aead& aead) { aead.seal_batch(messages); }); });
}

std::vector<std::uint8_t*> addresses(const Batch& batch) {
  std::vector<std::uint8_t*> to;
  for (const auto& result : batch.results) to.push_back(result.data());
  return to;
}

}  // namespace

Ref encrypt_batch(PyObject* self, const Arguments& a) {
  auto& key = value_of<AeadKey>(self);
  const auto threads = std::max<std::uint64_t>(a.number(1, 1, kMaxThreads), 1);
  auto batch = read(a[0], [&](std::size_t, std::size_t bytes) { return bytes + key.tag_bytes(); });
  const auto count = batch.parts.size();
  const auto to = addresses(batch);
  if (count) {
    const WithoutGil work(batch.bytes);
    if (threads > 1) require_different_nonces(batch);
    const auto pieces = std::min<std::size_t>(threads == 1 ? 1 : threads * 4, count);
    parallel(threads, pieces, [&](std::size_t i) {
      seal(key, batch, to.data(), count * i / pieces, count * (i + 1) / pieces);
    });
  }
  return list_of(batch.results);
}

Ref decrypt_batch(PyObject* self, const Arguments& a) {
  auto& key = value_of<AeadKey>(self);
  const auto threads = std::max<std::uint64_t>(a.number(1, 1, kMaxThreads), 1);
  auto batch = read(a[0], [&](std::size_t i, std::size_t bytes) {
    if (bytes < key.tag_bytes())
      raise_status(HEDGEROW_ERR_AUTH, "data of message " + std::to_string(i) + " has " +
                                          std::to_string(bytes) + " bytes, fewer than " +
                                          "its tag of " + std::to_string(key.tag_bytes()) +
                                          ": not authentic");
    return bytes - key.tag_bytes();
  });
  const auto to = addresses(batch);
  {
    const WithoutGil work(batch.bytes);
    parallel(threads, batch.parts.size(), [&](std::size_t i) {
      const auto& [nonce, data, aad, rest] = batch.parts[i];
      const auto bytes = data.size() - key.tag_bytes();
      const auto open = [&](hedgerow::Aead& aead) {
        aead.open(nonce.input(), aad.input(), data.input(0, bytes), {to[i], bytes},
                  data.input(bytes, key.tag_bytes()));
      };
      explained([&] { return key.facts(nonce.size(), bytes); }, [&] { key.run(open); });
    });
  }
  return list_of(batch.results);
}

}  // namespace hedgerow_python
