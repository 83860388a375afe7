#ifndef MEMO_CGIT2_TRANSPORT_H
#define MEMO_CGIT2_TRANSPORT_H

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>

// libgit2 hands these back by the address of their first member; only C promises that this
// is the address of the whole.

typedef struct {
  git_smart_subtransport parent;
  void *owner;
} memo_subtransport;

typedef struct {
  git_smart_subtransport_stream parent;
  void *owner;
} memo_subtransport_stream;

typedef struct {
  git_odb_backend parent;
  void *owner;
} memo_odb_backend;

typedef struct {
  git_stream parent;
  void *owner;
} memo_stream;

#endif
