// hedgerow._core.OutputFile: a file that appears under its name whole or not at all.
#include <fcntl.h>

#include "container.hpp"
#include "container_errors.hpp"
#include "module.hpp"

namespace hedgerow_python {

namespace {

struct Output {
  Output(const std::string& name, bool overwrite) : path(name) {
    with_file(path,
              [&] { file.emplace(hedgerow::ContainerPlace{AT_FDCWD, path, path}, overwrite); });
  }
  std::string path;
  std::optional<hedgerow::ContainerFile> file;
  std::atomic<bool> busy{false};
};

PyTypeObject* output_type = nullptr;

// Under OneThread: another thread may end the file.
hedgerow::ContainerFile& file_of(Output& output) {
  if (!output.file) raise(PyExc_ValueError, "the output was committed or discarded already");
  return *output.file;
}

Ref create(PyObject*, const Arguments& a) {
  return wrap_value(output_type, new Output(path_of(a[0], "path"), a.flag(1)));
}

Ref fileno(PyObject* self, const Arguments&) {
  auto& output = value_of<Output>(self);
  const OneThread alone(output.busy);
  return number_of(static_cast<std::uint64_t>(file_of(output).fd()));
}

Ref commit(PyObject* self, const Arguments&) {
  auto& output = value_of<Output>(self);
  const OneThread alone(output.busy);
  auto& file = file_of(output);
  {
    const WithoutGil work;
    with_file(output.path, [&] { file.commit(); });
  }
  output.file.reset();
  return Ref::borrow(Py_None);
}

Ref discard(PyObject* self, const Arguments&) {
  auto& output = value_of<Output>(self);
  const OneThread alone(output.busy);
  output.file.reset();
  return Ref::borrow(Py_None);
}

PyMethodDef functions[] = {
    define<create, "create_output($module, path, overwrite=False)", "Returns an OutputFile.">(),
    {}};

PyMethodDef methods[] = {define<fileno, "fileno($self)",
                                "Returns the descriptor of the file, which is empty at first.">(),
                         define<commit, "commit($self)",
                                "Flushes the file and gives it its name. Raises OutputExists.">(),
                         define<discard, "discard($self)", "Removes the file.">(),
                         {}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("A file that appears under its name whole or not at all.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate<Output>)},
    {Py_tp_methods, methods},
    {}};
PyType_Spec spec{"hedgerow.OutputFile", sizeof(Object<Output>), 0,
                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

void add_output(PyObject* module) {
  output_type = add_type(module, "OutputFile", spec);
  require(PyModule_AddFunctions(module, functions));
}

}  // namespace hedgerow_python
