#ifndef MEMO_CZLIB_SHIM_H
#define MEMO_CZLIB_SHIM_H

#include <zlib.h>

// Swift doesn't import inflateInit, a macro that adds the version and the struct's size.

static inline int memo_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
