// hedgerow.Wrap encrypts a key with another key.
#include <string.h>

#include "module.hpp"
#include "options.hpp"

namespace hedgerow_python {
namespace {

struct Wrapping {
  explicit Wrapping(const Setup& setup)
      : algorithm(setup.algorithm),
        wrap(setup.cipher, setup.mode, setup.key.input(), setup.options) {}
  hedgerow_algorithm_info algorithm;
  hedgerow::Wrap wrap;
  std::atomic<bool> busy{false};
};

Wrapping& wrapping_of(PyObject* self) { return value_of<Wrapping>(self); }

// Sets the IV of one wrap or unwrap. Without an IV, the default of the standard is used.
void set_iv(Wrapping& wrapping, const Arguments& a) {
  if (a.has(1))
    wrapping.wrap.set_iv(Buffer(a[1], "iv").input());
  else if (wrapping.algorithm.max_iv_bytes && wrapping.algorithm.min_iv_bytes == 0)
    wrapping.wrap.set_iv({});
  else if (wrapping.algorithm.max_iv_bytes)
    raise_status(HEDGEROW_ERR_NONCE_LENGTH,
                 std::string(wrapping.algorithm.mode) + " needs an IV of " +
                     std::to_string(wrapping.algorithm.iv_bytes) + " bytes");
}

Ref wrap(PyObject* self, const Arguments& a) {
  auto& wrapping = wrapping_of(self);
  const OneThread alone(wrapping.busy);
  const Buffer key(a[0], "key");
  set_iv(wrapping, a);
  const auto bytes = wrapping.wrap.length(key.size());
  NewBytes out(bytes);
  wrapping.wrap.wrap(key.input(), {out.data(), bytes});
  return out.take();
}

Ref unwrap(PyObject* self, const Arguments& a) {
  auto& wrapping = wrapping_of(self);
  const OneThread alone(wrapping.busy);
  const Buffer wrapped(a[0], "wrapped");
  set_iv(wrapping, a);
  NewBytes out(wrapped.size());
  const auto n = wrapping.wrap.unwrap(wrapped.input(), {out.data(), wrapped.size()});
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

constexpr const char* kKey[] = {"key", "iv"};
constexpr const char* kWrapped[] = {"wrapped", "iv"};
constexpr Parameters kWrap{"wrap", kKey, 1}, kUnwrap{"unwrap", kWrapped, 1};

PyMethodDef methods[] = {
    define<kWrap, wrap>("wrap(key, iv=None) -> bytes."),
    define<kUnwrap, unwrap>("unwrap(wrapped, iv=None) -> bytes. Raises InvalidUnwrap."),
    kRefusePickling,
    {}};

int initialise_wrap(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return initialise<Wrapping>(self, [&] { return new Wrapping(Setup(arguments, keywords)); });
}

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("Wrap(cipher, mode, key, **options): wraps keys under a key.")},
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
