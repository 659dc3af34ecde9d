// The page's courses: what the warps of one block did between its barriers, in basic blocks. It is no time.
#include "report/page.h"
#include "memory/symbolise.h"
#include <string.h>

enum { BOXES = 600, ROW = 22, LEFT = 60, WIDTH = 640 };

struct layout { // of a course; x is counted in steps of warps
  uint32_t phase[MAX_WARPS], at[MAX_WARPS];
  uint32_t begin[STEPS + 2]; // of each phase
  uint32_t phases;
};

// Barriers divide the course: a phase begins where the longest warp has ended the one before.
static void lay_out(const struct course *c, struct layout *y) {
  memset(y, 0, sizeof *y);
  static uint32_t length[STEPS + 1];
  memset(length, 0, sizeof length);
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t w = c->step[i].warp, *phase = &y->phase[w];
    if (*phase + 1 > y->phases) y->phases = *phase + 1;
    if (c->step[i].kind == STEP_BARRIER) {
      ++*phase;
      y->at[w] = 0;
      continue;
    }
    y->at[w] += c->step[i].count;
    if (y->at[w] > length[*phase]) length[*phase] = y->at[w];
  }
  for (uint32_t p = 0; p < y->phases; p++) y->begin[p + 1] = y->begin[p] + length[p] + 1;
  memset(y->phase, 0, sizeof y->phase);
  memset(y->at, 0, sizeof y->at);
}

static void add_title(struct text *t, const struct step *s) {
  char file[160];
  int32_t line;
  symbolise(s->pc, file, sizeof file, &line, NULL, 0);
  text_add(t, "<title>warp %u, line %d, lanes ", s->warp, line);
  lanes_add(t, s->lanes);
  if (s->kind == STEP_BLOCKS)
    text_add(t, ": %u basic block%s", s->count, s->count == 1 ? "" : "s");
  else
    text_add(t, s->kind == STEP_BARRIER ? ": at a barrier" : ": a shuffle, a vote or __syncwarp");
  text_add(t, "</title>");
}

// A step: its height is the share of active lanes; an exchange is a narrow box, waiting a dotted line up to the barrier.
static void add_step(struct text *t, const struct step *s, struct layout *y, double scale) {
  uint32_t *at = &y->at[s->warp], *phase = &y->phase[s->warp];
  double x = LEFT + scale * (y->begin[*phase] + *at);
  int row = (int)s->warp * ROW + 2, lanes = __builtin_popcount(s->lanes);
  if (s->kind == STEP_BARRIER) {
    double stop = LEFT + scale * (y->begin[*phase + 1] - 0.5);
    text_add(t, "<path class=\"q\" d=\"M%.1f %dH%.1f\"/><path class=\"b\" d=\"M%.1f %dv%d\">", x,
             row + ROW / 2, stop, stop, row, ROW - 4);
    add_title(t, s);
    text_add(t, "</path>\n");
    ++*phase;
    *at = 0;
    return;
  }
  double height = (ROW - 4) * lanes / (double)WARP, width = scale * s->count;
  text_add(t, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
           s->kind == STEP_EXCHANGE ? "x" : "f", x, row + ROW - 4 - height, width > 0.6 ? width - 0.3 : width,
           height);
  add_title(t, s);
  text_add(t, "</rect>\n");
  *at += s->count;
}

static void add_course(struct text *t, const struct course *c) {
  static struct layout y;
  lay_out(c, &y);
  double scale = (WIDTH - LEFT - 4) / (double)(y.begin[y.phases] ? y.begin[y.phases] : 1);
  text_add(t, "<h3>");
  html_add(t, c->kernel);
  text_add(t, ", block (%u,%u,%u)</h3>\n", c->block[0], c->block[1], c->block[2]);
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"the course of a block by its "
           "warps\" "
           "viewBox=\"0 0 %d %u\">\n",
           WIDTH, c->n_warps * ROW + 4);
  for (uint32_t w = 0; w < c->n_warps; w++)
    text_add(t, "<text x=\"2\" y=\"%u\">warp %u</text>\n", w * ROW + 15, w);
  uint32_t shown = c->n < BOXES ? c->n : BOXES;
  for (uint32_t i = 0; i < shown; i++) add_step(t, &c->step[i], &y, scale);
  text_add(t, "</svg></div>\n");
  if (shown < c->n || c->dropped)
    text_add(t, "<p>The first %u of %u steps, in the order in which the emulator ran the warps.</p>\n", shown,
             c->n + c->dropped);
}

void page_add_courses(struct text *t) {
  int n;
  const struct course *c = sample_courses(&n);
  if (!n) return;
  text_add(t, "<h2>A block's course by warps</h2>\n"
              "<p>The first block that ran of each kernel. To the right: basic blocks of the warp, not time. "
              "The height "
              "of a box is the share of active lanes: where it falls the warp diverges, where it rises its "
              "lanes meet "
              "again. An upright line is a barrier, the dotted line before it waiting. A box in the hazards' "
              "colour is "
              "a shuffle, a vote or <code>__syncwarp</code>.</p>\n");
  for (int i = 0; i < n; i++) add_course(t, &c[i]);
}
