// A file on its way: NAME.xxxxxx.part, which becomes NAME when it is whole.
//
// Several processes, on several machines that share the folder, may be on their way to
// the same NAME. Each has a name of its own for that, so that nobody gives NAME to what
// another has not finished; the last to finish wins. Who writes holds a lock on the file.
// One that nobody holds is left over from a process that was killed, and goes when NAME is
// written the next time. Where locks do not reach from machine to machine, a file may be
// taken for left over that is not: its writer then fails when it wants to rename it, with a
// sentence, and NAME is what it was.
#pragma once

#include "noughts/store/file.h"

namespace noughts::store {

struct PartFile {
  Path path;
  int fd = -1;  // open for writing, and locked
};

// What is left over of earlier ones is removed.
Result<PartFile> create_part(const Path& path);

}  // namespace noughts::store
