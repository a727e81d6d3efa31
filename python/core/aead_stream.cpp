// hedgerow.AEADStream: one message of an AEAD in pieces. Only one thread at a time may use an object.
#include "aead.hpp"

namespace hedgerow_python {
namespace {

struct AeadStream {
  AeadStream(PyObject* key_object, hedgerow_direction direction, const Buffer& nonce)
      : owner(Ref::borrow(key_object)),
        key(value_of<AeadKey>(key_object)),
        aead(key.copy()),
        decrypts(direction == HEDGEROW_DECRYPT) {
    const auto facts = [&] {
      auto found = key.facts(nonce.size(), 0);
      found.call = "encryptor() and decryptor(): it needs the whole message in one call";
      return found;
    };
    explained(facts, [&] { aead.init_with_nonce(direction, nonce.input()); });
  }

  Ref owner;
  AeadKey& key;
  hedgerow::Aead aead;
  bool decrypts;
  std::atomic<bool> busy{false};
};

PyTypeObject* stream_type = nullptr;

AeadStream& stream_of(PyObject* self) { return value_of<AeadStream>(self); }

Ref none() { return Ref::borrow(Py_None); }

// Makes a call on `data` with the context of the stream.
template <class Work>
void feed(AeadStream& stream, std::size_t bytes, Work&& work, std::optional<std::size_t> tag = {}) {
  const OneThread alone(stream.busy);
  const WithoutGil without(bytes);
  const auto facts = [&] {
    auto found = stream.key.facts(stream.key.nonce_bytes(), bytes);
    found.tag = tag;
    return found;
  };
  explained(facts, [&] { stream.key.charged(stream.aead, work); });
}

Ref add_aad(PyObject* self, const Arguments& a) {
  auto& stream = stream_of(self);
  const Buffer data(a[0], "data");
  feed(stream, data.size(), [&](hedgerow::Aead& aead) { aead.aad(data.input()); });
  return none();
}

Ref update(PyObject* self, const Arguments& a) {
  auto& stream = stream_of(self);
  const Buffer data(a[0], "data");
  NewBytes out(data.size());
  const auto to = out.data();
  feed(stream, data.size(),
       [&](hedgerow::Aead& aead) { aead.update(data.input(), {to, data.size()}); });
  return out.take();
}

Ref update_into(PyObject* self, const Arguments& a) {
  auto& stream = stream_of(self);
  const Buffer data(a[0], "data"), out(a[1], "buf", Buffer::Access::kWrite);
  if (out.size() < data.size())
    raise_status(HEDGEROW_ERR_BUFFER, "buf has " + std::to_string(out.size()) +
                                          " bytes; the result has " + std::to_string(data.size()));
  feed(stream, data.size(),
       [&](hedgerow::Aead& aead) { aead.update(data.input(), {out.data(), data.size()}); });
  return number_of(data.size());
}

Ref finalize(PyObject* self, const Arguments&) {
  auto& stream = stream_of(self);
  if (stream.decrypts)
    raise_status(HEDGEROW_ERR_STATE, "a decryption ends with finalize_with_tag(tag)");
  NewBytes tag(stream.key.tag_bytes());
  const auto to = tag.data();
  feed(stream, 0, [&](hedgerow::Aead& aead) { aead.final_tag({to, stream.key.tag_bytes()}); });
  return tag.take();
}

Ref finalize_with_tag(PyObject* self, const Arguments& a) {
  auto& stream = stream_of(self);
  if (!stream.decrypts) raise_status(HEDGEROW_ERR_STATE, "an encryption ends with finalize()");
  const Buffer tag(a[0], "tag");
  feed(stream, 0, [&](hedgerow::Aead& aead) { aead.final_check(tag.input()); }, tag.size());
  return none();
}

Ref set_lengths(PyObject* self, const Arguments& a) {
  auto& stream = stream_of(self);
  const auto aad = a.number(0, 0), data = a.number(1, 0);
  feed(stream, 0, [&](hedgerow::Aead& aead) { aead.set_lengths(aad, data); });
  return none();
}

PyMethodDef methods[] = {
    define<add_aad, "authenticate_additional_data($self, data)",
           "Adds associated data, before the first update.">(),
    define<update, "update($self, data)",
           "Returns the next piece. A decrypted piece is UNVERIFIED until finalize_with_tag.">(),
    define<update_into, "update_into($self, data, buf)", "Returns the number of bytes written.">(),
    define<finalize, "finalize($self)", "Returns the tag of an encryption.">(),
    define<finalize_with_tag, "finalize_with_tag($self, tag)",
           "Ends a decryption. Raises InvalidTag.">(),
    define<set_lengths, "set_lengths($self, associated_data_bytes, data_bytes)",
           "Announces the exact lengths. CCM needs this first.">(),
    kRefusePickling,
    {}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("One message of an AEAD in pieces, for one thread at a time.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<AeadStream>)},
    {Py_tp_methods, methods},
    {}};
PyType_Spec spec{"hedgerow.AEADStream", sizeof(Object<AeadStream>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

Ref new_stream(PyObject* self, const Arguments& a, hedgerow_direction direction) {
  return wrap_value(stream_type, new AeadStream(self, direction, Buffer(a[0], "nonce")));
}

}  // namespace

Ref new_encryptor(PyObject* self, const Arguments& a) {
  return new_stream(self, a, HEDGEROW_ENCRYPT);
}

Ref new_decryptor(PyObject* self, const Arguments& a) {
  return new_stream(self, a, HEDGEROW_DECRYPT);
}

void add_aead_stream(PyObject* module) { stream_type = add_type(module, "AEADStream", spec); }

}  // namespace hedgerow_python
