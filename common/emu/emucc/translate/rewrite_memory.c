// The rules for declarations in shared, device and constant memory.
#include "emu/emucc/translate/rewrite.h"

#include <stdlib.h>
#include <string.h>

static size_t specifiers_begin(const struct translation *x, size_t i) {
  for (size_t p = prev(x, i); p != NO_TOKEN; p = prev(x, i)) {
    static const char *const never[] = {"return", "else", "do", "case", "template", NULL};
    size_t begin = p;
    if (is(x, p, ")")) {
      begin = prev(x, match_backward(x, p));
      if (!is_attribute_word(x, begin)) return i;
    } else if (is(x, p, "]")) {
      begin = match_backward(x, p);
      if (!is(x, next(x, begin), "[")) return i;
    } else if (is(x, p, ">")) {
      begin = prev(x, angle_backward(x, p));
      if (!is_word(x, begin) || is(x, begin, "template")) return i;
    } else if (!is(x, p, "::") && (!is_word(x, p) || is_one_of(x, p, never))) {
      return i;
    }
    i = begin;
  }
  return i;
}

// What may stand between specifiers and is no part of the type: the last token of such a group, else
// NO_TOKEN.
static bool is_dropped_word(const struct translation *x, size_t i) {
  static const char *const words[] = {"extern", "static", "__shared__", NULL};
  return is_one_of(x, i, words);
}

static bool statement_ends(const struct translation *x, size_t i) {
  return i == NO_TOKEN || is(x, i, ";");
}

// Where the declarator `name[][extent]...` ends: its last bracket, NO_TOKEN if it is another one. *rows: the
// first extent after the open one, or NO_TOKEN.
static size_t open_array_end(const struct translation *x, size_t name, size_t *rows) {
  size_t open = next(x, name), close = match_forward(x, open);
  if (!is_word(x, name) || !is(x, open, "[") || close == NO_TOKEN || close != next(x, open)) return NO_TOKEN;
  *rows = NO_TOKEN;
  for (size_t i = next(x, close); is(x, i, "["); i = next(x, close)) {
    size_t end = match_forward(x, i);
    if (end == NO_TOKEN) break;
    if (*rows == NO_TOKEN) *rows = i;
    close = end;
  }
  return close;
}

