// Gives host code addresses of its own for what is the device's alone (emu_sides.h): in functions that only the host can run, which
// are not marked for the device and which nothing names that is, and in tables that only such functions name, the address of a device's variable or function is the host's. And lists the texts that only
// host code has, for the emulator to tell a kernel that reads one.
//
// Where it is not certain that a function is the host's, its addresses stay as they are: then a mistake goes untold.
#define _GNU_SOURCE
#include "base/text.h"
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/audit/limits.h"
#include "emu/emucc/audit/unit.h"
#include "emu/include/emu_sides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum side { HOST, DEVICE }; // who uses it: the host alone, perhaps the device

struct sides {
  struct unit u;
  struct dump d;
  unsigned char *side; // of each item
};

// Beyond that much data the host's addresses might reach beyond what an instruction can hold.
#define MOST_DATA (512u << 20)

static const struct dump_function *dumped_function(const struct sides *s, const struct unit_item *i) {
  const char *dot = memchr(i->name.text, '.', i->name.n); // `main.cold`, `f.part.0`
  struct span whole = {i->name.text, dot ? (size_t)(dot - i->name.text) : i->name.n};
  return dump_function_of(&s->d, whole);
}

// Functions that run before main, which the compiler has made.
static bool runs_first(const struct unit_item *i) {
  return span_starts(i->name, "_GLOBAL__sub_I_") ||
         span_has(i->name, "static_initialization_and_destruction");
}

static bool is_device_item(const struct unit_item *i) {
  return unit_in(i, "emu_device") || unit_in(i, "emu_constant") || unit_in(i, "emu_device_const") ||
         unit_in(i, "emu_constant_const");
}

// A function that a program declares __device__ alone. Of lambdas the headers take the address for a launch.
static bool is_devices_function(const struct sides *s, const struct unit_item *i) {
  const struct dump_function *f = i->function ? dump_function_of(&s->d, i->name) : NULL;
  return f && f->device && !f->host && !f->kernel && !span_has(f->name, "<lambda") &&
         !span_starts(f->name, "emu::") && !f->unseen;
}

// Whether the function is of the program's files and not marked for the device.
static bool is_unmarked(const struct dump_function *f) {
  return f && !f->device && !f->kernel && !f->unseen && !span_starts(f->name, "emu::") &&
         !is_host_library(f->name) && is_of_program(f);
}

// *sure: whatever names it.
static enum side side_of(const struct sides *s, const struct unit_item *i, bool *sure) {
  struct place defined;
  if (!i->function) {
    bool table = span_starts(i->name, "_ZTV") || span_starts(i->name, "_ZTI") || span_starts(i->name, "_ZTT");
    return table || is_device_item(i) || unit_in(i, "emu_managed") ? DEVICE : HOST;
  }
  const struct dump_function *f = dumped_function(s, i);
  *sure = runs_first(i) || (f && is_own_host_function(f, &defined));
  return *sure || is_unmarked(f) ? HOST : DEVICE;
}

// A function without a mark is the host's, and so is an object, unless something names it that is not.
static void find_sides(struct sides *s) {
  size_t n = 0, *todo = must_realloc(NULL, (s->u.items + 1) * sizeof *todo);
  bool *sure = must_realloc(NULL, s->u.items + 1);
  memset(sure, 0, s->u.items + 1);
  for (size_t i = 0; i < s->u.items; i++)
    if ((s->side[i] = (unsigned char)side_of(s, &s->u.item[i], &sure[i])) == DEVICE) todo[n++] = i;
  while (n) {
    const struct unit_item *i = &s->u.item[todo[--n]];
    for (size_t k = 0; k < i->count; k++) {
      size_t named = i->names[k];
      if (sure[named] || s->side[named] == DEVICE) continue;
      s->side[named] = DEVICE;
      todo[n++] = named;
    }
  }
  free(sure);
  free(todo);
}

// Whether the line's address of that name is to be the host's: not where it is called.
static bool has_side(const struct sides *s, struct span name) {
  const struct unit_item *i = unit_find(&s->u, name);
  return i && (is_device_item(i) || is_devices_function(s, i));
}

