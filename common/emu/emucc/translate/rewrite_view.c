// Says, behind the declaration of a pointer or reference into dynamic shared memory, what it is and which shape it has: messages
// name the elements by it (memory/dynamic_views.c). `float (*s)[33] = (float (*)[33])raw;` makes raw's element 34 s[1][1].
//
// Without types, a declaration is known by its form, and that it leads there by a word of its initialiser: a name of the dynamic
// memory, or of another pointer into it. What is moved later, or swapped, has no elements of its own and is left out.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

struct leads { // words that name dynamic shared memory
  size_t *word, n, capacity;
};

static void add_lead(struct leads *l, size_t word) {
  if (l->n == l->capacity)
    l->word = must_realloc(l->word, (l->capacity = 2 * l->capacity + 8) * sizeof *l->word);
  l->word[l->n++] = word;
}

static bool is_lead(const struct translation *x, const struct leads *l, size_t i) {
  if (!is_word(x, i) || is(x, prev(x, i), ".") || is(x, prev(x, i), "->")) return false;
  for (size_t k = 0; k < l->n; k++)
    if (same_word(x, l->word[k], i)) return true;
  return false;
}

static size_t declaration_end(const struct translation *x, size_t i) {
  while (i != NO_TOKEN && !is(x, i, ";") && !is(x, i, "}"))
    i = next(x, is(x, i, "(") || is(x, i, "[") || is(x, i, "{") ? match_forward(x, i) : i);
  return is(x, i, ";") ? i : NO_TOKEN;
}

// Whether the pointer is another one later on: assigned, stepped, or given away by its address or by swap().
static bool moves(const struct translation *x, size_t name, size_t from, size_t to) {
  size_t value;
  for (size_t i = from; i != NO_TOKEN && i < to; i = next(x, i)) {
    if (is(x, i, "swap")) return true;
    if (is_word(x, i) && same_word(x, i, name) && change_of(x, i, i, &value) != NONE) return true;
  }
  return false;
}

static void tell(struct translation *x, size_t semicolon, size_t name, size_t type) {
  if (!may_rewrite(x, RULE_VIEW, name, semicolon)) return;
  char *fields = shape_fields(x, "EMU_VIEW_FIELD", name, type);
  replace(x, tok(x, semicolon)->end, tok(x, semicolon)->end,
          must_print(" EMU_VIEW(%.*s,%s)", (int)(tok(x, name)->end - tok(x, name)->begin),
                     x->t.text + tok(x, name)->begin, fields));
  free(fields);
}

// `extern __shared__ T a[], b[][33];` of the function: b is a view, too.
static void note_extern(struct translation *x, struct leads *l, size_t shared) {
  size_t type = NO_TOKEN, semicolon = declaration_end(x, shared);
  for (size_t i = next(x, shared); i != NO_TOKEN && i < semicolon && semicolon != NO_TOKEN; i = next(x, i)) {
    size_t open = next(x, i), last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last != NO_TOKEN) {
      i = last;
      continue;
    }
    if (!is_word(x, i) || !is(x, open, "[") || !is(x, next(x, open), "]")) continue;
    if (type == NO_TOKEN) type = prev(x, i);
    add_lead(l, i);
    char *fields = shape_fields(x, "EMU_VIEW_FIELD", i, type);
    bool shaped = is(x, next(x, next(x, open)), "[") || *fields;
    free(fields);
    if (shaped) tell(x, semicolon, i, type);
  }
}

// The type that `(T *)`, `(T &)` or `<T *>` at i names, where it is one word; else NO_TOKEN.
static size_t cast_to(const struct translation *x, size_t i) {
  size_t type = next(x, i);
  if (is(x, type, "struct")) type = next(x, type);
  size_t star = next(x, type), close = next(x, star);
  bool closed = is(x, close, ")") || is(x, close, ">");
  return is_word(x, type) && closed && (is(x, star, "*") || is(x, star, "&")) ? type : NO_TOKEN;
}

// Of `auto t = (T *)raw + 1` and `auto &t = *reinterpret_cast<T *>(raw)`: T, where nothing takes a part of it.
static size_t type_of_cast(const struct translation *x, size_t i, size_t end) {
  static const char *const parts[] = {".", "->", "[", "?", NULL};
  for (size_t k = i; k != NO_TOKEN && k != end; k = next(x, k)) {
    if (is_one_of(x, k, parts)) return NO_TOKEN;
    if (is(x, k, "(") && k != i && !is(x, prev(x, k), "*")) k = match_forward(x, k);
  }
  if (is(x, i, "*")) i = next(x, i);
  return cast_to(x, is(x, i, "reinterpret_cast") ? next(x, i) : i);
}

