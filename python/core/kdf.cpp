// hedgerow.kdf_tree derives keys from a key.
#include "arguments.hpp"
#include "buffer.hpp"
#include "errors.hpp"
#include "module.hpp"

namespace hedgerow_python {
namespace {

constexpr std::size_t kKeyBytes = 32;

Ref kdf_tree(PyObject*, const Arguments& a) {
  const Buffer key(a[0], "key"), label(a[1], "label"), seed(a[2], "seed");
  const auto bytes = a.number(3, kKeyBytes);
  if (key.size() != kKeyBytes)
    raise_status(HEDGEROW_ERR_KEY_LENGTH, "key must have " + std::to_string(kKeyBytes) +
                                              " bytes, not " + std::to_string(key.size()));
  if (bytes < 1 || bytes > HEDGEROW_MAX_KDF_TREE_BYTES)
    raise_status(HEDGEROW_ERR_DATA_LENGTH, "length must be 1 to " +
                                               std::to_string(HEDGEROW_MAX_KDF_TREE_BYTES) +
                                               " bytes, not " + std::to_string(bytes));
  NewBytes out(bytes);
  const auto to = out.data();
  {
    const WithoutGil work;  // deriving 32 bytes takes longer than releasing the GIL
    hedgerow::kdf_tree(key.input(), label.input(), seed.input(), {to, bytes});
  }
  return out.take();
}

PyMethodDef functions[] = {define<kdf_tree, "kdf_tree($module, key, label, seed, length=32)",
                                  "Derives keys from a key by KDF_TREE_GOSTR3411_2012_256.">(),
                           {}};

}  // namespace

void add_kdf(PyObject* module) { require(PyModule_AddFunctions(module, functions)); }

}  // namespace hedgerow_python