// The type of the declaration at `begin`, without what is erased: storage class, attributes. NULL if none.
static char *take_type(struct translation *x, size_t begin, size_t name) {
  char *type = NULL;
  for (size_t i = begin; i != name; i = next(x, i)) {
    size_t end = attribute_end(x, i);
    if (end != NO_TOKEN) {
      erase(x, tok(x, i)->begin, tok(x, end)->end);
      i = end;
      continue;
    }
    x->done[i] = 1;
    if (is_dropped_word(x, i)) {
      erase_token(x, i);
      continue;
    }
    bool blank = type && tok(x, prev(x, i))->end < tok(x, i)->begin;
    char *longer = must_print("%s%s%.*s", type ? type : "", blank ? " " : "",
                              (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin);
    free(type);
    type = longer;
  }
  return type;
}

// `extern __shared__ T a[], b[][8];` becomes a pointer in a function, so that each kernel may have a type of
// its own. Elsewhere it stays an array, another name of the runtime's memory.
static bool rewrite_extern_shared(struct translation *x, size_t shared, size_t begin, size_t name,
                                  bool in_function) {
  char *type = NULL;
  may_rewrite(x, RULE_EXTERN_SHARED, begin, shared);
  if (!in_function)
    erase_token(x, shared);
  else if (!(type = take_type(x, begin, name)))
    return fail(x, name, "extern __shared__ needs a type: extern __shared__ float s[];");
  bool ok = true;
  for (size_t rows, after; ok; name = next(x, after)) {
    size_t close = open_array_end(x, name, &rows);
    if (close == NO_TOKEN) {
      ok = fail(x, name == NO_TOKEN ? begin : name,
                "every name of this extern __shared__ declaration needs an open extent, name[]");
      break;
    }
    size_t end = tok(x, close)->end, tail = end;
    after = next(x, close);
    for (size_t last = attribute_end(x, after); last != NO_TOKEN; last = attribute_end(x, after)) {
      tail = tok(x, last)->end;
      after = next(x, last);
    }
    if (!in_function) {
      insert(x, end, " __asm__(\"emu_dynamic_arena\")");
    } else {
      size_t dims = rows == NO_TOKEN ? end : tok(x, rows)->begin, open = next(x, name);
      insert(x, tok(x, name)->begin, rows == NO_TOKEN ? "*" : "(*");
      if (rows != NO_TOKEN) insert(x, tok(x, open)->begin, ")");
      erase(x, tok(x, open)->begin, tok(x, next(x, open))->end);
      erase(x, end, tail);
      const char *form = rows == NO_TOKEN ? " = (%s *%.*s)::emu::dynamic_shared(\"%.*s\")"
                                          : " = (%s (*)%.*s)::emu::dynamic_shared(\"%.*s\")";
      replace(x, tail, tail,
              must_print(form, type, (int)(end - dims), x->t.text + dims,
                         (int)(tok(x, name)->end - tok(x, name)->begin), x->t.text + tok(x, name)->begin));
    }
    if (!is(x, after, ",")) break;
  }
  free(type);
  return ok;
}

// The class of the declaration [begin, end] if a constructor would run for it: its name, else NO_TOKEN. *name: the
// first declared one.
static size_t constructed_class(const struct translation *x, size_t begin, size_t end, size_t *name) {
  size_t class = NO_TOKEN;
  for (size_t i = begin; i != NO_TOKEN && i != next(x, end); i = next(x, i)) {
    size_t last = attribute_end(x, i), after = next(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last != NO_TOKEN) {
      i = last;
      continue;
    }
    if (!is_word(x, i) && !is(x, i, "::")) return NO_TOKEN; // a pointer
    if (is_word(x, i) && (i == end || is(x, after, ",") || is(x, after, "[") || is(x, after, "{"))) {
      *name = i;
      return class;
    }
    if (class_construction(x, i) != CONSTRUCTION_NONE) class = i;
  }
  return NO_TOKEN;
}

// Whether [name, end] is `a, b[4], c{}`.
static bool plain_declarators(const struct translation *x, size_t name, size_t end) {
  for (size_t i = name;; i = next(x, i)) {
    if (!is_word(x, i)) return false;
    while (i != end && is(x, next(x, i), "[") && match_forward(x, next(x, i)) != NO_TOKEN)
      i = match_forward(x, next(x, i));
    if (i != end && is(x, next(x, i), "{") && is(x, next(x, next(x, i)), "}")) i = next(x, next(x, i));
    if (i == end) return true;
    i = next(x, i);
    if (!is(x, i, ",")) return false;
  }
}

static char *join(char *text, const struct translation *x, size_t i) {
  char *longer = must_print("%s%s%.*s", text, *text ? " " : "", (int)(tok(x, i)->end - tok(x, i)->begin),
                            x->t.text + tok(x, i)->begin);
  free(text);
  return longer;
}

// `__shared__ C a, b[4];` becomes bytes, and references to them under the names: on one line, with the line ends
// behind it.
static void rewrite_constructed(struct translation *x, size_t begin, size_t name, size_t end) {
  char *type = must_print("%s", ""), *attributes = must_print("%s", ""), *all = must_print("%s", "");
  for (size_t i = begin; i != name; i = next(x, i)) {
    size_t last = attribute_end(x, i);
    bool attribute = last != NO_TOKEN;
    for (; attribute && i != last; i = next(x, i)) attributes = join(attributes, x, i);
    if (attribute)
      attributes = join(attributes, x, i);
    else if (!is_dropped_word(x, i))
      type = join(type, x, i);
    x->done[i] = 1;
  }
  for (size_t i = name;; i = next(x, i)) {
    size_t first = i;
    char *extents = must_print("%s", "");
    while (i != end && !is(x, next(x, i), ",")) {
      i = next(x, i);
      if (is(x, i, "{")) { // `C c{}` says no more than `C c`
        i = match_forward(x, i);
        continue;
      }
      extents = join(extents, x, i);
    }
    int n = (int)(tok(x, first)->end - tok(x, first)->begin);
    const char *spelled = x->t.text + tok(x, first)->begin;
    char *longer = must_print(
        "%s__shared__ %s ::emu::storage<%s %s> emu_storage_%.*s; %s (&%.*s) %s = emu_storage_%.*s.object();",
        all, attributes, type, extents, n, spelled, type, n, spelled, extents, n, spelled);
    free(all), free(extents);
    all = longer;
    if (i == end) break;
    i = next(x, i); // the comma
  }
  all[strlen(all) - 1] = '\0'; // the last `;` is there
  insert(x, tok(x, begin)->begin, all);
  erase(x, tok(x, begin)->begin, tok(x, end)->end);
  free(all), free(attributes), free(type);
}

// Whether the word is a type parameter of a template of this file, which may stand for such a class.
static bool is_type_parameter(const struct translation *x, size_t i) {
  if (!is_word(x, i)) return false;
  char *word = must_print("%.*s", (int)(tok(x, i)->end - tok(x, i)->begin), x->t.text + tok(x, i)->begin);
  bool found = false;
  for (size_t k = 0; k < x->t.count && !found; k++) {
    bool introduces = is(x, prev(x, k), "class") || is(x, prev(x, k), "typename");
    bool ends = is(x, next(x, k), ",") || is(x, next(x, k), ">") || is(x, next(x, k), "=");
    found = introduces && ends && is(x, k, word);
  }
  free(word);
  return found;
}

// Whether one of the declared names is no array's. Such an object's life begins unguarded, and is no constant.
static bool has_plain_declarator(const struct translation *x, size_t begin, size_t end) {
  for (size_t i = begin; i != NO_TOKEN && i != next(x, end); i = next(x, i)) {
    size_t last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last == NO_TOKEN && (is(x, i, "{") || is(x, i, "["))) last = match_forward(x, i);
    if (last == NO_TOKEN && is_word(x, i) && (i == end || is(x, next(x, i), ","))) return true;
    if (last != NO_TOKEN) i = last;
  }
  return false;
}

