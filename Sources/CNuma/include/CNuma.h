/// Door to libnuma and to the affinity calls of Linux that are macros in C.
///
/// Every function takes and returns plain numbers, so that Swift calls it without touching a pointer. The headers of
/// libnuma and of the GNU extensions stay in CNuma.c: seen from here they would bring a second definition of libc's
/// types, which Swift's Glibc module does not accept.

#ifndef CNUMA_H
#define CNUMA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The lowest CPU above `after` on which this process may run (affinity and cgroup cpuset, online CPUs only), or -1
/// when there is none. Start with -1.
int32_t cnuma_next_allowed_cpu(int32_t after);

/// 1 when libnuma can be used, else 0. When 0, none of the functions below may be called but the last.
int32_t cnuma_is_available(void);

/// The lowest node above `after` that exists, or -1 when there is none. Start with -1.
int32_t cnuma_next_node(int32_t after);

/// The lowest CPU above `after` that belongs to `node`, or -1 when there is none. Start with -1.
int32_t cnuma_next_cpu_of_node(int32_t node, int32_t after);

/// Memory of `node` in bytes, or -1 when unknown.
int64_t cnuma_node_memory(int32_t node);

/// Binds the calling thread to the CPUs of a node. 0, or an errno value; ENOSYS when libnuma cannot be used.
int32_t cnuma_bind_current_thread_to_node(int32_t node);

#ifdef __cplusplus
}
#endif

#endif
