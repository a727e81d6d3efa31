// hedgerow._core.Segments: the segments of one container, wherever its bytes are. File objects,
// object stores and clusters are made of it in Python.
#include <algorithm>

#include "container.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "parallel.hpp"

namespace hedgerow_python {
namespace {

using hedgerow::ContainerSegments;

// With the sizes that never change.
struct Segments {
  explicit Segments(ContainerSegments made) : calls(std::move(made)), info(calls.info()) {}
  std::uint64_t stride() const { return info.segment_bytes + info.tag_bytes; }

  ContainerSegments calls;
  hedgerow_container_info info;
};

PyTypeObject* segments_type = nullptr;
Segments& segments_of(PyObject* self) { return value_of<Segments>(self); }

// make() without the GIL: Argon2id.
template <class Make>
Ref wrap_segments(const Make& make) {
  std::unique_ptr<Segments> segments;
  {
    const WithoutGil work;
    segments = std::make_unique<Segments>(make());
  }
  return wrap_value(segments_type, segments.release());
}

Ref create(PyObject*, const Arguments& a) {
  const auto credentials = credentials_of(a[0]);
  hedgerow::ContainerOptions options;
  if (a.has(1)) options.cipher = a.text(1);
  options.segment_bytes = segment_bytes_of(a, 2);
  options.kdf = kdf_cost(a, 3);
  return wrap_segments([&] { return ContainerSegments(credentials, options); });
}

Ref unlock(PyObject*, const Arguments& a) {
  const Buffer bytes(a[0], "preamble");
  const auto credentials = credentials_of(a[1]);
  hedgerow::ContainerOptions options;
  options.kdf_limit = kdf_limit(a, 2);
  return wrap_segments([&] { return ContainerSegments(bytes.input(), credentials, options); });
}

Ref layout_of(hedgerow::Input preamble, std::uint64_t container_bytes) {
  const auto layout = hedgerow::container_layout(preamble, container_bytes);
  return Ref(Py_BuildValue("(KK)", static_cast<unsigned long long>(layout.segments),
                           static_cast<unsigned long long>(layout.plaintext_bytes)));
}

Ref container_layout(PyObject*, const Arguments& a) {
  return layout_of(Buffer(a[0], "preamble").input(), a.number(1, 0));
}

Ref layout(PyObject* self, const Arguments& a) {
  return layout_of(segments_of(self).calls.preamble(), a.number(0, 0));
}

unsigned threads_of(const Arguments& a, std::size_t i) {
  return static_cast<unsigned>(a.number(i, 1, kMaxThreads));
}

// Plaintext in, segments out: the first has the index `first`, all but the last are full.
Ref seal(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const auto first = a.number(0, 0);
  const Buffer data(a[1], "data");
  const bool final = a.flag(2);
  const auto threads = threads_of(a, 3);
  const std::size_t full = segments.info.segment_bytes;
  const auto count =
      final ? std::max<std::size_t>((data.size() + full - 1) / full, 1) : data.size() / full;
  if (!final && data.size() % full != 0)
    raise_status(HEDGEROW_ERR_DATA_LENGTH,
                 "only the final segment may have less than " + std::to_string(full) + " bytes");
  const auto bytes = data.size() + count * segments.info.tag_bytes;
  NewBytes out(bytes);
  const hedgerow::Output to(out.data(), bytes);
  {
    const WithoutGil work(data.size());
    segments.calls.seal(first, final, data.input(), to, threads);
  }
  return out.take();
}

// A hash of `first` and of the data under a key of this container's own.
Ref digest(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const std::uint64_t first = a.number(0, 0);
  const Buffer data(a[1], "data");
  NewBytes out(HEDGEROW_CONTAINER_DIGEST_BYTES);
  const hedgerow::Output to(out.data(), HEDGEROW_CONTAINER_DIGEST_BYTES);
  {
    const WithoutGil work(data.size());
    segments.calls.digest(first, data.input(), to);
  }
  return out.take();
}

// Segments, `bytes` of them with their tags, from a buffer that begins with the first or a file by
// position; plaintext into `buf`.
Ref open(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const auto first = a.number(0, 0);
  const bool stored = PyLong_Check(a[1]);
  const int fd = stored ? static_cast<int>(to_number(a[1], "source", INT32_MAX)) : -1;
  const Buffer source = stored ? Buffer() : Buffer(a[1], "source");
  const auto bytes = a.number(2, 0, SIZE_MAX);
  const bool final = a.flag(3);
  const Buffer out(a[4], "buf", Buffer::Access::kWrite);
  const auto threads = threads_of(a, 5);
  const auto count = (bytes + segments.stride() - 1) / segments.stride();
  const auto plain = bytes - std::min<std::size_t>(bytes, count * segments.info.tag_bytes);
  if (!stored && source.size() < bytes) check(HEDGEROW_ERR_BUFFER);
  if (out.size() < plain)
    raise_status(HEDGEROW_ERR_BUFFER, "buf has " + std::to_string(out.size()) +
                                          " bytes; the plaintext has " + std::to_string(plain));
  if (overlap(source.data(), source.size(), out.data(), out.size()))
    raise_status(HEDGEROW_ERR_OVERLAP, "source and buf must be apart");
  const hedgerow::Output to(out.data(), plain);
  {
    const WithoutGil work(bytes);
    if (stored)
      segments.calls.open(first, final, fd, bytes, to, threads);
    else
      segments.calls.open(first, final, source.input(0, bytes), to, threads);
  }
  return number_of(plain);
}

Ref header(PyObject* self) { return header_of(segments_of(self).info); }
Ref body_offset(PyObject* self) { return number_of(segments_of(self).info.body_offset); }
Ref stride(PyObject* self) { return number_of(segments_of(self).stride()); }
Ref segment_bytes(PyObject* self) { return number_of(segments_of(self).info.segment_bytes); }
Ref preamble(PyObject* self) {
  const auto bytes = segments_of(self).calls.preamble();
  return Ref(PyBytes_FromStringAndSize(static_cast<const char*>(bytes.data()),
                                       static_cast<Py_ssize_t>(bytes.size())));
}

PyGetSetDef attributes[] = {
    {"header", attribute<header>, nullptr, "Cipher, mode and sizes.", nullptr},
    {"preamble", attribute<preamble>, nullptr, "What stands before the first segment.", nullptr},
    {"body_offset", attribute<body_offset>, nullptr, "Where the first segment begins.", nullptr},
    {"stride", attribute<stride>, nullptr, "Bytes of a full segment with its tag.", nullptr},
    {"segment_bytes", attribute<segment_bytes>, nullptr, "Plaintext of a full segment.", nullptr},
    {}};

PyMethodDef functions[] = {
    define<
        container_layout, "container_layout($module, preamble, container_bytes)",
        "Returns the numbers of segments and of plaintext bytes, which are not authenticated.">(),
    define<create,
           "create_segments($module, credentials, cipher=None, segment_bytes=None, kdf=None)",
           "Returns the Segments of a new container.">(),
    define<unlock, "unlock_segments($module, preamble, credentials, kdf_limit=None)",
           "Returns the Segments of a container.">(),
    {}};

PyMethodDef methods[] = {define<layout, "layout($self, container_bytes)",
                                "Returns the numbers of segments and of plaintext bytes.">(),
                         define<seal, "seal($self, first, data, final, threads=1)",
                                "Returns sealed segments. An index can be sealed only once.">(),
                         define<digest, "digest($self, first, data)",
                                "Returns 32 bytes: a keyed hash of plaintext at an index.">(),
                         define<open, "open($self, first, source, bytes, final, buf, threads=1)",
                                "Returns the number of bytes written.">(),
                         kRefusePickling,
                         {}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("The segments of one container. Any number of threads may use "
                                  "one object at once.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<Segments>)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {}};
PyType_Spec spec{"hedgerow.Segments", sizeof(Object<Segments>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

void add_segments(PyObject* module) {
  segments_type = add_type(module, "Segments", spec);
  require(PyModule_AddFunctions(module, functions));
}

}  // namespace hedgerow_python