bool rewrite_shared(struct translation *x, size_t shared, bool in_function) {
  size_t begin = specifiers_begin(x, shared), end = shared, name = NO_TOKEN, external = NO_TOKEN;
  bool open_extent = false;
  for (size_t i = begin; !statement_ends(x, i); i = next(x, i)) {
    size_t last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last == NO_TOKEN && (is(x, i, "{") || is(x, i, "("))) last = match_forward(x, i);
    if (last == NO_TOKEN && (is(x, i, "{") || is(x, i, "(") || is(x, i, ")") || is(x, i, "}")))
      return true; // cut off
    if (is(x, i, "extern")) external = i;
    if (is(x, i, "=") && name != NO_TOKEN)
      return fail(x, i,
                  "a __shared__ variable cannot have an initialiser: let one thread store the value, then "
                  "__syncthreads()");
    if (is(x, i, "[") && last == NO_TOKEN && name == NO_TOKEN) {
      name = prev(x, i);
      open_extent = is(x, next(x, i), "]");
    }
    if (is_word(x, i) && is(x, next(x, i), "=")) name = i;
    end = i = last != NO_TOKEN ? last : i;
  }
  if (tok(x, shared)->macro == 0 && next(x, end) == NO_TOKEN) return true; // cut off before its `;`
  if (external != NO_TOKEN && open_extent && !is_word(x, name))
    return fail(x, shared, "cannot find the name of this array: write extern __shared__ T name[];");
  if (external != NO_TOKEN && open_extent) return rewrite_extern_shared(x, shared, begin, name, in_function);
  size_t first = NO_TOKEN, class = constructed_class(x, begin, end, &first);
  bool objects = class != NO_TOKEN && may_rewrite(x, RULE_STORAGE, begin, end);
  if (objects && class_construction(x, class) == CONSTRUCTION_WORK)
    replace(
        x, tok(x, begin)->begin, tok(x, begin)->begin,
        must_print("_Pragma(\"GCC warning \\\"no constructor runs for a __shared__ object, and that of %.*s "
                   "does something: "
                   "let one thread do it, then __syncthreads()\\\"\") ",
                   (int)(tok(x, class)->end - tok(x, class)->begin), x->t.text + tok(x, class)->begin));
  if (objects && in_function && plain_declarators(x, first, end)) {
    rewrite_constructed(x, begin, first, end);
    return true;
  }
  bool arrays = name != NO_TOKEN && !has_plain_declarator(x, begin, end);
  for (size_t i = begin; arrays && i != NO_TOKEN && i != name && i != next(x, end); i = next(x, i))
    if ((is_header_class(x, i) || is_type_parameter(x, i)) &&
        !x->done[begin]) { // g++ would guard the beginning of an array's life
      insert(x, tok(x, begin)->begin, "__constinit ");
      break;
    }
  for (size_t i = begin; i != NO_TOKEN && i != next(x, end); i = next(x, i)) {
    // An extern __shared__ variable of a known size is a static one to the compiler of a GPU as well.
    if (!is(x, i, "static") && !is(x, i, "extern")) continue;
    erase_token(x, i);
    if (next(x, i) == name) break;
  }
  if (in_function) rewrite_shape(x, begin, end);
  return true;
}

