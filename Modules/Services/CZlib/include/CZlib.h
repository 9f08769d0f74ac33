#pragma once

#include <stddef.h>
#include <stdint.h>

// The function of zlib that compresses responses. The library is loaded when it is first used
// (decision 5).

typedef struct compass_zlib compass_zlib;

/// Returns the functions of the library; NULL if it is missing or has another interface than
/// expected.
const compass_zlib *compass_zlib_open(const char *library);

/// Compresses `bytes` into a gzip file of at most `room` bytes. Returns the size of the file, or 0
/// if it would be larger.
size_t compass_zlib_gzip(
    const compass_zlib *zlib, int level, const uint8_t *bytes, size_t count, uint8_t *packed,
    size_t room);
