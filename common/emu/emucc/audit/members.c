// Tells the emulator which accesses are of members of aligned objects: nvcc loads and stores such members together
// (kernel/member.c).
//
// The type of an access is in the compiler's last dump: `__tsan_read4 (_3); _4 = _2->x;`, where _2 is declared as
// `struct float4 *`. The assembly has the same calls in the same order. There the call of a member's callback becomes the call
// of emu_member_read4of16, or, for a vector's first one, of emu_member_first_read4of16. Where a function's calls are not in that
// order, its members are counted one by one.
#include "emu/emucc/audit/audit.h"
#include "emu/emucc/audit/dump.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char trace_pc[] = "__sanitizer_cov_trace_pc";

// ---- types ------------------------------------------------------------------------------------------------

// The alignment of CUDA's vector types; 0: it is none.
static unsigned alignment_of_vector(struct span type) {
  static const struct {
    const char *name;
    unsigned size;
  } elements[] = {{"char", 1},  {"uchar", 1}, {"short", 2}, {"ushort", 2},   {"int", 4},       {"uint", 4},
                  {"float", 4}, {"long", 8},  {"ulong", 8}, {"longlong", 8}, {"ulonglong", 8}, {"double", 8}};
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
    size_t n = strlen(elements[i].name);
    if (!span_starts(type, elements[i].name) || type.n == n) continue;
    unsigned parts = (unsigned)(type.text[n] - '0'), bytes = parts * elements[i].size;
    bool plain = type.n == n + 1 || (type.n == n + 5 && elements[i].size == 8 && parts == 4); // double4_16a
    if (plain && (parts == 2 || parts == 4)) return bytes < 16 ? bytes : 16;
  }
  return 0;
}

// The alignment of a class of the program, from the dump of its classes: the least of those whose name is the same but for
// namespaces and template arguments, which the other dump leaves out.
static unsigned alignment_of_class(const char *classes, struct span type) {
  unsigned least = 0;
  for (const char *at = strstr(classes, "Class "); at; at = strstr(at + 1, "\nClass ")) {
    const char *name = at + (*at == '\n') + 6, *end = name + strcspn(name, "<\n"),
               *align = strstr(name, " align=");
    for (const char *p = name; p + 1 < end; p++)
      if (p[0] == ':' && p[1] == ':') name = p + 2;
    if (!align || !span_same((struct span){name, (size_t)(end - name)}, type)) continue;
    unsigned a = (unsigned)atoi(align + 7);
    if (!least || a < least) least = a;
  }
  return least > 16 ? 16 : least;
}

static unsigned alignment_of(const char *classes, struct span type) {
  unsigned vector = alignment_of_vector(type);
  return vector ? vector : alignment_of_class(classes, type);
}

// ---- one access -------------------------------------------------------------------------------------------

static bool is_name_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

static struct span name_at(const char *p) {
  size_t n = 0;
  while (is_name_char(p[n])) n++;
  return (struct span){p, n};
}

// The class in a declaration: `const struct float4 * a`, `static struct P4 s[256]`; n == 0: none.
static struct span class_in(struct span declaration) {
  static const char word[] = "struct ";
  for (size_t i = 0; i + sizeof word < declaration.n; i++)
    if (!memcmp(declaration.text + i, word, sizeof word - 1))
      return name_at(declaration.text + i + sizeof word - 1);
  return (struct span){NULL, 0};
}

// The declaration of a name: among the parameters or before the first block; n == 0: there is none.
static struct span declaration_of(const struct dump_function *f, struct span name) {
  for (const char *p = f->header.text, *end = p + f->header.n, *begin = p; p < end; p++) {
    if (*p != ',' && *p != ')') continue;
    const char *word = p;
    while (word > begin && is_name_char(word[-1])) word--;
    if (span_same((struct span){word, (size_t)(p - word)}, name))
      return (struct span){begin, (size_t)(p - begin)};
    begin = p;
  }
  for (size_t i = 0; i < f->statements && !span_starts(f->statement[i], "<bb "); i++) {
    struct span d = f->statement[i];
    size_t end = 0;
    while (end < d.n && d.text[end] != ';' && d.text[end] != '[') end++;
    size_t begin = end;
    while (begin && is_name_char(d.text[begin - 1])) begin--;
    if (span_same((struct span){d.text + begin, end - begin}, name)) return d;
  }
  return (struct span){NULL, 0};
}