// `__shared__ alignas(16) float tile[32]`: to g++ alignas comes before all other specifiers.
void rewrite_alignas(struct translation *x, size_t space) {
  size_t i = next(x, space), open = next(x, i), close = is(x, open, "(") ? match_forward(x, open) : NO_TOKEN;
  if (!is(x, i, "alignas") || close == NO_TOKEN || tok(x, space)->macro) return;
  size_t from = tok(x, i)->begin, to = tok(x, close)->end;
  char *moved = must_print("%.*s ", (int)(to - from), x->t.text + from);
  for (char *c = moved; *c; c++)
    if (*c == '\n' || *c == '\r') *c = ' ';
  insert(x, tok(x, specifiers_begin(x, space))->begin, moved);
  erase(x, from, to);
  free(moved);
}

bool is_space_word(const struct translation *x, size_t i) {
  static const char *const words[] = {"__device__", "__constant__", "__managed__", NULL};
  return is_one_of(x, i, words);
}

bool rewrite_space_of_type(struct translation *x, size_t i) {
  static const char *const spaces[] = {"__host__", "__device__", NULL};
  static const char *const types[] = {"struct", "class", "union", "enum", NULL};
  size_t key = i, end;
  if (!is_one_of(x, i, spaces)) return false;
  while (is_one_of(x, key, spaces)) key = next(x, key);
  if (!is_one_of(x, key, types)) return false;
  for (end = next(x, key); end != NO_TOKEN && !is(x, end, ";") && !is(x, end, "{"); end = next(x, end)) {
    if (attribute_end(x, end) != NO_TOKEN) end = attribute_end(x, end);
    if (is(x, end, "(") || is(x, end, "=")) return false; // a function, or a variable
  }
  bool body = is(x, end, "{");
  if (body) end = next(x, match_forward(x, end));
  if (!is(x, end, ";") || (!body && end != next(x, next(x, key)))) return false; // `struct S s;`
  for (; i != key; i = next(x, i)) erase_token(x, i);
  return true;
}

// Whether the parenthesis holds what a variable is made of, `(0)` or `(-1, true)`, and no parameters.
static bool opens_value(const struct translation *x, size_t open) {
  static const char *const words[] = {"true", "false", "nullptr", "NULL", "-", "+", "{", NULL};
  size_t i = next(x, open);
  return is(x, open, "(") && i != NO_TOKEN &&
         (tok(x, i)->kind == TOKEN_NUMBER || tok(x, i)->kind == TOKEN_STRING || is_one_of(x, i, words));
}

// Whether the specifiers beginning at `begin` declare a variable; *constant: the variable itself is const.
static bool declares_variable(const struct translation *x, size_t begin, bool *constant) {
  bool named = false, constexpr_seen = false;
  *constant = false;
  for (size_t i = begin; i != NO_TOKEN; i = next(x, i)) {
    size_t last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last != NO_TOKEN) {
      i = last;
      continue;
    }
    if (is(x, i, "operator")) return false;
    if (is(x, i, "constexpr")) constexpr_seen = true;
    if (is(x, i, "*") || is(x, i, "&")) *constant = constexpr_seen;
    if (is(x, i, "const") || is(x, i, "constexpr")) *constant = true;
    if (is(x, i, "(") && is(x, next(x, i), "*")) { // `(*const table[])(int)`
      for (i = next(x, i); is(x, i, "*") || is(x, i, "const"); i = next(x, i)) *constant = is(x, i, "const");
      return true;
    }
    if (is(x, i, "(")) return named && opens_value(x, i);
    if (is(x, i, "=") || is(x, i, ";") || is(x, i, "[") || is(x, i, ",") || is(x, i, "{")) return named;
    named = named || (is_word(x, i) && !is_space_word(x, i) && !is(x, i, "__host__"));
  }
  return false;
}

// Whether the declaration that begins at `begin` makes its variable something else than zeros or what a constexpr
// constructor leaves: by `= x` or `{x}`, or by a constructor that works.
static bool is_initialised(const struct translation *x, size_t begin) {
  size_t end = begin, first = NO_TOKEN;
  for (size_t i = begin; !statement_ends(x, i); i = next(x, i)) {
    size_t last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last == NO_TOKEN && is(x, i, "[")) last = match_forward(x, i);
    if (last == NO_TOKEN && is(x, i, "constexpr")) return false; // it is checked by that
    if (last == NO_TOKEN && (is(x, i, "=") || is(x, i, "{") || opens_value(x, i))) return true;
    end = i = last != NO_TOKEN ? last : i;
  }
  size_t class = constructed_class(x, begin, end, &first);
  return class != NO_TOKEN && class_construction(x, class) == CONSTRUCTION_WORK;
}

