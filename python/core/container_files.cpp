// Processes whole containers, from a descriptor to a file or another descriptor.
#include "batch.hpp"
#include "container.hpp"
#include "container/format/layout.hpp"
#include "container/io/output_file.hpp"
#include "container/rekey.hpp"
#include "module.hpp"

namespace hedgerow_python {

namespace hc = hedgerow::container;

namespace {

// Calls a Python callable from any thread and passes its exception to the caller. Also handles Python signals, so that
// Ctrl-C ends the work.
class Callback {
 public:
  explicit Callback(PyObject* callable) : callable_(callable) {}
  ~Callback() {
    Py_XDECREF(type_);
    Py_XDECREF(value_);
    Py_XDECREF(trace_);
  }

  hc::Progress progress() {
    return [this](std::uint64_t done, std::uint64_t total) { call(done, total); };
  }
  // Throws the exception of the callable, and must therefore run in the thread that has the GIL.
  void rethrow() {
    if (!type_) return;
    PyErr_Restore(std::exchange(type_, nullptr), std::exchange(value_, nullptr),
                  std::exchange(trace_, nullptr));
    throw PythonError();
  }

 private:
  struct Cancelled {};

  void call(std::uint64_t done, std::uint64_t total) {
    const auto state = PyGILState_Ensure();
    PyObject* result = nullptr;
    bool failed = PyErr_CheckSignals() != 0;
    if (!failed && callable_) {
      result = PyObject_CallFunction(callable_, "KK", static_cast<unsigned long long>(done),
                                     static_cast<unsigned long long>(total));
      failed = !result;
    }
    Py_XDECREF(result);
    if (failed && !type_)
      PyErr_Fetch(&type_, &value_, &trace_);
    else
      PyErr_Clear();
    PyGILState_Release(state);
    if (failed) throw Cancelled();
  }

