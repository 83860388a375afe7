#ifndef MEMO_CZLIB_SHIM_H
#define MEMO_CZLIB_SHIM_H

#include <zlib.h>

// A macro that hands the version and the size of the structure on, which Swift doesn't see.

static inline int memo_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