static char *with_host_side(const struct sides *s, const char *line) {
  char *all = NULL;
  const char *kept = line, *at = line + 1 + strcspn(line + 1, "\t");
  struct span name;
  while (unit_next_name(&at, &name)) {
    if (!has_side(s, name)) continue;
    char *more =
        must_print("%s%.*s+%d", all ? all : "", (int)(name.text + name.n - kept), kept, EMU_HOST_SIDE);
    free(all);
    all = more;
    kept = name.text + name.n;
  }
  if (!all) return NULL;
  char *whole = must_print("%s%s", all, kept);
  free(all);
  return whole;
}

static bool is_rewritten(const char *line) {
  return line[0] == '\t' && (line[1] != '.' || unit_is_data(line)) && !assembly_callee(line);
}

static void rewrite_item(const struct sides *s, struct assembly *a, const struct unit_item *i) {
  bool any = false;
  for (size_t k = 0; k < i->count && !any; k++) any = has_side(s, s->u.item[i->names[k]].name);
  for (size_t l = i->begin; any && l < i->end; l++) {
    char *line = is_rewritten(a->line[l]) ? with_host_side(s, a->line[l]) : NULL;
    if (line) assembly_replace(a, l, line);
  }
}

// ---- texts ----

// The bytes of `.string "..."` and `.ascii "..."` lines.
static size_t text_bytes(const struct assembly *a, const struct unit_item *i) {
  size_t bytes = 0;
  for (size_t l = i->begin; l < i->end; l++) {
    const char *line = a->line[l], *p = strchr(line, '"');
    bool text = !strncmp(line, "\t.string\t", 9);
    if (!p || (!text && strncmp(line, "\t.ascii\t", 8))) continue;
    for (p++; *p && *p != '"'; bytes++) {
      if (*p++ != '\\') continue;
      for (int digits = 0; digits < 3 && *p >= '0' && *p <= '7'; digits++) p++;
      if (!(p[-1] >= '0' && p[-1] <= '7')) p++;
    }
    bytes += text;
  }
  return bytes;
}

static void list_texts(const struct sides *s, struct assembly *a) {
  char *all = must_print("%s", "");
  for (size_t i = 0; i < s->u.items; i++) {
    const struct unit_item *item = &s->u.item[i];
    size_t bytes = strncmp(item->section, ".rodata.str", 11) ? 0 : text_bytes(a, item);
    if (!bytes) continue;
    char *more = must_print("%s\n\t.section\t%s,\"a\"\n\t.balign\t8\n\t.quad\t%.*s, %zu", all,
                            s->side[i] == HOST ? "emu_host_texts" : "emu_device_texts", (int)item->name.n,
                            item->name.text, bytes);
    free(all);
    all = more;
  }
  if (*all) assembly_replace(a, a->lines - 1, must_print("%s%s", a->line[a->lines - 1], all));
  free(all);
}

static uint64_t data_bytes(const struct unit *u) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < u->items; i++) bytes += u->item[i].bytes;
  for (size_t l = 0; l < u->a->lines; l++) {
    const char *comma = !strncmp(u->a->line[l], "\t.comm\t", 7) ? strchr(u->a->line[l], ',') : NULL;
    if (comma) bytes += strtoull(comma + 1, NULL, 10);
  }
  return bytes;
}

int give_sides(const char *dump, struct assembly *a, const char *source) {
  struct sides s;
  if (!dump_read(&s.d, dump)) return 1;
  unit_read(&s.u, a);
  int refused = refuse_limits(&s.u, &s.d, source);
  s.side = must_realloc(NULL, s.u.items + 1);
  if (data_bytes(&s.u) < MOST_DATA) {
    find_sides(&s);
    for (size_t i = 0; i < s.u.items; i++)
      if (s.side[i] == HOST) rewrite_item(&s, a, &s.u.item[i]);
    list_texts(&s, a);
  }
  free(s.side);
  unit_free(&s.u);
  dump_free(&s.d);
  return refused;
}
