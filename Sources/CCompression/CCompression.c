#include "CCompression.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

// The most that zlib counts in one call; callers never have more.
static const size_t most = UINT32_MAX;

int64_t ccompression_expand_gzip(const uint8_t *bytes, size_t count, uint8_t *room, size_t capacity) {
  if (count > most || capacity > most) return CCOMPRESSION_TOO_LARGE;
  z_stream stream = {0};
  // 15 bits of window, the largest of the format; 16 more ask for gzip and nothing else.
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return CCOMPRESSION_BROKEN;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = room;
  stream.avail_out = (uInt)capacity;
  int64_t result = CCOMPRESSION_BROKEN;
  for (;;) {
    int status = inflate(&stream, Z_FINISH);
    if (status == Z_STREAM_END) {
      if (stream.avail_in == 0) {
        result = (int64_t)(capacity - stream.avail_out);
        break;
      }
      if (inflateReset(&stream) != Z_OK) break;
    } else {
      if (status == Z_BUF_ERROR && stream.avail_out == 0) result = CCOMPRESSION_TOO_LARGE;
      break;
    }
  }
  inflateEnd(&stream);
  return result;
}

int64_t ccompression_expand_zstd(const uint8_t *bytes, size_t count, uint8_t *room, size_t capacity) {
  size_t result = ZSTD_decompress(room, capacity, bytes, count);
  if (!ZSTD_isError(result)) return (int64_t)result;
  return ZSTD_getErrorCode(result) == ZSTD_error_dstSize_tooSmall ? CCOMPRESSION_TOO_LARGE : CCOMPRESSION_BROKEN;
}
