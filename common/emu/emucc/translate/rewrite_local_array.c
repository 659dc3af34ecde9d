// Automatic arrays of device functions that no register can hold.
//
// A compiler keeps an automatic array in registers if every index is a constant once loops of constant bounds
// are unrolled (nvcc 13: up to 128 floats measured); an index that is known at run time only sends it to local
// memory (from 16 bytes on). Words that are declared nowhere in the function (macros, template parameters,
// constants) count as constants, and so do the parameters of what is no kernel: it may be inlined.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

struct variable {
  size_t name;
  size_t scope_close;     // the brace that ends its scope
  size_t init, init_end;  // tokens [init, init_end) of its initialiser; NO_TOKEN
  size_t loop;            // the `(` of the `for` that declares it, else NO_TOKEN
  bool parameter, memory; // memory: an array or a pointer, whose elements are data
  enum { UNKNOWN, ASKED, CONSTANT, VARIES } verdict;
};

struct local_body {
  struct translation *x;
  struct device_function f;
  struct variable *variable;
  size_t variables, capacity;
};

// ---- variables ----

static bool is_member(const struct translation *x, size_t i) {
  return is(x, prev(x, i), ".") || is(x, prev(x, i), "->") || is(x, prev(x, i), "::");
}

static bool starts_no_declaration(const struct translation *x, size_t i) {
  static const char *const words[] = {
      "return",   "else",      "do",       "case",       "goto",   "throw",   "new",       "delete",
      "typedef",  "using",     "if",       "while",      "for",    "switch",  "sizeof",    "break",
      "continue", "default",   "static",   "extern",     "struct", "class",   "union",     "enum",
      "try",      "constexpr", "template", "__shared__", "asm",    "__asm__", "namespace", "static_assert",
      NULL};
  return !is_word(x, i) || is_one_of(x, i, words);
}

// Where the initialiser or expression that begins at i ends: the `,` `;` or closing bracket behind it.
static size_t expression_end(const struct translation *x, size_t i) {
  for (; i != NO_TOKEN; i = next(x, i)) {
    if (is(x, i, ",") || is(x, i, ";") || is(x, i, ")") || is(x, i, "]") || is(x, i, "}")) return i;
    if (is(x, i, "(") || is(x, i, "[") || is(x, i, "{")) i = match_forward(x, i);
    if (i == NO_TOKEN) return i;
  }
  return i;
}

static struct variable *add_variable(struct local_body *b, size_t name, size_t scope_close) {
  if (b->variables == b->capacity) {
    b->capacity = b->capacity ? 2 * b->capacity : 32;
    b->variable = must_realloc(b->variable, b->capacity * sizeof *b->variable);
  }
  b->variable[b->variables] = (struct variable){
      .name = name, .scope_close = scope_close, .init = NO_TOKEN, .init_end = NO_TOKEN, .loop = NO_TOKEN};
  return &b->variable[b->variables++];
}

// The first name of the declaration that begins at i, NO_TOKEN if none does. *pointer: a `*` stands before it.
static size_t declared_name(const struct translation *x, size_t i, bool *pointer) {
  int words = 0;
  *pointer = false;
  if (starts_no_declaration(x, i)) return NO_TOKEN;
  for (; i != NO_TOKEN; i = next(x, i)) {
    if (is_attribute_word(x, i) && is(x, next(x, i), "(")) {
      i = match_forward(x, next(x, i));
    } else if (is_word(x, i)) {
      size_t after = next(x, i);
      bool ends = is(x, after, "=") || is(x, after, ";") || is(x, after, ",") || is(x, after, "[") ||
                  is(x, after, "{") || is(x, after, "(") || is(x, after, ":");
      if (ends) return words && !is_member(x, i) ? i : NO_TOKEN;
      words++;
    } else if (is(x, i, "<")) {
      i = angle_forward(x, i);
    } else if (is(x, i, "*") || is(x, i, "&")) {
      if (!words) return NO_TOKEN;
      *pointer = *pointer || is(x, i, "*");
    } else if (!is(x, i, "::")) {
      return NO_TOKEN;
    }
  }
  return NO_TOKEN;
}

