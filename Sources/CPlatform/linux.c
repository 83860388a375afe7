#ifdef __linux__
#define _GNU_SOURCE
#include "cplatform.h"

#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/statfs.h>
#include <unistd.h>

int memo_pipe(int *ends, int flags) { return pipe2(ends, flags); }

int memo_spawn_in(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int memo_spawn_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int memo_syncfs(int descriptor) { return syncfs(descriptor); }

unsigned int memo_file_system(const char *folder) {
  struct statfs status;
  return statfs(folder, &status) == 0 ? (unsigned int)status.f_type : 0;
}

int memo_rename(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags) {
  return renameat2(old_folder, old_name, new_folder, new_name, flags);
}

void memo_trim_heap(void) { malloc_trim(0); }

void memo_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif
