// libgit2 brings some twenty libraries along, and to load them takes three milliseconds: a third
// of a command that only reads files. So on Linux it is loaded when it is first called. Each of
// its functions that memo calls is defined here, as a jump through a slot. At first all slots
// lead to a routine that keeps the arguments, fills every slot, and jumps again.
//
// Other systems' linkers do the same when they are told to (Solaris: -z lazyload; Windows:
// /DELAYLOAD). macOS loads libraries quickly enough, and the programs are linked there as usual.

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
    // A thread that calls meanwhile finds one or the other, and waits for this one if it is the
    // routine.
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

// The slot's address is handed over in a register that no argument is passed in (x86-64: r11;
// AArch64: x16, x17). No function of libgit2 takes a floating-point number; the variadic one is
// told in al how many there are.

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

// Hidden, so that libgit2 calls its own functions itself.
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

// A library of another version would read memo's memory otherwise than memo means it.
static void check_version(void) {
  int major = 0, minor = 0, revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  if (major != LIBGIT2_VER_MAJOR || minor != LIBGIT2_VER_MINOR) {
    char why[64];
    snprintf(why, sizeof why, "its version is %d.%d.%d", major, minor, revision);
    give_up(why);
  }
  // Builds of what is to become 2.0 call themselves 1.9, and begin names of objects with a type.
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
