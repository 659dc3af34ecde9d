// The proof that nothing escapes: every memory reference that the compiler has left in device code has its callback.
//
// Read from the compiler's last dump, behind all instrumentation. In a function that device code reaches, a reference is
// of device memory unless its base is a local variable. GCC's thread sanitizer reports those of assignments, each just
// before its statement. What it does not report: operands and results of calls that lie in memory, library functions
// that move memory, functions without instrumentation. -fno-elide-constructors turns most operands into
// assignments; what is left is refused with its line.
#include "emu/emucc/dump.h"
#include "emu/emucc/emucc.h"
#include "emu/emucc/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct set {
  struct span *item;
  size_t n, capacity;
};

// A function's statements without places, and what its names mean.
struct body {
  const struct dump_function *f;
  char **plain; // one for each statement
  struct place *at;
  bool instrumented;          // by the thread sanitizer
  bool has_host_body;         // it asks which of two bodies is meant (rewrite_arch.c)
  struct set local;           // parameters and automatic variables
  struct set pointer;         // those of them whose type is a pointer or a reference
  struct set inside, outside; // pointers into those; pointers that may point elsewhere
};

struct tally {
  long references;
  int refused;
  bool strict; // each assignment of an instrumented function is to have its callback just before it, too
};

static bool word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool is_among(const struct set *set, struct span s) {
  for (size_t i = 0; i < set->n; i++)
    if (span_same(set->item[i], s)) return true;
  return false;
}

static bool add(struct set *set, struct span s) { // true if it is new
  if (is_among(set, s)) return false;
  if (set->n == set->capacity) {
    set->capacity = set->capacity ? 2 * set->capacity : 16;
    set->item = must_realloc(set->item, set->capacity * sizeof *set->item);
  }
  set->item[set->n++] = s;
  return true;
}

// A word, or an object without a name: `x`, `D.123`, `SR.4`, `<retval>`, `x_5(D)`, `_5`, `iftmp.3_4`.
static struct span word_at(const char *p) {
  const char *begin = p;
  if (*p == '<') {
    while (*p && *p != '>') p++;
    return (struct span){begin, (size_t)(p - begin) + (*p == '>')};
  }
  while (word_char(*p) || (*p == '.' && p > begin && (isdigit((unsigned char)p[1]) || word_char(p[1])) &&
                           (isdigit((unsigned char)p[1]) || p[-1] == '.')))
    p++;
  if (!strncmp(p, "(D)", 3)) p += 3;
  return (struct span){begin, (size_t)(p - begin)};
}

// An SSA name, which is no memory: it ends in _ and digits.
static bool is_register(struct span s) {
  size_t n = s.n;
  if (n > 3 && !memcmp(s.text + n - 3, "(D)", 3)) n -= 3;
  size_t digits = n;
  while (digits && isdigit((unsigned char)s.text[digits - 1])) digits--;
  return digits < n && digits && s.text[digits - 1] == '_';
}

static bool ends_undefined(struct span s) { // x_5(D): x as it came into the function
  return s.n > 3 && !memcmp(s.text + s.n - 3, "(D)", 3);
}

static bool is_local(const struct body *b, struct span base) {
  return span_starts(base, "<retval") || is_among(&b->local, base);
}

// before: the last letter of the type
static void declare(struct body *b, struct span name, const char *before) {
  add(&b->local, name);
  if (*before == '*' || *before == '&') add(&b->pointer, name);
}

// Of a register: `_5` is declared itself, `x_5` and `x_5(D)` are values of x.
static bool is_pointer(const struct body *b, struct span s) {
  if (is_among(&b->pointer, s)) return true;
  while (s.n && s.text[s.n - 1] != '_') s.n--;
  return s.n > 1 && is_among(&b->pointer, (struct span){s.text, s.n - 1});
}

