#ifndef MEMO_CLATE_CERTIFICATES_H
#define MEMO_CLATE_CERTIFICATES_H

// Nothing to call: see late.c.

#endif
