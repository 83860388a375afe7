#ifndef MEMO_CZLIB_SHIM_H
#define MEMO_CZLIB_SHIM_H

#include <zlib.h>

// Macros that hand the version and the size of the structure on, which Swift doesn't see.

static inline int memo_deflate_init(z_stream *stream, int level) {
  return deflateInit(stream, level);
}

static inline int memo_inflate_init(z_stream *stream) { return inflateInit(stream); }

// As memo_deflate_init, with the frame of a gzip file (RFC 1952): 16 more bits for the window.
static inline int memo_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
