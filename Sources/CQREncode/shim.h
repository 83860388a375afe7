#ifndef MEMO_CQRENCODE_SHIM_H
#define MEMO_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
