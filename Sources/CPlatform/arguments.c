#include "cplatform.h"

// Defines __GLIBC__.
#include <stdlib.h>

static char **words;

#ifdef __GLIBC__
// glibc calls constructors with the arguments of main; other C libraries don't guarantee this.
__attribute__((constructor)) static void keep(int count, char **arguments, char **environment) {
  (void)count;
  (void)environment;
  words = arguments;
}
#endif

char *const *memo_arguments(void) { return words; }