static void read_locals(struct body *b) {
  const struct dump_function *f = b->f;
  const char *end = f->header.text + f->header.n; // parameters: the words before `,` and the last `)`
  for (const char *p = f->header.text; p < end; p++)
    if ((*p == ',' || *p == ')') && p > f->header.text && word_char(p[-1])) {
      const char *begin = p;
      while (begin > f->header.text && (word_char(begin[-1]) || begin[-1] == '.')) begin--;
      declare(b, (struct span){begin, (size_t)(p - begin)}, begin > f->header.text + 1 ? begin - 2 : begin);
    }
  for (size_t i = 0; i < f->statements && strncmp(b->plain[i], "<bb ", 4);
       i++) { // declarations: up to the first block
    const char *d = b->plain[i], *last = d + strcspn(d, ";[");
    const char *begin = last;
    while (begin > d && (word_char(begin[-1]) || begin[-1] == '.')) begin--;
    if (!strncmp(d, "static ", 7) || !strncmp(d, "extern ", 7)) continue; // no automatic variable
    if (*last) declare(b, (struct span){begin, (size_t)(last - begin)}, begin > d + 1 ? begin - 2 : begin);
  }
}

// The address of `MEM[(T *)p + 16B]` or `MEM <T> [(T *)p]`, behind the cast; NULL if it is something else.
static const char *inside_brackets(const char *p) {
  if (strncmp(p, "MEM[", 4) && strncmp(p, "MEM <", 5)) return NULL;
  p += 3;
  if (*p == ' ') { // the type, in angle brackets
    int depth = 0;
    p++;
    do depth += (*p == '<') - (*p == '>');
    while (*++p && depth);
    while (*p == ' ') p++;
  }
  if (*p == '[') p++;
  if (*p == '(') {
    int depth = 0;
    do depth += (*p == '(') - (*p == ')');
    while (*++p && depth);
  }
  return p;
}

// The name that the statement defines, and what it is made of. *choice: by PHI <a(1), b(2)>.
static const char *operands_of(const char *plain, struct span *to, bool *choice) {
  if (!strncmp(plain, "# ", 2)) plain += 2;
  *to = word_at(plain);
  const char *from = to->text + to->n;
  if (!is_register(*to) || strncmp(from, " = ", 3)) return NULL;
  from += 3;
  *choice = !strncmp(from, "PHI <", 5);
  if (*choice) return from + 5;
  if (*from == '(' && from[1] != '*') { // a cast
    int depth = 0;
    do depth += (*from == '(') - (*from == ')');
    while (*++from && depth);
    while (*from == ' ') from++;
  }
  return from;
}

// One round over the definitions: where do pointers point, and the integers made of them? A name is inside if something
// inside went into it, and outside if something outside did, too. True if something new was learnt.
static bool trace_pointers(struct body *b) {
  bool learnt = false;
  for (size_t i = 0; i < b->f->statements; i++) {
    struct span to;
    bool choice = false, in = false, out = false, made = false;
    const char *p = operands_of(b->plain[i], &to, &choice);
    while (p && *p && *p != '>' && *p != ';') {
      const char *brackets = *p == '&' ? inside_brackets(p + 1) : NULL; // &MEM[p + 16B] is a sum
      if (brackets) p = brackets;
      bool address = *p == '&';
      struct span operand = word_at(p + address);
      if (!address && !is_register(operand) && !isdigit((unsigned char)*p))
        break; // read from memory, or called
      made = true;
      bool unknown = ends_undefined(operand) && is_pointer(b, operand); // a parameter's value
      in |= address ? is_local(b, operand) : is_among(&b->inside, operand);
      out |= address ? !is_local(b, operand) : unknown || is_among(&b->outside, operand);
      const char *more = strstr(p, choice ? ", " : " + ");
      p = more ? more + (choice ? 2 : 3) : NULL;
    }
    if (p && !made && is_pointer(b, to)) out = true;
    if (in) learnt |= add(&b->inside, to);
    if (out) learnt |= add(&b->outside, to);
  }
  return learnt;
}

