// Reads the compiler's assembly (unit.h).
#include "emu/emucc/audit/unit.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_symbol_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool unit_next_name(const char **at, struct span *name) {
  const char *p = *at;
  while (*p && !(isalpha((unsigned char)*p) || *p == '_' || *p == '.')) {
    if (*p == '"' || *p == '#') return false;                       // a text, a remark
    while (isdigit((unsigned char)*p) && is_symbol_char(p[1])) p++; // `0x10`
    p++;
  }
  const char *end = p;
  while (is_symbol_char(*end)) end++;
  *name = (struct span){p, (size_t)(end - p)};
  *at = end;
  return end > p;
}

static size_t hash_of_name(struct span name) {
  size_t hash = 5381;
  for (size_t i = 0; i < name.n; i++) hash = hash * 33 + (unsigned char)name.text[i];
  return hash;
}

static size_t unit_slot(const struct unit *u, struct span name) {
  size_t s = hash_of_name(name) & (u->slots - 1);
  while (u->slot[s] && !span_same(u->item[u->slot[s] - 1].name, name)) s = (s + 1) & (u->slots - 1);
  return s;
}

struct unit_item *unit_find(const struct unit *u, struct span name) {
  size_t found = u->slots ? u->slot[unit_slot(u, name)] : 0;
  return found ? &u->item[found - 1] : NULL;
}

bool unit_in(const struct unit_item *i, const char *section) {
  size_t n = strlen(section);
  return !strncmp(i->section, section, n) && !is_symbol_char(i->section[n]);
}

// The section that the line opens, or NULL.
static const char *opened(const char *line) {
  static const char directive[] = "\t.section\t";
  static const char *const plain[] = {"\t.text", "\t.data", "\t.bss"};
  if (!strncmp(line, directive, sizeof directive - 1)) return line + sizeof directive - 1;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (!strcmp(line, plain[i])) return line + 1;
  return NULL;
}

// A label that is no mere place in a function: a function's, an object's, a literal's.
static bool is_label(const char *line, struct span *name) {
  size_t n = strcspn(line, ":");
  if (!n || line[n] != ':' || line[n + 1] || *line == '\t') return false;
  if (line[0] == '.' && line[1] == 'L' && !(line[2] == 'C' && isdigit((unsigned char)line[3]))) return false;
  *name = (struct span){line, n};
  return true;
}

static void add_item(struct unit *u, size_t *capacity, struct unit_item item) {
  if (u->items == *capacity) {
    *capacity = *capacity ? 2 * *capacity : 256;
    u->item = must_realloc(u->item, *capacity * sizeof *u->item);
  }
  u->item[u->items++] = item;
}

static void read_items(struct unit *u) {
  size_t capacity = 0;
  const char *section = "";
  struct unit_item *open = NULL;
  uint64_t bytes = 0;
  for (size_t l = 0; l < u->a->lines; l++) {
    const char *line = u->a->line[l], *opens = opened(line);
    struct span name;
    if (opens) section = opens, open = NULL;
    if (!strncmp(line, "\t.size\t", 7)) {
      const char *comma = strchr(line, ',');
      bytes = comma ? strtoull(comma + 1, NULL, 10) : 0;
      if (comma && strchr(comma, '.')) open = NULL; // `.-f`: the function ends here
    }
    if (!strncmp(line, "\t.comm\t", 7)) continue;
    if (is_label(line, &name)) {
      bool code = !strncmp(section, ".text", 5);
      add_item(u, &capacity,
               (struct unit_item){.name = name,
                                  .begin = l + 1,
                                  .end = l + 1,
                                  .section = section,
                                  .function = code,
                                  .bytes = code ? 0 : bytes});
      open = &u->item[u->items - 1];
      bytes = 0;
    } else if (open) {
      open->end = l + 1;
    }
  }
}

static void index_items(struct unit *u) {
  for (u->slots = 64; u->slots < 2 * u->items;) u->slots *= 2;
  u->slot = must_realloc(NULL, u->slots * sizeof *u->slot);
  memset(u->slot, 0, u->slots * sizeof *u->slot);
  for (size_t i = 0; i < u->items; i++) {
    size_t s = unit_slot(u, u->item[i].name);
    if (!u->slot[s]) u->slot[s] = i + 1;
  }
}

bool unit_is_data(const char *line) {
  return !strncmp(line, "\t.quad\t", 7) || !strncmp(line, "\t.xword\t", 8);
}

static void read_names(struct unit *u, struct unit_item *of, size_t *seen) {
  size_t capacity = 0, self = (size_t)(of - u->item);
  for (size_t l = of->begin; l < of->end; l++) {
    const char *line = u->a->line[l], *at = line;
    struct span name;
    if (line[0] != '\t' || (line[1] == '.' && !unit_is_data(line))) continue;
    at += strcspn(line + 1, "\t") + 1; // behind the instruction's own name
    while (unit_next_name(&at, &name)) {
      const struct unit_item *found = unit_find(u, name);
      size_t i = found ? (size_t)(found - u->item) : self;
      if (i == self || seen[i] == self + 1) continue;
      seen[i] = self + 1;
      if (of->count == capacity) {
        capacity = capacity ? 2 * capacity : 8;
        of->names = must_realloc(of->names, capacity * sizeof *of->names);
      }
      of->names[of->count++] = i;
    }
  }
}

void unit_read(struct unit *u, const struct assembly *a) {
  *u = (struct unit){.a = a};
  read_items(u);
  index_items(u);
  size_t *seen = must_realloc(NULL, (u->items + 1) * sizeof *seen);
  memset(seen, 0, (u->items + 1) * sizeof *seen);
  for (size_t i = 0; i < u->items; i++) read_names(u, &u->item[i], seen);
  free(seen);
}

void unit_free(struct unit *u) {
  for (size_t i = 0; i < u->items; i++) free(u->item[i].names);
  free(u->item);
  free(u->slot);
}
