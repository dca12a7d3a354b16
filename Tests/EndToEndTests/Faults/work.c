// Stands between a program and the system (LD_PRELOAD) and counts what it does: bytes that are allocated, copied and
// compared, and 64 for each call about files. The sum is written to the file that WORK names.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static atomic_llong work;
static void count(size_t amount) { atomic_fetch_add_explicit(&work, (long long)amount, memory_order_relaxed); }

void *malloc(size_t size) { return count(size), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return count(number * size), __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return count(size), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return count(size), __libc_memalign(alignment, size); }
int posix_memalign(void **place, size_t alignment, size_t size) {
  return count(size), (*place = __libc_memalign(alignment, size)) ? 0 : 12;
}

void *memmove(void *to, const void *from, size_t size) {
  count(size);
  char *target = to;
  const char *source = from;
  if (target <= source || target >= source + size)
    for (size_t place = 0; place < size; place += 1) target[place] = source[place];
  else
    while (size-- > 0) target[size] = source[size];
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) { return memmove(to, from, size); }

int memcmp(const void *one, const void *other, size_t size) {
  count(size);
  const unsigned char *left = one, *right = other;
  for (size_t place = 0; place < size; place += 1)
    if (left[place] != right[place]) return left[place] < right[place] ? -1 : 1;
  return 0;
}

#define NEXT(name, ...)                                                                                               \
  static __typeof__(name) *next;                                                                                      \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                                                      \
  count(64);                                                                                                          \
  return next(__VA_ARGS__)
struct dirent *readdir(DIR *folder) { NEXT(readdir, folder); }
int stat(const char *restrict path, struct stat *restrict status) { NEXT(stat, path, status); }
ssize_t read(int file, void *bytes, size_t size) { NEXT(read, file, bytes, size); }
ssize_t write(int file, const void *bytes, size_t size) { NEXT(write, file, bytes, size); }

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("WORK");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fprintf(file, "%lld", atomic_load(&work)), fclose(file);
}
