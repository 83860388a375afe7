#ifndef MEMO_CGIT2_BACKEND_H
#define MEMO_CGIT2_BACKEND_H

#include <git2/sys/odb_backend.h>

// libgit2 hands it back by the address of its first member; only C promises that this is the
// address of the whole.
typedef struct {
  git_odb_backend parent;
  void *owner;
} memo_odb_backend;

#endif
