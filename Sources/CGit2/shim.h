#ifndef MEMO_CGIT2_SHIM_H
#define MEMO_CGIT2_SHIM_H

#include <stdlib.h>
#include <string.h>

#include <git2.h>
// Before libgit2 1.8, these functions are in git2/errors.h.
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

// libgit2 1.5 defines LIBGIT2_VER_*; newer versions keep these names as aliases.
#if LIBGIT2_VER_MAJOR != 1 || LIBGIT2_VER_MINOR < 5 || LIBGIT2_VER_MINOR > 9
#error "memo works with libgit2 1.5 to 1.9; this is another version"
#endif
_Static_assert(
    sizeof(git_oid) == 20,
    "memo works with libgit2 1.5 to 1.9, built for SHA-1 alone; this one names objects otherwise");

// Swift can't call the variadic git_libgit2_opts(), so each option that memo needs has a wrapper.

static inline int memo_git2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

static inline int memo_git2_search_path(int level, git_buf *path) {
  return git_libgit2_opts(GIT_OPT_GET_SEARCH_PATH, level, path);
}

static inline int memo_git2_set_durable(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

static inline int memo_git2_set_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int memo_git2_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

// Sets the size limit in bytes for libgit2's cache of objects of one kind.
static inline int memo_git2_keep_small(git_object_t kind, size_t size) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, kind, size);
}

// Accepts repository format extensions that change neither objects nor references.
static inline int memo_git2_set_extensions(void) {
  const char *names[] = {
      "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, (size_t)4);
}

// Reads an environment variable as libgit2 does, from the process.
static inline const char *memo_git2_variable(const char *name) {
  return getenv(name);
}

#endif