static bool points_inside(const struct body *b, const char *p) {
  while (*p == ' ') p++;
  if (*p == '&') return is_local(b, word_at(p + 1));
  struct span s = word_at(p);
  return is_among(&b->inside, s) && !is_among(&b->outside, s);
}

// Whether the operand is a reference of memory that is no local variable.
static bool is_reference(const struct body *b, const char *p) {
  static const char *const views[] = {"VIEW_CONVERT_EXPR<", "REALPART_EXPR <",  "IMAGPART_EXPR <",
                                      "BIT_FIELD_REF <",    "WITH_SIZE_EXPR <", NULL};
  while (*p == ' ') p++;
  for (const char *const *v = views; *v; v++)
    if (!strncmp(p, *v, strlen(*v))) {
      p += strlen(*v);
      if (*v == views[0]) {
        for (int depth = 1; *p && depth; p++) depth += (*p == '<') - (*p == '>');
        p += *p == '(';
      }
      return is_reference(b, p);
    }
  if (*p == '&' || *p == '"' || *p == '{' || isdigit((unsigned char)*p) || *p == '-' || *p == '~' ||
      *p == '!')
    return false;
  if (inside_brackets(p)) return !points_inside(b, inside_brackets(p));
  if (p[0] == '(' && p[1] == '*') return !points_inside(b, p + 2);
  if (*p == '(') return false; // a cast
  if (*p == '*') return !points_inside(b, p + 1);
  struct span base = word_at(p);
  if (!base.n) return false;
  const char *behind = base.text + base.n;
  if (!strncmp(behind, "->", 2)) return !points_inside(b, p);
  if (is_register(base) || is_local(b, base) || span_is(base, "Nan") || span_is(base, "Inf")) return false;
  return strchr(".[;,)", *behind) != NULL ||
         !strncmp(behind, " =", 2); // not `MIN_EXPR <...>`; '\0' is found, too
}

// The end of the operand or argument at p: `,` or `)` outside brackets, or the end.
static const char *operand_end(const char *p) {
  int depth = 0;
  for (; *p; p++) {
    if (*p == '"')
      for (p++; *p && (*p != '"' || p[-1] == '\\'); p++) continue;
    if (!*p) break;
    if (strchr("([{", *p)) depth++;
    if (strchr(")]}", *p) && --depth < 0) return p;
    if (*p == ',' && !depth) return p;
  }
  return p;
}

static bool is_constant_of_compiler(const char *p) { // a literal, a virtual table, a guard
  while (*p == ' ') p++;
  return !strncmp(p, "_ZTV", 4) || !strncmp(p, "_ZTI", 4) || !strncmp(p, ".LC", 3) ||
         !strncmp(p, "*.LC", 4) || strstr(p, "_vptr.") != NULL;
}

static bool moves_memory(struct span callee) {
  static const char *const names[] = {"memcpy",  "memmove", "memset", "memcmp",  "memchr",
                                      "strlen",  "strcmp",  "strcpy", "strncpy", "mempcpy",
                                      "strncmp", "strchr",  "strcat", "bcopy",   NULL};
  if (span_starts(callee, "__builtin_")) callee.text += 10, callee.n -= 10;
  for (const char *const *n = names; *n; n++)
    if (span_is(callee, *n)) return true;
  return false;
}

static void refuse(const struct body *b, size_t i, struct tally *t, const char *what) {
  struct span name = b->f->name;
  if (b->has_host_body && span_has(b->at[i].file, "/c++/"))
    return; // the library's code in the body for the host
  t->references++;
  t->refused++;
  if (b->at[i].file.n) fprintf(stderr, "%.*s:%d: ", (int)b->at[i].file.n, b->at[i].file.text, b->at[i].line);
  fprintf(stderr, "error: the emulator cannot see this access: %s (in %.*s)\n", what, (int)name.n, name.text);
}

