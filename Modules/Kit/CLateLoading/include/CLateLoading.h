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

/// Opens a library and returns the addresses of all its named functions as a table. Returns NULL,
/// and closes the library, if it cannot be opened or lacks one of the functions.
///
/// - Parameter opened: receives the library; may be NULL.
void *compass_late_open(
    const char *library, const char *const *symbols, size_t count, void **opened);

/// Writes the address of each named function to the table, from the first library that has the
/// function. Returns false if no library has one of the functions.
bool compass_late_find(
    void *const *libraries, size_t library_count, const char *const *symbols, size_t count,
    void *table);
