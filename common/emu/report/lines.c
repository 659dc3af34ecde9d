// The line profile: what each place of the source cost, and which places waste the most.
#include "count/site.h"
#include "memory/symbolise.h"
#include "memory/result.h"
#include "model/modelled.h"
#include "report/report.h"
#include <stdlib.h>
#include <string.h>

// ---- sites of one line put together ----

static int by_place(const void *a, const void *b) {
  const struct line *x = a, *y = b;
  int file = strcmp(x->file, y->file);
  if (file) return file;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->sum.space * 8 + x->sum.kind) - (y->sum.space * 8 + y->sum.kind);
}

static bool same_row(const struct line *a, const struct line *b) {
  return by_place(a, b) == 0;
}

struct line *lines_collect(uint32_t *n) {
  uint32_t n_sites;
  const struct site *sites = all_sites(&n_sites);
  struct line *lines = calloc(n_sites + 1, sizeof *lines);
  if (!lines) abort();
  for (uint32_t i = 0; i < n_sites; i++) {
    symbolise(sites[i].pc, lines[i].file, sizeof lines[i].file, &lines[i].number, NULL, 0);
    lines[i].sum = sites[i];
  }
  qsort(lines, n_sites, sizeof *lines, by_place);
  *n = 0;
  for (uint32_t i = 0; i < n_sites; i++) {
    struct line *last = *n ? &lines[*n - 1] : NULL;
    if (!last || !same_row(last, &lines[i])) {
      lines[(*n)++] = lines[i];
      continue;
    }
    struct site *to = &last->sum, *from = &lines[i].sum;
    to->requests += from->requests;
    to->lanes += from->lanes;
    to->bytes += from->bytes;
    to->sectors += from->sectors;
    to->sectors_ideal += from->sectors_ideal;
    to->wavefronts += from->wavefronts;
    to->wavefronts_ideal += from->wavefronts_ideal;
    if (from->most > to->most) to->most = from->most;
  }
  return lines;
}

const char *lines_what(const struct site *s) {
  static const char *const name[4][3] = {{"blocks", "blocks", "blocks"},
                                         {"global load", "global store", "global atomic"},
                                         {"shared load", "shared store", "shared atomic"},
                                         {"constant load"}};
  return name[s->space][s->kind];
}

static double share(uint64_t a, uint64_t b) {
  return b ? (double)a / (double)b : 0;
}

// ---- the source text beside the numbers ----

static void print_source(FILE *f, const char *path, int32_t number) {
  static char open_path[160], text[400];
  static FILE *source;
  static int32_t at;
  if (strcmp(path, open_path) != 0 || number < at) {
    if (source) fclose(source);
    source = fopen(path, "r");
    snprintf(open_path, sizeof open_path, "%s", path);
    at = 0;
    text[0] = 0;
  }
  while (source && at < number && fgets(text, sizeof text, source)) at += strchr(text, '\n') != NULL;
  if (!source || at != number) return;
  const char *s = text + strspn(text, " \t");
  fprintf(f, "  %.*s", (int)strcspn(s, "\r\n"), s);
}

bool lines_find(struct text *t, const struct line *l) {
  const struct site *s = &l->sum;
  size_t before = t->length;
  if (s->space == SPACE_GLOBAL && s->kind != KIND_ATOMIC && s->sectors > 2 * s->sectors_ideal)
    text_add(t,
             "%s:%d: uncoalesced %s: %.1f sectors a request where %.1f would do, so %.1f %% of the bytes "
             "moved are "
             "used; let neighbouring lanes touch neighbouring addresses",
             l->file, l->number, lines_what(s), share(s->sectors, s->requests),
             share(s->sectors_ideal, s->requests), 100 * share(s->sectors_ideal, s->sectors));
  if (s->space == SPACE_SHARED && s->kind != KIND_ATOMIC && s->wavefronts > s->wavefronts_ideal)
    text_add(t,
             "%s:%d: bank conflicts: a %s takes up to %llu wavefronts, %.1f on average where %.1f would do; "
             "pad each "
             "row by one element, or change which lane takes which element",
             l->file, l->number, lines_what(s), (unsigned long long)s->most,
             share(s->wavefronts, s->requests), share(s->wavefronts_ideal, s->requests));
  return t->length > before;
}

void lines_print_table(FILE *f) {
  uint32_t n, findings = 0;
  struct line *lines = lines_collect(&n);
  const char *file = "";
  for (uint32_t i = 0; i < n; i++) {
    const struct line *l = &lines[i];
    const struct site *s = &l->sum;
    if (strcmp(file, l->file) != 0) {
      file = l->file;
      fprintf(f, "\n%s\n  line  what             requests  lanes  sectors  ideal  wavefronts  ideal\n",
              *file ? file : "?");
    }
    fprintf(f, "%6d  %-13s %11llu  %5.1f", l->number, lines_what(s), (unsigned long long)s->requests,
            share(s->lanes, s->requests));
    if (s->space == SPACE_GLOBAL && s->kind != KIND_ATOMIC)
      fprintf(f, "  %7.2f %6.2f %18s", share(s->sectors, s->requests), share(s->sectors_ideal, s->requests),
              "");
    else if ((s->space == SPACE_SHARED && s->kind != KIND_ATOMIC) || s->space == SPACE_CONSTANT)
      fprintf(f, "  %14s  %10.2f %6.2f", "", share(s->wavefronts, s->requests),
              share(s->wavefronts_ideal, s->requests));
    else if (s->kind == KIND_ATOMIC)
      fprintf(f, "  up to %llu lanes on one address%*s", (unsigned long long)s->most, 2, "");
    else
      fprintf(f, "%35s", "");
    print_source(f, l->file, l->number);
    fputc('\n', f);
  }
  fputs("\nblocks: basic blocks that warps executed; lanes, sectors and wavefronts: on average a request\n",
        f);
  for (uint32_t i = 0; i < n; i++) {
    struct text finding = {0};
    if (lines_find(&finding, &lines[i]))
      fprintf(f, "%s  %s\n", findings++ ? "" : "\nWhere it goes\n", text_get(&finding));
    text_free(&finding);
  }
  for (uint32_t i = 0; i < emu_the_report.n_notes; i++) {
    const struct emu_hazard *h = &emu_the_report.note[i];
    if (!findings++) fputs("\nWhere it goes\n", f);
    fprintf(f, "  %s:%d: %s: %s; %s\n", h->at.file, h->at.line, emu_note_name((int)h->kind), h->what,
            h->advice);
  }
  free(lines);
  modelled_print_total(f, &emu_the_report);
}

void lines_add_json(struct json *j, const char *key) {
  uint32_t n;
  struct line *lines = lines_collect(&n);
  json_open(j, key, '[');
  for (const struct line *l = lines; l < lines + n; l++) {
    const struct site *s = &l->sum;
    json_open(j, NULL, '{');
    json_string(j, "file", l->file);
    json_whole(j, "line", l->number);
    json_string(j, "what", lines_what(s));
    json_count(j, "requests", s->requests);
    json_count(j, "lanes", s->lanes);
    json_count(j, "bytes", s->bytes);
    json_count(j, "sectors", s->sectors);
    json_count(j, "sectors_ideal", s->sectors_ideal);
    json_count(j, "wavefronts", s->wavefronts);
    json_count(j, "wavefronts_ideal", s->wavefronts_ideal);
    json_count(j, "most", s->most);
    json_close(j, '}');
  }
  json_close(j, ']');
  free(lines);
}
