// Where the wrong elements of an output lie, as a picture: planes, rows and columns as the data has them, else 64 cells a row.
#include "grader/output/map.h"
#include "base/html.h"
#include "grader/judge/compare.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  CELLS = 64,
  CELL = 10,
  PANELS = 16,
  PANELS_A_ROW = 4,
  PANEL_CELLS = CELLS / PANELS_A_ROW - 1,
  LABEL = 14
};

struct grid {
  int64_t columns, rows, planes;               // of elements
  int64_t a_cell_across, a_cell_down, a_panel; // elements; planes that one panel shows
  int across, down, panels;                    // cells of a panel
};

static int64_t up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

static struct grid grid_of(const struct pmpp_buf *b) {
  int64_t n = b->arg.count, of_plane = b->plane[0] * b->plane[1];
  bool planes = of_plane > 0 && n > of_plane;
  struct grid g = {.columns = planes ? b->plane[1] : b->columns, .planes = planes ? up(n, of_plane) : 1};
  if (!g.columns) g.columns = CELLS * up(n, (int64_t)CELLS * CELLS);
  g.rows = planes ? b->plane[0] : up(n, g.columns);
  int most = planes ? PANEL_CELLS : CELLS;
  g.a_cell_across = up(g.columns, most);
  g.a_cell_down = up(g.rows, most);
  g.a_panel = up(g.planes, PANELS);
  g.across = (int)up(g.columns, g.a_cell_across);
  g.down = (int)up(g.rows, g.a_cell_down);
  g.panels = (int)up(g.planes, g.a_panel);
  return g;
}

static int top_of(const struct grid *g, int panel) {
  return g->planes == 1 ? 0 : panel / PANELS_A_ROW * (g->down * CELL + LABEL + CELL) + LABEL;
}

static int left_of(int panel) {
  return panel % PANELS_A_ROW * (PANEL_CELLS + 1) * CELL;
}

static void add_cell(struct text *t, const struct grid *g, int panel, int row, int column, int64_t wrong) {
  double all = (double)(g->a_cell_across * g->a_cell_down * g->a_panel),
         height = (CELL - 2) * (double)wrong / all;
  if (height < 2) height = 2;
  text_add(t, "<rect class=\"x\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"><title>from ",
           left_of(panel) + column * CELL + 1, top_of(g, panel) + row * CELL + CELL - 1 - height, CELL - 2,
           height);
  if (g->planes > 1) text_add(t, "[%" PRId64 "]", panel * g->a_panel);
  text_add(t, "[%" PRId64 "][%" PRId64 "]: %" PRId64 " wrong</title></rect>\n", row * g->a_cell_down,
           column * g->a_cell_across, wrong);
}

// The frame, of 3-D data with the numbers of its planes, and the cells; wrong: of each cell, row after row.
static void add_panel(struct text *t, const struct grid *g, int panel, const int64_t *wrong) {
  int left = left_of(panel), top = top_of(g, panel);
  int64_t first = panel * g->a_panel,
          last = first + g->a_panel < g->planes ? first + g->a_panel - 1 : g->planes - 1;
  if (g->planes > 1) {
    text_add(t, "<text x=\"%d\" y=\"%d\">plane %" PRId64, left, top - 3, first);
    if (last > first) text_add(t, " to %" PRId64, last);
    text_add(t, "</text>");
  }
  text_add(t, "<rect class=\"o\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", left, top,
           g->across * CELL, g->down * CELL);
  for (int row = 0; row < g->down; row++)
    for (int column = 0; column < g->across; column++)
      if (wrong[row * g->across + column])
        add_cell(t, g, panel, row, column, wrong[row * g->across + column]);
}

static int64_t *count_wrong(const struct grid *g, const struct pmpp_buf *b, const void *output) {
  int64_t *wrong = must_alloc((size_t)(g->panels * g->down * g->across) * sizeof *wrong);
  for (int64_t i = 0; i < b->arg.count; i++) {
    if (element_right(b, i, read_bits(output, b->arg.type, i))) continue;
    int64_t row = i / g->columns % g->rows, plane = i / g->columns / g->rows;
    wrong[(plane / g->a_panel * g->down + row / g->a_cell_down) * g->across +
          i % g->columns / g->a_cell_across]++;
  }
  return wrong;
}

static void add_caption(struct text *t, const struct grid *g) {
  int64_t a_cell = g->a_panel * g->a_cell_down * g->a_cell_across;
  text_add(t, "<p>A cell is ");
  if (g->planes > 1) text_add(t, "%" PRId64 " x ", g->a_panel);
  text_add(t, "%" PRId64 " x %" PRId64 " element%s of ", g->a_cell_down, g->a_cell_across,
           a_cell == 1 ? "" : "s");
  if (g->planes > 1) text_add(t, "%" PRId64 " x ", g->planes);
  text_add(t, "%" PRId64 " x %" PRId64 "; a box stands where some are wrong, as high as their share.</p>\n",
           g->rows, g->columns);
}

static void add_picture(struct text *t, const struct pmpp_buf *b, const void *output) {
  struct grid g = grid_of(b);
  int64_t *wrong = count_wrong(&g, b, output);
  add_caption(t, &g);
  int bottom = top_of(&g, g.panels - 1) + g.down * CELL + 1;
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"where wrong elements lie\" "
           "viewBox=\"0 0 %d %d\">",
           CELLS * CELL, bottom);
  for (int i = 0; i < g.panels; i++) add_panel(t, &g, i, wrong + (size_t)i * (size_t)(g.down * g.across));
  text_add(t, "</svg></div>\n");
  free(wrong);
}

void map_add(struct text *t, const struct pmpp_buf *b, const void *output) {
  struct difference d;
  struct pattern p;
  text_add(t, "<h2>Results: ");
  html_add(t, b->arg.name);
  text_add(t, "</h2>\n");
  if (compare(b, output, &d, &p)) {
    text_add(t,
             b->arg.count == 1 ? "<p>The element is right.</p>\n"
                               : "<p>All %" PRId64 " elements are right.</p>\n",
             b->arg.count);
    return;
  }
  text_add(t,
           "<p>%" PRId64 " of %" PRId64 " elements are wrong, the first is %" PRId64 ", the last %" PRId64
           ", and the most that one is off by is %g.</p>\n",
           p.wrong, b->arg.count, p.first, p.last, p.off);
  add_picture(t, b, output);
}
