// Before the first libc header: CPU_ALLOC, sched_getaffinity and sched_getcpu are GNU extensions.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "CNuma.h"

#include <errno.h>
#include <numa.h>
#include <sched.h>
#include <unistd.h>

// The kernel refuses a mask smaller than its own with EINVAL; it is built for at most 8,192 CPUs on x86-64.
enum { FIRST_MASK_BITS = 1024, LAST_MASK_BITS = 1 << 20 };

// The mask of the process is that of its first thread, whichever thread asks.
int32_t cnuma_next_allowed_cpu(int32_t after) {
  for (int bits = FIRST_MASK_BITS; bits <= LAST_MASK_BITS; bits *= 2) {
    cpu_set_t *set = CPU_ALLOC(bits);
    if (set == NULL) return -1;
    size_t size = CPU_ALLOC_SIZE(bits);
    CPU_ZERO_S(size, set);
    if (sched_getaffinity(getpid(), size, set) == 0) {
      int found = -1;
      for (int cpu = after + 1; cpu < bits && found < 0; cpu++) {
        if (CPU_ISSET_S(cpu, size, set)) found = cpu;
      }
      CPU_FREE(set);
      return found;
    }
    int reason = errno;
    CPU_FREE(set);
    if (reason != EINVAL) return -1;
  }
  return -1;
}

int32_t cnuma_next_cpu_of_node(int32_t node, int32_t after) {
  struct bitmask *mask = numa_allocate_cpumask();
  if (mask == NULL) return -1;
  int found = -1;
  if (numa_node_to_cpus(node, mask) == 0) {
    for (unsigned long cpu = (unsigned long)(after + 1); cpu < mask->size && found < 0; cpu++) {
      if (numa_bitmask_isbitset(mask, (unsigned int)cpu)) found = (int)cpu;
    }
  }
  numa_free_cpumask(mask);
  return found;
}

int32_t cnuma_next_node(int32_t after) {
  for (int node = after + 1; node <= numa_max_node(); node++) {
    if (numa_bitmask_isbitset(numa_nodes_ptr, (unsigned int)node)) return node;
  }
  return -1;
}

int32_t cnuma_is_available(void) { return numa_available() >= 0; }

int64_t cnuma_node_memory(int32_t node) { return (int64_t)numa_node_size64(node, NULL); }

int32_t cnuma_bind_current_thread_to_node(int32_t node) {
  if (numa_available() < 0) return ENOSYS;
  return numa_run_on_node(node) == 0 ? 0 : errno;
}