static void collect_declaration(struct local_body *b, size_t begin, size_t scope_close, size_t loop) {
  const struct translation *x = b->x;
  bool pointer;
  for (size_t name = declared_name(x, begin, &pointer); is_word(x, name);) {
    struct variable *v = add_variable(b, name, scope_close);
    size_t i = next(x, name);
    v->loop = loop;
    v->memory = pointer || is(x, i, "[");
    while (is(x, i, "[") && match_forward(x, i) != NO_TOKEN) i = next(x, match_forward(x, i));
    if (is(x, i, "=") || is(x, i, ":")) i = next(x, i);
    v->init = i;
    i = v->init_end = expression_end(x, i);
    if (!is(x, i, ",")) return;
    name = next(x, i);
    for (pointer = false; is(x, name, "*"); name = next(x, name)) pointer = true;
  }
}

static void collect_variables(struct local_body *b) {
  const struct translation *x = b->x;
  size_t last = NO_TOKEN, end = match_forward(x, b->f.parameters);
  bool pointer = false;
  for (size_t i = next(x, b->f.parameters); i != NO_TOKEN; i = next(x, i)) {
    if ((is(x, i, ",") || i == end) && is_word(x, last)) {
      struct variable *v = add_variable(b, last, b->f.close);
      v->parameter = true;
      v->memory = pointer;
    }
    if (i == end) break;
    pointer = (pointer && !is(x, i, ",")) || is(x, i, "*") || is(x, i, "[");
    if (is(x, i, "<") && angle_forward(x, i) != NO_TOKEN) i = angle_forward(x, i);
    if (is(x, i, "=") || is(x, i, "[")) { // the name is behind us
      i = expression_end(x, next(x, i));
      if (is(x, i, "]")) continue;
      if (i == NO_TOKEN) return;
      i = prev(x, i);
    } else if (is_word(x, i)) {
      last = i;
    }
  }
  size_t scope[256], depth = 0;
  for (size_t i = b->f.open; i != NO_TOKEN && i != b->f.close; i = next(x, i)) {
    if (is(x, i, "{") && depth < 256) scope[depth++] = match_forward(x, i);
    if (is(x, i, "}") && depth) depth--;
    size_t close = depth ? scope[depth - 1] : b->f.close;
    if (is(x, i, "{") || is(x, i, "}") || is(x, i, ";")) collect_declaration(b, next(x, i), close, NO_TOKEN);
    if (is(x, i, "for") && is(x, next(x, i), "("))
      collect_declaration(b, next(x, next(x, i)), close, next(x, i));
  }
}

static struct variable *variable_of(struct local_body *b, size_t word) {
  struct variable *found = NULL;
  for (size_t i = 0; i < b->variables; i++) {
    struct variable *v = &b->variable[i];
    if (v->name <= word && word < v->scope_close && same_word(b->x, v->name, word))
      found = v; // the innermost
  }
  return found;
}

// ---- what is known at run time only ----

static bool varies(struct local_body *b, struct variable *v);