// Whether what the specifiers at `begin` declare is `(*name)(...)` or `(*name[n])(...)`: g++ takes constinit for that of a function.
static bool points_to_function(const struct translation *x, size_t begin) {
  for (size_t i = begin; !statement_ends(x, i) && !is(x, i, "=") && !is(x, i, "{"); i = next(x, i)) {
    size_t last = attribute_end(x, i);
    if (last == NO_TOKEN && is(x, i, "<")) last = angle_forward(x, i);
    if (last != NO_TOKEN) i = last;
    if (is(x, i, "(") && last == NO_TOKEN) return is(x, next(x, match_forward(x, i)), "(");
  }
  return false;
}

// Whether the variable whose specifiers begin at `begin` is a template's; `template <>` makes an ordinary one.
static bool is_of_template(const struct translation *x, size_t begin) {
  size_t before = prev(x, begin);
  return before != NO_TOKEN && is(x, before, ">") && !is(x, prev(x, before), "<");
}

static bool is_inline(const struct translation *x, size_t begin) {
  for (size_t i = begin; is_word(x, i) || attribute_end(x, i) != NO_TOKEN; i = next(x, i)) {
    if (attribute_end(x, i) != NO_TOKEN) i = attribute_end(x, i);
    if (is(x, i, "inline")) return true;
  }
  return false;
}

// Whether the innermost open brace around the declaration that begins at i is a class's.
static bool is_class_member(const struct translation *x, size_t i) {
  size_t p = prev(x, i);
  for (; p != NO_TOKEN && !is(x, p, "{"); p = prev(x, p))
    if (is(x, p, "}") || is(x, p, ")") || is(x, p, "]")) p = match_backward(x, p);
  for (p = prev(x, p); is_word(x, p) || is(x, p, ":") || is(x, p, ",") || is(x, p, ">"); p = prev(x, p)) {
    if (is(x, p, "struct") || is(x, p, "class") || is(x, p, "union")) return true;
    if (is(x, p, ">")) p = angle_backward(x, p);
  }
  return false;
}

bool rewrite_device_variable(struct translation *x, size_t first) {
  size_t begin = specifiers_begin(x, first);
  bool constant;
  if (!declares_variable(x, begin, &constant)) return true;
  if (is_class_member(x, begin))
    return fail(x, first, "a member cannot be %.*s: declare the variable outside of the class",
                (int)(tok(x, first)->end - tok(x, first)->begin), x->t.text + tok(x, first)->begin);
  for (size_t i = begin; is_word(x, i); i = next(x, i)) {
    if (!is(x, i, "__managed__")) continue; // a keyword of the headers, which host code may use too
    if (is(x, first, "__device__")) erase_token(x, first);
    return true;
  }
  bool constant_memory = false, initialised = is_initialised(x, begin) && !points_to_function(x, begin),
       of_template = is_of_template(x, begin);
  for (size_t i = begin; is_word(x, i) || attribute_end(x, i) != NO_TOKEN; i = next(x, i)) {
    if (attribute_end(x, i) != NO_TOKEN) i = attribute_end(x, i);
    if (is(x, i, "__constant__")) constant_memory = true;
    if (i != first && is_space_word(x, i)) {
      erase_token(x, i);
      x->done[i] = 1;
    }
  }
  const char *kind = constant_memory ? constant ? "EMU_CONSTANT_CONST" : "EMU_CONSTANT_VARIABLE"
                     : constant      ? "EMU_DEVICE_CONST"
                                     : "EMU_DEVICE_VARIABLE";
  bool told_inline = is_inline(x, begin);
  x->kernels->template_variables |= of_template;
  replace(x, tok(x, first)->begin, tok(x, first)->end,
          must_print("%s%s%s%s", of_template && constant && !told_inline ? "inline " : "",
                     initialised ? "__constinit " : "", kind,
                     of_template   ? "_OF_TEMPLATE"
                     : told_inline ? "_INLINE"
                                   : ""));
  return true;
}

void rewrite_static_local(struct translation *x, size_t i, size_t function, const struct device_function *f) {
  size_t behind = next(x, i), begin = specifiers_begin(x, function);
  bool constant;
  if (i <= f->open || f->host || in_class(x, i) || is(x, behind, "__shared__") || is_space_word(x, behind))
    return;
  if (!declares_variable(x, behind, &constant)) return;
  bool too = in_class(x, begin) || is_inline(x, begin);
  for (size_t k = begin; k != NO_TOKEN && k != f->parameters; k = next(x, k))
    too |= is(x, k, "__forceinline__");
  if (is_of_template(x, begin)) return; // its instances' sections differ
  replace(x, tok(x, i)->end, tok(x, i)->end,
          must_print(" %s%s", constant ? "EMU_DEVICE_CONST" : "EMU_DEVICE_VARIABLE", too ? "_INLINE" : ""));
}
