// As it starts, a libgit2 that is built with mbedTLS (Debian's, Ubuntu's) reads every certificate
// of the machine: six of the seven milliseconds that its start takes, in each command that makes a
// commit. Only who talks to a server by https needs them, and in memo that is git, not libgit2.
//
// libgit2 has no option for that. But what a program defines comes before what its libraries do,
// so this is the function that libgit2 calls: while libgit2 starts it reads nothing, and at any
// other time it does what mbedTLS does. A libgit2 without certificates trusts no server.
//
// It is a target of its own for programs; a library must not define what others call.

#include "CGit2Lazy.h"

#if defined(__linux__) && defined(__LP64__) && !defined(MEMO_STATIC_LIBGIT2) && \
    (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <stddef.h>

// mbedTLS: "could not read a file" (x509.h).
enum { FILE_IO_ERROR = -0x2900 };

__attribute__((visibility("default"))) int mbedtls_x509_crt_parse_file(
    void *chain, const char *path) {
  if (memo_git2_is_starting()) return 0;
  int (*parse)(void *, const char *) = (int (*)(void *, const char *))memo_git2_function(
      "mbedtls_x509_crt_parse_file");
  return parse ? parse(chain, path) : FILE_IO_ERROR;
}

#endif
