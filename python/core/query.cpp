// Lists of ciphers, algorithms and kernels, as dictionaries.
#include "module.hpp"
#include "options.hpp"
#include "parallel.hpp"

namespace hedgerow_python {
namespace {

constexpr const char* kKinds[] = {"block", "stream", "aead", "mac", "wrap"};
constexpr const char* kMaturities[] = {"standard", "published", "experimental"};

struct PropertyName {
  std::uint32_t bit;
  const char* name;
};
constexpr PropertyName kProperties[] = {
    {HEDGEROW_HAS_SEEK, "seek"},
    {HEDGEROW_HAS_PADDING, "padding"},
    {HEDGEROW_HAS_FEEDBACK, "feedback"},
    {HEDGEROW_HAS_SECTIONS, "sections"},
    {HEDGEROW_HAS_MASTER_SECTIONS, "master_sections"},
    {HEDGEROW_STEALS, "steals"},
    {HEDGEROW_LENGTHS_FIRST, "lengths_first"},
    {HEDGEROW_ONE_CALL, "one_call"},
    {HEDGEROW_NO_EMPTY, "no_empty"},
    {HEDGEROW_NONCE_TOP_BIT, "nonce_top_bit"},
    {HEDGEROW_IV_MAC, "iv_mac"},
    {HEDGEROW_TAIL_ENDS, "tail_ends"},
    {HEDGEROW_TAG_WITHOUT_NONCE, "tag_without_nonce"},
    {HEDGEROW_NO_AAD, "no_aad"},
    {HEDGEROW_HAS_LENGTH_FIELD, "length_field"},
    {HEDGEROW_HAS_GAMMA, "gamma"},
    {HEDGEROW_HAS_PADDED_LENGTH, "padded_length"},
    {HEDGEROW_HAS_ZERO_FILL, "zero_fill"},
    {HEDGEROW_HAS_TWO_BLOCKS, "two_blocks"},
};

// A dictionary that is filled one field at a time.
class Dictionary {
 public:
  Dictionary() : dict_(PyDict_New()) {}
  void set(const char* key, const char* text) { put(key, text_of(text)); }
  void set(const char* key, std::uint64_t n) { put(key, number_of(n)); }
  void put(const char* key, Ref value) {
    require(PyDict_SetItemString(dict_.get(), key, value.get()));
  }
  Ref take() { return std::move(dict_); }

 private:
  Ref dict_;
};

Ref properties_of(std::uint32_t bits) {
  Ref set(PyFrozenSet_New(nullptr));
  for (const auto& property : kProperties)
    if (bits & property.bit) require(PySet_Add(set.get(), text_of(property.name).get()));
  return set;
}

Ref dictionary_of(const hedgerow_cipher_info& info) {
  Dictionary d;
  d.set("name", info.name);
  d.set("family", info.family);
  d.set("block_bytes", info.block_bytes);
  d.set("key_bytes", info.key_bytes);
  d.set("rounds", info.rounds);
  d.set("limit_blocks", info.limit_blocks);
  d.set("sbox_bytes", info.sbox_bytes);
  d.set("sbox_oid", info.sbox_oid);
  d.set("aead", info.aead);
  d.set("maturity", kMaturities[info.maturity]);
  d.set("note", info.note);
  return d.take();
}

Ref dictionary_of(const hedgerow_algorithm_info& info) {
  Dictionary d;
  d.set("cipher", info.cipher);
  d.set("mode", info.mode);
  d.set("kind", kKinds[info.kind]);
  d.set("oid", info.oid);
  d.set("block_bytes", info.block_bytes);
  d.set("unit_bytes", info.unit_bytes);
  d.set("key_bytes", info.key_bytes);
  d.set("iv_bytes", info.iv_bytes);
  d.set("min_iv_bytes", info.min_iv_bytes);
  d.set("max_iv_bytes", info.max_iv_bytes);
  d.set("iv_step_bytes", info.iv_step_bytes);
  d.set("tag_bytes", info.tag_bytes);
  d.set("min_tag_bytes", info.min_tag_bytes);
  d.set("max_tag_bytes", info.max_tag_bytes);
  d.set("tag_step_bytes", info.tag_step_bytes);
  d.set("feedback_bytes", info.feedback_bytes);
  d.set("section_bytes", info.section_bytes);
  d.set("master_section_bytes", info.master_section_bytes);
  d.set("limit_blocks", info.limit_blocks);
  d.set("message_bytes", info.message_bytes);
  d.put("properties", properties_of(info.properties));
  d.set("maturity", kMaturities[info.maturity]);
  d.set("note", info.note);
  return d.take();
}

Ref dictionary_of(const hedgerow_kernel_info& info) {
  Dictionary d;
  d.set("id", info.id);
  d.set("cipher", info.cipher);
  d.set("technique", info.technique);
  d.set("isa", info.isa);
  d.set("timing", info.timing == HEDGEROW_TIMING_CT ? "ct" : "unknown");
  d.set("width_blocks", info.width_blocks);
  d.put("available", Ref(PyBool_FromLong(info.available)));
  d.set("from_blocks", info.from_blocks);
  if (info.up_to_blocks == SIZE_MAX)
    d.put("up_to_blocks", Ref(Py_NewRef(Py_None)));
  else
    d.set("up_to_blocks", info.up_to_blocks);
  d.set("reason", info.reason);
  return d.take();
}

template <class Infos>
Ref list_of(const Infos& infos) {
  Ref list(PyList_New(0));
  for (const auto& info : infos) require(PyList_Append(list.get(), dictionary_of(info).get()));
  return list;
}

PyObject* ciphers(PyObject*, PyObject*) noexcept {
  return guarded([]() -> PyObject* { return list_of(hedgerow::list_ciphers()).release(); });
}

PyObject* algorithms(PyObject*, PyObject*) noexcept {
  return guarded([]() -> PyObject* { return list_of(hedgerow::list_algorithms()).release(); });
}

PyObject* kernels(PyObject*, PyObject*) noexcept {
  return guarded([]() -> PyObject* { return list_of(hedgerow::list_kernels()).release(); });
}

PyObject* selftest(PyObject*, PyObject*) noexcept {
  return guarded([]() -> PyObject* {
    {
      const WithoutGil work;
      hedgerow::selftest();
    }
    return Ref::borrow(Py_None).release();
  });
}

PyMethodDef functions[] = {{"ciphers", ciphers, METH_NOARGS,
                            "ciphers($module)\n--\n\n"
                            "Every cipher variant, as a dictionary."},
                           {"algorithms", algorithms, METH_NOARGS,
                            "algorithms($module)\n--\n\n"
                            "Every cipher in every mode that it has, as a dictionary."},
                           {"kernels", kernels, METH_NOARGS,
                            "kernels($module)\n--\n\n"
                            "Every kernel and whether this machine chooses it."},
                           {"selftest", selftest, METH_NOARGS,
                            "selftest($module)\n--\n\n"
                            "Known answers. Raises SelfTestFailed."},
                           {}};

}  // namespace

void add_query(PyObject* module) {
  require(PyModule_AddFunctions(module, functions));
  require(PyModule_AddStringConstant(module, "library_version", hedgerow_version()));
  require(PyModule_AddStringConstant(module, "machine_class", hedgerow_machine_class()));
  require(PyModule_AddIntConstant(module, "GIL_BYTES", static_cast<long>(kGilBytes)));
  require(PyModule_AddIntConstant(module, "MAX_THREADS", static_cast<long>(kMaxThreads)));
}

}  // namespace hedgerow_python
