// hedgerow._core.Credential and the functions that make it.
#include "container.hpp"

#include "batch.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "container/key/key_text.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace hedgerow_python {

namespace hc = hedgerow::container;

namespace {

PyTypeObject* credential_type = nullptr;

Ref wrap(hc::Credential credential) {
  return wrap_value(credential_type, new hc::Credential(std::move(credential)));
}

Ref wrap_all(const std::vector<hc::Credential>& credentials) {
  Ref list(PyList_New(0));
  for (const auto& credential : credentials)
    require(PyList_Append(list.get(), wrap(credential).get()));
  return list;
}

Ref from_master_key(PyObject*, const Arguments& a) {
  const Buffer key(a[0], "key");
  if (key.size() != hc::kMasterKeyBytes)
    raise_status(HEDGEROW_ERR_KEY_LENGTH, "a container's key has " +
                                              std::to_string(hc::kMasterKeyBytes) + " bytes, not " +
                                              std::to_string(key.size()));
  return wrap(hc::Credential::from_master_key({key.data(), key.size()}));
}

Ref from_passphrase(PyObject*, const Arguments& a) {
  const Buffer passphrase(a[0], "passphrase");
  return wrap(hc::Credential::from_passphrase({passphrase.data(), passphrase.size()}));
}

Ref holds_secret_key(PyObject*, const Arguments& a) {
  return Ref(PyBool_FromLong(hc::holds_secret_key(a.text(0))));
}

Ref from_public_key(PyObject*, const Arguments& a) {
  return wrap(hc::Credential::from_public_key(hc::parse_public_key(a.text(0))));
}

Ref from_key_file(PyObject*, const Arguments& a) {
  return wrap(hc::load_key_file(path_of(a[0], "path")).credential);
}

Ref from_identity_file(PyObject*, const Arguments& a) {
  return wrap_all(hc::load_identity_file(path_of(a[0], "path")).identities);
}

Ref from_recipients_file(PyObject*, const Arguments& a) {
  return wrap_all(hc::load_recipients_file(path_of(a[0], "path")));
}

Ref create_key_file(PyObject*, const Arguments& a) {
  hc::create_key_file(path_of(a[0], "path"));
  return Ref::borrow(Py_None);
}

Ref create_identity_file(PyObject*, const Arguments& a) {
  return text_of(hc::to_text(hc::create_identity_file(path_of(a[0], "path"))).c_str());
}

hc::Credential& credential_of(PyObject* self) { return value_of<hc::Credential>(self); }

Ref with_label(PyObject* self, const Arguments& a) {
  return wrap(credential_of(self).with_label(a.text(0)));
}

Ref kind(PyObject* self) { return text_of(hc::name_of(credential_of(self).kind())); }
Ref can_open(PyObject* self) { return Ref(PyBool_FromLong(credential_of(self).can_open())); }
Ref label(PyObject* self) { return text_of(credential_of(self).label().c_str()); }

PyGetSetDef attributes[] = {
    {"kind", attribute<kind>, nullptr, "\"key file\", \"passphrase\" or \"recipient\".", nullptr},
    {"can_open", attribute<can_open>, nullptr, "False for a public key.", nullptr},
    {"label", attribute<label>, nullptr, "How its slot will be called, or \"\".", nullptr},
    {}};

constexpr const char* kKey[] = {"key"};
constexpr const char* kPassphrase[] = {"passphrase"};
constexpr const char* kText[] = {"text"};
constexpr const char* kPath[] = {"path"};
constexpr Parameters kMaster{"from_master_key", kKey, 1};
constexpr Parameters kPass{"from_passphrase", kPassphrase, 1};
constexpr Parameters kPublic{"from_public_key", kText, 1}, kLabel{"with_label", kText, 1};
constexpr Parameters kKeyFile{"from_key_file", kPath, 1};
constexpr Parameters kIdentity{"from_identity_file", kPath, 1};
constexpr Parameters kRecipients{"from_recipients_file", kPath, 1};
constexpr Parameters kHolds{"holds_secret_key", kText, 1};
constexpr Parameters kNewKey{"create_key_file", kPath, 1};
constexpr Parameters kNewIdentity{"create_identity_file", kPath, 1};

PyMethodDef functions[] = {
    define<kMaster, from_master_key>("from_master_key(key) -> Credential, of 64 random bytes."),
    define<kPass, from_passphrase>("from_passphrase(passphrase) -> Credential."),
    define<kPublic, from_public_key>("from_public_key(text) -> Credential that only encrypts."),
    define<kKeyFile, from_key_file>("from_key_file(path) -> Credential."),
    define<kIdentity, from_identity_file>("from_identity_file(path) -> list of Credential."),
    define<kRecipients, from_recipients_file>("from_recipients_file(path) -> list of Credential."),
    define<kHolds, holds_secret_key>("holds_secret_key(text) -> whether a key's text is in it."),
    define<kNewKey, create_key_file>("create_key_file(path): a new one, mode 0600."),
    define<kNewIdentity, create_identity_file>("create_identity_file(path) -> its public key."),
    {}};

PyMethodDef methods[] = {
    define<kLabel, with_label>("with_label(text) -> Credential whose slot is called so."),
    kRefusePickling,
    {}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("What opens a container, or encrypts to somebody.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<hc::Credential>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.Credential", sizeof(Object<hc::Credential>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

std::vector<hc::Credential> credentials_of(PyObject* object) {
  const Items items(object, "credentials");
  std::vector<hc::Credential> result;
  for (std::size_t i = 0; i < items.size(); i++) {
    if (!PyObject_TypeCheck(items[i], credential_type))
      raise(PyExc_TypeError, "credentials must be a list of hedgerow.Credential");
    result.push_back(credential_of(items[i]));
  }
  return result;
}

hc::KdfCost kdf_cost(const Arguments& a, std::size_t i) {
  return a.has(i) ? hc::find_kdf_setting(a.text(i)) : hc::kDefaultKdfCost;
}

hc::KdfLimit kdf_limit(const Arguments& a, std::size_t i) {
  return a.has(i) ? hc::parse_kdf_limit(a.text(i)) : hc::kDefaultKdfLimit;
}

std::string path_of(PyObject* object, const char* name) {
  const Buffer bytes(object, name);
  const std::string path(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (path.empty() || path.find('\0') != std::string::npos)
    raise(PyExc_ValueError, std::string(name) + " is no name of a file");
  return path;
}

// Sets the mode of a header by its name: an enumerator, or the mode of the algorithm in the header.
template <class Header>
const char* mode_of(const Header& header) {
  if constexpr (requires { header.algorithm.mode; })
    return header.algorithm.mode;
  else
    return mode_name(header.mode);
}

Ref header_of(const hc::Header& header) {
  return Ref(Py_BuildValue("{s:i,s:s,s:s,s:I,s:i}", "version", int{header.version}, "cipher",
                           header.cipher.c_str(), "mode", mode_of(header), "segment_bytes",
                           static_cast<unsigned>(header.segment_bytes), "tag_bytes",
                           int{header.tag_bytes}));
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
