// hedgerow.AEAD: one-shot calls with the interface of pyca/cryptography's AESGCM.
#include "aead.hpp"

namespace hedgerow_python {

AeadKey::AeadKey(const Setup& setup)
    : algorithm_(setup.algorithm),
      base_(setup.make<hedgerow::Aead>()),
      easy_(base_.copy()),
      tag_bytes_(setup.options.tag_bytes ? setup.options.tag_bytes : setup.algorithm.tag_bytes),
      limit_(base_.query().blocks_left) {}

AeadKey::Context AeadKey::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto context = std::move(idle_.back());
      idle_.pop_back();
      return context;
    }
  }
  return std::make_unique<hedgerow::Aead>(base_.copy());
}

void AeadKey::give(Context context) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(context));
  } catch (const std::bad_alloc&) {
    // In this case the context is freed, and the next call makes a new one.
  }
}

std::uint64_t AeadKey::require_left(const hedgerow::Aead& context) const {
  if (used_.load(std::memory_order_relaxed) >= limit_)
    throw ExplainedError(HEDGEROW_ERR_LIMIT,
                         explain(HEDGEROW_ERR_LIMIT, {.algorithm = algorithm_, .blocks_left = 0}));
  return context.query().blocks_left;
}

std::uint64_t AeadKey::blocks_left() const {
  const auto used = used_.load(std::memory_order_relaxed);
  return limit_ == UINT64_MAX ? limit_ : used >= limit_ ? 0 : limit_ - used;
}

std::size_t plaintext_bytes(const AeadKey& key, std::size_t sealed) {
  if (sealed < key.tag_bytes())
    raise_status(HEDGEROW_ERR_AUTH, "data is shorter than its tag of " +
                                        std::to_string(key.tag_bytes()) + " bytes: not authentic");
  return sealed - key.tag_bytes();
}

