#pragma once

/// Bytes of memory that the calling thread has from the allocator. The program's own `malloc` counts them.
long heap_live(void);
/// The most of them since `heap_forget_peak`.
long heap_peak(void);
/// Lets the peak begin at what is live.
void heap_forget_peak(void);
