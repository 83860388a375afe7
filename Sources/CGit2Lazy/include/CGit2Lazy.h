#ifndef MEMO_CGIT2_LAZY_H
#define MEMO_CGIT2_LAZY_H

/// Loads libgit2 with everything that it needs, if that hasn't happened yet; calling any of its
/// functions does the same. Where it can't be loaded, the process ends as the system's loader
/// ends one: with a line on standard error and code 127.
///
/// Does nothing where libgit2 is loaded with the program.
void memo_git2_load(void);

/// Starts libgit2, and returns what `git_libgit2_init` does. To be called once.
int memo_git2_start(void);

/// Whether libgit2 starts just now.
int memo_git2_is_starting(void);

/// A function of libgit2 or a library that it brings along; NULL where there is none.
void *memo_git2_function(const char *name);

/// The version of libgit2 whose headers memo was built with, as `1.9.1`; one of the same major and
/// minor version runs.
const char *memo_git2_built_with(void);

/// The commit that memo was built from; empty where nobody said it.
const char *memo_commit(void);

#endif