// What an SSA name is a value of: `a` of a_5 and a_5(D), but `_5` itself.
static struct span variable_in(struct span name) {
  size_t n = name.n;
  while (n && isdigit((unsigned char)name.text[n - 1])) n--;
  return n > 1 && n < name.n && name.text[n - 1] == '_' ? (struct span){name.text, n - 1} : name;
}

static struct span word_at(const char *p) { // a name without a dot
  size_t n = 0;
  while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '$') n++;
  return (struct span){p, n};
}

// The class of the objects that the pointer or array at p is declared with; n == 0: none.
static struct span pointed_to(const struct dump_function *f, const char *p) {
  struct span name = word_at(p), declaration = declaration_of(f, name);
  if (!declaration.n) declaration = declaration_of(f, variable_in(name));
  return name.n ? class_in(declaration) : name;
}

// Behind brackets that begin at p; p where there are none.
static const char *behind_brackets(const char *p) {
  if (*p != '[') return p;
  int depth = 0;
  do depth += (*p == '[') - (*p == ']');
  while (*p++ && depth && *p);
  return p;
}

// The alignment of the object whose member, at a fixed place in it, `p` names: `_7->x`, `*_7.x`, `a_5(D)->p.x`, `s[_3].v[2]`,
// `MEM[(struct float4 *)_3 + 16B].x`, `MEM <struct float4[256]> [(const struct float4 &)&s][_3].x`,
// `MEM <float> [(struct float4 *)_3 + 4B]`. 0: it is something else, or the object's type is not known. *first: it is the first
// member of a vector.
static unsigned alignment_at(const struct dump_function *f, const char *classes, const char *p, bool *first) {
  struct span class;
  const char *path, *cast = !strncmp(p, "MEM[(", 5) || !strncmp(p, "MEM <", 5) ? strstr(p, "[(") : NULL;
  bool at_whole = true; // objects: not a place inside one
  if (cast) {
    const char *close = strchr(cast, ')'), *plus = close ? strstr(close, " + ") : NULL;
    if (!close) return 0;
    class = class_in((struct span){cast, (size_t)(close - cast)});
    path = behind_brackets(cast);
    at_whole = !plus || plus > path || atoi(plus + 3) % 16 == 0 || p[3] == '['; // of the pointer's own type
  } else {
    path = p + (*p == '*');
    class = pointed_to(f, path);
    path += word_at(path).n;
    if (!strncmp(path, "(D)", 3)) path += 3;
  }
  path = behind_brackets(path);
  bool is_piece = cast && !*path, is_member = at_whole && (*path == '.' || !strncmp(path, "->", 2));
  if (!class.n || !(is_piece || is_member)) return 0;
  for (const char *index = strchr(path, '['); index; index = strchr(index + 1, '['))
    if (index[1 + strspn(index + 1, "0123456789")] != ']') return 0; // nvcc does not know what follows
  const char *member = path + (*path == '.' ? 1 : 2);
  *first = alignment_of_vector(class) && (is_piece ? !strstr(cast, "B]") : span_is(word_at(member), "x"));
  return alignment_of(classes, class);
}

// ---- one function -----------------------------------------------------------------------------------------

// A callback in the dump: its name, and of a member's the name that takes its place, or NULL.
struct call {
  char *name, *instead;
};
struct calls {
  struct call *item;
  size_t n, capacity;
};

static void free_calls(struct calls *c) {
  for (size_t i = 0; i < c->n; i++) free(c->item[i].name), free(c->item[i].instead);
  free(c->item);
}

// `emu_member_read4of16` for the callback at statement i, or NULL. The access itself is the next assignment.
static char *member_name(const struct dump_function *f, const char *classes, size_t i, const char *callback) {
  int size = 0;
  bool read = sscanf(callback, "__tsan_read%d", &size) == 1;
  if (!read && sscanf(callback, "__tsan_write%d", &size) != 1) return NULL;
  while (++i < f->statements &&
         (span_has(f->statement[i], "__tsan_") || span_has(f->statement[i], "# DEBUG")))
    continue;
  if (i >= f->statements) return NULL;
  char *plain = must_realloc(NULL, f->statement[i].n + 1), *equals;
  dump_plain(f->statement[i], plain);
  unsigned of = 0;
  bool first = false;
  if ((equals = strstr(plain, " = "))) {
    *equals = '\0';
    equals[3 + strcspn(equals + 3, ";")] = '\0';
    of = alignment_at(f, classes, read ? equals + 3 : plain, &first);
  }
  free(plain);
  return of > (unsigned)size
             ? must_print("emu_member_%s%s%dof%u", first ? "first_" : "", read ? "read" : "write", size, of)
             : NULL;
}

