// The Python interface of hedgerow.Cipher.
#include "cipher.hpp"

#include <cstring>

#include "batch.hpp"
#include "module.hpp"

namespace hedgerow_python {
namespace {

CipherMessage& message_of(PyObject* self) { return value_of<CipherMessage>(self); }
Ref none() { return Ref::borrow(Py_None); }

// Returns `bytes` if `n` is its length, else a copy of the first n bytes.
Ref first_of(NewBytes& bytes, std::size_t size, std::size_t n) {
  if (n == size) return bytes.take();
  return Ref(
      PyBytes_FromStringAndSize(reinterpret_cast<char*>(bytes.data()), static_cast<Py_ssize_t>(n)));
}

Ref update(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  message.require_started();
  const Buffer data(a[0], "data");
  const auto room = message.most(data.size());
  NewBytes out(room);
  const auto to = out.data();
  std::size_t n;
  {
    const WithoutGil work(data.size());
    n = message.update(data.input(), {to, room});
  }
  return first_of(out, room, n);
}

Ref update_into(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  message.require_started();
  const Buffer data(a[0], "data"), out(a[1], "buf", Buffer::Access::kWrite);
  std::size_t n;
  {
    const WithoutGil work(data.size());
    n = message.update(data.input(), {out.data(), out.size()});
  }
  return number_of(n);
}

Ref finalize(PyObject* self, const Arguments&) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  message.require_started();
  struct Rest {
    ~Rest() { explicit_bzero(bytes, sizeof bytes); }
    std::uint8_t bytes[2 * HEDGEROW_MAX_BLOCK_BYTES] = {};
  } rest;
  const auto n = message.finish({rest.bytes, sizeof rest.bytes});
  return Ref(
      PyBytes_FromStringAndSize(reinterpret_cast<char*>(rest.bytes), static_cast<Py_ssize_t>(n)));
}

// Processes the whole message from `in` to `out`, which has `room` bytes. Returns the number of bytes written.
std::size_t run(CipherMessage& message, const Buffer& in, std::uint8_t* out, std::size_t room,
                std::uint64_t threads) {
  message.require_whole();
  const WithoutGil work(in.size());
  if (threads > 1) {
    if (room < in.size())
      throw ExplainedError(HEDGEROW_ERR_BUFFER,
                           explain(HEDGEROW_ERR_BUFFER, message.facts(in.size(), room)));
    // Each piece is disjoint from its result, but it must also be disjoint from the results of the other pieces.
    if (out != in.data() && overlap(in.data(), in.size(), out, in.size()))
      throw hedgerow::error(HEDGEROW_ERR_OVERLAP);
    message.run_parallel(in.data(), out, in.size(), threads);
    return in.size();
  }
  const auto n = message.update(in.input(), {out, room});
  return n + message.finish({out + n, room - n});
}

Ref process(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  const Buffer data(a[0], "data");
  const auto threads = a.number(1, 1, kMaxThreads);
  const bool padding = message.algorithm().properties & HEDGEROW_HAS_PADDING;
  const auto room = data.size() + (padding ? message.algorithm().block_bytes : 0);
  NewBytes out(room);
  return first_of(out, room, run(message, data, out.data(), room, threads));
}

Ref process_into(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  const Buffer data(a[0], "data"), out(a[1], "buf", Buffer::Access::kWrite);
  return number_of(run(message, data, out.data(), out.size(), a.number(2, 1, kMaxThreads)));
}

Ref reset(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  if (!a.has(0) && message.has_iv())
    raise_status(HEDGEROW_ERR_NONCE_LENGTH, name_of(message.algorithm()) + " needs an IV of " +
                                                iv_lengths(message.algorithm()) +
                                                " bytes: reset(iv), one that this key has not had");
  message.reset(a.has(0) ? Buffer(a[0], "iv") : Buffer());
  return none();
}

Ref seek(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  message.seek(a.number(0, 0));
  return none();
}

// Those of the first message with a wrong IV or length, or else of all data.
Facts facts_of(const CipherMessage& message, const Batch& batch) {
  const auto& algorithm = message.algorithm();
  auto found = message.facts(batch.bytes, batch.bytes);
  for (const auto& m : batch.messages) {
    found.iv = m.iv_bytes;
    found.data = m.bytes;
    if (!iv_fits(algorithm, m.iv_bytes) || m.bytes % algorithm.unit_bytes != 0) return found;
  }
  found.data = batch.bytes;
  return found;
}

Ref batch(PyObject* self, const Arguments& a) {
  static constexpr const char* kParts[] = {"iv", "data"};
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  const Items items(a[0], "messages");
  Batch batch;
  for (std::size_t i = 0; i < items.size(); i++) {
    batch.parts.push_back(parts_of(items[i], i, kParts, 2));
    const auto& [iv, data, unused, rest] = batch.parts.back();
    batch.results.emplace_back(data.size());
    batch.messages.push_back({iv.data(), iv.size(), nullptr, 0, data.data(),
                              batch.results.back().data(), data.size(), nullptr, 0});
    batch.bytes += data.size();
  }
  {
    const WithoutGil work(batch.bytes);
    explained([&] { return facts_of(message, batch); },
              [&] { message.context().batch(message.direction(), batch.messages); });
    message.forget();
  }
  return list_of(batch.results);
}

PyTypeObject* cipher_type = nullptr;

Ref copy(PyObject* self, const Arguments&) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  return wrap_value(cipher_type, new CipherMessage(message));
}

