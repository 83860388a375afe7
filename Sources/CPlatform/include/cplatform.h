#ifndef MEMO_SYSTEM_H
#define MEMO_SYSTEM_H

// Includes no system headers: their types would then belong to this module.

#include <stdbool.h>

/// Adds blocks of 64 bytes to a SHA-1 state, with the processor's SHA-1 instructions. Returns false
/// and does nothing if the processor or the build doesn't support them.
bool memo_sha1(unsigned int *state, const unsigned char *bytes, long blocks);

#ifdef __linux__
// These functions need _GNU_SOURCE, which Swift can't set for an import.

int memo_pipe(int *ends, int flags);
int memo_spawn_in(void *actions, const char *directory);

/// Closes all descriptors from `first` on in the child process.
int memo_spawn_close_from(void *actions, int first);
int memo_syncfs(int descriptor);

/// The number of a folder's type of file system, from statfs(2); 0 if unknown.
unsigned int memo_file_system(const char *folder);

#define MEMO_RENAME_NOREPLACE 1u
#define MEMO_RENAME_EXCHANGE 2u

/// Calls renameat2(2).
int memo_rename(
    int old_folder, const char *old_name, int new_folder, const char *new_name,
    unsigned int flags);

/// Calls malloc_trim(3). Swift's C library module doesn't include <malloc.h>.
void memo_trim_heap(void);
/// Calls mallopt(3) with M_ARENA_MAX. Call it before starting threads that allocate
/// memory.
void memo_use_one_heap(void);
#endif

#endif
