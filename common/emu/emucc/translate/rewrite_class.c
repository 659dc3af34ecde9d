// What the constructors of classes do: none runs for a __shared__ object, so an empty one is left out of account,
// and one that does something gets a warning, as from nvcc.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static size_t class_body(const struct translation *x, size_t name) {
  for (size_t i = next(x, name); i != NO_TOKEN; i = next(x, i)) {
    if (is(x, i, "{")) return i;
    if (is(x, i, "<")) i = angle_forward(x, i);
    if (i == NO_TOKEN ||
        !(is_word(x, i) || is(x, i, ":") || is(x, i, "::") || is(x, i, ",") || is(x, i, ">")))
      return NO_TOKEN;
  }
  return NO_TOKEN;
}

static const char *find_class(const struct translation *x, size_t word) { // its entry among x->kernels->built
  size_t n = tok(x, word)->end - tok(x, word)->begin;
  for (size_t i = x->kernels->builts; i-- > 0;) {
    const char *entry = x->kernels->built[i];
    if (!strncmp(entry + 1, x->t.text + tok(x, word)->begin, n) && !entry[1 + n]) return entry;
  }
  return NULL;
}

enum construction class_construction(const struct translation *x, size_t word) {
  const char *entry = is_word(x, word) ? find_class(x, word) : NULL;
  return entry ? (enum construction) * entry : CONSTRUCTION_NONE;
}

static enum construction more(enum construction a, enum construction b) {
  return a > b ? a : b;
}

// The constructor whose parameters begin at `open`, wherever it is defined. Only a default constructor counts.
static enum construction of_constructor(const struct translation *x, size_t open) {
  size_t close = match_forward(x, open), i = next(x, close);
  if (close == NO_TOKEN) return CONSTRUCTION_NONE;
  bool parameters = next(x, open) != close && !is(x, next(x, open), "void"), defaults = false;
  for (size_t p = next(x, open); p != close && !is(x, p, ","); p = next(x, p))
    defaults = defaults || is(x, p, "=");
  if (parameters && !defaults) return CONSTRUCTION_NONE;
  if (is(x, i, "noexcept")) i = next(x, i);
  if (is(x, i, ":")) return CONSTRUCTION_WORK;
  if (!is(x, i, "{")) return CONSTRUCTION_NONE; // = default, = delete, defined elsewhere
  return is(x, next(x, i), "}") ? CONSTRUCTION_EMPTY : CONSTRUCTION_WORK;
}

// A data member: with an initialiser it is set; of a class it is constructed as that class is.
static enum construction of_member(const struct translation *x, size_t begin, size_t end) {
  static const char *const others[] = {"static",   "constexpr", "using",     "typedef",  "friend",
                                       "enum",     "struct",    "class",     "union",    "public",
                                       "template", "private",   "protected", "operator", NULL};
  enum construction found = CONSTRUCTION_NONE;
  if (is_one_of(x, begin, others)) return CONSTRUCTION_NONE;
  for (size_t i = begin; i != NO_TOKEN && i != end; i = next(x, i)) {
    if (is(x, i, "(") || is(x, i, "operator")) return CONSTRUCTION_NONE;
    if (is(x, i, "=") || is(x, i, "{")) return CONSTRUCTION_WORK;
    if (is_word(x, i) && is_word(x, next(x, i))) found = more(found, class_construction(x, i));
    if (is(x, i, "<") && angle_forward(x, i) != NO_TOKEN) i = angle_forward(x, i);
  }
  return found;
}

static enum construction of_class(const struct translation *x, size_t name, size_t open) {
  enum construction found = CONSTRUCTION_NONE;
  size_t close = match_forward(x, open);
  for (size_t i = next(x, name); i != open; i = next(x, i)) // its bases
    if (is_word(x, i)) found = more(found, class_construction(x, i));
  for (size_t i = next(x, open); i != NO_TOKEN && i != close;) {
    if (is(x, next(x, i), ":") && !is(x, next(x, next(x, i)), ":")) { // public:
      i = next(x, next(x, i));
      continue;
    }
    size_t begin = i, end = i;
    for (; end != NO_TOKEN && end != close && !is(x, end, ";"); end = next(x, end)) {
      bool constructor = same_word(x, end, name) && is(x, next(x, end), "(") && !is(x, prev(x, end), "~");
      if (constructor) found = more(found, of_constructor(x, next(x, end)));
      if (is(x, end, "(") || is(x, end, "[")) end = match_forward(x, end);
      if (!is(x, end, "{")) continue;
      size_t last = match_forward(x, end);
      if (last == NO_TOKEN) return found;
      if (is(x, next(x, last), ";") || is(x, next(x, last), ",")) { // an initialiser, or a nested class
        end = last;
        continue;
      }
      begin = NO_TOKEN; // a function ends without a `;`
      end = last;
      break;
    }
    if (begin != NO_TOKEN && end != NO_TOKEN) found = more(found, of_member(x, begin, end));
    i = next(x, end);
  }
  return found;
}

