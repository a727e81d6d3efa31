// hedgerow._core.Credential and its makers.
#include "container.hpp"

#include "batch.hpp"
#include "container_errors.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace hedgerow_python {
namespace {

using hedgerow::ContainerCredentials;

PyTypeObject* credential_type = nullptr;

// Each has one credential.
Ref wrap(ContainerCredentials credential) {
  return wrap_value(credential_type, new ContainerCredentials(std::move(credential)));
}

Ref wrap_all(const ContainerCredentials& credentials) {
  Ref list(PyList_New(0));
  for (std::size_t i = 0; i < credentials.size(); i++) {
    ContainerCredentials one;
    one.add(credentials, i);
    require(PyList_Append(list.get(), wrap(std::move(one)).get()));
  }
  return list;
}

Ref from_master_key(PyObject*, const Arguments& a) {
  const Buffer key(a[0], "key");
  if (key.size() != HEDGEROW_CONTAINER_KEY_BYTES)
    raise_status(HEDGEROW_ERR_KEY_LENGTH, "a container's key has " +
                                              std::to_string(HEDGEROW_CONTAINER_KEY_BYTES) +
                                              " bytes, not " + std::to_string(key.size()));
  ContainerCredentials made;
  made.add_key(key.input());
  return wrap(std::move(made));
}

Ref from_passphrase(PyObject*, const Arguments& a) {
  const Buffer passphrase(a[0], "passphrase");
  ContainerCredentials made;
  made.add_passphrase(
      {passphrase.data() ? passphrase.data() : reinterpret_cast<const std::uint8_t*>(""),
       passphrase.size()});
  return wrap(std::move(made));
}

Ref holds_secret_key(PyObject*, const Arguments& a) {
  return Ref(PyBool_FromLong(hedgerow_container_holds_secret(a.text(0).c_str())));
}

Ref from_public_key(PyObject*, const Arguments& a) {
  ContainerCredentials made;
  made.add_recipient(a.text(0));
  return wrap(std::move(made));
}

ContainerCredentials from_file(hedgerow_container_file_kind kind, const Arguments& a) {
  ContainerCredentials made;
  const auto path = path_of(a[0], "path");
  with_file(path, [&] { made.add_file(kind, path); });
  return made;
}

Ref from_key_file(PyObject*, const Arguments& a) {
  return wrap(from_file(HEDGEROW_CONTAINER_KEY_FILE, a));
}

Ref from_identity_file(PyObject*, const Arguments& a) {
  return wrap_all(from_file(HEDGEROW_CONTAINER_IDENTITY_FILE, a));
}

Ref from_recipients_file(PyObject*, const Arguments& a) {
  return wrap_all(from_file(HEDGEROW_CONTAINER_RECIPIENTS_FILE, a));
}

Ref create_key_file(PyObject*, const Arguments& a) {
  const auto path = path_of(a[0], "path");
  with_file(path, [&] { hedgerow::make_key_file(path); });
  return Ref::borrow(Py_None);
}

Ref create_identity_file(PyObject*, const Arguments& a) {
  const auto path = path_of(a[0], "path");
  return text_of(with_file(path, [&] { return hedgerow::make_identity_file(path); }).c_str());
}

const ContainerCredentials& credential_of(PyObject* self) {
  return value_of<ContainerCredentials>(self);
}

Ref with_label(PyObject* self, const Arguments& a) {
  ContainerCredentials made;
  made.add(credential_of(self), 0, a.text(0).c_str());
  return wrap(std::move(made));
}

Ref kind(PyObject* self) {
  return text_of(hedgerow_container_slot_kind_text(credential_of(self).at(0).kind));
}
Ref can_open(PyObject* self) { return Ref(PyBool_FromLong(credential_of(self).at(0).can_open)); }
Ref label(PyObject* self) { return text_of(credential_of(self).at(0).label); }

PyGetSetDef attributes[] = {
    {"kind", attribute<kind>, nullptr, "\"key file\", \"passphrase\" or \"recipient\".", nullptr},
    {"can_open", attribute<can_open>, nullptr, "False for a public key.", nullptr},
    {"label", attribute<label>, nullptr, "How its slot will be called, or \"\".", nullptr},
    {}};

PyMethodDef functions[] = {
    define<from_master_key, "from_master_key($module, key)",
           "Returns a Credential of 64 random bytes.">(),
    define<from_passphrase, "from_passphrase($module, passphrase)", "Returns a Credential.">(),
    define<from_public_key, "from_public_key($module, text)",
           "Returns a Credential that only encrypts.">(),
    define<from_key_file, "from_key_file($module, path)", "Returns a Credential.">(),
    define<from_identity_file, "from_identity_file($module, path)",
           "Returns a list of Credential.">(),
    define<from_recipients_file, "from_recipients_file($module, path)",
           "Returns a list of Credential.">(),
    define<holds_secret_key, "holds_secret_key($module, text)",
           "Tells if the text contains the text of a key.">(),
    define<create_key_file, "create_key_file($module, path)",
           "Makes a new key file with mode 0600.">(),
    define<create_identity_file, "create_identity_file($module, path)",
           "Makes a new identity file and returns its public key.">(),
    {}};

PyMethodDef methods[] = {define<with_label, "with_label($self, text)",
                                "Returns a Credential for a slot with this label.">(),
                         kRefusePickling,
                         {}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("What opens a container, or encrypts to somebody.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<ContainerCredentials>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.Credential", sizeof(Object<ContainerCredentials>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

ContainerCredentials credentials_of(PyObject* object) {
  const Items items(object, "credentials");
  ContainerCredentials result;
  for (std::size_t i = 0; i < items.size(); i++) {
    if (!PyObject_TypeCheck(items[i], credential_type))
      raise(PyExc_TypeError, "credentials must be a list of hedgerow.Credential");
    result.add(credential_of(items[i]));
  }
  return result;
}

hedgerow::ContainerKdfCost kdf_cost(const Arguments& a, std::size_t i) {
  return a.has(i) ? hedgerow::container_kdf_cost(a.text(i)) : hedgerow::ContainerKdfCost{};
}

hedgerow::ContainerKdfCost kdf_limit(const Arguments& a, std::size_t i) {
  return a.has(i) ? hedgerow::parse_container_kdf_limit(a.text(i)) : hedgerow::ContainerKdfCost{};
}

std::uint32_t segment_bytes_of(const Arguments& a, std::size_t i) {
  return static_cast<std::uint32_t>(
      a.number(i, HEDGEROW_CONTAINER_DEFAULT_SEGMENT_BYTES, UINT32_MAX));
}

std::string path_of(PyObject* object, const char* name) {
  const Buffer bytes(object, name);
  const std::string path(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (path.empty() || path.find('\0') != std::string::npos)
    raise(PyExc_ValueError, std::string(name) + " is no name of a file");
  return path;
}

Ref header_of(const hedgerow_container_info& info) {
  return Ref(Py_BuildValue("{s:I,s:s,s:s,s:I,s:I}", "version", info.version, "cipher", info.cipher,
                           "mode", info.mode, "segment_bytes",
                           static_cast<unsigned>(info.segment_bytes), "tag_bytes",
                           static_cast<unsigned>(info.tag_bytes)));
}

void add_credentials(PyObject* module) {
  credential_type = add_type(module, "Credential", spec);
  require(PyModule_AddFunctions(module, functions));
}

void add_container(PyObject* module) {
  add_credentials(module);
  add_segments(module);
  add_container_files(module);
  add_output(module);
}

}  // namespace hedgerow_python