namespace {

AeadKey& key_of(PyObject* self) { return value_of<AeadKey>(self); }

Buffer optional(const Arguments& a, std::size_t i) {
  return a.has(i) ? Buffer(a[i], a.name(i)) : Buffer();
}

// Seals a message to `out`, which has room for data and tag.
void seal(AeadKey& key, const Message& m, std::uint8_t* out) {
  const WithoutGil work(m.data.size() + m.aad.size());
  const auto facts = [&] { return key.facts(m.nonce.size(), m.data.size()); };
  explained(facts, [&] {
    key.run([&](hedgerow::Aead& aead) {
      aead.seal_with_nonce(m.nonce.input(), m.aad.input(), m.data.input(), {out, m.data.size()},
                           {out + m.data.size(), key.tag_bytes()});
    });
  });
}

// Opens a message to `out`, which has room for `bytes` bytes of plaintext.
void open(AeadKey& key, hedgerow::Input nonce, hedgerow::Input sealed, hedgerow::Input aad,
          std::uint8_t* out, std::size_t bytes) {
  const auto data = static_cast<const std::uint8_t*>(sealed.data());
  const WithoutGil work(bytes + aad.size());
  explained([&] { return key.facts(nonce.size(), bytes); },
            [&] {
              key.run([&](hedgerow::Aead& aead) {
                aead.open(nonce, aad, {data, bytes}, {out, bytes}, {data + bytes, key.tag_bytes()});
              });
            });
}

void require_room(const Buffer& buffer, std::size_t needed) {
  if (buffer.size() < needed)
    raise_status(HEDGEROW_ERR_BUFFER, "buf has " + std::to_string(buffer.size()) +
                                          " bytes; the result has " + std::to_string(needed));
}

Ref encrypt(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Message m{Buffer(a[0], "nonce"), Buffer(a[1], "data"), optional(a, 2)};
  NewBytes out(m.data.size() + key.tag_bytes());
  seal(key, m, out.data());
  return out.take();
}

Ref encrypt_into(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Message m{Buffer(a[0], "nonce"), Buffer(a[1], "data"), optional(a, 2)};
  const Buffer out(a[3], "buf", Buffer::Access::kWrite);
  const auto bytes = m.data.size() + key.tag_bytes();
  require_room(out, bytes);
  seal(key, m, out.data());
  return number_of(bytes);
}

Ref decrypt(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Message m{Buffer(a[0], "nonce"), Buffer(a[1], "data"), optional(a, 2)};
  const auto bytes = plaintext_bytes(key, m.data.size());
  NewBytes out(bytes);
  open(key, m.nonce.input(), m.data.input(), m.aad.input(), out.data(), bytes);
  return out.take();
}

Ref decrypt_into(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Message m{Buffer(a[0], "nonce"), Buffer(a[1], "data"), optional(a, 2)};
  const Buffer out(a[3], "buf", Buffer::Access::kWrite);
  const auto bytes = plaintext_bytes(key, m.data.size());
  require_room(out, bytes);
  open(key, m.nonce.input(), m.data.input(), m.aad.input(), out.data(), bytes);
  return number_of(bytes);
}

// True if the tag does not depend on the nonce (DSTU 7624 GCM). In that case seal puts the nonce before the AAD, so
// that the whole sealed message is authentic.
bool binds_nonce(const AeadKey& key) {
  return key.algorithm().properties & HEDGEROW_TAG_WITHOUT_NONCE;
}

// Returns nonce | ciphertext | tag, with a nonce that the library makes.
Ref seal_easy(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Buffer data(a[0], "data"), aad = optional(a, 1);
  const auto nonce = key.nonce_bytes();
  NewBytes out(nonce + data.size() + key.tag_bytes());
  const auto to = out.data();
  {
    const WithoutGil work;  // another thread may use the only context at the same time
    const auto facts = [&] { return key.facts(nonce, data.size()); };
    const auto seal = [&](hedgerow::Aead& aead) {
      const hedgerow::Output cipher{to + nonce, data.size()};
      const hedgerow::Output tag{to + nonce + data.size(), key.tag_bytes()};
      if (!binds_nonce(key)) return aead.seal({to, nonce}, aad.input(), data.input(), cipher, tag);
      aead.init({to, nonce});
      aead.aad({to, nonce});
      aead.aad(aad.input());
      aead.update(data.input(), cipher);
      aead.final_tag(tag);
    };
    explained(facts, [&] { key.run_easy(seal); });
  }
  return out.take();
}

Ref open_easy(PyObject* self, const Arguments& a) {
  auto& key = key_of(self);
  const Buffer data(a[0], "data"), aad = optional(a, 1);
  const auto nonce = key.nonce_bytes();
  if (data.size() < nonce)
    raise_status(HEDGEROW_ERR_AUTH, "data is shorter than its nonce of " + std::to_string(nonce) +
                                        " bytes: not authentic");
  const auto bytes = plaintext_bytes(key, data.size() - nonce);
  NewBytes out(bytes);
  std::vector<std::uint8_t> bound;
  if (binds_nonce(key)) {
    bound.assign(data.data(), data.data() + nonce);
    bound.insert(bound.end(), aad.data(), aad.data() + aad.size());
  }
  const auto all = binds_nonce(key) ? hedgerow::Input(bound) : aad.input();
  try {
    open(key, data.input(0, nonce), data.input(nonce, data.size() - nonce), all, out.data(), bytes);
  } catch (const hedgerow::error& e) {
    // seal never makes such a nonce, so seal did not make this message
    if (e.status() != HEDGEROW_ERR_NONCE_LENGTH) throw;
    check(HEDGEROW_ERR_AUTH);
  }
  return out.take();
}

Ref name(PyObject* self) { return text_of(key_of(self).algorithm().cipher); }
Ref mode(PyObject* self) { return text_of(key_of(self).algorithm().mode); }
Ref kernel(PyObject* self) { return text_of(key_of(self).kernel().c_str()); }
Ref tag_bytes(PyObject* self) { return number_of(key_of(self).tag_bytes()); }
Ref nonce_bytes(PyObject* self) { return number_of(key_of(self).nonce_bytes()); }
Ref blocks_left(PyObject* self) { return number_of(key_of(self).blocks_left()); }

PyGetSetDef attributes[] = {
    {"cipher_name", attribute<name>, nullptr, "The cipher: \"kuznyechik\".", nullptr},
    {"mode_name", attribute<mode>, nullptr, "The mode: \"mgm\".", nullptr},
    {"kernel", attribute<kernel>, nullptr, "The id of the kernel for long messages.", nullptr},
    {"tag_bytes", attribute<tag_bytes>, nullptr, "Length of the tag in bytes.", nullptr},
    {"nonce_bytes", attribute<nonce_bytes>, nullptr, "Usual length of a nonce in bytes.", nullptr},
    {"blocks_left", attribute<blocks_left>, nullptr,
     "Blocks before the key's data limit; 2**64 - 1: no limit.", nullptr},
    {}};

PyMethodDef methods[] = {
    define<encrypt, "encrypt($self, nonce, data, associated_data=None)",
           "Returns ciphertext and tag.">(),
    define<decrypt, "decrypt($self, nonce, data, associated_data=None)",
           "Returns the plaintext. Raises InvalidTag.">(),
    define<encrypt_into, "encrypt_into($self, nonce, data, associated_data, buf)",
           "Returns the number of bytes written. buf may begin where data begins.">(),
    define<decrypt_into, "decrypt_into($self, nonce, data, associated_data, buf)",
           "Returns the number of bytes written. Raises InvalidTag; buf is then untouched or "
           "zeroed.">(),
    define<seal_easy, "seal($self, data, associated_data=None)",
           "Makes a nonce and returns nonce, ciphertext and tag. If the tag does not cover the "
           "nonce, the nonce is also put before the associated data.">(),
    define<open_easy, "open($self, data, associated_data=None)", "The inverse of seal.">(),
    define<
        encrypt_batch, "encrypt_batch($self, messages, threads=1)",
        "Returns a list of bytes. A message is (nonce, data) or (nonce, data, associated_data).">(),
    define<decrypt_batch, "decrypt_batch($self, messages, threads=1)",
           "Returns a list of bytes. Raises InvalidTag if one message is not authentic.">(),
    define<encrypt_strings, "encrypt_strings($self, strings, data)",
           "Returns ciphertext and tag of SIV under any strings [RFC 5297] instead of associated "
           "data and nonce.">(),
    define<decrypt_strings, "decrypt_strings($self, strings, data)",
           "The inverse of encrypt_strings. Raises InvalidTag.">(),
    define<new_encryptor, "encryptor($self, nonce)",
           "Returns an AEADStream that encrypts one message in pieces.">(),
    define<new_decryptor, "decryptor($self, nonce)",
           "Returns an AEADStream that decrypts one message in pieces.">(),
    kRefusePickling,
    {}};

int initialise_aead(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return initialise<AeadKey>(self, [&] { return new AeadKey(Setup("AEAD", arguments, keywords)); });
}

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>("AEAD(name, key, mode, /, **options)\n--\n\nOne key in one AEAD. Any "
                       "number of threads may use one object at once.")},
    {Py_tp_init, reinterpret_cast<void*>(initialise_aead)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<AeadKey>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.AEAD", sizeof(Object<AeadKey>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void add_aead(PyObject* module) { add_type(module, "AEAD", spec); }

}  // namespace hedgerow_python
