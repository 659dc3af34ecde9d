// Conversions to whole numbers in device code become those of the headers, which the hardware's are (emu_convert.h): casts,
// and what initialises or is assigned to a whole number and seems to be of a floating-point type. What is a conversion the
// headers tell by the types. Of any other the sanitizer tells, whose check is a block of its own in the counts.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static const char *const whole_words[] = {"int",   "unsigned", "signed", "char",
                                          "short", "long",     "const",  NULL};
static const char *const whole_names[] = {
    "size_t",   "ptrdiff_t", "int8_t",    "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
    "uint64_t", "intptr_t",  "uintptr_t", "uint",    "uchar",   "ushort",  "ulong",   NULL};
static const char *const real_words[] = {"float", "double", NULL};

// A word that an expression can follow.
static bool before_operand(const struct translation *x, size_t i) {
  static const char *const words[] = {"return", "else", "case", "do", "throw", "and", "or", "not", NULL};
  if (i == NO_TOKEN || is(x, i, ")") || is(x, i, "]") || is(x, i, ">")) return false;
  return !is_word(x, i) || is_one_of(x, i, words);
}

// Behind the namespaces of the standard's types, `::`, `std::`, `cuda::std::`, that begin at i; i where none does.
static size_t behind_namespaces(const struct translation *x, size_t i) {
  size_t name = is(x, i, "::") ? next(x, i) : i;
  if (is(x, name, "cuda") && is(x, next(x, name), "::") && is(x, next(x, next(x, name)), "std"))
    name = next(x, next(x, name));
  return is(x, name, "std") && is(x, next(x, name), "::") ? next(x, next(x, name)) : name;
}

// The first token of the qualified name that ends with the word i; NO_TOKEN where it is of other namespaces than those.
static size_t qualified_begin(const struct translation *x, size_t i) {
  size_t first = i;
  while (is(x, prev(x, first), "::")) {
    size_t scope = prev(x, prev(x, first));
    bool name = is(x, scope, "std") || is(x, scope, "cuda");
    first = name ? scope : prev(x, first);
    if (!name) break;
  }
  size_t p = prev(x, first);
  if (is(x, first, "::") && is_word(x, p) && !before_operand(x, p)) return NO_TOKEN; // of `p`
  if (is(x, first, "::") && is(x, p, ">")) return NO_TOKEN;
  return first == i || behind_namespaces(x, first) == i ? first : NO_TOKEN;
}

// The token behind the name of a built-in type of whole numbers that begins at i; i itself if none does.
static size_t whole_type_end(const struct translation *x, size_t i) {
  size_t first = i, scope = behind_namespaces(x, i);
  if (scope != i) return is_one_of(x, scope, whole_names) ? next(x, scope) : i;
  bool named = false;
  for (; is_one_of(x, i, whole_words) || (!named && is_one_of(x, i, whole_names)); i = next(x, i))
    named = named || !is(x, i, "const");
  return named ? i : first;
}

static bool begins_operand(const struct translation *x, size_t i, bool certainly_cast) {
  static const char *const unary[] = {"-", "+", "*", "&", "(", "~", "!", "::", NULL};
  if (i == NO_TOKEN) return false;
  if (tok(x, i)->kind == TOKEN_WORD || tok(x, i)->kind == TOKEN_NUMBER) return true;
  return certainly_cast && is_one_of(x, i, unary);
}

static bool is_plain_cast(const struct translation *x, size_t open) {
  size_t end = whole_type_end(x, next(x, open));
  return end != next(x, open) && is(x, end, ")");
}

// Whether the parenthesis certainly is a cast: it begins with a word of a type, or ends with a `*`.
static bool is_certain_cast(const struct translation *x, size_t open) {
  static const char *const words[] = {"float",  "double", "bool", "void",     "const", "volatile",
                                      "struct", "union",  "enum", "typename", "class", NULL};
  static const char *const parts[] = {"*", "&", "::", "const", NULL};
  size_t close = is(x, open, "(") ? match_forward(x, open) : NO_TOKEN, i = next(x, open);
  if (close == NO_TOKEN || i == close) return false;
  bool type = is_one_of(x, i, words) || is_one_of(x, i, whole_words);
  bool pointer = is_word(x, i) && is(x, prev(x, close), "*");
  for (; i != close; i = next(x, i)) {
    if (is(x, i, "<") && angle_forward(x, i) != NO_TOKEN)
      i = angle_forward(x, i);
    else if (!is_word(x, i) && !is_one_of(x, i, parts))
      return false;
    if (i == NO_TOKEN) return false;
  }
  return type || pointer;
}

