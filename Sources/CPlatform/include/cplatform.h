#ifndef MEMO_SYSTEM_H
#define MEMO_SYSTEM_H

// No header of the system's is included here: the types in it would then belong to this module.

#include <stdbool.h>

/// The words of the command line, the program's name first, as the system handed them over.
///
/// Swift's own `CommandLine` reads them from `/proc` on Linux, and finds none where that is not
/// mounted. NULL where the C library doesn't tell.
char *const *memo_arguments(void);

/// Takes whole blocks of 64 bytes into the five numbers of a SHA-1, by the processor's own
/// instructions for it. False where it has none, or nobody has written them here: then nothing is
/// done.
bool memo_sha1(unsigned int *state, const unsigned char *bytes, long blocks);

#ifdef __linux__
// Functions that are declared only under _GNU_SOURCE, which a Swift module can't ask for.

int memo_pipe(int *ends, int flags);
int memo_spawn_in(void *actions, const char *directory);

/// No descriptor from one on is open in the program.
int memo_spawn_close_from(void *actions, int first);
int memo_syncfs(int descriptor);

#define MEMO_RENAME_NOREPLACE 1u
#define MEMO_RENAME_EXCHANGE 2u

/// renameat2(2) within one folder.
int memo_rename(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags);

/// A descriptor that has something to read at a moment of the system's clock, or when that is set;
/// <sys/timerfd.h> is no part of Swift's C library.
int memo_clock_timer(void);
/// In seconds since 1970, later than 0.
int memo_set_clock_timer(int timer, long long moment);

/// malloc_trim(3), where the C library has it; <malloc.h> is no part of Swift's.
void memo_trim_heap(void);
/// mallopt(3) with M_ARENA_MAX, likewise; before other threads ask for memory.
void memo_use_one_heap(void);
#endif

#endif
