#ifndef MEMO_CMD4C_SHIM_H
#define MEMO_CMD4C_SHIM_H

#include <md4c.h>

#endif
