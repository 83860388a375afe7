#ifndef MEMO_CGIT2_LAZY_H
#define MEMO_CGIT2_LAZY_H

/// Loads libgit2 and the libraries it needs, unless already loaded; any call of libgit2 does the
/// same.
///
/// If loading fails, prints an error to standard error and ends the process with exit code 127, as
/// the dynamic loader does. Does nothing where libgit2 is loaded at program start.
void memo_git2_load(void);

/// Starts libgit2 and returns the result of `git_libgit2_init`. Call it once.
int memo_git2_start(void);

/// Whether `memo_git2_start` is running.
int memo_git2_is_starting(void);

/// The address of a function in libgit2 or a library it loads; NULL if there is none.
void *memo_git2_function(const char *name);

/// The version of the libgit2 headers at build time, as `1.9.1`. memo runs with any patch release
/// of it.
const char *memo_git2_built_with(void);

/// The commit that memo was built from; empty if the build didn't set it.
const char *memo_commit(void);

#endif