// Whether [first, end) names something that does, `except` left out.
static bool any_varies(struct local_body *b, size_t first, size_t end, const struct variable *except) {
  static const char *const built_in[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
  const struct translation *x = b->x;
  for (size_t i = first; i != NO_TOKEN && i != end; i = next(x, i)) {
    if (!is_word(x, i) || is_member(x, i)) continue;
    if (is_one_of(x, i, built_in)) return true;
    struct variable *v = variable_of(b, i);
    if (v && v != except && (v->memory || varies(b, v))) return true;
  }
  return false;
}

static bool for_varies(struct local_body *b, size_t open, const struct variable *v) {
  return any_varies(b, next(b->x, open), match_forward(b->x, open), v);
}

// The last token of the statement that begins at i, NO_TOKEN for what is no C++.
static size_t statement_end(const struct translation *x, size_t i) {
  static const char *const heads[] = {"if", "while", "switch", "for", NULL};
  if (is(x, i, "{")) return match_forward(x, i);
  if (is_one_of(x, i, heads) && is(x, next(x, i), "(")) {
    size_t end = statement_end(x, next(x, match_forward(x, next(x, i))));
    return is(x, next(x, end), "else") ? statement_end(x, next(x, next(x, end))) : end;
  }
  while (i != NO_TOKEN && !is(x, i, ";") && !is(x, i, "}"))
    i = next(x, is(x, i, "(") || is(x, i, "[") || is(x, i, "{") ? match_forward(x, i) : i);
  return i;
}

// Whether it depends on the data if, or how often, the statement of token i is executed: asks the heads of the loops and
// branches around it that the variable's scope holds.
static bool depends(struct local_body *b, size_t i, const struct variable *v) {
  static const char *const heads[] = {"if", "while", "switch", NULL};
  const struct translation *x = b->x;
  for (size_t p = next(x, v->name); p != NO_TOKEN && p < i; p = next(x, p)) {
    size_t open = next(x, p);
    bool loop = is(x, p, "for");
    if ((!loop && !is_one_of(x, p, heads)) || !is(x, open, "(")) continue;
    size_t end = statement_end(x, p), close = match_forward(x, open);
    if (close == NO_TOKEN || end == NO_TOKEN) return true;
    if (end > i && (loop ? for_varies(b, open, v) : any_varies(b, next(x, open), close, v))) return true;
  }
  return false;
}

enum change change_of(const struct translation *x, size_t first, size_t last, size_t *value) {
  static const char *const operators[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", NULL};
  size_t a = next(x, last), c = next(x, a), before = prev(x, first), ahead = prev(x, before);
  *value = c;
  if (is(x, a, "=")) return ASSIGNED;
  if ((is(x, a, "+") && is(x, c, "+")) || (is(x, a, "-") && is(x, c, "-"))) return STEP;
  if ((is(x, before, "+") && is(x, ahead, "+")) || (is(x, before, "-") && is(x, ahead, "-"))) return STEP;
  *value = next(x, c);
  if (is_one_of(x, a, operators) && is(x, c, "=") && tok(x, a)->end == tok(x, c)->begin) return ASSIGNED;
  if (is(x, a, ">") && is(x, c, ">=")) return ASSIGNED; // >>=
  bool binary = is_word(x, ahead) || is(x, ahead, ")") || is(x, ahead, "]") || is(x, ahead, "&") ||
                (ahead != NO_TOKEN && tok(x, ahead)->kind == TOKEN_NUMBER);
  return is(x, before, "&") && !binary ? ADDRESS_TAKEN : NONE;
}

static bool varies(struct local_body *b, struct variable *v) {
  const struct translation *x = b->x;
  if (v->verdict != UNKNOWN) return v->verdict == VARIES; // while it is being asked: by itself it does not
  v->verdict = ASKED;
  bool yes = v->parameter && b->f.kernel;
  if (!yes && v->init != NO_TOKEN) yes = any_varies(b, v->init, v->init_end, v);
  if (!yes && v->loop != NO_TOKEN) yes = for_varies(b, v->loop, v);
  for (size_t i = next(x, v->name); !yes && i != NO_TOKEN && i < v->scope_close; i = next(x, i)) {
    size_t value, head_end = v->loop == NO_TOKEN ? v->name : match_forward(x, v->loop);
    if (i < head_end || !is_word(x, i) || is_member(x, i) || !same_word(x, i, v->name) ||
        variable_of(b, i) != v)
      continue;
    enum change change = change_of(x, i, i, &value);
    yes = change == ADDRESS_TAKEN || (change != NONE && depends(b, i, v)) ||
          (change == ASSIGNED && any_varies(b, value, expression_end(x, value), v));
  }
  v->verdict = yes ? VARIES : CONSTANT;
  return yes;
}

// ---- arrays ----

// The first use of the array whose index is known at run time only: the token behind its `[`. A table of
// constants that is never written has none: it becomes constant memory.
static size_t varying_index(struct local_body *b, const struct variable *array) {
  const struct translation *x = b->x;
  size_t found = NO_TOKEN, value;
  bool table = is(x, array->init, "{") && !any_varies(b, array->init, array->init_end, array);
  for (size_t i = array->init_end; i != NO_TOKEN && i < array->scope_close; i = next(x, i)) {
    if (!is_word(x, i) || is_member(x, i) || !same_word(x, i, array->name) || variable_of(b, i) != array)
      continue;
    size_t close = i;
    for (size_t open = next(x, i); is(x, open, "["); open = next(x, close)) {
      close = match_forward(x, open);
      if (close == NO_TOKEN) return NO_TOKEN;
      if (found == NO_TOKEN && any_varies(b, next(x, open), close, NULL)) found = next(x, open);
    }
    table = table && close != i && change_of(x, i, close, &value) == NONE;
  }
  return table ? NO_TOKEN : found;
}

static bool in_function_block(const struct translation *x, size_t name, size_t function_open) {
  for (size_t p = prev(x, name); p != NO_TOKEN; p = prev(x, p)) {
    if (p == function_open) return true;
    if (is(x, p, "}") || is(x, p, ")") || is(x, p, "]")) p = match_backward(x, p);
    if (!is(x, p, "{")) continue;
    size_t before = prev(x, p);
    bool block = is(x, before, ")") || is(x, before, "else") || is(x, before, "do") || is(x, before, ";") ||
                 is(x, before, "{") || is(x, before, "}");
    if (!block) return false;
  }
  return false;
}

// Behind token end: EMU_LOCAL_ARRAY(name, line of the index or 0, its text).
static void tell_array(struct translation *x, size_t variable, size_t end, const char *name, size_t index) {
  if (!may_rewrite(x, RULE_LOCAL_ARRAY, variable, end)) return;
  size_t close = index == NO_TOKEN ? NO_TOKEN : expression_end(x, index);
  char *text = must_print("%s", "");
  for (size_t k = index; k != NO_TOKEN && k != close && strlen(text) < 60; k = next(x, k)) {
    if (tok(x, k)->kind == TOKEN_STRING) continue;
    if (is(x, k, ";") || is(x, k, "{")) break; // a lambda, or no C++
    char *longer =
        must_print("%s%s%.*s", text, k != index && tok(x, prev(x, k))->end < tok(x, k)->begin ? " " : "",
                   (int)(tok(x, k)->end - tok(x, k)->begin), x->t.text + tok(x, k)->begin);
    free(text);
    text = longer;
  }
  replace(x, tok(x, end)->end, tok(x, end)->end,
          must_print(" EMU_LOCAL_ARRAY(%s, %d, \"%s\");", name, index == NO_TOKEN ? 0 : tok(x, index)->line,
                     text));
  free(text);
}

// Whether a class of this file has an array of that name; what it is to another class, its size tells.
static bool is_member_array(const struct translation *x, size_t member) {
  for (size_t i = 0; i < x->t.count; i++) {
    if (!is_word(x, i) || tok(x, i)->macro || !is(x, next(x, i), "[") || !same_word(x, i, member)) continue;
    if ((is_word(x, prev(x, i)) || is(x, prev(x, i), ">")) && in_class(x, i)) return true;
  }
  return false;
}

// The same for the arrays in an object, object.array[index]. Of an object with initialisers nothing is said: nvcc keeps some
// of them out of local memory (a table of constants, and up to 16 elements that few stores change, measured).
static void note_member_arrays(struct local_body *b, const struct variable *v, size_t end) {
  struct translation *x = b->x;
  if (is(x, v->init, "{")) return;
  for (size_t i = end; i != NO_TOKEN && i < v->scope_close; i = next(x, i)) {
    size_t member = next(x, next(x, i)), open = next(x, member), close;
    if (!is_word(x, i) || is_member(x, i) || !same_word(x, i, v->name) || variable_of(b, i) != v) continue;
    if (!is(x, next(x, i), ".") || !is_word(x, member) || !is(x, open, "[")) continue;
    if ((close = match_forward(x, open)) == NO_TOKEN) return;
    if (!any_varies(b, next(x, open), close, NULL) || !is_member_array(x, member)) continue;
    char *name =
        must_print("%.*s.%.*s", (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin,
                   (int)(tok(x, member)->end - tok(x, member)->begin), x->t.text + tok(x, member)->begin);
    tell_array(x, v->name, end, name, next(x, open));
    free(name);
    return; // the first will do
  }
}

// What the compiler evaluates has no local memory, and may not tell of it.
static bool is_constexpr(const struct translation *x, size_t name) {
  static const char *const ends[] = {";", "{", "}", NULL};
  for (size_t p = prev(x, name); p != NO_TOKEN && !is_one_of(x, p, ends); p = prev(x, p))
    if (is(x, p, "constexpr") || is(x, p, "consteval")) return true;
  return false;
}

// Says behind the declaration of each automatic array how it is indexed.
void note_local_arrays(struct translation *x, const struct device_function *f) {
  struct local_body b = {.x = x, .f = *f};
  if (is_constexpr(x, f->name)) return;
  collect_variables(&b);
  for (size_t i = 0; i < b.variables; i++) {
    struct variable *v = &b.variable[i];
    size_t open = next(x, v->name), end = v->init_end;
    while (is(x, end, ",")) end = expression_end(x, next(x, end));
    if (v->parameter || v->loop != NO_TOKEN || !is(x, end, ";")) continue;
    if (!in_function_block(x, v->name, f->open) || is(x, prev(x, v->name), "&")) continue;
    if (is(x, v->name, "auto")) continue; // `const auto [x, y]`
    if (is(x, open, "[")) {
      char *name = must_print("%.*s", (int)(tok(x, v->name)->end - tok(x, v->name)->begin),
                              x->t.text + tok(x, v->name)->begin);
      tell_array(x, v->name, end, name, varying_index(&b, v));
      free(name);
    } else if (!v->memory) {
      note_member_arrays(&b, v, end);
    }
  }
  free(b.variable);
}
