// The functions of container.h for files that appear complete or not at all.
#include "container/abi/boundary.hpp"
#include "container/io/output_file.hpp"

struct hedgerow_container_file {
  hedgerow::container::OutputFile file;
};

namespace hedgerow::container::abi {
namespace {

FilePlace place_of(int directory, const char* name, const char* shown) {
  require(name, "name");
  return {directory, name, shown ? shown : name};
}

bool overwrites(std::uint32_t flags) {
  require_flags(flags, HEDGEROW_CONTAINER_OVERWRITE | HEDGEROW_CONTAINER_ONE_OF_MANY);
  return (flags & HEDGEROW_CONTAINER_OVERWRITE) != 0;
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_file_new(hedgerow_container_file** file, int directory,
                                                      const char* name, const char* shown,
                                                      uint32_t flags,
                                                      hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(file, "file");
    *file =
        new hedgerow_container_file{OutputFile(place_of(directory, name, shown), overwrites(flags),
                                               (flags & HEDGEROW_CONTAINER_ONE_OF_MANY) != 0)};
  });
}

hedgerow_container_status hedgerow_container_file_check(int directory, const char* name,
                                                        const char* shown, uint32_t flags,
                                                        hedgerow_container_error* error) {
  return guarded(error,
                 [&] { OutputFile::check(place_of(directory, name, shown), overwrites(flags)); });
}

int hedgerow_container_file_fd(const hedgerow_container_file* file) {
  return file ? file->file.fd() : -1;
}

hedgerow_container_status hedgerow_container_file_commit(hedgerow_container_file* file,
                                                         hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(file, "file");
    file->file.commit();
  });
}

hedgerow_container_status hedgerow_container_files_commit(hedgerow_container_file* const* files,
                                                          size_t count,
                                                          hedgerow_container_file_failed failed,
                                                          void* user,
                                                          hedgerow_container_error* error) {
  return guarded(error, [&] {
    std::vector<OutputFile*> all;
    for (std::size_t i = 0; i < count; i++) {
      require(files ? files[i] : nullptr, "files");
      all.push_back(&files[i]->file);
    }
    const auto failures = OutputFile::commit_all(all);
    const Error* first = nullptr;  // no copy, so that no lack of memory hides a later failure
    for (std::size_t i = 0; i < count; i++) {
      if (!failures[i]) continue;
      if (!first) first = &*failures[i];
      hedgerow_container_error one;
      report(&one, *failures[i]);
      if (failed) failed(user, i, &one);
    }
    if (first) throw *first;
  });
}

int hedgerow_container_syncfs_is_enough(int fd) { return syncfs_is_enough(fd) ? 1 : 0; }

void hedgerow_container_file_free(hedgerow_container_file* file) { delete file; }

void hedgerow_container_remove_temporary_files(void) { remove_temporary_files(); }

}  // extern "C"
