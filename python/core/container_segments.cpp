// hedgerow._core.Segments: the segments of one container, no matter where its bytes are stored. The Python code for
// file objects, object stores and clusters uses it.
#include <sodium.h>
#include <sys/mman.h>

#include <memory>
#include <mutex>
#include <vector>

#include "container.hpp"
#include "container/format/layout.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/unlock.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "parallel.hpp"

namespace hedgerow_python {

namespace hc = hedgerow::container;

namespace {

// Memory for one segment, which is wiped at the end.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes) : data_(new std::uint8_t[bytes]), bytes_(bytes) {}
  ~Scratch() { hc::wipe_memory(data_.get(), bytes_); }
  std::uint8_t* data() { return data_.get(); }

 private:
  std::unique_ptr<std::uint8_t[]> data_;
  std::size_t bytes_;
};

// The keys of one container, which many threads may use concurrently. Each index can be sealed only once.
class Segments {
 public:
  Segments(const hc::Header& header, const hc::Secret& file_secret,
           std::vector<std::uint8_t> preamble)
      : header_(header),
        preamble_(std::move(preamble)),
        digest_key_(hc::derive_slot_area_key(header, file_secret, "DIG")),
        cipher_(header, hc::derive_cipher_key(header, file_secret)) {}

  const hc::Header& header() const { return header_; }
  const std::vector<std::uint8_t>& preamble() const { return preamble_; }

  const hc::Secret& digest_key() const { return digest_key_; }

  // Reserves the indices [first, first + count) for sealing.
  void claim(std::uint64_t first, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    if (sealed_.size() < first + count) sealed_.resize(first + count);
    for (auto i = first; i < first + count; i++)
      if (sealed_[i]) throw hedgerow::error(HEDGEROW_ERR_NONCE_REUSE);
    for (auto i = first; i < first + count; i++) sealed_[i] = true;
  }
  // Calls work(cipher, scratch) with a cipher and memory that only this thread uses.
  template <class Work>
  void run(Work&& work) {
    auto cipher = take();
    Scratch scratch(header_.stride());
    work(*cipher, scratch.data());
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(cipher));
  }

 private:
  std::unique_ptr<hc::SegmentCipher> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto cipher = std::move(idle_.back());
        idle_.pop_back();
        return cipher;
      }
    }
    return std::make_unique<hc::SegmentCipher>(cipher_.clone());
  }

  hc::Header header_;
  std::vector<std::uint8_t> preamble_;
  hc::Secret digest_key_;     // containers do not use this key for data
  hc::SegmentCipher cipher_;  // a template, which never processes a segment
  std::mutex mutex_;
  std::vector<std::unique_ptr<hc::SegmentCipher>> idle_;
  std::vector<bool> sealed_;
};

PyTypeObject* segments_type = nullptr;
Segments& segments_of(PyObject* self) { return value_of<Segments>(self); }

Ref create(PyObject*, const Arguments& a) {
  const auto credentials = credentials_of(a[0]);
  const auto cipher = a.has(1) ? a.text(1) : hc::kDefaultCipher;
  auto header = hc::make_header(
      cipher, static_cast<std::uint32_t>(a.number(2, hc::kDefaultSegmentBytes, UINT32_MAX)));
  const auto cost = kdf_cost(a, 3);
  std::unique_ptr<Segments> segments;
  {
    const WithoutGil work;  // Argon2id
    const auto locked = hc::lock(header, credentials, cost);
    segments = std::make_unique<Segments>(
        header, locked.file_key, hc::encode_preamble(header, locked.area, locked.file_key));
  }
  return wrap_value(segments_type, segments.release());
}

// Reads a preamble through a descriptor, because the library needs one.
hc::Preamble parse(const Buffer& bytes) {
  const hc::Descriptor file(memfd_create("preamble", MFD_CLOEXEC));
  if (!file.valid()) hc::throw_errno("no memory for a header", errno);
  hc::write_all(file.get(), bytes.data(), bytes.size());
  return hc::read_preamble_at_start(file.get());
}

Ref unlock(PyObject*, const Arguments& a) {
  const Buffer bytes(a[0], "preamble");
  const auto credentials = credentials_of(a[1]);
  const auto limit = kdf_limit(a, 2);
  std::unique_ptr<Segments> segments;
  {
    const WithoutGil work;  // Argon2id
    const auto preamble = parse(bytes);
    const auto unlocked = hc::unlock(preamble, credentials, limit);
    std::vector<std::uint8_t> stored(bytes.data(), bytes.data() + preamble.header.body_offset());
    segments = std::make_unique<Segments>(preamble.header, unlocked.file_secret, std::move(stored));
  }
  return wrap_value(segments_type, segments.release());
}

