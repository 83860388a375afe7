#ifdef __linux__
#define _GNU_SOURCE
#include "csystem.h"

#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

int memo_pipe(int *ends, int flags) { return pipe2(ends, flags); }

int memo_spawn_in(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

// As a system call, since not every C library has a function for it.
int memo_rename(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
  return (int)syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, flags);
}
#endif
