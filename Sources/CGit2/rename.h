#ifndef MEMO_CGIT2_RENAME_H
#define MEMO_CGIT2_RENAME_H

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

// renameat2(2) has a declaration only under _GNU_SOURCE, which a Swift module
// can't ask for, and syscall() is variadic, which Swift can't call.

#define MEMO_RENAME_NOREPLACE 1u
#define MEMO_RENAME_EXCHANGE 2u

static inline int memo_renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
  return (int)syscall(
      SYS_renameat2, old_folder, old_name, new_folder, new_name, flags);
}
#endif

#endif
