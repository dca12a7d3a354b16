#include "COutOfMemory.h"

#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// Sanitizers bring an allocator of their own.
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) && \
    !__has_feature(memory_sanitizer)

// glibc's allocator under its own names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void *demand(void *memory, size_t size) {
  if (__builtin_expect(memory != NULL || size == 0, 1)) return memory;
  static const char message[] = "error: out of memory: give the program more, or less to do\n";
  static atomic_flag told = ATOMIC_FLAG_INIT;
  // Another thread may have failed, too; the first one speaks. Files that are half written stand under other names.
  if (!atomic_flag_test_and_set(&told)) {
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(1);
    _exit(1);
  }
  for (;;) pause();
}

void *malloc(size_t size) { return demand(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return demand(__libc_calloc(count, size), count == 0 ? 0 : size); }
void *realloc(void *memory, size_t size) { return demand(__libc_realloc(memory, size), size); }
void *aligned_alloc(size_t alignment, size_t size) { return demand(__libc_memalign(alignment, size), size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = demand(__libc_memalign(alignment, size), size);
  return 0;
}

#endif
