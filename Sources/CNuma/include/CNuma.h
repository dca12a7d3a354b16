/// Door to libnuma and to the affinity calls of Linux that are macros in C.
///
/// Every function here takes and returns plain numbers, so that Swift calls them without touching a pointer.

#ifndef CNUMA_H
#define CNUMA_H

// Must stand before the first libc header: CPU_ALLOC, sched_getaffinity and sched_getcpu are GNU extensions.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <numa.h>
#include <sched.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The lowest CPU above `after` on which this process may run (affinity and cgroup cpuset, online CPUs only), or -1 when
/// there is none. Start with -1.
int cnuma_next_allowed_cpu(int after);

/// The lowest CPU above `after` on which the calling thread may run, or -1 when there is none. Start with -1.
int cnuma_next_thread_cpu(int after);

/// The lowest CPU above `after` that belongs to `node`, or -1 when there is none. Only when libnuma is available.
int cnuma_next_cpu_of_node(int node, int after);

/// The lowest node above `after` that exists, or -1 when there is none. Only when libnuma is available.
int cnuma_next_node(int after);

/// Memory of `node` in bytes, or -1 when unknown. Only when libnuma is available.
int64_t cnuma_node_memory(int node);

/// Binds the calling thread to one CPU. 0, or an errno value.
int cnuma_pin_current_thread(int cpu);

/// Binds the calling thread to the CPUs of a node. 0, or an errno value. Only when libnuma is available.
int cnuma_bind_current_thread_to_node(int node);

/// The CPU on which the calling thread runs at this moment, or -1 when unknown.
int cnuma_current_cpu(void);

/// Allocates whole pages on a node, or returns NULL. Release with `cnuma_free`. Only when libnuma is available.
void *cnuma_allocate_on_node(size_t bytes, int node);

/// Releases what `cnuma_allocate_on_node` gave.
void cnuma_free(void *memory, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
