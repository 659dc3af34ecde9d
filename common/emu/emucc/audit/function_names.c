// What the names of one function mean: locals, registers, and the pointers that point into locals or elsewhere.
#include "emu/emucc/audit/function_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool body_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool is_among(const struct set *set, struct span s) {
  for (size_t i = 0; i < set->n; i++)
    if (span_same(set->item[i], s)) return true;
  return false;
}

static bool add_span(struct set *set, struct span s) { // true if it is new
  if (is_among(set, s)) return false;
  if (set->n == set->capacity) {
    set->capacity = set->capacity ? 2 * set->capacity : 16;
    set->item = must_realloc(set->item, set->capacity * sizeof *set->item);
  }
  set->item[set->n++] = s;
  return true;
}

struct span body_word_at(const char *p) {
  const char *begin = p;
  if (*p == '<') {
    while (*p && *p != '>') p++;
    return (struct span){begin, (size_t)(p - begin) + (*p == '>')};
  }
  while (body_word_char(*p) ||
         (*p == '.' && p > begin && (isdigit((unsigned char)p[1]) || body_word_char(p[1])) &&
          (isdigit((unsigned char)p[1]) || p[-1] == '.')))
    p++;
  if (!strncmp(p, "(D)", 3)) p += 3;
  return (struct span){begin, (size_t)(p - begin)};
}

bool body_is_register(struct span s) {
  size_t n = s.n;
  if (n > 3 && !memcmp(s.text + n - 3, "(D)", 3)) n -= 3;
  size_t digits = n;
  while (digits && isdigit((unsigned char)s.text[digits - 1])) digits--;
  return digits < n && digits && s.text[digits - 1] == '_';
}

static bool ends_undefined(struct span s) { // x_5(D): x as it came into the function
  return s.n > 3 && !memcmp(s.text + s.n - 3, "(D)", 3);
}

bool body_is_local(const struct body *b, struct span base) {
  return span_starts(base, "<retval") || is_among(&b->local, base);
}

// before: the last letter of the type
static void declare(struct body *b, struct span name, const char *before) {
  add_span(&b->local, name);
  if (*before == '*' || *before == '&') add_span(&b->pointer, name);
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
    if ((*p == ',' || *p == ')') && p > f->header.text && body_word_char(p[-1])) {
      const char *begin = p;
      while (begin > f->header.text && (body_word_char(begin[-1]) || begin[-1] == '.')) begin--;
      declare(b, (struct span){begin, (size_t)(p - begin)}, begin > f->header.text + 1 ? begin - 2 : begin);
    }
  for (size_t i = 0; i < f->statements && strncmp(b->plain[i], "<bb ", 4);
       i++) { // declarations: up to the first block
    const char *d = b->plain[i], *last = d + strcspn(d, ";[");
    const char *begin = last;
    while (begin > d && (body_word_char(begin[-1]) || begin[-1] == '.')) begin--;
    if (!strncmp(d, "static ", 7) || !strncmp(d, "extern ", 7)) continue; // no automatic variable
    if (*last) declare(b, (struct span){begin, (size_t)(last - begin)}, begin > d + 1 ? begin - 2 : begin);
  }
}

const char *body_inside_brackets(const char *p) {
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
  *to = body_word_at(plain);
  const char *from = to->text + to->n;
  if (!body_is_register(*to) || strncmp(from, " = ", 3)) return NULL;
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
      const char *brackets = *p == '&' ? body_inside_brackets(p + 1) : NULL; // &MEM[p + 16B] is a sum
      if (brackets) p = brackets;
      bool address = *p == '&';
      struct span operand = body_word_at(p + address);
      if (!address && !body_is_register(operand) && !isdigit((unsigned char)*p))
        break; // read from memory, or called
      made = true;
      bool unknown = ends_undefined(operand) && is_pointer(b, operand); // a parameter's value
      in |= address ? body_is_local(b, operand) : is_among(&b->inside, operand);
      out |= address ? !body_is_local(b, operand) : unknown || is_among(&b->outside, operand);
      const char *more = strstr(p, choice ? ", " : " + ");
      p = more ? more + (choice ? 2 : 3) : NULL;
    }
    if (p && !made && is_pointer(b, to)) out = true;
    if (in) learnt |= add_span(&b->inside, to);
    if (out) learnt |= add_span(&b->outside, to);
  }
  return learnt;
}

bool body_points_inside(const struct body *b, const char *p) {
  while (*p == ' ') p++;
  if (*p == '&') return body_is_local(b, body_word_at(p + 1));
  struct span s = body_word_at(p);
  return is_among(&b->inside, s) && !is_among(&b->outside, s);
}

bool body_is_reference(const struct body *b, const char *p) {
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
      return body_is_reference(b, p);
    }
  if (*p == '&' || *p == '"' || *p == '{' || isdigit((unsigned char)*p) || *p == '-' || *p == '~' ||
      *p == '!')
    return false;
  if (body_inside_brackets(p)) return !body_points_inside(b, body_inside_brackets(p));
  if (p[0] == '(' && p[1] == '*') return !body_points_inside(b, p + 2);
  if (*p == '(') return false; // a cast
  if (*p == '*') return !body_points_inside(b, p + 1);
  struct span base = body_word_at(p);
  if (!base.n) return false;
  const char *behind = base.text + base.n;
  if (!strncmp(behind, "->", 2)) return !body_points_inside(b, p);
  if (body_is_register(base) || body_is_local(b, base) || span_is(base, "Nan") || span_is(base, "Inf"))
    return false;
  return strchr(".[;,)", *behind) != NULL ||
         !strncmp(behind, " =", 2); // not `MIN_EXPR <...>`; '\0' is found, too
}

void body_read(struct body *b, const struct dump_function *f) {
  *b = (struct body){.f = f};
  b->plain = must_realloc(NULL, (f->statements + 1) * sizeof *b->plain);
  b->at = must_realloc(NULL, (f->statements + 1) * sizeof *b->at);
  for (size_t i = 0; i < f->statements; i++) {
    b->plain[i] = must_realloc(NULL, f->statement[i].n + 1);
    b->at[i] = dump_plain(f->statement[i], b->plain[i]);
    if (strstr(b->plain[i], "emu_on_device ")) b->has_host_body = true;
    if (strstr(b->plain[i], "__tsan_func_entry ")) b->instrumented = true;
  }
  read_locals(b);
  while (trace_pointers(b)) continue;
}

void body_free(struct body *b) {
  for (size_t i = 0; i < b->f->statements; i++) free(b->plain[i]);
  free(b->plain), free(b->at), free(b->local.item), free(b->pointer.item), free(b->inside.item),
      free(b->outside.item);
}