static void check_call(const struct body *b, size_t i, struct span callee, const char *arguments,
                       struct tally *t) {
  bool moves = moves_memory(callee);
  const char *plain = b->plain[i], *equals = strstr(plain, " = ");
  if (equals && equals < callee.text && is_reference(b, plain))
    refuse(b, i, t,
           "the object that this call returns is made in device memory: assign it to a local variable, then "
           "store that");
  for (const char *p = arguments, *end; *p && *p != ')'; p = *end == ',' ? end + 1 : "") {
    end = operand_end(p);
    struct span word = word_at(*p == ' ' ? p + 1 : p);
    bool function = word.n && strchr(",)", word.text[word.n]); // an object alone has been copied before
    if (is_reference(b, p) && !function) {
      refuse(b, i, t,
             "an operand of this call is read from device memory: copy it to a local variable first");
    } else if (moves && p == arguments && !points_inside(b, p)) {
      char what[120];
      snprintf(what, sizeof what, "%.*s moves device memory here: write a loop, or call memcpy",
               (int)callee.n, callee.text);
      refuse(b, i, t, what);
    }
  }
}

static int count_references(const struct body *b, const char *plain, const char *right) {
  if (!strncmp(right, "{CLOBBER", 8)) return 0;
  return (is_reference(b, plain) && !is_constant_of_compiler(plain)) +
         (is_reference(b, right) && !is_constant_of_compiler(right));
}

// Whether the assignment reads or writes a local variable in memory.
static bool touches_local(const struct body *b, const char *plain, const char *right) {
  const char *side[] = {plain, right};
  for (int i = 0; i < 2; i++) {
    const char *p = side[i];
    struct span s = word_at(p);
    if (*p == '*' || (p[0] == '(' && p[1] == '*') || inside_brackets(p) ||
        (s.n && !is_register(s) && is_local(b, s)))
      return true;
    if (s.n && (s.text[s.n] == '[' || s.text[s.n] == '.' || !strncmp(s.text + s.n, "->", 2))) return true;
  }
  return false;
}

// The text behind `_5 = `, for the name _5; n == 0: it has no definition of that form.
static struct span definition_of(const struct body *b, struct span name) {
  for (size_t i = 0; i < b->f->statements; i++) {
    struct span to = word_at(b->plain[i]);
    const char *behind = to.text + to.n;
    if (span_same(to, name) && !strncmp(behind, " = ", 3))
      return (struct span){behind + 3, strcspn(behind + 3, ";")};
  }
  return (struct span){NULL, 0};
}

struct address {
  struct span base;
  long offset;
};

// `p`, `p + 16`, `p + 16B` or `(T *)p + 16B` as a register and an offset, through the definitions of p.
static struct address address_at(const struct body *b, const char *p) {
  struct address a = {{NULL, 0}, 0};
  for (int steps = 0; steps < 32; steps++) {
    bool inside = !strncmp(p, "&MEM[", 5);
    if (inside) p += 5;
    while (*p == '(') { // a cast
      int depth = 0;
      do depth += (*p == '(') - (*p == ')');
      while (*++p && depth);
      while (*p == ' ') p++;
    }
    struct span s = word_at(p);
    long offset = 0;
    const char *behind = s.text + s.n;
    if (!strncmp(behind, " + ", 3) && isdigit((unsigned char)behind[3])) {
      offset = strtol(behind + 3, (char **)&behind, 10);
      if (*behind == 'B') behind++;
    }
    bool whole = *behind == ';' || *behind == ')' || *behind == ',' || *behind == ']' || !*behind;
    if (!is_register(s) || !whole || (inside && behind[1] != ';')) return a;
    a = (struct address){s, a.offset + offset};
    struct span next = definition_of(b, s);
    if (!next.n) return a;
    p = next.text;
  }
  return a;
}

