// The page's courses: what the warps of one block did between its barriers, in basic blocks. It is no time.
#include "report/course.h"
#include "memory/symbolise.h"
#include <string.h>

enum { BOXES = 600 };

// Barriers divide the course: a phase begins where the longest warp has ended the one before. begin: of each phase, in steps
// of warps.
static void find_phases(const struct course *c, struct layout *y, uint32_t begin[STEPS + 2]) {
  static uint32_t length[STEPS + 1], phase[MAX_WARPS], at[MAX_WARPS];
  memset(length, 0, sizeof length), memset(phase, 0, sizeof phase), memset(at, 0, sizeof at);
  uint32_t phases = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t w = c->step[i].warp;
    y->phase[i] = phase[w];
    if (phase[w] + 1 > phases) phases = phase[w] + 1;
    if (c->step[i].kind == STEP_BARRIER) {
      phase[w]++;
      at[w] = 0;
      continue;
    }
    at[w] += c->step[i].count;
    if (at[w] > length[phase[w]]) length[phase[w]] = at[w];
  }
  begin[0] = 0;
  for (uint32_t p = 0; p <= phases; p++) begin[p + 1] = begin[p] + (p < phases ? length[p] + 1 : 0);
  y->phases = phases;
}

static void lay_out(const struct course *c, struct layout *y) {
  static uint32_t begin[STEPS + 2], at[MAX_WARPS], phase[MAX_WARPS];
  find_phases(c, y, begin);
  memset(at, 0, sizeof at), memset(phase, 0, sizeof phase);
  y->scale = (COURSE_WIDTH - COURSE_LEFT - 4) / (double)(begin[y->phases] ? begin[y->phases] : 1);
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t w = c->step[i].warp, p = y->phase[i];
    if (p != phase[w]) phase[w] = p, at[w] = 0;
    y->x[i] = COURSE_LEFT + y->scale * (begin[p] + at[w]);
    y->stop[i] = COURSE_LEFT + y->scale * (begin[p + 1] - 0.5);
    at[w] += c->step[i].kind == STEP_BARRIER ? 0 : c->step[i].count;
  }
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
static void add_step(struct text *t, const struct step *s, double x, double stop, double scale) {
  int row = (int)s->warp * COURSE_ROW + 2, lanes = __builtin_popcount(s->lanes);
  if (s->kind == STEP_BARRIER) {
    text_add(t, "<path class=\"q\" d=\"M%.1f %dH%.1f\"/><path class=\"b\" d=\"M%.1f %dv%d\">", x,
             row + COURSE_ROW / 2, stop, stop, row, COURSE_ROW - 4);
    add_title(t, s);
    text_add(t, "</path>\n");
    return;
  }
  double height = (COURSE_ROW - 4) * lanes / (double)WARP, width = scale * s->count;
  text_add(t, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
           s->kind == STEP_EXCHANGE ? "x" : "f", x, row + COURSE_ROW - 4 - height,
           width > 0.6 ? width - 0.3 : width, height);
  add_title(t, s);
  text_add(t, "</rect>\n");
}

static void add_course(struct text *t, const struct course *c, const struct emu_report *r) {
  static struct layout y;
  lay_out(c, &y);
  uint32_t shown = c->n < BOXES ? c->n : BOXES;
  struct text words = {0};
  text_add(t, "<h3>");
  html_add(t, c->kernel);
  text_add(t, ", block (%u,%u,%u)</h3>\n", c->block[0], c->block[1], c->block[2]);
  text_add(t,
           "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"the course of a block by its "
           "warps\" "
           "viewBox=\"0 0 %d %u\">\n",
           COURSE_WIDTH, c->n_warps * COURSE_ROW + COURSE_FOOT);
  for (uint32_t w = 0; w < c->n_warps; w++)
    text_add(t, "<text x=\"2\" y=\"%u\">warp %u</text>\n", w * COURSE_ROW + 15, w);
  for (uint32_t i = 0; i < shown; i++) add_step(t, &c->step[i], y.x[i], y.stop[i], y.scale);
  course_add_hazards(t, &words, c, &y, shown, r);
  text_add(t, "</svg></div>\n%s", text_get(&words));
  text_free(&words);
  if (shown < c->n || c->dropped)
    text_add(t, "<p>The first %u of %u steps, in the order in which the emulator ran the warps.</p>\n", shown,
             c->n + c->dropped);
}

void page_add_courses(struct text *t, const struct emu_report *r) {
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
              "a shuffle, a vote or <code>__syncwarp</code>. Numbers in circles are the two accesses of a "
              "race, a dashed "
              "upright line is where a barrier is missing between them.</p>\n");
  for (int i = 0; i < n; i++) add_course(t, &c[i], r);
}
