#include "CCairo.h"

#include "CLateLoading.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// These declarations are copied from the headers of cairo 1.16 and pango 1.50, so that a build does
// not need the headers. They fit the libraries libcairo.so.2 and libpango-1.0.so.0.
typedef int (*write_function)(void *closure, const unsigned char *bytes, unsigned int count);
typedef struct {
  int x, y, width, height;
} pango_rectangle;

enum {
  cairo_format_rgb24 = 1,
  cairo_line_round = 1,
  cairo_metadata_title = 0,
  cairo_metadata_author = 1,
  cairo_metadata_creator = 4,
  cairo_metadata_created = 5,
  pango_scale = 1024,
  pango_wrap_word_or_letter = 2,
  pango_ellipsize_end = 3,
  pango_align_right = 2,
  pango_weight_normal = 400,
  pango_weight_bold = 700,
  success = 0,
  write_error = 11,
};

#define FUNCTIONS(each) \
  each(void *, cairo_pdf_surface_create_for_stream, "cairo_pdf_surface_create_for_stream", (write_function, void *, double, double)) \
  each(void, cairo_pdf_surface_set_metadata, "cairo_pdf_surface_set_metadata", (void *, int, const char *)) \
  each(int, cairo_pdf_surface_add_outline, "cairo_pdf_surface_add_outline", (void *, int, const char *, const char *, int)) \
  each(void *, cairo_image_surface_create, "cairo_image_surface_create", (int, int, int)) \
  each(int, cairo_surface_write_to_png_stream, "cairo_surface_write_to_png_stream", (void *, write_function, void *)) \
  each(void, cairo_surface_finish, "cairo_surface_finish", (void *)) \
  each(void, cairo_surface_destroy, "cairo_surface_destroy", (void *)) \
  each(int, cairo_surface_status, "cairo_surface_status", (void *)) \
  each(void *, cairo_create, "cairo_create", (void *)) \
  each(void, cairo_destroy, "cairo_destroy", (void *)) \
  each(int, cairo_status, "cairo_status", (void *)) \
  each(void, cairo_show_page, "cairo_show_page", (void *)) \
  each(void, cairo_save, "cairo_save", (void *)) \
  each(void, cairo_restore, "cairo_restore", (void *)) \
  each(void, cairo_translate, "cairo_translate", (void *, double, double)) \
  each(void, cairo_scale, "cairo_scale", (void *, double, double)) \
  each(void, cairo_paint, "cairo_paint", (void *)) \
  each(void, cairo_move_to, "cairo_move_to", (void *, double, double)) \
  each(void, cairo_line_to, "cairo_line_to", (void *, double, double)) \
  each(void, cairo_curve_to, "cairo_curve_to", (void *, double, double, double, double, double, double)) \
  each(void, cairo_close_path, "cairo_close_path", (void *)) \
  each(void, cairo_new_sub_path, "cairo_new_sub_path", (void *)) \
  each(void, cairo_arc, "cairo_arc", (void *, double, double, double, double, double)) \
  each(void, cairo_set_source_rgba, "cairo_set_source_rgba", (void *, double, double, double, double)) \
  each(void, cairo_set_line_width, "cairo_set_line_width", (void *, double)) \
  each(void, cairo_set_line_join, "cairo_set_line_join", (void *, int)) \
  each(void, cairo_set_dash, "cairo_set_dash", (void *, const double *, int, double)) \
  each(void, cairo_set_line_cap, "cairo_set_line_cap", (void *, int)) \
  each(void, cairo_fill, "cairo_fill", (void *)) \
  each(void, cairo_stroke, "cairo_stroke", (void *)) \
  each(void, cairo_tag_begin, "cairo_tag_begin", (void *, const char *, const char *)) \
  each(void, cairo_tag_end, "cairo_tag_end", (void *, const char *)) \
  each(void, g_object_unref, "g_object_unref", (void *)) \
  each(void *, pango_cairo_create_layout, "pango_cairo_create_layout", (void *)) \
  each(void, pango_cairo_show_layout_line, "pango_cairo_show_layout_line", (void *, void *)) \
  each(void *, pango_layout_get_context, "pango_layout_get_context", (void *)) \
  each(void, pango_layout_context_changed, "pango_layout_context_changed", (void *)) \
  each(void, pango_context_set_round_glyph_positions, "pango_context_set_round_glyph_positions", (void *, int)) \
  each(void *, pango_font_description_new, "pango_font_description_new", (void)) \
  each(void, pango_font_description_free, "pango_font_description_free", (void *)) \
  each(void, pango_font_description_set_family, "pango_font_description_set_family", (void *, const char *)) \
  each(void, pango_font_description_set_weight, "pango_font_description_set_weight", (void *, int)) \
  each(void, pango_font_description_set_absolute_size, "pango_font_description_set_absolute_size", (void *, double)) \
  each(void, pango_layout_set_font_description, "pango_layout_set_font_description", (void *, const void *)) \
  each(void, pango_layout_set_text, "pango_layout_set_text", (void *, const char *, int)) \
  each(void, pango_layout_set_width, "pango_layout_set_width", (void *, int)) \
  each(void, pango_layout_set_height, "pango_layout_set_height", (void *, int)) \
  each(void, pango_layout_set_wrap, "pango_layout_set_wrap", (void *, int)) \
  each(void, pango_layout_set_ellipsize, "pango_layout_set_ellipsize", (void *, int)) \
  each(void, pango_layout_set_alignment, "pango_layout_set_alignment", (void *, int)) \
  each(int, pango_layout_get_unknown_glyphs_count, "pango_layout_get_unknown_glyphs_count", (void *)) \
  each(int, pango_layout_get_line_count, "pango_layout_get_line_count", (void *)) \
  each(void *, pango_layout_get_iter, "pango_layout_get_iter", (void *)) \
  each(void, pango_layout_iter_free, "pango_layout_iter_free", (void *)) \
  each(int, pango_layout_iter_next_line, "pango_layout_iter_next_line", (void *)) \
  each(void *, pango_layout_iter_get_line_readonly, "pango_layout_iter_get_line_readonly", (void *)) \
  each(int, pango_layout_iter_get_baseline, "pango_layout_iter_get_baseline", (void *)) \
  each(void, pango_layout_iter_get_line_yrange, "pango_layout_iter_get_line_yrange", (void *, int *, int *)) \
  each(void, pango_layout_iter_get_line_extents, "pango_layout_iter_get_line_extents", (void *, pango_rectangle *, pango_rectangle *))

