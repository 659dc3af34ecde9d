// The rule for kernel<<<grid, block>>>(arguments).
#include "emu/emucc/translate/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {
    "return",    "else",     "do",      "case",  "goto",      "throw",  "new",  "delete", "typedef", "using",
    "typename",  "if",       "while",   "for",   "switch",    "sizeof", "and",  "or",     "not",     "catch",
    "constexpr", "co_yield", "default", "break", "co_return", "const",  "auto", "static", NULL};

// First token of the postfix expression whose last token is `last`, or NO_TOKEN if there is none.
static size_t kernel_begin(const struct translation *x, size_t last) {
  static const char *const statements[] = {"if", "while", "for", "switch", "catch", "constexpr", NULL};
  size_t i = last;
  for (;;) {
    size_t first = NO_TOKEN; // of the operand that ends at i
    while (is(x, i, ")") || is(x, i, "]") || is(x, i, ">")) {
      bool parens = is(x, i, ")");
      size_t open = is(x, i, ">") ? angle_backward(x, i) : match_backward(x, i);
      size_t before = prev(x, open);
      if (open == NO_TOKEN) return first;
      bool heads_statement = parens && is_one_of(x, before, statements);
      if (heads_statement && first == NO_TOKEN) return NO_TOKEN;
      if (heads_statement) return first;
      first = open;
      i = before;
      bool operand = is(x, i, ")") || is(x, i, "]") || is(x, i, ">") || is_word(x, i);
      if (parens && (!operand || is_one_of(x, i, keywords))) return first;
    }
    if (!is_word(x, i) || is_one_of(x, i, keywords)) return first;
    first = i;
    i = prev(x, i);
    if (is(x, i, "template")) i = prev(x, i);
    if (is(x, i, "::")) {
      size_t scope = prev(x, i);
      bool qualified = is(x, scope, ">") || (is_word(x, scope) && !is_one_of(x, scope, keywords));
      if (!qualified) return i;
      i = scope;
    } else if (is(x, i, ".") || is(x, i, "->") || is(x, i, "##")) {
      i = prev(x, i);
    } else {
      return first;
    }
  }
}

bool is_macro_parameter(const struct translation *x, size_t i) {
  if (i == NO_TOKEN) return false;
  int macro = tok(x, i)->macro;
  if (!macro || !is_word(x, i)) return false;
  const struct macro *m = &x->t.macro[macro - 1];
  const char *word = x->t.text + tok(x, i)->begin;
  size_t length = tok(x, i)->end - tok(x, i)->begin;
  if (length == strlen("__VA_ARGS__") && !memcmp(word, "__VA_ARGS__", length)) return m->function_like;
  for (size_t p = m->params_begin; p + length <= m->params_end; p++) {
    bool starts = p == m->params_begin || strchr(" ,\t\r\n\\", x->t.text[p - 1]);
    bool ends = p + length == m->params_end || strchr(" ,\t\r\n\\.", x->t.text[p + length]);
    if (starts && ends && !memcmp(x->t.text + p, word, length)) return true;
  }
  return false;
}

// The expression [first, last] as a string literal; a macro's parameters appear as what they stand for.
static char *quoted_name(const struct translation *x, size_t first, size_t last) {
  size_t capacity = 3, used = 0;
  for (size_t i = first;; i = next(x, i)) {
    capacity += 2 * (tok(x, i)->end - tok(x, i)->begin) + 8;
    if (i == last) break;
  }
  char *s = must_realloc(NULL, capacity);
  s[used++] = '"';
  for (size_t i = first;; i = next(x, i)) {
    if (i != first && !is(x, i, "##") && !is(x, prev(x, i), "##") &&
        tok(x, prev(x, i))->end < tok(x, i)->begin)
      s[used++] = ' ';
    bool parameter = is_macro_parameter(x, i);
    if (parameter) used += (size_t)sprintf(s + used, "\" #");
    for (size_t b = tok(x, i)->begin; b < tok(x, i)->end && !is(x, i, "##"); b++) {
      char c = x->t.text[b];
      if (!parameter && (c == '"' || c == '\\')) s[used++] = '\\';
      s[used++] = c == '\n' || c == '\r' ? ' ' : c;
    }
    if (parameter) used += (size_t)sprintf(s + used, " \"");
    if (i == last) break;
  }
  s[used++] = '"';
  s[used] = '\0';
  return s;
}