// Whether the `<` of template arguments stands at i, with the `>` at close: no comparison has such words between. `a < b, c > (d)`
// may be two of them, unless one is the name of a type.
static bool holds_arguments(const struct translation *x, size_t i, size_t close) {
  static const char *const parts[] = {"::", "*", "<", ">", ".", NULL};
  bool list = false, type = false;
  for (i = next(x, i); i != close; i = next(x, i)) {
    list |= is(x, i, ",");
    type |= is_one_of(x, i, whole_words) || is_one_of(x, i, whole_names) || is_one_of(x, i, real_words) ||
            is(x, i, "typename") || is(x, i, "bool");
    if (!is_word(x, i) && tok(x, i)->kind != TOKEN_NUMBER && !is(x, i, ",") && !is_one_of(x, i, parts))
      return false;
  }
  return type || !list;
}

// The last token of the operand of a cast or of another unary operator; NO_TOKEN where that cannot be told.
static size_t operand_end(const struct translation *x, size_t i) {
  static const char *const unary[] = {"-", "+", "*", "&", "~", "!", NULL};
  while (is_one_of(x, i, unary) || (is(x, i, "(") && (is_plain_cast(x, i) || is_certain_cast(x, i))))
    i = next(x, is(x, i, "(") ? match_forward(x, i) : i);
  if (is(x, i, "::")) i = next(x, i);
  if (is(x, i, "(")) {
    size_t close = match_forward(x, i), word = next(x, i);
    if (is_word(x, word) && next(x, word) == close && begins_operand(x, next(x, close), false))
      return NO_TOKEN; // a cast to a type that we do not know
    i = close;
  } else if (i == NO_TOKEN || (tok(x, i)->kind != TOKEN_WORD && tok(x, i)->kind != TOKEN_NUMBER)) {
    return NO_TOKEN;
  }
  static const char *const never[] = {"sizeof", "new", "delete", "alignof", "operator", NULL};
  if (is_one_of(x, i, never)) return NO_TOKEN;
  for (size_t last = i;; last = i) {
    if (i == NO_TOKEN) return NO_TOKEN;
    i = next(x, i);
    if (is(x, i, ".") && is(x, next(x, i), ".")) return last; // of a pack: `(int)a...`
    if (is(x, i, "(") || is(x, i, "[") || is(x, i, "{")) {
      i = match_forward(x, i);
    } else if (is(x, i, ".") || is(x, i, "->") || is(x, i, "::")) {
      i = next(x, i);
      if (is(x, i, "template")) i = next(x, i);
    } else if (is(x, i, "<") && is_word(x, last)) { // template arguments, if a call or a member follows
      size_t close = angle_forward(x, i), after = next(x, close);
      if (close == NO_TOKEN || !(is(x, after, "(") || is(x, after, "::") || is(x, after, "{"))) return last;
      if (!holds_arguments(x, i, close)) return NO_TOKEN;
      i = close;
    } else if ((is(x, i, "+") || is(x, i, "-")) && is(x, next(x, i), is(x, i, "+") ? "+" : "-") &&
               tok(x, i)->end == tok(x, next(x, i))->begin && tok(x, last)->end == tok(x, i)->begin) {
      i = next(x, i);
    } else {
      return last;
    }
  }
}

