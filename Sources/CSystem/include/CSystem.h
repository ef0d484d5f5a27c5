// The system calls that Swift's Glibc module does not show, each as a plain function.
// Every function returns what the call returns and leaves the cause in errno.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// renameat2(2). `flags`: 0, MASTHEAD_RENAME_NOREPLACE or MASTHEAD_RENAME_EXCHANGE.
enum { MASTHEAD_RENAME_NOREPLACE = 1, MASTHEAD_RENAME_EXCHANGE = 2 };
int masthead_renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);

// openat(2), which Swift cannot call because it is variadic.
int masthead_openat(int folder, const char *name, int flags, mode_t mode);

// faccessat(2) for writing, with the effective user, following links.
int masthead_may_write(int folder, const char *name);

int masthead_syncfs(int descriptor);
// fallocate(2) with FALLOC_FL_KEEP_SIZE: reserves room without changing the file's length.
int masthead_reserve(int descriptor, off_t offset, off_t length);
// flock(2) without waiting: 0, or -1 with EWOULDBLOCK where another process holds it.
int masthead_try_lock(int descriptor);

// Extended attributes; POSIX ACLs are the attributes system.posix_acl_access and system.posix_acl_default.
ssize_t masthead_flistxattr(int descriptor, char *names, size_t size);
ssize_t masthead_fgetxattr(int descriptor, const char *name, void *value, size_t size);
int masthead_fsetxattr(int descriptor, const char *name, const void *value, size_t size);
int masthead_fremovexattr(int descriptor, const char *name);

// getrandom(2): 0 when all of `size` bytes were filled.
int masthead_random(void *bytes, size_t size);

// The birth time of an open file in seconds since 1970, or -1 where the file system keeps none.
int64_t masthead_birth_time(int descriptor);

// One step of character set conversion. Returns 0 when everything was converted, else errno: E2BIG (more output room is
// needed), EILSEQ (a character that cannot be converted at *input), EINVAL (the input ends inside a character), or ENOSYS
// (the character set is not known). Moves *input and *output as far as it came.
typedef void *masthead_converter;
masthead_converter masthead_converter_open(const char *to, const char *from);
int masthead_converter_step(masthead_converter converter, const char **input, size_t *input_left, char **output, size_t *output_left);
void masthead_converter_close(masthead_converter converter);

// inotify(7), and the fields of its events.
int masthead_inotify_open(void);
int masthead_inotify_add(int descriptor, const char *path, uint32_t mask);
int masthead_inotify_remove(int descriptor, int watch);
// Reads one batch of events into `buffer`; -1 with EAGAIN when there are none.
ssize_t masthead_inotify_read(int descriptor, void *buffer, size_t size);
// Takes the event at `buffer`; returns its length in bytes. `name` points into the buffer and is NULL where there is none.
size_t masthead_inotify_event(const void *buffer, int *watch, uint32_t *mask, const char **name);
enum {
  MASTHEAD_IN_MODIFY = 0x2,
  MASTHEAD_IN_ATTRIB = 0x4,
  MASTHEAD_IN_CLOSE_WRITE = 0x8,
  MASTHEAD_IN_MOVED_FROM = 0x40,
  MASTHEAD_IN_MOVED_TO = 0x80,
  MASTHEAD_IN_CREATE = 0x100,
  MASTHEAD_IN_DELETE = 0x200,
  MASTHEAD_IN_DELETE_SELF = 0x400,
  MASTHEAD_IN_MOVE_SELF = 0x800,
  MASTHEAD_IN_UNMOUNT = 0x2000,
  MASTHEAD_IN_OVERFLOW = 0x4000,
  MASTHEAD_IN_IGNORED = 0x8000
};