// The name that the declarator at i declares, `(*s)[33]`, `*p` or `p`, and the `=` behind it; else NO_TOKEN.
static size_t declared(const struct translation *x, size_t i, size_t *equals) {
  static const char *const words[] = {"*", "&", "const", "__restrict__", "volatile", "(", NULL};
  while (is_one_of(x, i, words)) i = next(x, i);
  size_t after = next(x, i);
  if (is(x, after, ")")) after = next(x, after);
  while (is(x, after, "[") && match_forward(x, after) != NO_TOKEN) after = next(x, match_forward(x, after));
  *equals = after;
  return is_word(x, i) && is(x, after, "=") ? i : NO_TOKEN;
}

// The token behind the type with which the statement at i begins, and the type's last word; NO_TOKEN: it is no declaration.
static size_t behind_type(const struct translation *x, size_t i, size_t *type) {
  static const char *const begins[] = {"return", "if",     "for",    "while",  "do",    "switch",
                                       "else",   "case",   "goto",   "delete", "throw", "typedef",
                                       "using",  "static", "extern", NULL};
  static const char *const qualifiers[] = {"const", "volatile", "struct", "typename", NULL};
  if (is_one_of(x, i, begins)) return NO_TOKEN;
  for (*type = NO_TOKEN; i != NO_TOKEN; i = next(x, i)) {
    size_t after = next(x, i);
    if (is_one_of(x, i, qualifiers) || is(x, i, "::")) continue;
    if (is(x, i, "<") && *type != NO_TOKEN && angle_forward(x, i) != NO_TOKEN) {
      i = angle_forward(x, i);
      continue;
    }
    bool scoped = is(x, prev(x, i), "::") || is(x, after, "::");
    bool long_name = is_one_of(x, i, (const char *const[]){"int", "char", "long", "short", "double", NULL});
    if (!is_word(x, i) || (*type != NO_TOKEN && !scoped && !long_name))
      return *type == NO_TOKEN ? NO_TOKEN : i;
    *type = i;
  }
  return NO_TOKEN;
}

static size_t declarator_end(const struct translation *x, size_t i) {
  while (i != NO_TOKEN && !is(x, i, ",") && !is(x, i, ";"))
    i = next(x, is(x, i, "(") || is(x, i, "[") || is(x, i, "{") ? match_forward(x, i) : i);
  return i;
}

static void note_declaration(struct translation *x, struct leads *l, const struct device_function *f,
                             size_t begin) {
  size_t type = NO_TOKEN, semicolon = declaration_end(x, begin), equals, i = behind_type(x, begin, &type);
  if (is(x, i, "(") && !is(x, next(x, i), "*") && !is(x, next(x, i), "&")) return; // a call
  if (!is_word(x, i) && !is(x, i, "(") && !is(x, i, "*") && !is(x, i, "&")) return;
  while (i != NO_TOKEN && semicolon != NO_TOKEN) {
    size_t name = declared(x, i, &equals), end = declarator_end(x, name == NO_TOKEN ? i : next(x, equals));
    bool leads = false;
    for (size_t k = equals; name != NO_TOKEN && k != end && k != NO_TOKEN; k = next(x, k))
      leads |= is_lead(x, l, k);
    if (leads) {
      bool direct = is(x, i, "*") || is(x, i, "&");
      bool deduced = is(x, type, "auto");
      add_lead(l, name);
      if (!moves(x, name, end, f->close))
        tell(x, semicolon, name, deduced ? type_of_cast(x, next(x, equals), end) : direct ? type : NO_TOKEN);
    }
    if (!is(x, end, ",")) return;
    i = next(x, end);
  }
}

void note_views(struct translation *x, const struct device_function *f) {
  struct leads leads = {0};
  for (size_t i = next(x, f->open); i != NO_TOKEN && i < f->close; i = next(x, i)) {
    size_t before = prev(x, i);
    if (is(x, i, "__shared__") && (is(x, before, "extern") || is(x, next(x, i), "extern")))
      note_extern(x, &leads, i);
    else if (leads.n && (is(x, before, ";") || is(x, before, "{") || is(x, before, "}")))
      note_declaration(x, &leads, f, i);
  }
  free(leads.word);
}
