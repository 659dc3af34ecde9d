// Races on a block's course: both accesses, both lines, and the barrier that is not between them.
#include "report/course.h"
#include "check/hazard.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DRAWN = 4, RADIUS = 7 };

struct spot { // an access in the picture
  double x, y;
  uint32_t phase, warp;
};

static uint32_t warp_of(const struct course *c, const struct emu_place *p) {
  return ((p->thread[2] * c->threads[1] + p->thread[1]) * c->threads[0] + p->thread[0]) / WARP;
}

// The accesses of a basic block share its width.
static struct spot spot_of(const struct course *c, const struct layout *y, uint32_t i) {
  const struct course_access *a = &c->access[i];
  uint32_t first = i, end = i + 1;
  while (first > 0 && c->access[first - 1].step == a->step && c->access[first - 1].at == a->at) first--;
  while (end < c->n_accesses && c->access[end].step == a->step && c->access[end].at == a->at) end++;
  double part = (i - first + 1) / (double)(end - first + 1);
  const struct step *s = &c->step[a->step];
  return (struct spot){y->x[a->step] + y->scale * (a->at + part), s->warp * COURSE_ROW + COURSE_ROW / 2.0,
                       y->phase[a->step], s->warp};
}

// The next access by this instruction and warp from number i on; n_accesses: none.
static uint32_t next_access(const struct course *c, uint32_t i, uint32_t pc, uint32_t warp, uint32_t shown) {
  for (; i < c->n_accesses; i++)
    if (c->access[i].pc == pc && c->access[i].step < shown && c->step[c->access[i].step].warp == warp)
      return i;
  return c->n_accesses;
}

// The first pair that no barrier parts: of the hazard's instructions, by warps of its threads.
static bool find_pair(const struct course *c, const struct layout *y, const struct emu_hazard *h,
                      uint32_t shown, struct spot pair[2]) {
  uint32_t pc[2], warp[2] = {warp_of(c, &h->at), warp_of(c, &h->other)};
  if (!hazard_instructions(h, &pc[0], &pc[1])) return false;
  for (uint32_t i = 0; (i = next_access(c, i, pc[0], warp[0], shown)) < c->n_accesses; i++)
    for (uint32_t k = 0; (k = next_access(c, k, pc[1], warp[1], shown)) < c->n_accesses; k++) {
      pair[0] = spot_of(c, y, i), pair[1] = spot_of(c, y, k);
      if (pair[0].phase == pair[1].phase) return true;
    }
  return false;
}

static void add_mark(struct text *t, const struct spot *s, int number, const struct emu_place *p) {
  text_add(t,
           "<circle class=\"h\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/><text class=\"m\" x=\"%.1f\" "
           "y=\"%.1f\">%d<title>",
           s->x, s->y, RADIUS, s->x, s->y + 4, number);
  html_add(t, p->file);
  text_add(t, ":%d, thread (%u,%u,%u)</title></text>\n", p->line, p->thread[0], p->thread[1], p->thread[2]);
}

static void add_words(struct text *t, const struct emu_hazard *h, const struct emu_place *place[2],
                      const struct spot *spot[2], int number) {
  text_add(t, "<p>%s in block (%u,%u,%u): ", emu_hazard_name((int)h->kind), h->at.block[0], h->at.block[1],
           h->at.block[2]);
  for (int k = 0; k < 2; k++)
    text_add(t, "<strong>%d</strong> is line %d by thread (%u,%u,%u) of warp %u%s", number + k,
             place[k]->line, place[k]->thread[0], place[k]->thread[1], place[k]->thread[2], spot[k]->warp,
             k ? ". " : ", ");
  text_add(t, "No barrier stands between %d and %d; the dashed line is where one is missing.</p>\n", number,
           number + 1);
}

// Left comes first, and has the lower number.
static void add_race(struct text *t, struct text *words, const struct course *c, const struct emu_hazard *h,
                     struct spot pair[2], int number) {
  bool turned = pair[0].x > pair[1].x || (pair[0].x == pair[1].x && h->at.line > h->other.line);
  const struct spot *spot[2] = {&pair[turned], &pair[!turned]};
  const struct emu_place *place[2] = {turned ? &h->other : &h->at, turned ? &h->at : &h->other};
  if (spot[0]->y == spot[1]->y && spot[1]->x - spot[0]->x < 3 * RADIUS)
    pair[!turned].x = spot[0]->x + 3 * RADIUS;
  double middle = (spot[0]->x + spot[1]->x) / 2, foot = c->n_warps * COURSE_ROW + 2.0;
  text_add(t, "<path class=\"g\" d=\"M%.1f 0V%.1f\"/>", middle, foot); // so that it is seen on a box
  text_add(
      t, "<path class=\"w\" d=\"M%.1f 0V%.1f\"/><text class=\"m\" x=\"%.1f\" y=\"%.1f\">no barrier</text>\n",
      middle, foot, middle, foot + 12);
  for (int k = 0; k < 2; k++) add_mark(t, spot[k], number + k, place[k]);
  add_words(words, h, place, spot, number);
}

void course_add_hazards(struct text *t, struct text *words, const struct course *c, const struct layout *y,
                        uint32_t shown, const struct emu_report *r) {
  int drawn = 0;
  for (uint32_t i = 0; i < r->n_hazards && drawn < MOST_DRAWN; i++) {
    const struct emu_hazard *h = &r->hazard[i];
    bool race = h->kind == EMU_HAZARD_RACE_SHARED || h->kind == EMU_HAZARD_RACE_GLOBAL;
    struct spot pair[2];
    if (!race || !h->has_other || memcmp(h->at.block, h->other.block, sizeof h->at.block)) continue;
    if (strcmp(h->kernel, c->kernel) || !find_pair(c, y, h, shown, pair)) continue;
    add_race(t, words, c, h, pair, 2 * drawn++ + 1);
  }
}
