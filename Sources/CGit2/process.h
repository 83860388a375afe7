#ifndef MEMO_CGIT2_PROCESS_H
#define MEMO_CGIT2_PROCESS_H

#ifdef __linux__
// These have declarations only under _GNU_SOURCE, which a Swift module can't ask for. No
// header is included here: the types in it would then belong to this module.

extern int pipe2(int *ends, int flags);
extern int posix_spawn_file_actions_addchdir_np(void *actions, const char *directory);

static inline int memo_pipe(int *ends, int flags) { return pipe2(ends, flags); }

static inline int memo_spawn_in(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}
#endif

#endif
