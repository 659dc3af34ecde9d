// One page that explains a run, for EMU_REPORT=html: no script, nothing from a network.
#include "report/page.h"
#include "memory/launch.h"
#include "memory/model.h"
#include "model/modelled.h"
#include <stdlib.h>
#include <string.h>

static void add_place(struct text *t, const struct emu_place *p, bool of_kernel) {
  if (!*p->file) return;
  html_add(t, p->file);
  text_add(t, ":%d", p->line);
  if (of_kernel)
    text_add(t, ", block (%u,%u,%u), thread (%u,%u,%u)", p->block[0], p->block[1], p->block[2], p->thread[0],
             p->thread[1], p->thread[2]);
}

// The text of one line, or nothing.
static void add_source_line(struct text *t, const struct emu_place *p) {
  struct text source = {0};
  if (!*p->file || p->line < 1 || !text_read_file(&source, p->file, 1 << 20)) return;
  const char *s = text_get(&source);
  for (int32_t i = 1; s && i < p->line; i++) s = (s = strchr(s, '\n')) ? s + 1 : NULL;
  if (s) {
    text_add(t, "<pre>");
    html_add_bytes(t, s, strcspn(s, "\r\n"));
    text_add(t, "</pre>\n");
  }
  text_free(&source);
}

static void add_found(struct text *t, const struct emu_hazard *h, const char *name) {
  bool of_kernel = *h->kernel != 0;
  bool race = h->kind == EMU_HAZARD_RACE_SHARED || h->kind == EMU_HAZARD_RACE_GLOBAL;
  text_add(t, "<div class=\"finding\"><h3>%s", name);
  if (of_kernel) text_add(t, " in kernel "), html_add(t, h->kernel);
  text_add(t, "</h3>\n<p>");
  html_add(t, h->what);
  text_add(t, "</p>\n<p>");
  add_place(t, &h->at, of_kernel);
  text_add(t, "</p>\n");
  add_source_line(t, &h->at);
  if (h->has_other) {
    text_add(t, race ? "<p>Nothing orders it with the other access:</p>\n<p>" : "<p>The other place: ");
    add_place(t, &h->other, of_kernel);
    text_add(t, "</p>\n");
    add_source_line(t, &h->other);
  }
  text_add(t, "<p>");
  html_add(t, h->advice);
  text_add(t, "</p></div>\n");
}

// How the run ended, and the lines that waste most.
void page_add_verdict(struct text *t, const struct emu_report *r) {
  enum { MOST = 3 };
  if (r->n_hazards)
    text_add(
        t,
        "<p class=\"verdict\"><strong>%u hazard%s</strong>: the program is wrong, whatever it printed.</p>\n",
        r->n_hazards, r->n_hazards == 1 ? "" : "s");
  uint32_t n, found = 0;
  struct line *line = lines_collect(&n);
  for (uint32_t i = 0; i < n; i++) {
    struct text finding = {0};
    if (lines_find(&finding, &line[i]) && found++ < MOST) {
      text_add(t, "%s<li>", found == 1 ? "<p>Where it goes:</p>\n<ul>\n" : "");
      html_add(t, text_get(&finding));
      text_add(t, "</li>\n");
    }
    text_free(&finding);
  }
  if (found) text_add(t, "</ul>\n");
  if (found > MOST) text_add(t, "<p>And %u more: see the lines.</p>\n", found - MOST);
  free(line);
}

static void add_launches(struct text *t, const struct emu_report *r) {
  text_add(t, "<h2>Launches</h2>\n");
  modelled_add_html_total(t, r);
  if (!r->n_launches) {
    text_add(t, "<p>The program has launched no kernel.</p>\n");
    return;
  }
  for (uint32_t i = 0; i < r->n_launches; i++) {
    const struct emu_launch *l = &r->launch[i];
    text_add(t, "<details><summary>");
    html_add(t, l->kernel);
    text_add(t, " &lt;&lt;&lt;(%u,%u,%u), (%u,%u,%u)&gt;&gt;&gt;", l->grid[0], l->grid[1], l->grid[2],
             l->block[0], l->block[1], l->block[2]);
    if (l->repeats > 1) text_add(t, " x %llu", (unsigned long long)l->repeats);
    text_add(t, "</summary>\n");
    modelled_add_html(t, r, i);
    text_add(t, "<div class=\"scroll\" tabindex=\"0\"><table><tbody>\n");
    for (int m = 0; m < EMU_METRIC_COUNT; m++) {
      double v = emu_metric_value(&l->counters, m);
      if (v == 0) continue;
      text_add(t,
               v == (double)(long long)v ? "<tr><th scope=\"row\">%s</th><td class=\"n\">%.0f</td><td>"
                                         : "<tr><th scope=\"row\">%s</th><td class=\"n\">%.3f</td><td>",
               emu_metric_name(m), v);
      if (m < EMU_COUNTER_COUNT) html_add(t, emu_counter_what(m));
      text_add(t, "</td></tr>\n");
    }
    text_add(t, "</tbody></table></div></details>\n");
  }
  if (r->launches_dropped) text_add(t, "<p>%u more launches are not listed.</p>\n", r->launches_dropped);
}

void page_print(FILE *f, const struct emu_report *r) {
  struct text t = {0};
  text_add(
      &t,
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>What the emulator counted</title>\n<style>%s</style></head>\n<body><main>\n",
      page_style);
  text_add(&t,
           "<h1>What the emulator counted</h1>\n<p>Device model %s, seed %llu. Counts are exact. They are "
           "not times.</p>\n",
           device_model()->name, (unsigned long long)L.seed);
  page_add_verdict(&t, r);
  if (r->n_hazards) text_add(&t, "<h2>Hazards</h2>\n");
  for (uint32_t i = 0; i < r->n_hazards; i++)
    add_found(&t, &r->hazard[i], emu_hazard_name((int)r->hazard[i].kind));
  if (r->n_notes) text_add(&t, "<h2>Notes</h2>\n");
  for (uint32_t i = 0; i < r->n_notes; i++) add_found(&t, &r->note[i], emu_note_name((int)r->note[i].kind));
  text_add(&t, "<!-- results -->\n"); // where a grader puts what it has found
  page_add_lines(&t);
  page_add_courses(&t, r);
  page_add_source(&t, r);
  page_add_occupancy(&t, r);
  page_add_roofline(&t, r);
  add_launches(&t, r);
  text_add(&t, "</main></body></html>\n");
  fwrite(text_get(&t), 1, t.length, f);
  text_free(&t);
}
