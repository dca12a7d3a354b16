/// Door to zlib and libzstd: whole files in, whole files out.
#ifndef CCOMPRESSION_H
#define CCOMPRESSION_H

#include <stddef.h>
#include <stdint.h>

/// The data is broken or ends too early.
#define CCOMPRESSION_BROKEN (-1)
/// The data expands to more than there is room for.
#define CCOMPRESSION_TOO_LARGE (-2)

/// Expands gzip (RFC 1952), one member or several. Returns the number of bytes written, or one of the above.
int64_t ccompression_expand_gzip(const uint8_t *bytes, size_t count, uint8_t *room, size_t capacity);
/// Expands Zstandard (RFC 8878), one frame or several. Returns the number of bytes written, or one of the above.
int64_t ccompression_expand_zstd(const uint8_t *bytes, size_t count, uint8_t *room, size_t capacity);

#endif
