// hedgerow.Wrap encrypts a key with another key.
#include <string.h>

#include <algorithm>

#include "module.hpp"
#include "options.hpp"

namespace hedgerow_python {
namespace {

struct Wrapping {
  explicit Wrapping(const Setup& setup)
      : algorithm(setup.algorithm), wrap(setup.make<hedgerow::Wrap>()) {}
  hedgerow_algorithm_info algorithm;
  hedgerow::Wrap wrap;
  std::atomic<bool> busy{false};
};

Wrapping& wrapping_of(PyObject* self) { return value_of<Wrapping>(self); }

// Sets the IV of one wrap or unwrap. Without an IV, the default of the standard is used.
void set_iv(Wrapping& wrapping, const Arguments& a) {
  if (a.has(1)) {
    const Buffer iv(a[1], "iv");
    const auto facts = [&] {
      return Facts{
          .algorithm = wrapping.algorithm, .call = "IV, and one was given", .iv = iv.size()};
    };
    explained(facts, [&] { wrapping.wrap.set_iv(iv.input()); });
  } else if (wrapping.algorithm.max_iv_bytes && wrapping.algorithm.min_iv_bytes == 0)
    wrapping.wrap.set_iv({});
  else if (wrapping.algorithm.max_iv_bytes)
    raise_status(HEDGEROW_ERR_NONCE_LENGTH, name_of(wrapping.algorithm) + " needs an IV of " +
                                                iv_lengths(wrapping.algorithm) + " bytes");
}

// The length of a wrapped key, or 0 if the mode does not take a key of this length.
std::size_t wrapped_bytes(const Wrapping& wrapping, std::size_t bytes) {
  try {
    return wrapping.wrap.length(bytes);
  } catch (const hedgerow::error& e) {
    if (e.status() != HEDGEROW_ERR_DATA_LENGTH) throw;
    return 0;
  }
}

// Names the lengths of keys, or of wrapped keys, on both sides of a length that the mode does not take.
std::string nearest(const Wrapping& wrapping, std::size_t bytes, bool wrapped) {
  constexpr std::size_t kFarthest = 4 * HEDGEROW_MAX_BLOCK_BYTES;
  std::size_t below = 0, above = 0;
  for (std::size_t n = bytes > kFarthest ? bytes - kFarthest : 0; n <= bytes + kFarthest; n++) {
    const auto whole = wrapped_bytes(wrapping, n);
    const auto length = wrapped ? whole : n;
    if (whole && length < bytes) below = std::max(below, length);
    if (whole && length > bytes) above = above ? std::min(above, length) : length;
  }
  return (below ? std::to_string(below) + ", " : "") + std::to_string(above);
}

Ref wrap(PyObject* self, const Arguments& a) {
  auto& wrapping = wrapping_of(self);
  const OneThread alone(wrapping.busy);
  const Buffer key(a[0], "key");
  set_iv(wrapping, a);
  const auto bytes = wrapped_bytes(wrapping, key.size());
  if (bytes == 0)
    raise_status(HEDGEROW_ERR_DATA_LENGTH,
                 name_of(wrapping.algorithm) + " cannot wrap a key of " +
                     std::to_string(key.size()) +
                     " bytes; the nearest that it takes: " + nearest(wrapping, key.size(), false));
  NewBytes out(bytes);
  const auto facts = [&] {
    return Facts{.algorithm = wrapping.algorithm,
                 .data = bytes,
                 .blocks_left = wrapping.wrap.query().blocks_left};
  };
  explained(facts, [&] { wrapping.wrap.wrap(key.input(), {out.data(), bytes}); });
  return out.take();
}

Ref unwrap(PyObject* self, const Arguments& a) {
  auto& wrapping = wrapping_of(self);
  const OneThread alone(wrapping.busy);
  const Buffer wrapped(a[0], "wrapped");
  set_iv(wrapping, a);
  NewBytes out(wrapped.size());
  const auto unwrap = [&] {
    try {
      return wrapping.wrap.unwrap(wrapped.input(), {out.data(), wrapped.size()});
    } catch (const hedgerow::error& e) {
      if (e.status() != HEDGEROW_ERR_DATA_LENGTH) throw;
      throw ExplainedError(
          e.status(),
          name_of(wrapping.algorithm) + " wraps no key to " + std::to_string(wrapped.size()) +
              " bytes; the nearest that it gives: " + nearest(wrapping, wrapped.size(), true));
    }
  };
  const auto n = explained(
      [&] {
        return Facts{.algorithm = wrapping.algorithm,
                     .data = wrapped.size(),
                     .blocks_left = wrapping.wrap.query().blocks_left};
      },
      unwrap);
  Ref key(
      PyBytes_FromStringAndSize(reinterpret_cast<char*>(out.data()), static_cast<Py_ssize_t>(n)));
  explicit_bzero(out.data(), wrapped.size());
  return key;
}

Ref name(PyObject* self) { return text_of(wrapping_of(self).algorithm.cipher); }
Ref mode(PyObject* self) { return text_of(wrapping_of(self).algorithm.mode); }

PyGetSetDef attributes[] = {
    {"cipher_name", attribute<name>, nullptr, "The cipher: \"kuznyechik\".", nullptr},
    {"mode_name", attribute<mode>, nullptr, "The mode: \"kexp15\".", nullptr},
    {}};

PyMethodDef methods[] = {
    define<wrap, "wrap($self, key, iv=None)", "Returns the wrapped key.">(),
    define<unwrap, "unwrap($self, wrapped, iv=None)", "Returns the key. Raises InvalidUnwrap.">(),
    kRefusePickling,
    {}};

int initialise_wrap(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return initialise<Wrapping>(self,
                              [&] { return new Wrapping(Setup("Wrap", arguments, keywords)); });
}

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>("Wrap(name, key, mode, /, **options)\n--\n\nWraps keys under a key.")},
    {Py_tp_init, reinterpret_cast<void*>(initialise_wrap)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<Wrapping>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.Wrap", sizeof(Object<Wrapping>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void add_wrap(PyObject* module) { add_type(module, "Wrap", spec); }

}  // namespace hedgerow_python