Ref layout_of(std::uint64_t container_bytes, const hc::Header& header) {
  const auto layout = hc::layout_of(header, container_bytes);
  return Ref(Py_BuildValue("(KK)", static_cast<unsigned long long>(layout.segments),
                           static_cast<unsigned long long>(layout.plaintext_bytes)));
}

Ref container_layout(PyObject*, const Arguments& a) {
  return layout_of(a.number(1, 0), parse(Buffer(a[0], "preamble")).header);
}

Ref layout(PyObject* self, const Arguments& a) {
  return layout_of(a.number(0, 0), segments_of(self).header());
}

// Plaintext in, segments out. The first segment has the index `first`, and all except the last are full.
Ref seal(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const auto& header = segments.header();
  const auto first = a.number(0, 0);
  const Buffer data(a[1], "data");
  const bool final = a.flag(2);
  const auto threads = a.number(3, 1, kMaxThreads);
  const std::size_t full = header.segment_bytes, tag = header.tag_bytes;
  const auto count =
      final ? std::max<std::size_t>((data.size() + full - 1) / full, 1) : data.size() / full;
  if (!final && data.size() % full != 0)
    raise_status(HEDGEROW_ERR_DATA_LENGTH,
                 "only the final segment may have less than " + std::to_string(full) + " bytes");
  NewBytes out(data.size() + count * tag);
  const auto to = out.data();
  {
    const WithoutGil work(data.size());
    segments.claim(first, count);
    parallel(threads, count, [&](std::size_t i) {
      const auto bytes = std::min(full, data.size() - i * full);
      const auto place = to + i * (full + tag);
      std::copy_n(data.data() + i * full, bytes, place);
      segments.run([&](hc::SegmentCipher& cipher, std::uint8_t*) {
        cipher.seal({first + i, final && i + 1 == count}, place, bytes);
      });
    });
  }
  return out.take();
}

// BLAKE2b of `first` (8 bytes) and the data, under a key of this container. Without a key of the container, an attacker
// cannot guess the data or see that two digests belong to equal data.
Ref digest(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const std::uint64_t first = a.number(0, 0);
  const Buffer data(a[1], "data");
  const auto& key = segments.digest_key();
  NewBytes out(crypto_generichash_blake2b_BYTES);
  const auto to = out.data();
  std::uint8_t place[8];
  for (std::size_t i = 0; i < sizeof place; i++)
    place[i] = static_cast<std::uint8_t>(first >> 8 * i);
  {
    const WithoutGil work(data.size());
    crypto_generichash_blake2b_state state;
    crypto_generichash_blake2b_init(&state, key.data(), key.size(),
                                    crypto_generichash_blake2b_BYTES);
    crypto_generichash_blake2b_update(&state, place, sizeof place);
    crypto_generichash_blake2b_update(&state, data.data(), data.size());
    crypto_generichash_blake2b_final(&state, to, crypto_generichash_blake2b_BYTES);
    sodium_memzero(&state, sizeof state);
  }
  return out.take();
}

// The source of sealed segments: a buffer that starts with the first segment, or a position in a file.
struct Stored {
  Stored(PyObject* object, const hc::Header& header, std::uint64_t first) {
    if (PyLong_Check(object)) {
      fd = static_cast<int>(to_number(object, "source", INT32_MAX));
      offset = header.body_offset() + first * header.stride();
    } else {
      buffer = Buffer(object, "source");
    }
  }
  void read(std::uint64_t at, std::uint8_t* to, std::size_t bytes) const {
    if (fd < 0)
      std::copy_n(buffer.data() + at, bytes, to);
    else if (hc::pread_up_to(fd, to, bytes, offset + at) != bytes)
      throw hc::Error(hc::Status::kTruncated, "the container became shorter while it was read");
  }
  int fd = -1;
  std::uint64_t offset = 0;
  Buffer buffer;
};

