// The page's lines of source: the worst first with their pictures.
#include "report/page.h"
#include "memory/symbolise.h"
#include <stdlib.h>
#include <string.h>

enum { PICTURES = 40 };

static bool is_access(const struct line *l) {
  return l->sum.space != SPACE_BLOCK;
}

static uint64_t cost_of(const struct line *l) { // sectors, or wavefronts, or an atomic's lanes
  const struct site *s = &l->sum;
  return s->kind == KIND_ATOMIC ? s->lanes : s->space == SPACE_GLOBAL ? s->sectors : s->wavefronts;
}

static uint64_t ideal_of(const struct line *l) {
  const struct site *s = &l->sum;
  return s->kind == KIND_ATOMIC ? 0 : s->space == SPACE_GLOBAL ? s->sectors_ideal : s->wavefronts_ideal;
}

// What packing or padding would save comes first, then what is moved.
static int worse(const void *a, const void *b) {
  const struct line *x = *(struct line *const *)a, *y = *(struct line *const *)b;
  if (is_access(x) != is_access(y)) return is_access(x) ? -1 : 1;
  bool atomic_x = x->sum.kind == KIND_ATOMIC, atomic_y = y->sum.kind == KIND_ATOMIC;
  uint64_t excess_x = atomic_x ? 0 : cost_of(x) - ideal_of(x),
           excess_y = atomic_y ? 0 : cost_of(y) - ideal_of(y);
  if (excess_x != excess_y) return excess_x > excess_y ? -1 : 1;
  if (cost_of(x) != cost_of(y)) return cost_of(x) > cost_of(y) ? -1 : 1;
  return x < y ? -1 : 1;
}

const char *page_short_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : *path ? path : "?";
}

static void cell(struct text *t, bool shown, double x, const char *format) {
  text_add(t, "<td class=\"n\">");
  if (shown) text_add(t, format, x);
  text_add(t, "</td>");
}

static void add_row(struct text *t, const struct line *l, uint64_t all) {
  const struct site *s = &l->sum;
  double requests = s->requests ? (double)s->requests : 1;
  bool global = s->space == SPACE_GLOBAL && s->kind != KIND_ATOMIC, atomic = s->kind == KIND_ATOMIC;
  text_add(t, "<tr><th scope=\"row\">");
  html_add(t, page_short_name(l->file));
  text_add(t, ":%d</th><td>%s</td><td class=\"n\">%llu</td>", l->number, lines_what(s),
           (unsigned long long)s->requests);
  cell(t, true, (double)s->lanes / requests, "%.1f");
  cell(t, global, (double)s->sectors / requests, "%.2f");
  cell(t, global, (double)s->sectors_ideal / requests, "%.2f");
  bool banks = !global && !atomic && is_access(l);
  cell(t, banks, (double)s->wavefronts / requests, "%.2f");
  cell(t, banks, (double)s->wavefronts_ideal / requests, "%.2f");
  cell(t, atomic, (double)s->most, "%.0f");
  cell(t, all > 0 && is_access(l), 100 * (double)s->requests / (double)(all ? all : 1), "%.1f %%");
  text_add(t, "</tr>\n");
}

// The rows of basic blocks, which say where warps diverge, and are many.
static void add_blocks(struct text *t, struct line *const *line, uint32_t n) {
  if (!n) return;
  text_add(
      t,
      "<details><summary>Basic blocks by line (%u rows)</summary>\n<div class=\"scroll\" tabindex=\"0\">"
      "<table><thead><tr><th>line</th><th>what</th><th class=\"n\">times</th><th class=\"n\">lanes</th></tr>"
      "</thead><tbody>\n",
      n);
  for (uint32_t i = 0; i < n; i++) {
    const struct site *s = &line[i]->sum;
    text_add(t, "<tr><th scope=\"row\">");
    html_add(t, page_short_name(line[i]->file));
    text_add(t, ":%d</th><td>%s</td><td class=\"n\">%llu</td>", line[i]->number, lines_what(s),
             (unsigned long long)s->requests);
    cell(t, true, (double)s->lanes / (s->requests ? (double)s->requests : 1), "%.1f");
    text_add(t, "</tr>\n");
  }
  text_add(t, "</tbody></table></div></details>\n");
}

static void add_request(struct text *t, const char *name, const struct request *r, uint64_t count,
                        uint64_t requests) {
  text_add(t, "<p><strong>%s</strong>", name);
  if (count) text_add(t, " (%llu of %llu)", (unsigned long long)count, (unsigned long long)requests);
  text_add(t, ": ");
  picture_caption(t, r);
  text_add(t, ".</p>\n");
  picture_add_svg(t, r);
}

