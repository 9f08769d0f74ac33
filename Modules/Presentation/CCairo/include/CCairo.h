#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of cairo and pango that drawing needs, loaded at first use (decision 5). Lengths are points on
// paper and dots on pictures; y grows downward.

typedef struct compass_cairo compass_cairo;
typedef struct compass_canvas compass_canvas;
typedef struct compass_text compass_text;

typedef struct {
  const char *cairo;
  const char *gobject;
  const char *pango;
  const char *pangocairo;
} compass_cairo_names;

/// NULL if a library is missing or has another version.
const compass_cairo *compass_cairo_open(compass_cairo_names names);

/// Pages that become a PDF file. `made` is an instant in ISO 8601; `author` may be NULL.
compass_canvas *compass_canvas_pdf(
    const compass_cairo *cairo, double width, double height, const char *title,
    const char *author, const char *made);
/// A white picture that becomes a PNG file, with `scale` dots for a unit.
compass_canvas *compass_canvas_picture(
    const compass_cairo *cairo, double width, double height, int scale);
void compass_canvas_free(compass_canvas *canvas);

/// Ends the drawing and returns the file, which the canvas owns. False if there was an error.
bool compass_canvas_finish(compass_canvas *canvas, const uint8_t **bytes, size_t *count);

void compass_canvas_next_page(compass_canvas *canvas);
void compass_canvas_move(compass_canvas *canvas, double x, double y);
void compass_canvas_line(compass_canvas *canvas, double x, double y);
void compass_canvas_curve(
    compass_canvas *canvas, double x1, double y1, double x2, double y2, double x, double y);
void compass_canvas_close(compass_canvas *canvas);
void compass_canvas_circle(compass_canvas *canvas, double x, double y, double radius);
void compass_canvas_colour(
    compass_canvas *canvas, double red, double green, double blue, double opacity);
/// Both use up the path.
void compass_canvas_fill(compass_canvas *canvas);
void compass_canvas_stroke(compass_canvas *canvas, double width, bool is_dashed);
/// Scales all drawing until the end, with its corner at (x, y).
void compass_canvas_begin_frame(compass_canvas *canvas, double x, double y, double scale);
void compass_canvas_end_frame(compass_canvas *canvas);
/// Makes all drawing until the end a link to the address: ASCII without quotation marks, brackets and backslashes.
void compass_canvas_begin_link(compass_canvas *canvas, const char *address);
void compass_canvas_end_link(compass_canvas *canvas);

/// Tags the drawing between these two calls as a part of the text (`P`, `H1`, `TD`); both must be on one page.
void compass_canvas_begin_tag(compass_canvas *canvas, const char *name);
void compass_canvas_end_tag(compass_canvas *canvas, const char *name);
/// An entry in the reader's list of contents.
void compass_canvas_bookmark(compass_canvas *canvas, const char *title, int page, double y);

typedef struct {
  const char *bytes;
  size_t count;
  double size;
  bool is_bold;
  /// The width at which lines break; negative for none.
  double width;
  /// The line after which the text ends with an ellipsis; 0 for no limit.
  int most_lines;
  bool ends_at_right;
} compass_text_request;

typedef struct {
  /// From the left edge of the width, for right-aligned or right-to-left text.
  double x;
  double width;
  /// From the top of the text.
  double top;
  double height;
  double baseline;
} compass_text_line;

/// NULL if there is not enough memory.
compass_text *compass_text_make(compass_canvas *canvas, compass_text_request request);
void compass_text_free(compass_text *text);
int compass_text_line_count(const compass_text *text);
compass_text_line compass_text_line_at(const compass_text *text, int index);
/// Draws one line with its base line's left end at (x, y).
void compass_text_draw(
    compass_canvas *canvas, const compass_text *text, int index, double x, double y);