// Segments in (`bytes` bytes with their tags), plaintext out to `buf`.
Ref open(PyObject* self, const Arguments& a) {
  auto& segments = segments_of(self);
  const auto& header = segments.header();
  const auto first = a.number(0, 0);
  const Stored stored(a[1], header, first);
  const auto bytes = a.number(2, 0, SIZE_MAX);
  const bool final = a.flag(3);
  const Buffer out(a[4], "buf", Buffer::Access::kWrite);
  const auto threads = a.number(5, 1, kMaxThreads);
  const std::size_t stride = header.stride(), full = header.segment_bytes, tag = header.tag_bytes;
  const auto count = (bytes + stride - 1) / stride;
  const auto plain = bytes - std::min<std::size_t>(bytes, count * tag);
  if (stored.fd < 0 && stored.buffer.size() < bytes) check(HEDGEROW_ERR_BUFFER);
  if (out.size() < plain)
    raise_status(HEDGEROW_ERR_BUFFER, "buf has " + std::to_string(out.size()) +
                                          " bytes; the plaintext has " + std::to_string(plain));
  if (overlap(stored.buffer.data(), stored.buffer.size(), out.data(), out.size()))
    raise_status(HEDGEROW_ERR_OVERLAP, "source and buf must be apart");
  {
    const WithoutGil work(bytes);
    parallel(threads, count, [&](std::size_t i) {
      const auto wanted = std::min<std::size_t>(stride, bytes - i * stride);
      segments.run([&](hc::SegmentCipher& cipher, std::uint8_t* scratch) {
        stored.read(i * stride, scratch, wanted);
        const auto n = cipher.open({first + i, final && i + 1 == count}, scratch, wanted);
        std::copy_n(scratch, n, out.data() + i * full);
      });
    });
  }
  return number_of(plain);
}

Ref header(PyObject* self) { return header_of(segments_of(self).header()); }
Ref body_offset(PyObject* self) { return number_of(segments_of(self).header().body_offset()); }
Ref stride(PyObject* self) { return number_of(segments_of(self).header().stride()); }
Ref segment_bytes(PyObject* self) { return number_of(segments_of(self).header().segment_bytes); }
Ref preamble(PyObject* self) {
  const auto& bytes = segments_of(self).preamble();
  return Ref(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()),
                                       static_cast<Py_ssize_t>(bytes.size())));
}

PyGetSetDef attributes[] = {
    {"header", attribute<header>, nullptr, "Cipher, mode and sizes.", nullptr},
    {"preamble", attribute<preamble>, nullptr, "What stands before the first segment.", nullptr},
    {"body_offset", attribute<body_offset>, nullptr, "Where the first segment begins.", nullptr},
    {"stride", attribute<stride>, nullptr, "Bytes of a full segment with its tag.", nullptr},
    {"segment_bytes", attribute<segment_bytes>, nullptr, "Plaintext of a full segment.", nullptr},
    {}};

constexpr const char* kCreate[] = {"credentials", "cipher", "segment_bytes", "kdf"};
constexpr const char* kUnlock[] = {"preamble", "credentials", "kdf_limit"};
constexpr const char* kLayout[] = {"container_bytes"};
constexpr const char* kPlain[] = {"preamble", "container_bytes"};
constexpr Parameters kP{"container_layout", kPlain, 2};
constexpr const char* kSeal[] = {"first", "data", "final", "threads"};
constexpr const char* kDigest[] = {"first", "data"};
constexpr const char* kOpen[] = {"first", "source", "bytes", "final", "buf", "threads"};
constexpr Parameters kC{"create_segments", kCreate, 1}, kU{"unlock_segments", kUnlock, 2};
constexpr Parameters kL{"layout", kLayout, 1}, kS{"seal", kSeal, 3}, kO{"open", kOpen, 5};
constexpr Parameters kD{"digest", kDigest, 2};

PyMethodDef functions[] = {
    define<kP, container_layout>("container_layout(preamble, container_bytes) -> (segments, bytes "
                                 "of plaintext); needs no key, and authenticates nothing."),
    define<kC, create>("create_segments(credentials, cipher=None, segment_bytes=None, kdf=None) -> "
                       "Segments of a new container."),
    define<kU, unlock>("unlock_segments(preamble, credentials, kdf_limit=None) -> Segments."),
    {}};

PyMethodDef methods[] = {
    define<kL, layout>("layout(container_bytes) -> (segments, bytes of plaintext)."),
    define<kS, seal>("seal(first, data, final, threads=1) -> bytes. An index is sealed once."),
    define<kD, digest>("digest(first, data) -> 32 bytes: a keyed hash of plaintext at an index."),
    define<kO, open>("open(first, source, bytes, final, buf, threads=1) -> int: bytes written."),
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
