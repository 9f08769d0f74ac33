#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of the drawing libraries cairo and pango that the program uses. The libraries
// are loaded when the first drawing is made (decision 5). Lengths are points in a PDF and units of
// a picture; y grows downward.

typedef struct compass_cairo compass_cairo;
typedef struct compass_canvas compass_canvas;
typedef struct compass_text compass_text;

typedef struct {
  const char *cairo;
  const char *gobject;
  const char *pango;
  const char *pangocairo;
} compass_cairo_names;

/// Loads the libraries with these file names. NULL if one of them is missing or lacks a
/// function, as other versions may.
const compass_cairo *compass_cairo_open(compass_cairo_names names);

/// Creates a canvas whose pages become a PDF file. `made` is the creation time in ISO 8601;
/// `author` may be NULL.
compass_canvas *compass_canvas_pdf(
    const compass_cairo *cairo, double width, double height, const char *title,
    const char *author, const char *made);
/// Creates a canvas with a white picture that becomes a PNG file, with `scale` dots for each unit
/// of length.
compass_canvas *compass_canvas_picture(
    const compass_cairo *cairo, double width, double height, int scale);
void compass_canvas_free(compass_canvas *canvas);

/// Ends the drawing and returns the bytes of the PDF or PNG file, which the canvas owns and frees.
/// False if there was an error.
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
/// Fills the path that `move`, `line`, `curve` and `circle` made. Both `fill` and `stroke` (which
/// draws along the path) remove the path afterwards.
void compass_canvas_fill(compass_canvas *canvas);
void compass_canvas_stroke(compass_canvas *canvas, double width, bool is_dashed);
/// Scales all drawing until `end_frame` and moves its origin to (x, y).
void compass_canvas_begin_frame(compass_canvas *canvas, double x, double y, double scale);
void compass_canvas_end_frame(compass_canvas *canvas);
/// Makes all drawing until `end_link` a link to the web address. The address must be ASCII without
/// quotation marks, brackets and backslashes, because cairo writes it into the file unchanged.
void compass_canvas_begin_link(compass_canvas *canvas, const char *address);
void compass_canvas_end_link(compass_canvas *canvas);

/// Tags the drawing between this call and `end_tag` as a part of the text (`P`, `H1`, `TD`), for
/// screen readers. Both calls must be made on the same page.
void compass_canvas_begin_tag(compass_canvas *canvas, const char *name);
void compass_canvas_end_tag(compass_canvas *canvas, const char *name);
/// Adds an entry to the list of contents that a PDF viewer shows. A picture has no such list.
void compass_canvas_bookmark(compass_canvas *canvas, const char *title, int page, double y);

typedef struct {
  const char *bytes;
  size_t count;
  double size;
  bool is_bold;
  /// The width at which the text is broken into lines; a negative width for text that is not
  /// broken.
  double width;
  /// The largest number of lines. A longer text ends with an ellipsis; 0 means no limit.
  int most_lines;
  bool ends_at_right;
} compass_text_request;

typedef struct {
  /// The distance of the line's start from the left edge. It is not 0 for text that is aligned to
  /// the right or written from right to left.
  double x;
  double width;
  /// The distance of the line's top from the top of the whole text.
  double top;
  double height;
  double baseline;
} compass_text_line;

/// Breaks the text into lines and measures them. NULL if there is not enough memory.
compass_text *compass_text_make(compass_canvas *canvas, compass_text_request request);
void compass_text_free(compass_text *text);
int compass_text_line_count(const compass_text *text);
/// The number of characters that no font of this computer has. Each is drawn as a box with its
/// number.
int compass_text_missing_count(const compass_text *text);
compass_text_line compass_text_line_at(const compass_text *text, int index);
/// Draws the line `index` of the text. (x, y) is the left end of the line on which the letters
/// stand.
void compass_text_draw(
    compass_canvas *canvas, const compass_text *text, int index, double x, double y);
