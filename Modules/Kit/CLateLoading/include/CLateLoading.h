#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * A library that is loaded at its first use (docs/decisions/0005) is called through a table of function pointers. The functions are listed
 * once; the table and the names of their symbols are made from the list:
 *
 *   #define FUNCTIONS(each) \
 *     each(int, deflate, "deflate", (stream *, int)) \
 *     each(int, end, "deflateEnd", (stream *))
 *   struct compass_zlib { FUNCTIONS(COMPASS_FIELD) };
 *   static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};
 */

#define COMPASS_FIELD(result, field, symbol, parameters) result(*field) parameters;
#define COMPASS_SYMBOL(result, field, symbol, parameters) symbol,
#define COMPASS_COUNT(symbols) (sizeof(symbols) / sizeof(symbols)[0])

/// Opens a library and makes its table. NULL, with the library closed again, unless every function is there.
///
/// - Parameter opened: the library; may be NULL.
void *compass_late_open(
    const char *library, const char *const *symbols, size_t count, void **opened);

/// Fills a table from the first library that has each function. False when none of them has one.
bool compass_late_find(
    void *const *libraries, size_t library_count, const char *const *symbols, size_t count,
    void *table);