static char *text_of(const struct translation *x, size_t first,
                     size_t end) { // tokens [first, end), on one line
  char *s = must_print("%s", "");
  for (size_t i = first; i != end; i = next(x, i)) {
    char *longer =
        must_print("%s%s%.*s", s, i != first && tok(x, prev(x, i))->end < tok(x, i)->begin ? " " : "",
                   (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin);
    free(s);
    s = longer;
  }
  return s;
}

// (int)x, (T)x
static void rewrite_cast(struct translation *x, size_t open) {
  size_t close = match_forward(x, open), first = next(x, open);
  if (!is(x, open, "(") || !is(x, close, ")") || !before_operand(x, prev(x, open))) return;
  bool certain = is_plain_cast(x, open), name = is_word(x, first) && next(x, first) == close;
  static const char *const others[] = {"float", "double", "void", "bool", "this", NULL};
  if (!certain && (!name || is_one_of(x, first, others))) return;
  size_t operand = next(x, close);
  if (!begins_operand(x, operand, certain) || is_one_of(x, operand, (const char *const[]){"and", "or", NULL}))
    return;
  size_t last = operand_end(x, operand);
  if (last == NO_TOKEN || (last == operand && tok(x, operand)->kind == TOKEN_NUMBER)) return;
  if (!may_rewrite(x, RULE_CONVERSION, open, last)) return;
  char *type = text_of(x, first, close);
  erase(x, tok(x, open)->begin, tok(x, close)->end);
  replace(x, tok(x, close)->end, tok(x, close)->end, must_print("::emu::to<%s>(", type));
  insert(x, tok(x, last)->end, ")");
  free(type);
}

// int(x), std::size_t(x), static_cast<int>(x)
static void rewrite_call(struct translation *x, size_t i) {
  size_t open = next(x, i);
  if (is(x, i, "static_cast")) {
    size_t close = angle_forward(x, open);
    if (close == NO_TOKEN || !is(x, next(x, close), "(") || is(x, next(x, open), "void")) return;
    for (size_t k = next(x, open); k != close; k = next(x, k))
      if (!is_word(x, k) && !is(x, k, "::")) return;
    size_t number = next(x, next(x, close));
    if (tok(x, number)->kind == TOKEN_NUMBER && is(x, next(x, number), ")")) return;
    if (!may_rewrite(x, RULE_CONVERSION, i, match_forward(x, next(x, close)))) return;
    replace(x, tok(x, i)->begin, tok(x, i)->end, must_print("::emu::to"));
  } else if (is_one_of(x, i, whole_words) || is_one_of(x, i, whole_names)) {
    size_t close = is(x, open, "(") ? match_forward(x, open) : NO_TOKEN, first = qualified_begin(x, i);
    if (close == NO_TOKEN || next(x, open) == close || first == NO_TOKEN || is(x, i, "const")) return;
    size_t before = prev(x, first);
    if (!before_operand(x, before) || is(x, before, "{") || is(x, before, ";") || is(x, before, "}") ||
        is(x, before, "<"))
      return;
    if (is(x, next(x, open), "*") || is(x, next(x, open), "&")) return; // int (*f)(...)
    if (!may_rewrite(x, RULE_CONVERSION, first, close)) return;
    insert(x, tok(x, first)->begin, "::emu::to<");
    insert(x, tok(x, i)->end, ">");
  }
}

enum { REAL = 1, WHOLE = 2 };

// The place of the word at i in x->declared, a hash table of the words that the file declares as numbers.
static struct declared *entry_of(const struct translation *x, size_t i) {
  size_t hash = 5381, n = tok(x, i)->end - tok(x, i)->begin;
  for (size_t b = tok(x, i)->begin; b < tok(x, i)->end; b++) hash = hash * 33 + (unsigned char)x->t.text[b];
  for (;; hash++) {
    struct declared *d = &x->declared[hash & (x->declared_capacity - 1)];
    if (!d->length || (d->length == n && !memcmp(x->t.text + d->begin, x->t.text + tok(x, i)->begin, n)))
      return d;
  }
}

// What stands behind the name of a type: `float *a`, `const float a`.
static void collect_declared(struct translation *x) {
  static const char *const between[] = {"*", "&", "const", "__restrict__", "__restrict", NULL};
  for (x->declared_capacity = 16; x->declared_capacity < 2 * x->t.count;) x->declared_capacity *= 2;
  x->declared = memset(must_realloc(NULL, x->declared_capacity * sizeof *x->declared), 0,
                       x->declared_capacity * sizeof *x->declared);
  for (size_t i = 0; i < x->t.count; i++) {
    size_t p = prev(x, i);
    if (!is_word(x, i) || is_one_of(x, i, between)) continue;
    while (is_one_of(x, p, between)) p = prev(x, p);
    int type = is_one_of(x, p, real_words)                                    ? REAL
               : is_one_of(x, p, whole_words) || is_one_of(x, p, whole_names) ? WHOLE
                                                                              : 0;
    if (!type) continue;
    struct declared *d = entry_of(x, i);
    *d = (struct declared){tok(x, i)->begin, tok(x, i)->end - tok(x, i)->begin, d->types | type};
  }
}

static bool declared_as(const struct translation *x, size_t i, int type) {
  return entry_of(x, i)->types & type;
}

static bool is_real_number(const struct translation *x, size_t i) {
  if (tok(x, i)->kind != TOKEN_NUMBER) return false;
  const char *s = x->t.text + tok(x, i)->begin;
  size_t n = tok(x, i)->end - tok(x, i)->begin;
  bool hexadecimal = n > 1 && (s[1] == 'x' || s[1] == 'X');
  return memchr(s, '.', n) || (!hexadecimal && (memchr(s, 'e', n) || memchr(s, 'E', n)));
}

static bool seems_real(const struct translation *x, size_t i, size_t end) {
  for (; i != NO_TOKEN && i != end; i = next(x, i))
    if (is_real_number(x, i) || is_one_of(x, i, real_words) || (is_word(x, i) && declared_as(x, i, REAL)))
      return true;
  return false;
}

// The `,` or `;` behind the expression that begins at i; NO_TOKEN where a `<` may hide a comma, or there is a lambda.
static size_t plain_expression_end(const struct translation *x, size_t i) {
  bool angle = false;
  for (; i != NO_TOKEN; i = next(x, i)) {
    if (is(x, i, ";")) return i;
    if (is(x, i, ",")) return angle ? NO_TOKEN : i;
    if (is(x, i, "<")) angle = true;
    if (is(x, i, "{") || is(x, i, "}") || is(x, i, ")") || is(x, i, "]")) return NO_TOKEN;
    if (is(x, i, "(") || is(x, i, "[")) i = match_forward(x, i);
  }
  return NO_TOKEN;
}

static void wrap(struct translation *x, char *type, size_t first, size_t end) {
  if (!may_rewrite(x, RULE_CONVERSION, first, end)) return;
  replace(x, tok(x, first)->begin, tok(x, first)->begin, must_print("::emu::put<%s>(", type));
  insert(x, tok(x, prev(x, end))->end, ")");
}

// Whether [i, last] is `a`, `*a`, `a.b->c` or `a[n].b`, and so no declaration.
static bool is_plain_object(const struct translation *x, size_t i, size_t last) {
  if (is(x, i, "*")) i = next(x, i);
  for (;; i = next(x, i)) {
    if (!is_word(x, i) || is(x, i, "auto")) return false;
    while (i != last && is(x, next(x, i), "[")) i = match_forward(x, next(x, i));
    if (i == last) return true;
    i = next(x, i);
    if (!is(x, i, ".") && !is(x, i, "->") && !is(x, i, "::")) return false;
  }
}

// The statement that begins at i: int n = x; n = x;
static void rewrite_statement(struct translation *x, size_t i) {
  size_t end = whole_type_end(x, i);
  if (end != i) { // all of its names
    size_t behind = end;
    for (size_t name = end; is_word(x, name) && is(x, next(x, name), "="); name = next(x, behind)) {
      size_t first = next(x, next(x, name));
      behind = plain_expression_end(x, first);
      if (behind == NO_TOKEN) return;
      if (seems_real(x, first, behind)) {
        char *type = text_of(x, i, end);
        wrap(x, type, first, behind);
        free(type);
      }
      if (!is(x, behind, ",")) return;
    }
    return;
  }
  if (!is_word(x, i) && !is(x, i, "*")) return;
  size_t name = is(x, i, "*") ? next(x, i) : i, last = operand_end(x, i);
  if (last == NO_TOKEN || !is(x, next(x, last), "=") || !is_plain_object(x, i, last)) return;
  size_t first = next(x, next(x, last)), behind = plain_expression_end(x, first);
  for (size_t member = last; is_word(x, member); member = NO_TOKEN) name = member; // s.count
  if (!is(x, behind, ";") || !seems_real(x, first, behind)) return;
  if (declared_as(x, name, REAL)) return;
  if (!declared_as(x, name, WHOLE)) return;
  char *left = text_of(x, i, next(x, last)), *type = must_print("decltype(%s)", left);
  wrap(x, type, first, behind);
  free(type);
  free(left);
}

// return x; of a function of whole numbers
static void rewrite_return(struct translation *x, const struct device_function *f, size_t i) {
  size_t type = f->name, first = next(x, i), behind;
  while (is_one_of(x, prev(x, type), whole_words) || is_one_of(x, prev(x, type), whole_names))
    type = prev(x, type);
  if (type == f->name || whole_type_end(x, type) != f->name) return;
  behind = plain_expression_end(x, first);
  if (behind == NO_TOKEN || !is(x, behind, ";") || behind == first || !seems_real(x, first, behind)) return;
  for (size_t p = prev(x, i), open = f->open; p != NO_TOKEN && p != open; p = prev(x, p)) { // not of a lambda
    if (is(x, p, "}")) p = match_backward(x, p);
    if (is(x, p, "{") && is(x, prev(x, p), ")") && is(x, prev(x, match_backward(x, prev(x, p))), "]")) return;
  }
  char *text = text_of(x, type, f->name);
  wrap(x, text, first, behind);
  free(text);
}

void rewrite_conversions(struct translation *x, const struct device_function *f) {
  if (!x->declared) collect_declared(x);
  for (size_t i = f->open; i != NO_TOKEN && i != f->close; i = next(x, i)) {
    rewrite_cast(x, i);
    rewrite_call(x, i);
    if (is(x, i, "return")) rewrite_return(x, f, i);
    size_t p = prev(x, i);
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    bool begins = is(x, p, ";") || is(x, p, "{") || is(x, p, "}") || is(x, p, "else") ||
                  (is(x, p, ")") && is_one_of(x, prev(x, match_backward(x, p)), heads)) ||
                  (is(x, p, "(") && is(x, prev(x, p), "for"));
    if (begins) rewrite_statement(x, i);
  }
}
