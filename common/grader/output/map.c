// Where the wrong elements of an output lie, as a picture: rows and columns as the data has them, else 64 cells a row.
#include "grader/output/map.h"
#include "base/html.h"
#include "grader/judge/compare.h"
#include <inttypes.h>
#include <string.h>

enum { CELLS = 64, CELL = 10 };

struct grid {
  int64_t columns, rows;              // of elements
  int64_t a_cell_across, a_cell_down; // elements
  int across, down;                   // cells
};

static int64_t up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

static struct grid grid_of(const struct pmpp_buf *b) {
  int64_t n = b->arg.count;
  struct grid g = {.columns = b->columns};
  if (!g.columns) g.columns = CELLS * up(n, (int64_t)CELLS * CELLS);
  g.rows = up(n, g.columns);
  g.a_cell_across = up(g.columns, CELLS);
  g.a_cell_down = up(g.rows, CELLS);
  g.across = (int)up(g.columns, g.a_cell_across);
  g.down = (int)up(g.rows, g.a_cell_down);
  return g;
}

static void add_cell(struct text *t, const struct grid *g, int row, int column, int64_t wrong) {
  double height = (CELL - 2) * (double)wrong / (double)(g->a_cell_across * g->a_cell_down);
  if (height < 2) height = 2;
  text_add(t,
           "<rect class=\"x\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"><title>from [%" PRId64
           "][%" PRId64 "]: %" PRId64 " wrong</title></rect>\n",
           column * CELL + 1, row * CELL + CELL - 1 - height, CELL - 2, height, row * g->a_cell_down,
           column * g->a_cell_across, wrong);
}

static void add_picture(struct text *t, const struct pmpp_buf *b, const void *output) {
  struct grid g = grid_of(b);
  static int64_t wrong[CELLS][CELLS];
  memset(wrong, 0, sizeof wrong);
  for (int64_t i = 0; i < b->arg.count; i++)
    if (!element_right(b, i, read_bits(output, b->arg.type, i)))
      wrong[i / g.columns / g.a_cell_down][i % g.columns / g.a_cell_across]++;
  text_add(t,
           "<p>A cell is %" PRId64 " x %" PRId64 " element%s of %" PRId64 " x %" PRId64
           "; a box stands where some are wrong, as high as their share.</p>\n"
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"where wrong elements lie\" "
           "viewBox=\"0 0 %d "
           "%d\"><rect class=\"o\" x=\"0\" y=\"0\" width=\"%d\" height=\"%d\"/>\n",
           g.a_cell_down, g.a_cell_across, g.a_cell_down * g.a_cell_across == 1 ? "" : "s", g.rows, g.columns,
           CELLS * CELL, g.down * CELL, g.across * CELL, g.down * CELL);
  for (int row = 0; row < g.down; row++)
    for (int column = 0; column < g.across; column++)
      if (wrong[row][column]) add_cell(t, &g, row, column, wrong[row][column]);
  text_add(t, "</svg></div>\n");
}

void map_add(struct text *t, const struct pmpp_buf *b, const void *output) {
  struct difference d;
  struct pattern p;
  text_add(t, "<h2>Results: ");
  html_add(t, b->arg.name);
  text_add(t, "</h2>\n");
  if (compare(b, output, &d, &p)) {
    text_add(t, "<p>All %" PRId64 " elements are right.</p>\n", b->arg.count);
    return;
  }
  text_add(t,
           "<p>%" PRId64 " of %" PRId64 " elements are wrong, the first is %" PRId64 ", the last %" PRId64
           ", and the most that one is off by is %g.</p>\n",
           p.wrong, b->arg.count, p.first, p.last, p.off);
  add_picture(t, b, output);
}
