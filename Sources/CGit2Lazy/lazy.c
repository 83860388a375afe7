// Loads libgit2 at its first call. libgit2 depends on some twenty libraries; loading them takes
// three milliseconds, a third of the time of a command that only reads files.
//
// On Linux, this file defines each libgit2 function that memo calls as a jump through a slot. At
// first all slots point to a routine that saves the arguments, fills every slot, and jumps again.
//
// Other linkers offer the same (Solaris: -z lazyload; Windows: /DELAYLOAD). macOS loads libraries
// fast enough, so programs are linked there as usual.

#include "CGit2Lazy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <git2.h>

static void give_up(const char *why) {
  fprintf(
      stderr,
      "error: libgit2 can't be used: %s\nhint: memo was built with libgit2 %s; install that, or "
      "build memo again with yours (1.5 to 1.9)\n",
      why ? why : "it can't be loaded", LIBGIT2_VERSION);
  _Exit(127);
}

#if defined(__linux__) && defined(__LP64__) && !defined(MEMO_STATIC_LIBGIT2) && \
    (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define SONAME "libgit2.so." LIBGIT2_SOVERSION

#define LAZY(name) +1
enum { COUNT = 0
#include "functions.h"
};
#undef LAZY

#define LAZY(name) #name "\0"
static const char names[] =
#include "functions.h"
    ;
#undef LAZY

void memo_git2_first_call(void);

#define LAZY(name) memo_git2_first_call,
__attribute__((used)) void (*memo_git2_slots[COUNT])(void) = {
#include "functions.h"
};
#undef LAZY

static void *library;

static void load(void) {
  library = dlopen(SONAME, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) give_up(dlerror());
  const char *name = names;
  for (size_t index = 0; index < COUNT; index++, name += strlen(name) + 1) {
    void *function = dlsym(library, name);
    if (!function) give_up(dlerror());
    // A concurrent call sees either the function or the first-call routine, which waits for this
    // load.
    __atomic_store_n((void **)&memo_git2_slots[index], function, __ATOMIC_RELEASE);
  }
}

__attribute__((used)) void memo_git2_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

void *memo_git2_function(const char *name) {
  memo_git2_load();
  return dlsym(library, name);
}

// A register that passes no arguments holds the slot's address (x86-64: r11; AArch64: x16, x17). No
// libgit2 function takes a floating-point number, so no vector registers are saved. A variadic call
// passes their number in al, which is saved.

#ifdef __x86_64__

__asm__(
    ".text\n"
    ".hidden memo_git2_first_call\n"
    ".globl memo_git2_first_call\n"
    ".type memo_git2_first_call, @function\n"
    "memo_git2_first_call:\n"
    "  push %rax\n  push %rdi\n  push %rsi\n  push %rdx\n  push %rcx\n"
    "  push %r8\n  push %r9\n  push %r10\n  push %r11\n"
    "  call memo_git2_load@PLT\n"
    "  pop %r11\n  pop %r10\n  pop %r9\n  pop %r8\n"
    "  pop %rcx\n  pop %rdx\n  pop %rsi\n  pop %rdi\n  pop %rax\n"
    "  jmp *(%r11)\n"
    ".size memo_git2_first_call, .-memo_git2_first_call\n");

#define JUMP(name) \
  "  lea memo_git2_slots + 8 * index(%rip), %r11\n" \
  "  jmp *(%r11)\n"

#else

__asm__(
    ".text\n"
    ".hidden memo_git2_first_call\n"
    ".globl memo_git2_first_call\n"
    ".type memo_git2_first_call, %function\n"
    "memo_git2_first_call:\n"
    "  stp x29, x30, [sp, #-112]!\n  mov x29, sp\n"
    "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n  stp x4, x5, [sp, #48]\n"
    "  stp x6, x7, [sp, #64]\n  stp x8, x16, [sp, #80]\n"
    "  bl memo_git2_load\n"
    "  ldp x8, x16, [sp, #80]\n  ldp x6, x7, [sp, #64]\n  ldp x4, x5, [sp, #48]\n"
    "  ldp x2, x3, [sp, #32]\n  ldp x0, x1, [sp, #16]\n"
    "  ldp x29, x30, [sp], #112\n"
    "  ldr x17, [x16]\n"
    "  br x17\n"
    ".size memo_git2_first_call, .-memo_git2_first_call\n");

#define JUMP(name) \
  "  adrp x16, memo_git2_slots + 8 * index\n" \
  "  add x16, x16, :lo12:memo_git2_slots + 8 * index\n" \
  "  ldr x17, [x16]\n" \
  "  br x17\n"

#endif

// Hidden symbols, so that libgit2's own calls don't come here.
#define LAZY(name) \
  ".hidden " #name "\n" \
  ".globl " #name "\n" \
  ".type " #name ", %function\n" \
  #name ":\n" JUMP(name) \
  ".size " #name ", .-" #name "\n" \
  ".set index, index + 1\n"
__asm__(
    ".hidden memo_git2_slots\n"
    ".text\n"
    ".set index, 0\n"
#include "functions.h"
);

#else

#include <stddef.h>

void memo_git2_load(void) {}

void *memo_git2_function(const char *name) { return NULL; }

#endif

static int is_starting;

// Structures differ between versions, so another version could corrupt memory.
static void check_version(void) {
  int major = 0, minor = 0, revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  if (major != LIBGIT2_VER_MAJOR || minor != LIBGIT2_VER_MINOR) {
    char why[64];
    snprintf(why, sizeof why, "its version is %d.%d.%d", major, minor, revision);
    give_up(why);
  }
  // Development builds of 2.0 report version 1.9, but prefix object ids with a type.
  const unsigned char expected[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  unsigned char found[64] = {0};
  int status = git_oid_fromstr((git_oid *)found, "0102030405060708090a0b0c0d0e0f1011121314");
  if (status < 0 || memcmp(found, expected, sizeof expected) != 0)
    give_up("it names objects otherwise than 1.5 to 1.9 do");
}

int memo_git2_start(void) {
  check_version();
  is_starting = 1;
  int count = git_libgit2_init();
  is_starting = 0;
  return count;
}

int memo_git2_is_starting(void) { return is_starting; }

const char *memo_git2_built_with(void) { return LIBGIT2_VERSION; }

#ifndef MEMO_COMMIT
#define MEMO_COMMIT ""
#endif

const char *memo_commit(void) { return MEMO_COMMIT; }
