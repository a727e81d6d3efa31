// Whole containers, from one descriptor to a file or another descriptor.
#include <fcntl.h>
#include <sys/stat.h>

#include "batch.hpp"
#include "container.hpp"
#include "container_errors.hpp"
#include "module.hpp"

namespace hedgerow_python {
namespace {

using hedgerow::ContainerOptions;

// Calls a Python callable, and passes its exception to the caller.
class Callback {
 public:
  explicit Callback(PyObject* callable) : callable_(callable) {}
  ~Callback() {
    Py_XDECREF(type_);
    Py_XDECREF(value_);
    Py_XDECREF(trace_);
  }

  hedgerow::ContainerProgress progress() {
    return [this](std::uint64_t done, std::uint64_t total) { call(done, total); };
  }
  // Must run in the thread that has the GIL. Throws if the callable has raised an exception.
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
      const auto known = total == HEDGEROW_CONTAINER_UNKNOWN ? 0 : total;
      result = PyObject_CallFunction(callable_, "KK", static_cast<unsigned long long>(done),
                                     static_cast<unsigned long long>(known));
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

// Runs work() without the GIL, after it gave the options their progress.
template <class Work>
void run(PyObject* callable, ContainerOptions& options, Work&& work) {
  Callback callback(callable == Py_None ? nullptr : callable);
  options.progress = callback.progress();
  try {
    const WithoutGil without;
    work();
  } catch (...) {
    callback.rethrow();
    throw;
  }
}

bool is_same_file(int fd, const std::string& path) {
  struct stat a, b;
  return fstat(fd, &a) == 0 && stat(path.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

struct Output {
  explicit Output(PyObject* object) {
    if (PyLong_Check(object))
      fd = static_cast<int>(to_number(object, "output", INT32_MAX));
    else
      path = path_of(object, "output");
  }
  // Calls work(fd) with the descriptor that this is, or with a new file, which gets its name when
  // all went well.
  template <class Work>
  void fill(int in, bool overwrite, ContainerOptions& options, Work&& work) const {
    if (path.empty()) {
      options.flags |= HEDGEROW_CONTAINER_IN_ORDER;
      return work(fd);
    }
    if (is_same_file(in, path))
      throw hedgerow::container_error(HEDGEROW_CONTAINER_SAME_FILE,
                                      "input and output are one file: give another name");
    std::optional<hedgerow::ContainerFile> output;
    with_file(path,
              [&] { output.emplace(hedgerow::ContainerPlace{AT_FDCWD, path, path}, overwrite); });
    work(output->fd());
    with_file(path, [&] { output->commit(); });
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

PyObject* progress_of(const Arguments& a, std::size_t i) { return a.has(i) ? a[i] : Py_None; }

std::uint32_t layout_of(const std::string& name) {
  const auto layout = hedgerow::find_container_layout(name);
  if (!layout)
    raise(PyExc_ValueError, "layout '" + name + "': allowed are automatic, compact, reserved");
  return *layout;
}

Ref encrypt(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const Output out(a[1]);
  const auto credentials = credentials_of(a[2]);
  ContainerOptions options;
  if (a.has(3)) options.cipher = a.text(3);
  options.segment_bytes = segment_bytes_of(a, 4);
  options.kdf = kdf_cost(a, 5);
  options.threads = threads_of(a, 6);
  const bool overwrite = a.flag(7);
  if (a.has(9)) options.layout = layout_of(a.text(9));
  run(progress_of(a, 8), options, [&] {
    out.fill(in, overwrite, options,
             [&](int fd) { hedgerow::encrypt_container(in, fd, credentials, options); });
  });
  return Ref::borrow(Py_None);
}

Ref decrypt(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const Output out(a[1]);
  const auto credentials = credentials_of(a[2]);
  ContainerOptions options;
  options.kdf_limit = kdf_limit(a, 3);
  options.threads = threads_of(a, 4);
  const bool overwrite = a.flag(5);
  run(progress_of(a, 6), options, [&] {
    out.fill(in, overwrite, options,
             [&](int fd) { hedgerow::decrypt_container(in, fd, credentials, options); });
  });
  return Ref::borrow(Py_None);
}

Ref verify(PyObject*, const Arguments& a) {
  const int in = descriptor_of(a, 0);
  const auto credentials = credentials_of(a[1]);
  ContainerOptions options;
  options.kdf_limit = kdf_limit(a, 2);
  options.threads = threads_of(a, 3);
  hedgerow_container_info result{};
  run(progress_of(a, 4), options,
      [&] { result = hedgerow::verify_container(in, credentials, options); });
  return Ref(Py_BuildValue("{s:N,s:K,s:N,s:O}", "header", header_of(result).release(),
                           "plaintext_bytes",
                           static_cast<unsigned long long>(result.plaintext_bytes), "opened_with",
                           text_of(result.opened_with).release(), "copies_whole",
                           result.copies_whole != 0 ? Py_True : Py_False));
}

Ref number_or_none(std::uint64_t n) {
  return n == HEDGEROW_CONTAINER_UNKNOWN ? Ref::borrow(Py_None) : number_of(n);
}

Ref inspect(PyObject*, const Arguments& a) {
  const auto info = hedgerow::inspect_container(descriptor_of(a, 0));
  Ref slots(PyList_New(0));
  for (std::uint32_t i = 0; i < info.slot_count; i++)
    require(PyList_Append(slots.get(),
                          text_of(hedgerow_container_slot_kind_text(info.slots[i].kind)).get()));
  const auto cost = hedgerow::text_of({info.kdf_passes, info.kdf_memory_kib});
  Ref kdf = info.kdf_passes != 0 ? text_of(cost.c_str()) : Ref::borrow(Py_None);
  return Ref(Py_BuildValue("{s:N,s:N,s:N,s:N,s:N}", "header", header_of(info).release(), "slots",
                           slots.release(), "kdf", kdf.release(), "container_bytes",
                           number_or_none(info.container_bytes).release(), "plaintext_bytes",
                           number_or_none(info.plaintext_bytes).release()));
}

Ref slots_of(const hedgerow_container_info& info) {
  Ref list(PyList_New(0));
  for (std::uint32_t i = 0; i < info.slot_count; i++) {
    const auto& slot = info.slots[i];
    const Ref pair(Py_BuildValue("(sN)", hedgerow_container_slot_kind_text(slot.kind),
                                 text_of(slot.label).release()));
    require(PyList_Append(list.get(), pair.get()));
  }
  return list;
}

// Without `add` and `remove` it lists the slots.
Ref rekey(PyObject*, const Arguments& a) {
  const auto path = path_of(a[0], "path");
  const auto credentials = credentials_of(a[1]);
  hedgerow::ContainerChange change;
  if (a.has(2)) change.add = credentials_of(a[2]);
  if (a.has(3)) {
    const Items labels(a[3], "remove");
    for (std::size_t i = 0; i < labels.size(); i++)
      change.remove.push_back(to_text(labels[i], "a label"));
  }
  ContainerOptions options;
  options.kdf = kdf_cost(a, 4);
  options.kdf_limit = kdf_limit(a, 5);
  const auto how = a.text(6);
  hedgerow_container_info info{};
  const auto change_it = [&] {
    info = how == "list"        ? hedgerow::container_slots(path, credentials, options)
           : how == "reencrypt" ? hedgerow::reencrypt_container(path, credentials, change, options)
                                : hedgerow::rekey_container(path, credentials, change, options);
  };
  run(progress_of(a, 7), options, [&] { with_file(path, change_it); });
  return slots_of(info);
}

PyMethodDef functions[] = {
    define<encrypt,
           "encrypt_container($module, input, output, credentials, cipher=None, "
           "segment_bytes=None, kdf=None, threads=0, overwrite=False, progress=None, layout=None)",
           "Encrypts from a descriptor to a descriptor or a file of that name.">(),
    define<decrypt,
           "decrypt_container($module, input, output, credentials, kdf_limit=None, threads=0, "
           "overwrite=False, progress=None)",
           "Decrypts from a descriptor to a descriptor or a file of that name.">(),
    define<
        verify,
        "verify_container($module, input, credentials, kdf_limit=None, threads=0, progress=None)",
        "Checks every byte.">(),
    define<inspect, "inspect_container($module, input)",
           "Returns the header and the kinds of credentials, which are not authenticated.">(),
    define<rekey,
           "rekey_container($module, path, credentials, add, remove, kdf, kdf_limit, how, "
           "progress=None)",
           "Lists or changes who can open a container.">(),
    {}};

}  // namespace

void add_container_files(PyObject* module) { require(PyModule_AddFunctions(module, functions)); }

}  // namespace hedgerow_python
