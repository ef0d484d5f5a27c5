#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

_Static_assert(MASTHEAD_RENAME_NOREPLACE == RENAME_NOREPLACE && MASTHEAD_RENAME_EXCHANGE == RENAME_EXCHANGE, "rename flags");
_Static_assert(MASTHEAD_IN_MODIFY == IN_MODIFY && MASTHEAD_IN_OVERFLOW == IN_Q_OVERFLOW && MASTHEAD_IN_IGNORED == IN_IGNORED, "inotify masks");

int masthead_renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags) {
  return renameat2(old_folder, old_name, new_folder, new_name, flags);
}

int masthead_openat(int folder, const char *name, int flags, mode_t mode) { return openat(folder, name, flags, mode); }

int masthead_may_write(int folder, const char *name) { return faccessat(folder, name, W_OK, AT_EACCESS); }

int masthead_syncfs(int descriptor) { return syncfs(descriptor); }

int masthead_reserve(int descriptor, off_t offset, off_t length) { return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length); }

int masthead_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

ssize_t masthead_flistxattr(int descriptor, char *names, size_t size) { return flistxattr(descriptor, names, size); }

ssize_t masthead_fgetxattr(int descriptor, const char *name, void *value, size_t size) { return fgetxattr(descriptor, name, value, size); }

int masthead_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int masthead_fremovexattr(int descriptor, const char *name) { return fremovexattr(descriptor, name); }

int masthead_random(void *bytes, size_t size) {
  char *next = bytes;
  while (size > 0) {
    ssize_t got = getrandom(next, size, 0);
    if (got < 0 && errno != EINTR) return -1;
    if (got > 0) { next += got; size -= (size_t)got; }
  }
  return 0;
}

int64_t masthead_birth_time(int descriptor) {
  struct statx data;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &data) != 0 || !(data.stx_mask & STATX_BTIME)) return -1;
  return data.stx_btime.tv_sec;
}

masthead_converter masthead_converter_open(const char *to, const char *from) {
  iconv_t converter = iconv_open(to, from);
  return converter == (iconv_t)-1 ? NULL : converter;
}

int masthead_converter_step(masthead_converter converter, const char **input, size_t *input_left, char **output, size_t *output_left) {
  if (!converter) return ENOSYS;
  if (iconv(converter, (char **)input, input_left, output, output_left) == (size_t)-1) return errno;
  return 0;
}

void masthead_converter_close(masthead_converter converter) {
  if (converter) iconv_close(converter);
}

int masthead_inotify_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int masthead_inotify_add(int descriptor, const char *path, uint32_t mask) { return inotify_add_watch(descriptor, path, mask); }

int masthead_inotify_remove(int descriptor, int watch) { return inotify_rm_watch(descriptor, watch); }

ssize_t masthead_inotify_read(int descriptor, void *buffer, size_t size) { return read(descriptor, buffer, size); }

size_t masthead_inotify_event(const void *buffer, int *watch, uint32_t *mask, const char **name) {
  const struct inotify_event *event = buffer;
  *watch = event->wd;
  *mask = event->mask;
  *name = event->len > 0 ? event->name : NULL;
  return sizeof *event + event->len;
}
