#pragma once

/// Allocations made by the calling thread since it began. The program's own `malloc` counts them.
long allocation_count(void);
