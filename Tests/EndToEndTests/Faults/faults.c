// Stands between a program and the system (LD_PRELOAD) and lets one call fail: FAULT=CALL:N:ERRNO is the N-th call of
// that kind and the reason it gives. A reason of 0 shortens a read or a write to half of what was asked. A fault that
// happened leaves the file that FAULT_MARK names.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int calls;

// The reason if this is the call; -1 if it is not.
static int reason(const char *call) {
  const char *fault = getenv("FAULT");
  size_t length = strlen(call);
  if (!fault || strncmp(fault, call, length) || fault[length] != ':') return -1;
  char *rest;
  if (strtol(fault + length + 1, &rest, 10) != atomic_fetch_add(&calls, 1) + 1) return -1;
  syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_MARK"), O_WRONLY | O_CREAT, 0600));
  return atoi(rest + 1);
}

static long failed(int number) {
  errno = number;
  return -1;
}

ssize_t read(int file, void *bytes, size_t count) {
  int number = reason("read");
  return number > 0 ? failed(number) : syscall(SYS_read, file, bytes, number == 0 ? (count + 1) / 2 : count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int number = reason("write");
  return number > 0 ? failed(number) : syscall(SYS_write, file, bytes, number == 0 ? (count + 1) / 2 : count);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int), number = reason("open");
  va_end(rest);
  return (int)(number > 0 ? failed(number) : syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open64(const char *, int, ...) __attribute__((alias("open")));

int fsync(int file) {
  int number = reason("fsync");
  return (int)(number > 0 ? failed(number) : syscall(SYS_fsync, file));
}

int rename(const char *old, const char *new) {
  int number = reason("rename");
  return (int)(number > 0 ? failed(number) : syscall(SYS_rename, old, new));
}
