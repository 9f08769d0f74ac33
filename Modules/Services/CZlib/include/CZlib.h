#pragma once

#include <stddef.h>
#include <stdint.h>

// The part of zlib that answers need, loaded at first use (decision 5).

typedef struct compass_zlib compass_zlib;

/// NULL when the library is missing or has another interface than expected.
const compass_zlib *compass_zlib_open(const char *library);

/// Writes `bytes` as one gzip file of at most `room` bytes; returns its size, or 0 when it does not fit.
size_t compass_zlib_gzip(
    const compass_zlib *zlib, int level, const uint8_t *bytes, size_t count, uint8_t *packed,
    size_t room);
