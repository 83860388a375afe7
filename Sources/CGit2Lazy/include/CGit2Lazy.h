#ifndef MEMO_CGIT2_LAZY_H
#define MEMO_CGIT2_LAZY_H

/// Loads libgit2 with everything that it needs, if that hasn't happened yet; calling any of its
/// functions does the same. Where it can't be loaded, the process ends as the system's loader
/// ends one: with a line on standard error and code 127.
///
/// Does nothing where libgit2 is loaded with the program.
void memo_git2_load(void);

#endif
