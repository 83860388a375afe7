#ifndef MEMO_CLATE_CERTIFICATES_H
#define MEMO_CLATE_CERTIFICATES_H

// No declarations; see late.c.

#endif