  PyObject* callable_;
  PyObject *type_ = nullptr, *value_ = nullptr, *trace_ = nullptr;
};

// Runs work(progress) without the GIL.
template <class Work>
void run(PyObject* callable, Work&& work) {
  Callback callback(callable == Py_None ? nullptr : callable);
  try {
    const WithoutGil without;
    work(callback.progress());
  } catch (...) {
    callback.rethrow();
    throw;
  }
}

// Calls work(fd, order), where fd is the descriptor `out`, or a new file that gets the name `out` if everything
// succeeds.
template <class Work>
void with_output(int in, const std::string& path, int fd, bool overwrite, Work&& work) {
  if (path.empty()) {
    work(fd, hc::WriteOrder::kInOrder);
    return;
  }
  if (hc::is_same_file(in, path))
    throw hc::Error(hc::Status::kSameFile, "input and output are one file: give another name");
  hc::OutputFile output(path, overwrite);
  work(output.fd(), hc::WriteOrder::kAnyOrder);
  output.commit();
}

struct Output {
  explicit Output(PyObject* object) {
    if (PyLong_Check(object))
      fd = static_cast<int>(to_number(object, "output", INT32_MAX));
    else
      path = path_of(object, "output");
  }
  std::string path;
  int fd = -1;
};

int descriptor_of(const Arguments& a, std::size_t i) {
  return static_cast<int>(a.number(i, 0, INT32_MAX));
}

unsigned threads_of(const Arguments& a, std::size_t i) {
  return static_cast<unsigned>(a.number(i, 0, kMaxThreads));
}

Ref encrypt(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const Output out(a[1]);
  const auto credentials = credentials_of(a[2]);
  hc::EncryptOptions options;
  if (a.has(3)) options.cipher = a.text(3);
  options.segment_bytes =
      static_cast<std::uint32_t>(a.number(4, hc::kDefaultSegmentBytes, UINT32_MAX));
  options.kdf = kdf_cost(a, 5);
  options.threads = threads_of(a, 6);
  const bool overwrite = a.flag(7);
  run(a.has(8) ? a[8] : Py_None, [&](hc::Progress progress) {
    options.progress = std::move(progress);
    with_output(in, out.path, out.fd, overwrite, [&](int fd, hc::WriteOrder order) {
      options.order = order;
      hc::encrypt(in, fd, credentials, options);
    });
  });
  return Ref::borrow(Py_None);
}

Ref decrypt(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const Output out(a[1]);
  const auto credentials = credentials_of(a[2]);
  hc::DecryptOptions options;
  options.kdf_limit = kdf_limit(a, 3);
  options.threads = threads_of(a, 4);
  const bool overwrite = a.flag(5);
  run(a.has(6) ? a[6] : Py_None, [&](hc::Progress progress) {
    options.progress = std::move(progress);
    with_output(in, out.path, out.fd, overwrite, [&](int fd, hc::WriteOrder order) {
      options.order = order;
      hc::decrypt(in, fd, credentials, options);
    });
  });
  return Ref::borrow(Py_None);
}

Ref verify(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const auto credentials = credentials_of(a[1]);
  hc::DecryptOptions options;
  options.kdf_limit = kdf_limit(a, 2);
  options.threads = threads_of(a, 3);
  hc::Verification result;
  run(a.has(4) ? a[4] : Py_None, [&](hc::Progress progress) {
    options.progress = std::move(progress);
    result = hc::verify(in, credentials, options);
  });
  return Ref(Py_BuildValue(
      "{s:N,s:K,s:s,s:O}", "header", header_of(result.header).release(), "plaintext_bytes",
      static_cast<unsigned long long>(result.plaintext_bytes), "opened_with",
      result.opened_with.c_str(), "copies_whole", result.copies_whole ? Py_True : Py_False));
}

Ref optional_number(const std::optional<std::uint64_t>& n) {
  return n ? number_of(*n) : Ref::borrow(Py_None);
}

Ref inspect(PyObject*, const Arguments& a) {
  const auto result = hc::inspect(descriptor_of(a, 0));
  Ref slots(PyList_New(0));
  for (const auto kind : result.slots)
    require(PyList_Append(slots.get(), text_of(hc::name_of(kind)).get()));
  Ref kdf = result.kdf ? text_of(hc::text_of(*result.kdf).c_str()) : Ref::borrow(Py_None);
  return Ref(Py_BuildValue("{s:N,s:N,s:N,s:N,s:N}", "header", header_of(result.header).release(),
                           "slots", slots.release(), "kdf", kdf.release(), "container_bytes",
                           optional_number(result.container_bytes).release(), "plaintext_bytes",
                           optional_number(result.plaintext_bytes).release()));
}

Ref slots_of(const std::vector<hc::SlotInfo>& slots) {
  Ref list(PyList_New(0));
  for (const auto& slot : slots) {
    const Ref pair(Py_BuildValue("(ss)", hc::name_of(slot.kind), slot.label.c_str()));
    require(PyList_Append(list.get(), pair.get()));
  }
  return list;
}

// Lists the slots if there is nothing to add or remove.
Ref rekey(PyObject*, const Arguments& a) {
  const auto path = path_of(a[0], "path");
  const auto credentials = credentials_of(a[1]);
  hc::SlotChange change;
  if (a.has(2)) change.add = credentials_of(a[2]);
  if (a.has(3)) {
    const Items labels(a[3], "remove");
    for (std::size_t i = 0; i < labels.size(); i++)
      change.remove.push_back(to_text(labels[i], "a label"));
  }
  if (a.has(4)) change.kdf = kdf_cost(a, 4);
  hc::RekeyOptions options;
  options.kdf_limit = kdf_limit(a, 5);
  const auto how = a.text(6);
  std::vector<hc::SlotInfo> slots;
  run(a.has(7) ? a[7] : Py_None, [&](hc::Progress progress) {
    options.progress = std::move(progress);
    slots = how == "list"        ? hc::list_slots(path, credentials, options)
            : how == "reencrypt" ? hc::reencrypt(path, credentials, change, options)
                                 : hc::rekey(path, credentials, change, options);
  });
  return slots_of(slots);
}

constexpr const char* kEncrypt[] = {"input", "output",  "credentials", "cipher",  "segment_bytes",
                                    "kdf",   "threads", "overwrite",   "progress"};
constexpr const char* kDecrypt[] = {"input",   "output",    "credentials", "kdf_limit",
                                    "threads", "overwrite", "progress"};
constexpr const char* kVerify[] = {"input", "credentials", "kdf_limit", "threads", "progress"};
constexpr const char* kInspect[] = {"input"};
constexpr const char* kRekey[] = {"path", "credentials", "add", "remove",
                                  "kdf",  "kdf_limit",   "how", "progress"};
constexpr Parameters kE{"encrypt_container", kEncrypt, 3}, kD{"decrypt_container", kDecrypt, 3};
constexpr Parameters kV{"verify_container", kVerify, 2}, kI{"inspect_container", kInspect, 1};
constexpr Parameters kR{"rekey_container", kRekey, 7};

PyMethodDef functions[] = {
    define<kE, encrypt>("From a descriptor to a descriptor, or to a file of that name."),
    define<kD, decrypt>("From a descriptor to a descriptor, or to a file of that name."),
    define<kV, verify>("Checks every byte."),
    define<kI, inspect>("The header and the kinds of credentials; nothing is authenticated."),
    define<kR, rekey>("Lists or changes who can open a container."),
    {}};

}  // namespace

void add_container_files(PyObject* module) { require(PyModule_AddFunctions(module, functions)); }

}  // namespace hedgerow_python