// `x = BIT_FIELD_REF <MEM[(T *)p + 16B], 32, 64>`: the compiler has cut a wide load, which a callback has reported
// whole, into the parts that are used. True if there is a callback for that address.
static bool is_piece_of_reported(const struct body *b, const char *plain) {
  static const char operation[] = " = BIT_FIELD_REF <";
  const char *p = strstr(plain, operation), *whole = p ? p + strlen(operation) : NULL;
  if (!whole || (*whole != '*' && strncmp(whole, "MEM[", 4))) return false;
  struct address piece = address_at(b, whole + (*whole == '*' ? 1 : 4)); // `*p` from GCC 13 on
  for (size_t i = 0; i < b->f->statements && piece.base.n; i++) {
    const char *arguments;
    struct span callee = dump_callee(b->plain[i], &arguments);
    if (!callee.n || !span_has(callee, "tsan_read")) continue;
    struct address reported = address_at(b, arguments);
    if (span_same(reported.base, piece.base) && reported.offset == piece.offset) return true;
  }
  return false;
}

static bool is_callback(struct span callee) {
  return callee.n && (span_starts(callee, "__tsan_") || span_starts(callee, "__builtin___tsan_"));
}

// Host assembly, and what copies lists of variable arguments: both touch memory that nobody counts.
static const char *hidden_in(const char *plain, struct span callee) {
  if (!strncmp(plain, "__asm__", 7)) return "assembly of the host's processor, which no GPU has";
  if (span_starts(callee, "__builtin_va_") || span_is(callee, "__builtin_clear_padding"))
    return "a function of the compiler that moves memory by itself: write a loop, or call memcpy";
  return NULL;
}

static void check_statement(const struct body *b, size_t i, int *reported, struct tally *t) {
  const char *plain = b->plain[i], *arguments, *equals = strstr(plain, " = ");
  struct span callee = dump_callee(plain, &arguments);
  if (!strncmp(plain, "<bb ", 4)) *reported = 0;
  if (plain[0] == '#' || plain[0] == '.' || (plain[0] == '<' && strncmp(plain, "<retval>", 8))) return;
  if (!equals) equals = strstr(plain, " ={v} ");
  const char *hidden = hidden_in(plain, callee);
  if (hidden && !is_own_header(b->at[i].file)) refuse(b, i, t, hidden);
  if (is_callback(callee)) {
    ++*reported;
  } else if (callee.n) {
    check_call(b, i, callee, arguments, t);
    *reported = 0;
  } else if (equals) {
    int references = count_references(b, plain, equals + (equals[2] == '{' ? 6 : 3));
    t->references += references;
    bool missing = references > *reported && !is_piece_of_reported(b, plain);
    if (missing && (t->strict || !b->instrumented))
      refuse(b, i, t, "device memory is read or written here without instrumentation");
    if (references || touches_local(b, plain, equals + (equals[2] == '{' ? 6 : 3)))
      *reported = 0; // they were for this
  } else if (!strncmp(plain, "return ", 7) && is_reference(b, plain + 7)) {
    refuse(b, i, t, "an object in device memory is returned: copy it to a local variable first");
  }
}

static void check_function(const struct dump_function *f, struct tally *t) {
  struct body b = {.f = f};
  b.plain = must_realloc(NULL, (f->statements + 1) * sizeof *b.plain);
  b.at = must_realloc(NULL, (f->statements + 1) * sizeof *b.at);
  for (size_t i = 0; i < f->statements; i++) {
    b.plain[i] = must_realloc(NULL, f->statement[i].n + 1);
    b.at[i] = dump_plain(f->statement[i], b.plain[i]);
    if (strstr(b.plain[i], "emu_on_device ")) b.has_host_body = true;
    if (strstr(b.plain[i], "__tsan_func_entry ")) b.instrumented = true;
  }
  read_locals(&b);
  while (trace_pointers(&b)) continue;
  int reported = 0; // callbacks since the last reference
  size_t first = 0; // behind the declarations
  while (first < f->statements && strncmp(b.plain[first], "<bb ", 4)) first++;
  for (size_t i = first; i < f->statements; i++) check_statement(&b, i, &reported, t);
  for (size_t i = 0; i < f->statements; i++) free(b.plain[i]);
  free(b.plain), free(b.at), free(b.local.item), free(b.pointer.item), free(b.inside.item),
      free(b.outside.item);
}

