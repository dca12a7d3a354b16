#include "CHeapPeak.h"

#include <malloc.h>
#include <stddef.h>

// glibc's allocator under its own names; the functions below take its place for the whole program, runtime libraries
// included.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static __thread long live, peak;

long heap_live(void) { return live; }
long heap_peak(void) { return peak; }
void heap_forget_peak(void) { peak = live; }

static void *taken(void *memory) {
  if (memory) live += (long)malloc_usable_size(memory);
  if (live > peak) peak = live;
  return memory;
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = taken(__libc_memalign(alignment, size));
  return *memory || size == 0 ? 0 : 12;
}

void *realloc(void *memory, size_t size) {
  long old = memory ? (long)malloc_usable_size(memory) : 0;
  void *larger = __libc_realloc(memory, size);
  if (!larger && size > 0) return NULL;
  live -= old;
  return taken(larger);
}

void free(void *memory) {
  if (memory) live -= (long)malloc_usable_size(memory);
  __libc_free(memory);
}
