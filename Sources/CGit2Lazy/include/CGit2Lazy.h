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

/// The certificates of the machine that libgit2 would have read as it started, UTF-8; NULL where
/// it has read them, or knows of none.
const char *memo_git2_certificates_put_off(void);

/// Notes a file of certificates that is asked for while libgit2 starts.
///
/// Returns 0 at any other time, and then notes nothing.
int memo_git2_put_off_certificates(const char *path);

/// A function of libgit2 or a library that it brings along; NULL where there is none.
void *memo_git2_function(const char *name);

#endif
