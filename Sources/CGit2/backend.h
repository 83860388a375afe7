#ifndef MEMO_CGIT2_BACKEND_H
#define MEMO_CGIT2_BACKEND_H

#include <git2/sys/odb_backend.h>

// libgit2 passes a backend as a pointer to `parent`. C guarantees that this is also the address of
// the whole struct, because `parent` is its first member; Swift doesn't.
typedef struct {
  git_odb_backend parent;
  void *owner;
} memo_odb_backend;

#endif
