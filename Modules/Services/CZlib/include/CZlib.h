#pragma once

#include <stddef.h>
#include <stdint.h>

// The function of zlib that compresses the HTTP server's responses. The library is loaded when it
// is first used (decision 5).

typedef struct compass_zlib compass_zlib;

/// Loads zlib from the file `library` and returns its functions; NULL if it is missing or lacks one
/// of the functions.
const compass_zlib *compass_zlib_open(const char *library);

/// Compresses `bytes` in the gzip format into a buffer of `room` bytes. Returns the compressed
/// size, or 0 if the result would be larger than the buffer.
size_t compass_zlib_gzip(
    const compass_zlib *zlib, int level, const uint8_t *bytes, size_t count, uint8_t *packed,
    size_t room);