static struct dump_function *function_of(const struct dump *d, struct span symbol) {
  for (size_t i = 0; i < d->functions; i++)
    if (span_same(d->function[i].symbol, symbol)) return &d->function[i];
  return NULL;
}

// Marks all functions that the statements of f name.
static void reach(const struct dump *d, const struct dump_function *f, bool *reached, size_t *todo,
                  size_t *n) {
  for (size_t i = 0; i < f->statements; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    dump_plain(f->statement[i], plain);
    for (const char *p = plain;
         *p && *p != '"' && strncmp(plain, "# DEBUG", 7);) { // a text's words are no names
      const char *end = p;
      while (word_char(*end) || *end == '.') end++;
      struct span word = {p, (size_t)(end - p)};
      struct dump_function *g = word.n > 2 ? function_of(d, word) : NULL;
      if (g && !reached[g - d->function]) {
        reached[g - d->function] = true;
        todo[(*n)++] = (size_t)(g - d->function);
      }
      p = end > p ? end : p + 1;
    }
    free(plain);
  }
}

// The emulator's own: the headers' code that makes accesses on the program's behalf.
static bool is_own(const struct dump_function *f) {
  if (!f->unseen) return false;
  for (size_t i = 0; i < f->statements; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    struct place at = dump_plain(f->statement[i], plain);
    free(plain);
    if (at.file.n) return is_own_header(at.file);
  }
  return true;
}

// Whether a statement of f calls through a pointer: `m_2(D) (x)`. Virtual calls name their class's table instead.
static bool calls_by_pointer(const struct dump_function *f) {
  bool found = false;
  for (size_t i = 0; i < f->statements && !found; i++) {
    char *plain = must_realloc(NULL, f->statement[i].n + 1);
    const char *arguments;
    dump_plain(f->statement[i], plain);
    struct span callee = dump_callee(plain, &arguments);
    if (callee.n > 3 && !strncmp(callee.text + callee.n - 3, "(D)", 3)) callee.n -= 3;
    found = callee.n && is_register(callee);
    free(plain);
  }
  return found;
}

// Marks the functions whose address is taken.
static void reach_taken(const struct dump *d, const struct list *taken, bool *reached, size_t *todo,
                        size_t *n) {
  for (size_t i = 0; i < taken->count; i++) {
    struct dump_function *f = function_of(d, (struct span){taken->item[i], strlen(taken->item[i])});
    if (!f || reached[f - d->function] || span_starts(f->name, "emu::")) continue;
    reached[f - d->function] = true;
    todo[(*n)++] = (size_t)(f - d->function);
  }
}

int refuse_unseen(const char *path, const struct list *taken, bool tell, bool strict) {
  struct dump d;
  struct tally t = {0, 0, strict};
  if (!dump_read(&d, path)) return 1;
  bool *reached = must_realloc(NULL, d.functions + 1);
  size_t *todo = must_realloc(NULL, (d.functions + 1) * sizeof *todo), n = 0, functions = 0;
  bool by_pointer = false;
  for (size_t i = 0; i < d.functions; i++) {
    reached[i] = d.function[i].kernel || (d.function[i].device && !d.function[i].host);
    if (reached[i]) todo[n++] = i;
  }
  while (n) {
    const struct dump_function *f = &d.function[todo[--n]];
    if (is_own(f) || (!by_pointer && is_host_library(f->name)))
      continue; // refused where device code calls it
    functions++;
    check_function(f, &t);
    reach(&d, f, reached, todo, &n);
    if (by_pointer || !calls_by_pointer(f)) continue;
    by_pointer = true;
    reach_taken(&d, taken, reached, todo, &n);
  }
  if (tell)
    fprintf(stderr, "emucc: %ld memory references in %zu functions of device code, %d without a callback\n",
            t.references, functions, t.refused);
  free(reached);
  free(todo);
  dump_free(&d);
  return t.refused ? 1 : 0;
}