static void remember(struct emu_names *k, char *entry) {
  if (k->builts == k->built_capacity) {
    k->built_capacity = k->built_capacity ? 2 * k->built_capacity : 16;
    k->built = must_realloc(k->built, k->built_capacity * sizeof *k->built);
  }
  k->built[k->builts++] = entry;
}

void collect_classes(struct translation *x) {
  for (size_t i = 0; i < x->t.count; i++) {
    if (tok(x, i)->macro || !(is(x, i, "struct") || is(x, i, "class")) || is(x, prev(x, i), "enum")) continue;
    size_t name = next(x, i);
    while (is_attribute_word(x, name) && is(x, next(x, name), "("))
      name = next(x, match_forward(x, next(x, name)));
    size_t open = is_word(x, name) ? class_body(x, name) : NO_TOKEN;
    if (open == NO_TOKEN || match_forward(x, open) == NO_TOKEN) continue;
    enum construction c = of_class(x, name, open);
    if (c == CONSTRUCTION_NONE && !find_class(x, name)) continue;
    remember(x->kernels, must_print("%c%.*s", (char)c, (int)(tok(x, name)->end - tok(x, name)->begin),
                                    x->t.text + tok(x, name)->begin));
  }
  // Constructors defined behind their class: `Point::Point() { ... }`.
  for (size_t i = 0; i < x->t.count; i++) {
    size_t name = next(x, next(x, i));
    if (!is_word(x, i) || tok(x, i)->macro || !is(x, next(x, i), "::") || !is_word(x, name) ||
        !same_word(x, i, name))
      continue;
    if (!is(x, next(x, name), "(")) continue;
    enum construction c = of_constructor(x, next(x, name));
    if (c > class_construction(x, name))
      remember(x->kernels, must_print("%c%.*s", (char)c, (int)(tok(x, name)->end - tok(x, name)->begin),
                                      x->t.text + tok(x, name)->begin));
  }
}

// Whether the head of the class around token i bears `template <...>`.
static bool in_class_template(const struct translation *x, size_t i) {
  size_t p = prev(x, i);
  for (; p != NO_TOKEN && !is(x, p, "{"); p = prev(x, p))
    if (is(x, p, "}") || is(x, p, ")") || is(x, p, "]")) p = match_backward(x, p);
  while (p != NO_TOKEN && !is(x, p, "struct") && !is(x, p, "class")) p = prev(x, p);
  p = p == NO_TOKEN ? p : prev(x, p);
  return is(x, p, ">") && is(x, prev(x, angle_backward(x, p)), "template");
}

// `template <class T> struct Sum { static const T zero = 0; };` for a float: to nvcc a constant, if only device code uses it.
// g++ wants `constexpr`, which changes nothing else in a member that has its value there.
void rewrite_static_constant(struct translation *x, size_t i) {
  static const char *const integers[] = {"int",  "unsigned", "long",     "short",    "char",      "bool",
                                         "auto", "size_t",   "uint32_t", "uint64_t", "constexpr", NULL};
  size_t first = is(x, prev(x, i), "const") ? prev(x, i) : i, last = first == i ? next(x, i) : i;
  if ((first == i && !is(x, last, "const")) || tok(x, i)->macro || is_one_of(x, next(x, last), integers))
    return;
  if (is_one_of(x, prev(x, first), integers) || !in_class(x, i) || !in_class_template(x, i)) return;
  size_t end = next(x, last);
  for (; end != NO_TOKEN && !is(x, end, "="); end = next(x, end)) {
    if (is(x, end, "<")) end = angle_forward(x, end);
    if (end == NO_TOKEN || !(is_word(x, end) || is(x, end, "::") || is(x, end, ">"))) return;
  }
  if (end != NO_TOKEN && may_rewrite(x, RULE_STATIC_CONSTANT, first, end))
    insert(x, tok(x, first)->begin, "constexpr ");
}
