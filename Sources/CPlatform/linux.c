#ifdef __linux__
#define _GNU_SOURCE
#include "cplatform.h"

#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <spawn.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int memo_pipe(int *ends, int flags) { return pipe2(ends, flags); }

int memo_spawn_in(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int memo_spawn_close_from(void *actions, int first) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  // Closing a descriptor that isn't open is no error.
  for (int descriptor = first; descriptor < 1024; descriptor++) {
    int status = posix_spawn_file_actions_addclose(actions, descriptor);
    if (status != 0) return status;
  }
  return 0;
#endif
}

int memo_syncfs(int descriptor) { return syncfs(descriptor); }

unsigned int memo_file_system(const char *folder) {
  struct statfs status;
  return statfs(folder, &status) == 0 ? (unsigned int)status.f_type : 0;
}

// A system call, because some C libraries have no function for it.
int memo_rename(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
  return (int)syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, flags);
}

void memo_trim_heap(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void memo_use_one_heap(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}
#endif
