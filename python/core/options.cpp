#include "options.hpp"

namespace hedgerow_python {
namespace {

struct PaddingName {
  const char* name;
  hedgerow_padding padding;
};
constexpr PaddingName kPaddings[] = {{"none", HEDGEROW_PADDING_NONE},
                                     {"pkcs7", HEDGEROW_PADDING_PKCS7},
                                     {"bit", HEDGEROW_PADDING_BIT},
                                     {"zero", HEDGEROW_PADDING_ZERO},
                                     {"bit-if-partial", HEDGEROW_PADDING_BIT_IF_PARTIAL}};

hedgerow_padding padding_of(PyObject* value) {
  const auto name = to_text(value, "padding");
  std::string names;
  for (const auto& known : kPaddings) {
    if (name == known.name) return known.padding;
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  raise_status(HEDGEROW_ERR_OPTIONS, "padding is '" + name + "'; it may be " + names);
}

constexpr const char* kOptionNames =
    "kernel, mask_nonce, repeat_nonce, padded_length, two_blocks, zero_fill, tag_bytes, "
    "limit_blocks, sbox, "
    "feedback_bytes, padding, section_bytes, master_section_bytes, length_bytes, "
    "gamma_bytes";

}  // namespace

void Setup::read_names(const char* type, PyObject* arguments) {
  const std::string order = std::string(type) + "(name, key, mode)";
  const auto count = PyTuple_Size(arguments);
  if (count != 3)
    raise(PyExc_TypeError, order + " takes these 3 positional arguments, not " +
                               std::to_string(count) + "; the others are keywords");
  const auto at = [&](Py_ssize_t i) { return PyTuple_GetItem(arguments, i); };
  if (PyUnicode_Check(at(1)) && PyObject_CheckBuffer(at(2)))
    raise(PyExc_TypeError,
          "the order of the arguments is " + order + ": the key is before the mode");
  cipher = to_text(at(0), "the name of a cipher");
  mode = to_text(at(2), "mode");
  key = Buffer(at(1), "key");
  try {
    algorithm = hedgerow::algorithm_info(cipher, mode);
  } catch (const hedgerow::error& e) {
    std::string names;
    for (const auto& known : hedgerow::list_algorithms()) {
      if (e.status() == HEDGEROW_ERR_MODE && cipher != known.cipher) continue;
      const std::string name = e.status() == HEDGEROW_ERR_MODE ? known.mode : known.cipher;
      if (!names.ends_with(name)) names += (names.empty() ? "" : ", ") + name;
    }
    if (e.status() == HEDGEROW_ERR_MODE)
      raise_status(e.status(), cipher + " has no mode '" + mode + "'; it has " + names);
    raise_status(e.status(), "there is no cipher '" + cipher + "'; there are " + names);
  }
  const char* const types[] = {"Cipher", "Cipher", "AEAD", "MAC", "Wrap"};  // by hedgerow_kind
  if (types[algorithm.kind] != std::string(type))
    raise_status(HEDGEROW_ERR_MODE,
                 name_of(algorithm) + " is no " + type + ": use hedgerow." + types[algorithm.kind]);
  if (key.size() != algorithm.key_bytes)
    raise_status(HEDGEROW_ERR_KEY_LENGTH, "key must have " + std::to_string(algorithm.key_bytes) +
                                              " bytes for " + name_of(algorithm) + ", not " +
                                              std::to_string(key.size()));
}

Setup::Setup(const char* type, PyObject* arguments, PyObject* keywords, std::span<Extra> extras) {
  read_names(type, arguments);
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (keywords && PyDict_Next(keywords, &at, &name, &value)) {
    const auto text = to_text(name, "the name of an option");
    Extra* found = nullptr;
    for (auto& extra : extras)
      if (text == extra.name) found = &extra;
    if (value == Py_None) continue;
    if (found)
      found->value = value;
    else
      set_option(text, value);
  }
}

void Setup::set_option(const std::string& name, PyObject* value) {
  const auto n = [&](std::uint64_t most) { return to_number(value, name.c_str(), most); };
  const auto narrow = [&] { return static_cast<std::uint32_t>(n(UINT32_MAX)); };
  if (name == "kernel")
    options.kernel = to_text(value, "kernel");
  else if (name == "mask_nonce")
    options.mask_nonce = to_flag(value, "mask_nonce");
  else if (name == "repeat_nonce")
    options.repeat_nonce = to_flag(value, "repeat_nonce");
  else if (name == "two_blocks")
    options.two_blocks = to_flag(value, "two_blocks");
  else if (name == "padded_length")
    options.padded_length = to_flag(value, "padded_length");
  else if (name == "zero_fill")
    options.zero_fill = to_flag(value, "zero_fill");
  else if (name == "tag_bytes")
    options.tag_bytes = narrow();
  else if (name == "limit_blocks")
    options.limit_blocks = n(UINT64_MAX);
  else if (name == "sbox") {
    sbox_ = Buffer(value, "sbox");
    options.sbox = sbox_.input();
  } else if (name == "feedback_bytes")
    options.feedback_bytes = narrow();
  else if (name == "padding")
    options.padding = padding_of(value);
  else if (name == "section_bytes")
    options.section_bytes = n(UINT64_MAX);
  else if (name == "master_section_bytes")
    options.master_section_bytes = n(UINT64_MAX);
  else if (name == "length_bytes")
    options.length_bytes = narrow();
  else if (name == "gamma_bytes")
    options.gamma_bytes = narrow();
  else
    raise(PyExc_TypeError, "there is no option '" + name + "'; there are " + kOptionNames);
}

Ref info_of(const hedgerow_context_info& info, const char* kernel) {
  return Ref(Py_BuildValue("{s:s,s:s,s:s,s:K,s:K,s:O}", "cipher", info.cipher, "mode", info.mode,
                           "kernel", kernel, "message_bytes",
                           static_cast<unsigned long long>(info.message_bytes), "blocks_left",
                           static_cast<unsigned long long>(info.blocks_left), "in_message",
                           info.in_message ? Py_True : Py_False));
}

}  // namespace hedgerow_python