// first: of its kind, and so the worst.
static void add_pictures(struct text *t, const struct line *l, bool open, bool first) {
  const struct sample *s = sample_of(l->sum.pc, l->sum.space);
  if (!s) return;
  uint64_t count;
  const struct request *common = sample_most_common(s, &count);
  text_add(t, "<details%s><summary>", open ? " open" : "");
  html_add(t, page_short_name(l->file));
  text_add(t, ":%d, %s</summary>\n", l->number, lines_what(&l->sum));
  if (first) before_mark(t, lines_what(&l->sum), page_short_name(l->file), l->number);
  if (s->worst.cost > common->cost) add_request(t, "The worst request", &s->worst, 0, 0);
  add_request(t,
              s->worst.cost > common->cost ? "The most common request"
                                           : "The most common request, and none is worse",
              common, count, s->requests);
  if (first) before_end(t), before_add(t, lines_what(&l->sum));
  text_add(t, "</details>\n");
}

static const char head[] =
    "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>line</th><th>what</th><th "
    "class=\"n\">requests</th>"
    "<th class=\"n\">lanes</th><th class=\"n\">sectors</th><th class=\"n\">least</th><th "
    "class=\"n\">wavefronts</th>"
    "<th class=\"n\">least</th><th class=\"n\">on one address</th><th class=\"n\">of all "
    "requests</th></tr></thead><tbody>\n";

// ---- all of it ----

static struct line **by_cost(struct line *lines, uint32_t n, uint64_t *requests) {
  struct line **order = must_alloc((n + 1) * sizeof *order);
  *requests = 0;
  for (uint32_t i = 0; i < n; i++) {
    order[i] = &lines[i];
    if (is_access(&lines[i])) *requests += lines[i].sum.requests;
  }
  qsort(order, n, sizeof *order, worse);
  return order;
}

void page_add_lines(struct text *t) {
  uint32_t n;
  uint64_t all;
  struct line *lines = lines_collect(&n), **order = by_cost(lines, n, &all);
  text_add(t, "<h2>Lines, the worst first</h2>\n");
  if (!all) text_add(t, "<p>No kernel has made a request.</p>\n");
  if (n) {
    text_add(t,
             "<p>Lanes, sectors and wavefronts are those of a request, on average; least: what the same "
             "bytes need "
             "when they are packed. A line counts as bad as what packing or padding would save.</p>\n%s",
             head);
    uint32_t accesses = 0; // they come first
    while (accesses < n && is_access(order[accesses])) add_row(t, order[accesses++], all);
    text_add(t, "</tbody></table></div>\n");
    add_blocks(t, order + accesses, n - accesses);
    text_add(t, "<h2>Requests</h2>\n<p>A full box is used, an empty one is moved for "
                "nothing; a "
                "dashed box waits for another word of its bank, or for the same address.</p>\n");
  }
  unsigned seen = 0; // a bit for each space and kind
  for (uint32_t i = 0; i < n && i < PICTURES; i++) {
    if (!is_access(order[i])) continue;
    unsigned bit = 1u << (order[i]->sum.space * 4 + order[i]->sum.kind);
    add_pictures(t, order[i], i < 3, !(seen & bit));
    seen |= bit;
  }
  free(order);
  free(lines);
}

void page_print_ascii(FILE *f) {
  uint32_t n;
  uint64_t all, count;
  struct line *lines = lines_collect(&n), **order = by_cost(lines, n, &all);
  struct text t = {0};
  for (uint32_t i = 0; i < n && i < PICTURES; i++) {
    const struct sample *s = is_access(order[i]) ? sample_of(order[i]->sum.pc, order[i]->sum.space) : NULL;
    if (!s) continue;
    const struct request *common = sample_most_common(s, &count);
    bool differ = s->worst.cost > common->cost;
    for (int k = differ ? 0 : 1; k < 2; k++) {
      const struct request *r = k ? common : &s->worst;
      text_add(&t, "\n%s:%d, %s: ", page_short_name(order[i]->file), order[i]->number,
               k ? "the most common request" : "the worst request");
      picture_caption(&t, r);
      text_add(&t, "\n");
      picture_add_ascii(&t, r);
    }
  }
  if (!all) text_add(&t, "No kernel has made a request.\n");
  fputs(text_get(&t), f);
  text_free(&t);
  free(order);
  free(lines);
}
