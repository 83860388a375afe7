// Keeps libgit2 from reading certificates when it starts.
//
// A libgit2 built with mbedTLS (Debian, Ubuntu) reads all certificates of the machine at its start.
// That takes six of the seven milliseconds of its start, in each command that makes a commit. Only
// https transfers need certificates, and memo runs git for those.
//
// libgit2 has no option to prevent this. But a symbol in a program takes precedence over the same
// symbol in its libraries, so libgit2 calls the function below. It does nothing while libgit2
// starts, and otherwise calls mbedTLS. Without certificates, libgit2 trusts no server.
//
// A separate target for programs, because a library must not replace symbols of its users.

#include "CGit2Lazy.h"

#if defined(__linux__) && defined(__LP64__) && !defined(MEMO_STATIC_LIBGIT2) && \
    (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <stddef.h>

// The mbedTLS error "could not read a file" (x509.h).
enum { FILE_IO_ERROR = -0x2900 };

__attribute__((visibility("default"))) int mbedtls_x509_crt_parse_file(
    void *chain, const char *path) {
  if (memo_git2_is_starting()) return 0;
  int (*parse)(void *, const char *) = (int (*)(void *, const char *))memo_git2_function(
      "mbedtls_x509_crt_parse_file");
  return parse ? parse(chain, path) : FILE_IO_ERROR;
}

#endif
