#ifndef MEMO_CLIBYAML_SHIM_H
#define MEMO_CLIBYAML_SHIM_H

#include <yaml.h>

#endif