// The function's callbacks in order. Returns whether one is of a member.
static bool read_calls(const struct dump_function *f, const char *classes, struct calls *c) {
  bool any = false;
  for (size_t i = 0; i < f->statements; i++) {
    struct span s = f->statement[i], callee;
    if (!span_has(s, "__tsan_") && !span_has(s, trace_pc)) continue;
    char *plain = must_realloc(NULL, s.n + 1);
    const char *arguments;
    dump_plain(s, plain);
    callee = dump_callee(plain, &arguments);
    if (span_starts(callee, "__builtin_") && callee.n > 10) callee.text += 10, callee.n -= 10;
    if (span_starts(callee, "__tsan_") || span_is(callee, trace_pc)) {
      if (c->n == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 64;
        c->item = must_realloc(c->item, c->capacity * sizeof *c->item);
      }
      char *name = must_print("%.*s", (int)callee.n, callee.text), *instead;
      instead = member_name(f, classes, i, name);
      any |= instead != NULL;
      c->item[c->n++] = (struct call){name, instead};
    }
    free(plain);
  }
  return any;
}

// ---- the assembly -----------------------------------------------------------------------------------------

// The lines of the function's callbacks, in order: how many, and the first `most` of them in `at`.
static size_t callbacks_in(const struct assembly *a, struct span function, size_t *at, size_t most) {
  size_t i = 0, found = 0;
  char *begin = must_print("%.*s:", (int)function.n, function.text),
       *end = must_print("\t.size\t%.*s,", (int)function.n, function.text);
  while (i < a->lines && strcmp(a->line[i], begin)) i++;
  for (; i < a->lines && strncmp(a->line[i], end, strlen(end)); i++) {
    const char *callee = assembly_callee(a->line[i]);
    if (!callee || (strncmp(callee, "__tsan_", 7) && strcmp(callee, trace_pc))) continue;
    if (found < most) at[found] = i;
    found++;
  }
  free(begin);
  free(end);
  return found;
}

// Puts the members' callbacks in their places. False: the calls are not those of the dump.
static bool replace_calls(struct assembly *a, struct span function, const struct calls *c) {
  size_t *at = must_realloc(NULL, (c->n + 1) * sizeof *at);
  bool same = callbacks_in(a, function, at, c->n) == c->n;
  for (size_t k = 0; k < c->n && same; k++) same = !strcmp(c->item[k].name, assembly_callee(a->line[at[k]]));
  for (size_t k = 0; k < c->n && same; k++) {
    const char *line = a->line[at[k]], *callee = assembly_callee(line);
    if (c->item[k].instead)
      assembly_replace(a, at[k], must_print("%.*s%s", (int)(callee - line), line, c->item[k].instead));
  }
  free(at);
  return same;
}

int mark_members(const char *dump, const char *class_dump, struct assembly *a, bool tell) {
  struct dump d;
  size_t n = 0;
  bool written = access(class_dump, F_OK) == 0; // not where the program makes no class
  char *classes = written ? read_whole(class_dump, &n) : must_realloc(NULL, 1);
  if (!classes || !dump_read(&d, dump)) return 1;
  classes = must_realloc(classes, n + 1);
  classes[n] = '\0';
  for (size_t i = 0; i < d.functions; i++) {
    struct calls c = {NULL, 0, 0};
    if (read_calls(&d.function[i], classes, &c) && !replace_calls(a, d.function[i].symbol, &c) && tell)
      fprintf(stderr, "emucc: members of objects are counted one by one in %.*s\n", (int)d.function[i].name.n,
              d.function[i].name.text);
    free_calls(&c);
  }
  free(classes);
  dump_free(&d);
  return 0;
}