// The expression [first, last] again, on one line and without comments.
static char *folded(const struct translation *x, size_t first, size_t last) {
  char *s = must_print("%s", "");
  for (size_t i = first;; i = next(x, i)) {
    bool blank = i != first && tok(x, prev(x, i))->end < tok(x, i)->begin;
    char *longer = must_print("%s%s%.*s", s, blank ? " " : "", (int)(tok(x, i)->end - tok(x, i)->begin),
                              x->t.text + tok(x, i)->begin);
    free(s);
    s = longer;
    if (i == last) return s;
  }
}

// The macro of the headers that takes the kernel [first, last] as a function of the host, with what separates
// it from what follows. Empty where only its call can be looked up: it holds a lambda, or a friend declaration
// in a class is all that was said of it, which is found by the arguments' types.
static char *function_of(const struct translation *x, size_t first, size_t last) {
  for (size_t i = first; i != last; i = next(x, i))
    if (is(x, i, "{")) return must_print("%s", "");
  if (first == last && declared_by_friends(x, first)) return must_print("%s", "");
  char *kernel = folded(x, first, last);
  char *s = must_print("EMU_%s(%s), ", is(x, last, ">") ? "INSTANCE" : "FUNCTION", kernel);
  free(kernel);
  return s;
}

// The third but last of the `>` that begin at i, blanks between them or not, if arguments follow: a formatter that does
// not know launches writes `k << <grid, block> >> (x)`.
static size_t apart_close(const struct translation *x, size_t i) {
  size_t last[3] = {NO_TOKEN, NO_TOKEN, NO_TOKEN};
  for (; is(x, i, ">"); i = next(x, i)) last[0] = last[1], last[1] = last[2], last[2] = i;
  return is(x, i, "(") ? last[0] : NO_TOKEN;
}

// The first of the three `>` that close a launch opened at i. *stop: where the search ended.
static size_t launch_close(const struct translation *x, size_t i, size_t *stop) {
  *stop = i;
  for (i = next(x, i); i != NO_TOKEN; i = next(x, i)) {
    *stop = i;
    if (is(x, i, ";") || is(x, i, "}") || is(x, i, ")") || is(x, i, "]") || is(x, i, "<<<")) return NO_TOKEN;
    if (is(x, i, "(") || is(x, i, "[") || is(x, i, "{")) {
      size_t close = match_forward(x, i);
      if (close == NO_TOKEN) return NO_TOKEN;
      i = close;
      continue;
    }
    size_t run[4] = {i};
    int length = 0;
    for (size_t j = i; is(x, j, ">") && length < 4; j = next(x, j)) {
      if (length && tok(x, j)->begin != tok(x, run[length - 1])->end) break;
      run[length++] = j;
    }
    if (length == 3) return i; // of a longer run the last three close it: `v<int>>>>(x)`
    if (length && apart_close(x, i) != NO_TOKEN) return apart_close(x, i);
  }
  return NO_TOKEN;
}

size_t launch_open(const struct translation *x, size_t i) {
  if (is(x, i, "<<<")) return i;
  size_t after = next(x, i);
  if (is(x, i, "<<") && is(x, after, "<")) return after; // no C++ but a launch
  return is(x, i, "<") && is(x, after, "<<") ? after : NO_TOKEN;
}

// `#define ARGS(grid, block) <<<grid, block>>>`, used as `kernel ARGS(1, n)(x)`: the macro becomes an operator of the kernel.
static bool rewrite_late_launch(struct translation *x, size_t begin, size_t open) {
  size_t stop, close = launch_close(x, open, &stop);
  if (close == NO_TOKEN) return fail(x, open, "this `<<<` is not closed by `>>>` in its macro");
  replace(x, tok(x, begin)->begin, tok(x, open)->end, must_print("->* ::emu::late("));
  replace(x, tok(x, close)->begin, tok(x, next(x, next(x, close)))->end, must_print(")"));
  return true;
}

