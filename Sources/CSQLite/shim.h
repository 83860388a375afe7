#ifndef MEMO_CSQLITE_SHIM_H
#define MEMO_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLite copies bound values: Swift doesn't import SQLITE_TRANSIENT, a cast.

static inline int memo_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int memo_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