struct compass_cairo { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

struct compass_canvas {
  const compass_cairo *calls;
  void *surface;
  void *context;
  bool is_picture;
  bool is_finished;
  bool is_whole;
  uint8_t *bytes;
  size_t count;
  size_t room;
};

struct compass_text {
  const compass_cairo *calls;
  void *layout;
  int count;
  void **lines;
  compass_text_line *places;
};

const compass_cairo *compass_cairo_open(compass_cairo_names names) {
  const char *wanted[4] = {names.cairo, names.gobject, names.pango, names.pangocairo};
  void *libraries[4] = {NULL};
  compass_cairo *calls = calloc(1, sizeof *calls);
  bool complete = calls != NULL;
  for (int index = 0; complete && index < 4; index++) {
    libraries[index] = dlopen(wanted[index], RTLD_NOW | RTLD_LOCAL);
    complete = libraries[index] != NULL;
  }
  complete = complete && compass_late_find(libraries, 4, symbols, COMPASS_COUNT(symbols), calls);
  if (complete) return calls;
  free(calls);
  for (int index = 0; index < 4; index++) {
    if (libraries[index]) dlclose(libraries[index]);
  }
  return NULL;
}

static int append(void *closure, const unsigned char *bytes, unsigned int count) {
  compass_canvas *canvas = closure;
  if (canvas->room - canvas->count < count) {
    size_t room = (canvas->room + count) * 2 + 4096;
    uint8_t *grown = realloc(canvas->bytes, room);
    if (!grown) return write_error;
    canvas->bytes = grown;
    canvas->room = room;
  }
  memcpy(canvas->bytes + canvas->count, bytes, count);
  canvas->count += count;
  return success;
}

static compass_canvas *begin(compass_canvas *canvas, void *surface) {
  canvas->surface = surface;
  canvas->context = canvas->calls->cairo_create(surface);
  canvas->calls->cairo_set_line_join(canvas->context, cairo_line_round);
  canvas->calls->cairo_set_line_cap(canvas->context, cairo_line_round);
  return canvas;
}

compass_canvas *compass_canvas_pdf(
    const compass_cairo *calls, double width, double height, const char *title,
    const char *author, const char *made) {
  compass_canvas *canvas = calloc(1, sizeof *canvas);
  if (!canvas) return NULL;
  canvas->calls = calls;
  void *surface = calls->cairo_pdf_surface_create_for_stream(append, canvas, width, height);
  calls->cairo_pdf_surface_set_metadata(surface, cairo_metadata_title, title);
  if (author) calls->cairo_pdf_surface_set_metadata(surface, cairo_metadata_author, author);
  calls->cairo_pdf_surface_set_metadata(surface, cairo_metadata_creator, "Recruiting Compass");
  calls->cairo_pdf_surface_set_metadata(surface, cairo_metadata_created, made);
  return begin(canvas, surface);
}

compass_canvas *compass_canvas_picture(
    const compass_cairo *calls, double width, double height, int scale) {
  compass_canvas *canvas = calloc(1, sizeof *canvas);
  if (!canvas) return NULL;
  canvas->calls = calls;
  canvas->is_picture = true;
  int across = (int)ceil(width * scale), down = (int)ceil(height * scale);
  begin(canvas, calls->cairo_image_surface_create(cairo_format_rgb24, across, down));
  calls->cairo_set_source_rgba(canvas->context, 1, 1, 1, 1);
  calls->cairo_paint(canvas->context);
  calls->cairo_scale(canvas->context, scale, scale);
  return canvas;
}

static void finish(compass_canvas *canvas) {
  if (canvas->is_finished) return;
  canvas->is_finished = true;
  const compass_cairo *calls = canvas->calls;
  bool is_drawn = calls->cairo_status(canvas->context) == success;
  bool is_written =
      !canvas->is_picture ||
      calls->cairo_surface_write_to_png_stream(canvas->surface, append, canvas) == success;
  calls->cairo_destroy(canvas->context);
  calls->cairo_surface_finish(canvas->surface);
  canvas->is_whole =
      is_drawn && is_written && calls->cairo_surface_status(canvas->surface) == success;
  calls->cairo_surface_destroy(canvas->surface);
}

bool compass_canvas_finish(compass_canvas *canvas, const uint8_t **bytes, size_t *count) {
  finish(canvas);
  *bytes = canvas->bytes;
  *count = canvas->count;
  return canvas->is_whole;
}

void compass_canvas_free(compass_canvas *canvas) {
  finish(canvas);
  free(canvas->bytes);
  free(canvas);
}

void compass_canvas_next_page(compass_canvas *canvas) {
  canvas->calls->cairo_show_page(canvas->context);
}

void compass_canvas_move(compass_canvas *canvas, double x, double y) {
  canvas->calls->cairo_move_to(canvas->context, x, y);
}

void compass_canvas_line(compass_canvas *canvas, double x, double y) {
  canvas->calls->cairo_line_to(canvas->context, x, y);
}

void compass_canvas_curve(
    compass_canvas *canvas, double x1, double y1, double x2, double y2, double x, double y) {
  canvas->calls->cairo_curve_to(canvas->context, x1, y1, x2, y2, x, y);
}

void compass_canvas_close(compass_canvas *canvas) {
  canvas->calls->cairo_close_path(canvas->context);
}

void compass_canvas_circle(compass_canvas *canvas, double x, double y, double radius) {
  canvas->calls->cairo_new_sub_path(canvas->context);
  canvas->calls->cairo_arc(canvas->context, x, y, radius, 0, 2 * M_PI);
}

void compass_canvas_colour(
    compass_canvas *canvas, double red, double green, double blue, double opacity) {
  canvas->calls->cairo_set_source_rgba(canvas->context, red, green, blue, opacity);
}

void compass_canvas_fill(compass_canvas *canvas) {
  canvas->calls->cairo_fill(canvas->context);
}

void compass_canvas_stroke(compass_canvas *canvas, double width, bool is_dashed) {
  const double dashes[2] = {6, 4};
  canvas->calls->cairo_set_dash(canvas->context, dashes, is_dashed ? 2 : 0, 0);
  canvas->calls->cairo_set_line_width(canvas->context, width);
  canvas->calls->cairo_stroke(canvas->context);
}

void compass_canvas_begin_frame(compass_canvas *canvas, double x, double y, double scale) {
  canvas->calls->cairo_save(canvas->context);
  canvas->calls->cairo_translate(canvas->context, x, y);
  canvas->calls->cairo_scale(canvas->context, scale, scale);
}

void compass_canvas_end_frame(compass_canvas *canvas) {
  canvas->calls->cairo_restore(canvas->context);
}

void compass_canvas_begin_link(compass_canvas *canvas, const char *address) {
  size_t size = strlen(address) + sizeof "uri=''";
  char *attributes = malloc(size);
  if (attributes) snprintf(attributes, size, "uri='%s'", address);
  canvas->calls->cairo_tag_begin(canvas->context, "Link", attributes ? attributes : "");
  free(attributes);
}

void compass_canvas_end_link(compass_canvas *canvas) {
  canvas->calls->cairo_tag_end(canvas->context, "Link");
}

void compass_canvas_begin_tag(compass_canvas *canvas, const char *name) {
  if (!canvas->is_picture) canvas->calls->cairo_tag_begin(canvas->context, name, "");
}

void compass_canvas_end_tag(compass_canvas *canvas, const char *name) {
  if (!canvas->is_picture) canvas->calls->cairo_tag_end(canvas->context, name);
}

void compass_canvas_bookmark(compass_canvas *canvas, const char *title, int page, double y) {
  if (canvas->is_picture) return;
  char place[64];
  snprintf(place, sizeof place, "page=%d pos=[0 %d]", page, (int)y);
  canvas->calls->cairo_pdf_surface_add_outline(canvas->surface, 0, title, place, 0);
}

static void *make_layout(compass_canvas *canvas, compass_text_request request) {
  const compass_cairo *calls = canvas->calls;
  void *layout = calls->pango_cairo_create_layout(canvas->context);
  if (!layout) return NULL;
  // Letters may be placed between whole units, as the font's spacing requires. Otherwise pango
  // rounds each position, and gaps between letters look uneven.
  calls->pango_context_set_round_glyph_positions(calls->pango_layout_get_context(layout), 0);
  calls->pango_layout_context_changed(layout);
  void *font = calls->pango_font_description_new();
  calls->pango_font_description_set_family(font, "DejaVu Sans, sans-serif");
  calls->pango_font_description_set_weight(
      font, request.is_bold ? pango_weight_bold : pango_weight_normal);
  calls->pango_font_description_set_absolute_size(font, request.size * pango_scale);
  calls->pango_layout_set_font_description(layout, font);
  calls->pango_font_description_free(font);
  if (request.width >= 0) {
    calls->pango_layout_set_width(layout, (int)(request.width * pango_scale));
    calls->pango_layout_set_wrap(layout, pango_wrap_word_or_letter);
  }
  if (request.most_lines > 0) {
    calls->pango_layout_set_height(layout, -request.most_lines);
    calls->pango_layout_set_ellipsize(layout, pango_ellipsize_end);
  }
  if (request.ends_at_right) calls->pango_layout_set_alignment(layout, pango_align_right);
  calls->pango_layout_set_text(layout, request.bytes, (int)request.count);
  return layout;
}

static double length(int units) { return (double)units / pango_scale; }

compass_text *compass_text_make(compass_canvas *canvas, compass_text_request request) {
  const compass_cairo *calls = canvas->calls;
  compass_text *text = calloc(1, sizeof *text);
  if (!text) return NULL;
  text->calls = calls;
  text->layout = make_layout(canvas, request);
  int count = text->layout ? calls->pango_layout_get_line_count(text->layout) : 0;
  text->lines = calloc((size_t)count + 1, sizeof *text->lines);
  text->places = calloc((size_t)count + 1, sizeof *text->places);
  if (!text->layout || !text->lines || !text->places) {
    compass_text_free(text);
    return NULL;
  }
  void *place = calls->pango_layout_get_iter(text->layout);
  do {
    int top, bottom;
    pango_rectangle ink, logical;
    calls->pango_layout_iter_get_line_yrange(place, &top, &bottom);
    calls->pango_layout_iter_get_line_extents(place, &ink, &logical);
    int index = text->count++;
    text->lines[index] = calls->pango_layout_iter_get_line_readonly(place);
    text->places[index] = (compass_text_line){
        .x = length(logical.x),
        .width = length(logical.width),
        .top = length(top),
        .height = length(bottom - top),
        .baseline = length(calls->pango_layout_iter_get_baseline(place)),
    };
  } while (text->count < count && calls->pango_layout_iter_next_line(place));
  calls->pango_layout_iter_free(place);
  return text;
}

void compass_text_free(compass_text *text) {
  if (text->layout) text->calls->g_object_unref(text->layout);
  free(text->lines);
  free(text->places);
  free(text);
}

int compass_text_line_count(const compass_text *text) { return text->count; }

int compass_text_missing_count(const compass_text *text) {
  return text->calls->pango_layout_get_unknown_glyphs_count(text->layout);
}

compass_text_line compass_text_line_at(const compass_text *text, int index) {
  return text->places[index];
}

void compass_text_draw(
    compass_canvas *canvas, const compass_text *text, int index, double x, double y) {
  canvas->calls->cairo_move_to(canvas->context, x, y);
  canvas->calls->pango_cairo_show_layout_line(canvas->context, text->lines[index]);
}