Ref iv_of(PyObject* self, void (hedgerow::Cipher::*get)(hedgerow::Output) const) {
  auto& message = message_of(self);
  const OneThread alone(message.busy());
  const auto info = message.context().query();
  if (!message.has_iv() || !info.has_iv) return none();
  NewBytes out(info.iv_bytes);
  (message.context().*get)({out.data(), info.iv_bytes});
  return out.take();
}

Ref iv(PyObject* self) { return iv_of(self, &hedgerow::Cipher::get_iv); }
Ref updated_iv(PyObject* self) { return iv_of(self, &hedgerow::Cipher::get_updated_iv); }
Ref name(PyObject* self) { return text_of(message_of(self).algorithm().cipher); }
Ref mode(PyObject* self) { return text_of(message_of(self).algorithm().mode); }
Ref kernel(PyObject* self) { return text_of(message_of(self).context().kernel().c_str()); }
Ref block_bytes(PyObject* self) { return number_of(message_of(self).algorithm().block_bytes); }
Ref blocks_left(PyObject* self) { return number_of(message_of(self).blocks_left()); }

PyGetSetDef attributes[] = {
    {"cipher_name", attribute<name>, nullptr, "The cipher: \"kuznyechik\".", nullptr},
    {"mode_name", attribute<mode>, nullptr, "The mode: \"ctr\".", nullptr},
    {"kernel", attribute<kernel>, nullptr, "The id of the kernel for long calls.", nullptr},
    {"block_bytes", attribute<block_bytes>, nullptr, "The cipher's block in bytes.", nullptr},
    {"iv", attribute<iv>, nullptr, "The IV as set, or None.", nullptr},
    {"updated_iv", attribute<updated_iv>, nullptr,
     "The IV with which another object continues this message, or None.", nullptr},
    {"blocks_left", attribute<blocks_left>, nullptr,
     "Blocks before the key's data limit; 2**64 - 1: no limit.", nullptr},
    {}};

PyMethodDef methods[] = {
    define<update, "update($self, data)", "Returns what is ready of the message in progress.">(),
    define<update_into, "update_into($self, data, buf)",
           "Returns the number of bytes written. Room for the data and two blocks is enough.">(),
    define<finalize, "finalize($self)", "Returns the rest, with its padding.">(),
    define<process, "process($self, data, threads=1)",
           "Returns a whole message. threads is for modes that seek (CTR, XTS) and for ECB, "
           "without padding.">(),
    define<process_into, "process_into($self, data, buf, threads=1)",
           "Returns the number of bytes written. buf may begin where data begins.">(),
    define<reset, "reset($self, iv=None)", "Drops the message in progress and begins another.">(),
    define<seek, "seek($self, block)", "Continues at this block of the message.">(),
    define<
        batch, "batch($self, messages)",
        "Returns a list of bytes for whole messages (iv, data). Drops the message in progress.">(),
    define<copy, "copy($self)", "Returns a Cipher in the same state.">(),
    kRefusePickling,
    {}};

int initialise_cipher(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return initialise<CipherMessage>(self, [&] {
    Extra extras[] = {{"iv"}, {"decrypt"}};
    const Setup setup("Cipher", arguments, keywords, extras);
    const bool decrypt = extras[1].value && to_flag(extras[1].value, "decrypt");
    return new CipherMessage(setup, decrypt ? HEDGEROW_DECRYPT : HEDGEROW_ENCRYPT, extras[0].value);
  });
}

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>(
         "Cipher(name, key, mode, /, *, iv=None, decrypt=False, **options)\n--\n\nA block "
         "or stream mode in one direction, for one thread at a time.")},
    {Py_tp_init, reinterpret_cast<void*>(initialise_cipher)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<CipherMessage>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.Cipher", sizeof(Object<CipherMessage>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void add_cipher(PyObject* module) { cipher_type = add_type(module, "Cipher", spec); }

}  // namespace hedgerow_python