bool rewrite_launch(struct translation *x, size_t begin) {
  size_t open = launch_open(x, begin), last = prev(x, begin), first = kernel_begin(x, last), stop;
  if (is(x, last, "operator")) return true;
  if (last == NO_TOKEN && tok(x, begin)->macro) return rewrite_late_launch(x, begin, open);
  if (first == NO_TOKEN)
    return fail(x, open, "no kernel name before `<<<`: write kernel<<<grid, block>>>(arguments)");
  size_t close = launch_close(x, open, &stop);
  if (close == NO_TOKEN) {
    const struct token *k = tok(x, stop);
    return fail(x, open, "this `<<<` is not closed by `>>>`: the search ended at `%.*s` in line %d",
                k->end - k->begin < 40 ? (int)(k->end - k->begin) : 40, x->t.text + k->begin, k->line);
  }
  size_t last_close = next(x, next(x, close));
  if (close == next(x, open)) return fail(x, open, "an empty `<<<>>>`: a launch needs <<<grid, block>>>");
  if (!is(x, next(x, last_close), "("))
    return fail(x, close, "a launch needs its arguments: write (...) after `>>>`, also when there are none");
  if (!check_is_kernel(x, first, last)) return false;
  may_rewrite(x, RULE_LAUNCH, first, last_close);
  char *name = quoted_name(x, first, last);
  replace(x, tok(x, first)->begin, tok(x, first)->begin,
          must_print("::emu::call(%s, [&](auto &...emu_a) EMU_KERNEL_CALL { return ", name));
  free(name);
  char *function = function_of(x, first, last);
  if (*function && !may_rewrite(x, RULE_ADDRESS, first, last_close)) *function = '\0';
  replace(x, tok(x, begin)->begin, tok(x, open)->end,
          must_print("(::emu::operand(emu_a)...); }, %s::emu::config(", function));
  free(function);
  replace(x, tok(x, close)->begin, tok(x, last_close)->end, must_print("))"));
  return true;
}

void rewrite_packed_launch(struct translation *x, size_t name) {
  static const char *const pointee[] = {"const", "void", NULL};
  size_t open = next(x, next(x, name)), i = next(x, open);
  if (!is(x, next(x, name), "(") || !is(x, open, "(")) return;
  while (is_one_of(x, i, pointee)) i = next(x, i);
  if (!is(x, i, "*") || i == next(x, open) || !is(x, next(x, i), ")")) return;
  if (may_rewrite(x, RULE_CAST, name, next(x, i))) erase(x, tok(x, open)->begin, tok(x, next(x, i))->end);
}

static bool names_kernel(const struct translation *x, size_t i) {
  for (size_t k = 0; is_word(x, i) && k < x->kernels->count; k++) {
    size_t n = tok(x, i)->end - tok(x, i)->begin;
    if (!strncmp(x->kernels->name[k], x->t.text + tok(x, i)->begin, n) && !x->kernels->name[k][n])
      return true;
  }
  return false;
}

// The kernel's last name behind a cast that ends at i: `&space::kernel`.
static size_t cast_name(const struct translation *x, size_t i) {
  if (is(x, i, "&")) i = next(x, i);
  if (is(x, i, "::")) i = next(x, i);
  while (is_word(x, i) && is(x, next(x, i), "::")) i = next(x, next(x, i));
  return i;
}

void rewrite_bare_kernel(struct translation *x, size_t open) {
  static const char *const pointee[] = {"const", "void", NULL};
  bool named = is(x, open, "reinterpret_cast");
  size_t first = next(x, named ? next(x, open) : open), i = first;
  while (is_one_of(x, i, pointee)) i = next(x, i);
  if (i == first || !is(x, i, "*") || !is(x, next(x, i), named ? ">" : ")")) return;
  size_t close = next(x, i), name = cast_name(x, named ? next(x, next(x, close)) : next(x, close));
  bool of_parameters = is(x, prev(x, open), "=") && is(x, prev(x, prev(x, open)), "func");
  if (!names_kernel(x, name) && !(of_parameters && x->kernels->count && is_word(x, name))) return;
  if (is(x, next(x, name), "<<<") || !may_rewrite(x, RULE_CAST, open, name)) return;
  erase(x, tok(x, first)->begin, tok(x, i)->end); // line ends stay
  replace(x, tok(x, open)->begin, tok(x, named ? next(x, open) : open)->end, must_print("%s", ""));
  replace(x, tok(x, close)->begin, tok(x, close)->end, must_print("::emu::bare() ->* "));
}
