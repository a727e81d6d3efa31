// The system's tar as a child: it writes an archive into a pipe of ours, or extracts one from it.
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
  // Archives what is in the open `directory`, with names that begin with "./", but devices, FIFOs and
  // sockets, which extracted.hpp would refuse: `skip` is told of each.
  static TarProcess create(int directory, const std::function<void(const TreeEntry&)>& skip);
  // Extracts into the open `directory`; `preserve` keeps the permissions whatever the umask. Owners are
  // not kept, not for root either.
  static TarProcess extract(int directory, bool preserve);
  TarProcess(TarProcess&& other) noexcept;
  // Ends the child if nobody waited for it.
  ~TarProcess();

  // Our end of the pipe.
  int fd() const { return pipe_.get(); }
  pid_t pid() const { return pid_; }
  // Closes our end and waits for the child's end; its id stays its own until finish.
  void await();
  // await, and lets the id go. Throws Error (IO) unless tar's exit code is 0; tar itself
  // has said why on standard error.
  void finish();

 private:
  enum class Side { kReads, kWrites };  // what we do with the pipe
  TarProcess(Side side, int directory, const std::vector<std::string>& arguments);

  pid_t pid_ = 0;
  Descriptor pipe_;
};

}  // namespace hedgerow::cli
