#include "cplatform.h"

// It tells whether this is glibc.
#include <stdlib.h>

static char **words;

#ifdef __GLIBC__
// glibc calls constructors with what it calls main with; others promise nothing.
__attribute__((constructor)) static void keep(int count, char **arguments, char **environment) {
  (void)count;
  (void)environment;
  words = arguments;
}
#endif

char *const *memo_arguments(void) { return words; }
