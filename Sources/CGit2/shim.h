#ifndef MEMO_CGIT2_SHIM_H
#define MEMO_CGIT2_SHIM_H

#include <git2.h>

// git_libgit2_opts() is variadic, which Swift cannot call. Each option memo
// needs gets one fixed-argument wrapper here.

static inline int memo_git2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

#endif
