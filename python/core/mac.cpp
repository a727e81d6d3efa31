// hedgerow.MAC: a tag over data. Only one thread at a time may use it.
#include <algorithm>

#include "batch.hpp"
#include "module.hpp"
#include "options.hpp"

namespace hedgerow_python {
namespace {

struct MacMessage {
  MacMessage(const Setup& setup, PyObject* iv)
      : algorithm(setup.algorithm),
        mac(setup.make<hedgerow::Mac>()),
        tag_bytes(setup.options.tag_bytes ? setup.options.tag_bytes : setup.algorithm.tag_bytes) {
    if (iv) set_iv(Buffer(iv, "iv"));
  }
  MacMessage(const MacMessage& other)
      : algorithm(other.algorithm), mac(other.mac.copy()), tag_bytes(other.tag_bytes) {}

  Facts facts(std::size_t data) const {
    return {.algorithm = algorithm, .data = data, .blocks_left = mac.query().blocks_left};
  }
  void set_iv(const Buffer& iv) {
    const auto facts = [&] {
      return Facts{.algorithm = algorithm, .call = "IV, and one was given", .iv = iv.size()};
    };
    explained(facts, [&] { mac.set_iv(iv.input()); });
  }

  hedgerow_algorithm_info algorithm;
  hedgerow::Mac mac;
  std::size_t tag_bytes;
  std::atomic<bool> busy{false};
};

MacMessage& message_of(PyObject* self) { return value_of<MacMessage>(self); }
Ref none() { return Ref::borrow(Py_None); }

Ref update(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  const Buffer data(a[0], "data");
  {
    const WithoutGil work(data.size());
    explained([&] { return message.facts(data.size()); },
              [&] { message.mac.update(data.input()); });
  }
  return none();
}

Ref finalize(PyObject* self, const Arguments&) {
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  NewBytes tag(message.tag_bytes);
  explained([&] { return message.facts(0); },
            [&] { message.mac.final_tag({tag.data(), message.tag_bytes}); });
  return tag.take();
}

Ref verify(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  const Buffer tag(a[0], "tag");
  if (tag.size() != message.tag_bytes)
    raise_status(HEDGEROW_ERR_TAG_LENGTH, "the tag has " + std::to_string(tag.size()) +
                                              " bytes; this object's have " +
                                              std::to_string(message.tag_bytes));
  explained([&] { return message.facts(0); }, [&] { message.mac.final_check(tag.input()); });
  return none();
}

Ref reset(PyObject* self, const Arguments& a) {
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  if (a.has(0)) {
    message.set_iv(Buffer(a[0], "iv"));
  } else if (message.algorithm.properties & HEDGEROW_IV_MAC) {
    raise_status(HEDGEROW_ERR_NONCE_LENGTH,
                 name_of(message.algorithm) + " needs an IV of " + iv_lengths(message.algorithm) +
                     " bytes for every message: reset(iv), one that this key has not had");
  } else {
    message.mac.batch({});  // drops the message in progress
  }
  return none();
}

Ref batch(PyObject* self, const Arguments& a) {
  static constexpr const char* kParts[] = {"iv", "data"};
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  const bool has_iv = message.algorithm.properties & HEDGEROW_IV_MAC;
  const Items items(a[0], "messages");
  Batch batch;
  for (std::size_t i = 0; i < items.size(); i++) {
    if (has_iv)
      batch.parts.push_back(parts_of(items[i], i, kParts, 2));
    else
      batch.parts.push_back({Buffer(), Buffer(items[i], "a message")});
    const auto& [iv, data, unused, rest] = batch.parts.back();
    batch.results.emplace_back(message.tag_bytes);
    batch.messages.push_back({iv.data(), iv.size(), nullptr, 0, data.data(), nullptr, data.size(),
                              batch.results.back().data(), message.tag_bytes});
    batch.bytes += data.size();
  }
  {
    const WithoutGil work(batch.bytes);
    const auto facts = [&] {
      auto found = message.facts(batch.bytes);
      for (const auto& m : batch.messages) {
        found.iv = m.iv_bytes;
        if (!iv_fits(message.algorithm, m.iv_bytes)) break;
      }
      return found;
    };
    explained(facts, [&] { message.mac.batch(batch.messages); });
  }
  return list_of(batch.results);
}

PyTypeObject* mac_type = nullptr;

Ref copy(PyObject* self, const Arguments&) {
  auto& message = message_of(self);
  const OneThread alone(message.busy);
  return wrap_value(mac_type, new MacMessage(message));
}

Ref name(PyObject* self) { return text_of(message_of(self).algorithm.cipher); }
Ref mode(PyObject* self) { return text_of(message_of(self).algorithm.mode); }
Ref tag_bytes(PyObject* self) { return number_of(message_of(self).tag_bytes); }

PyGetSetDef attributes[] = {
    {"cipher_name", attribute<name>, nullptr, "The cipher: \"kuznyechik\".", nullptr},
    {"mode_name", attribute<mode>, nullptr, "The mode: \"cmac\".", nullptr},
    {"tag_bytes", attribute<tag_bytes>, nullptr, "Length of the tag in bytes.", nullptr},
    {}};

PyMethodDef methods[] = {
    define<update, "update($self, data)", "Adds more of the message.">(),
    define<finalize, "finalize($self)", "Returns the tag. Another message may follow.">(),
    define<verify, "verify($self, tag)",
           "Raises InvalidTag if the tag is wrong. Another message may follow.">(),
    define<reset, "reset($self, iv=None)",
           "Drops the message in progress. iv is for GMAC of SP 800-38D.">(),
    define<batch, "batch($self, messages)",
           "Returns a list of tags. A message is data, or (iv, data) if the MAC has an IV.">(),
    define<copy, "copy($self)", "Returns a MAC in the same state.">(),
    kRefusePickling,
    {}};

int initialise_mac(PyObject* self, PyObject* arguments, PyObject* keywords) noexcept {
  return initialise<MacMessage>(self, [&] {
    Extra extras[] = {{"iv"}};
    const Setup setup("MAC", arguments, keywords, extras);
    return new MacMessage(setup, extras[0].value);
  });
}

PyType_Slot slots[] = {
    {Py_tp_doc,
     const_cast<char*>("MAC(name, key, mode, /, *, iv=None, **options)\n--\n\nA tag over data, "
                       "for one thread at a time.")},
    {Py_tp_init, reinterpret_cast<void*>(initialise_mac)},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<MacMessage>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.MAC", sizeof(Object<MacMessage>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void add_mac(PyObject* module) { mac_type = add_type(module, "MAC", spec); }

}  // namespace hedgerow_python
