#ifndef MEMO_ARGUMENTS_H
#define MEMO_ARGUMENTS_H

/// The words of the command line, the program's name first, as the system handed them over.
///
/// Swift's own `CommandLine` reads them from `/proc` on Linux, and finds none where that is not
/// mounted. NULL where the C library doesn't tell.
char *const *memo_arguments(void);

#endif
