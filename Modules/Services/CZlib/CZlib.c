#include "CZlib.h"

#include "CLateLoading.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// This structure and the constants are copied from zlib.h of zlib 1.2.13, whose ABI has the soname
// libz.so.1.
typedef struct {
  const unsigned char *next_in;
  unsigned available_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *allocate;
  void *release;
  void *closure;
  int data_type;
  unsigned long check;
  unsigned long reserved;
} stream;

enum {
  method_deflated = 8,
  window_with_gzip_head = 15 + 16,
  memory_level = 8,
  strategy = 0,
  flush_finish = 4,
  stream_end = 1,
};

#define FUNCTIONS(each) \
  each(int, init, "deflateInit2_", \
      (stream *stream, int level, int method, int window, int memory, int strategy, \
       const char *version, int size)) \
  each(int, deflate, "deflate", (stream *stream, int flush)) \
  each(int, end, "deflateEnd", (stream *stream))

struct compass_zlib { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

const compass_zlib *compass_zlib_open(const char *library) {
  return compass_late_open(library, symbols, COMPASS_COUNT(symbols), NULL);
}

size_t compass_zlib_gzip(
    const compass_zlib *zlib, int level, const uint8_t *bytes, size_t count, uint8_t *packed,
    size_t room) {
  if (count > UINT_MAX || room > UINT_MAX) return 0;
  stream stream = {
      .next_in = bytes,
      .available_in = (unsigned)count,
      .next_out = packed,
      .available_out = (unsigned)room,
  };
  // zlib checks only the first digit of the version text "1", and the size of the structure.
  int code = zlib->init(
      &stream, level, method_deflated, window_with_gzip_head, memory_level, strategy, "1",
      (int)sizeof stream);
  if (code != 0) return 0;
  size_t size = zlib->deflate(&stream, flush_finish) == stream_end ? stream.total_out : 0;
  zlib->end(&stream);
  return size;
}
