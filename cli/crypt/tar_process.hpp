// The tar of the system as a child process, which writes an archive into a pipe or extracts one from it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "support/descriptor.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {

class TarProcess {
 public:
  // Archives the content of the open `directory` under names that begin with "./". Devices, FIFOs and sockets are left
  // out, because extracted.hpp would refuse them, and `skip` is called for each. Holes are kept. If `preserve` is true,
  // the archive also has extended attributes and access control lists, and owners by their numbers only.
  static TarProcess create(int directory, bool preserve,
                           const std::function<void(const TreeEntry&)>& skip);
  // Extracts into the open `directory`. If `preserve` is true, the permissions do not depend on the umask, access
  // control lists and extended attributes of the namespace `user` are kept, and root also keeps owners, by their
  // numbers. Other attributes can give rights as set-id bits do. Otherwise the files belong to the user who runs
  // hedgerow, even if that is root.
  static TarProcess extract(int directory, bool preserve);
  TarProcess(TarProcess&& other) noexcept;
  // Kills the child, unless finish has returned.
  ~TarProcess();

  // Returns our end of the pipe.
  int fd() const { return pipe_.get(); }
  pid_t pid() const { return pid_; }
  // Closes our end and waits until the child ends. The system does not give its id to another process before finish.
  void await();
  // Calls await and releases the id. Throws Error (IO) if tar failed, after tar has printed the reason on standard
  // error.
  void finish();

 private:
  enum class Side { kReads, kWrites };  // what this process does with the pipe
  TarProcess(Side side, int directory, const std::vector<std::string>& arguments);

  pid_t pid_ = 0;
  Descriptor pipe_;
};

}  // namespace hedgerow::cli
