// Reads a submission word by word and applies the tables.
#include "grader/submission/tokens.h"
#include "base/lexeme.h"
#include "grader/submission/allowed.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 128 };

struct scan {
  struct lexer l;
  struct lexeme k;                  // the one that is judged
  char word[WORD];                  // its characters, if it is a word
  char file[512];                   // as messages name it
  bool preprocessed, skip, refused; // skip: these lines come from a header
  char previous[WORD];              // the word before
  struct text *why;
};

static void refuse(struct scan *s, const char *what, const char *reason) {
  text_add(s->why, "%s:%d: %s, which %s", s->file, s->k.line, what, reason);
  s->refused = true;
}

static bool is(const struct scan *s, const char *spelling) {
  return lexeme_is(&s->l, &s->k, spelling);
}

static bool is_bracket(const struct scan *s) {
  return is(s, "[") || is(s, "<:");
}

// ---- directives ----

// The next word on this line, or "".
static void directive_word(struct scan *s, char word[WORD]) {
  struct lexer ahead = s->l;
  struct lexeme k;
  *word = 0;
  if (!lexeme_in_line(&ahead, &k) || k.kind != LEXEME_WORD) return;
  lexeme_spell(&ahead, &k, word, WORD);
  s->l = ahead;
}

static bool number_follows(struct lexer l) {
  struct lexeme k;
  return lexeme_in_line(&l, &k) && k.kind == LEXEME_NUMBER;
}

// Behind '#'. What follows the directive's name is judged like any other text.
static void directive(struct scan *s) {
  char name[WORD], what[3 * WORD], first[WORD], second[WORD];
  if (number_follows(s->l)) {
    refuse(s, "has a line marker", "would make messages name another place");
    return;
  }
  directive_word(s, name);
  if (strcmp(name, "line") == 0) refuse(s, "uses #line", "would make messages name another place");
  if (strcmp(name, "embed") == 0) refuse(s, "uses #embed", "is for files; a submission is one file");
  if (strcmp(name, "pragma")) return;
  directive_word(s, first);
  directive_word(s, second);
  const char *reason = pragma_reason(first, second);
  snprintf(what, sizeof what, "uses #pragma %s%s%s", first, *second ? " " : "", second);
  if (reason) refuse(s, what, reason);
}

// Behind '#' in preprocessed text: `12 "file" flags`.
static void marker(struct scan *s) {
  char number[16], path[4096];
  struct lexeme k;
  lexeme_in_line(&s->l, &k);
  lexeme_spell(&s->l, &k, number, sizeof number);
  if (lexeme_in_line(&s->l, &k) && k.kind == LEXEME_STRING) {
    lexeme_spell(&s->l, &k, path, sizeof path);
    s->skip = !ends_with(path, ".cu\"");
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path + 1;
    snprintf(s->file, sizeof s->file, "%.*s", (int)strcspn(name, "\""), name);
  }
  while (lexeme_in_line(&s->l, &k)) {
  }
  s->l.line = atoi(number) - 1; // the next line has this number
}

// Goes on to the next lexeme of a .cu file and judges the directives on the way. False at the end, or once something has
// been refused.
static bool take(struct scan *s) {
  while (!s->refused && lexeme_next(&s->l, &s->k)) {
    if (!lexeme_is_hash(&s->l, &s->k)) {
      if (s->skip) continue;
      if (s->k.kind == LEXEME_WORD) lexeme_spell(&s->l, &s->k, s->word, sizeof s->word);
      return true;
    }
    if (s->preprocessed && number_follows(s->l))
      marker(s);
    else if (!s->skip)
      directive(s);
  }
  return false;
}

// ---- words ----

// "__name__" and "name" are the same attribute.
static const char *bare(char *word) {
  size_t n = strlen(word);
  if (n <= 4 || strncmp(word, "__", 2) || strcmp(word + n - 2, "__")) return word;
  word[n - 2] = 0;
  return word + 2;
}

// The emulator's translator marks its own code so: the call of a kernel, a device's global variables, shapes of arrays.
static bool translators(const struct scan *s, const char *name) {
  if (!s->preprocessed) return false;
  // What __device__ and __host__ stand for. They hide nothing: no profile is taken, no function instrumented by them.
  if (!strcmp(name, "no_profile_instrument_function") || !strcmp(name, "no_instrument_function")) return true;
  if (starts_with(name, "no_sanitize")) return !strcmp(s->previous, "emu_a") || !strcmp(s->previous, "emu_t");
  if (!strcmp(name, "used")) return starts_with(s->previous, "emu_shape_");
  struct lexer ahead = s->l;
  struct lexeme k;
  char section[16] = "";
  if (strcmp(name, "section") || !lexeme_next(&ahead, &k) || !lexeme_is(&ahead, &k, "(")) return false;
  if (lexeme_next(&ahead, &k)) lexeme_spell(&ahead, &k, section, sizeof section);
  return starts_with(section, "\"emu_");
}

// Judges the words of an attribute up to the bracket that closes the one that comes next, or the `depth` that are open.
static void attributes(struct scan *s, bool square, int depth) {
  while (take(s)) {
    if (s->k.kind == LEXEME_WORD) {
      const char *name = bare(s->word), *reason = attribute_reason(name);
      char what[WORD + 32];
      snprintf(what, sizeof what, "uses the attribute %s", name);
      if (reason && !translators(s, name)) refuse(s, what, reason);
      continue;
    }
    depth += square ? is_bracket(s) : is(s, "(");
    depth -= square ? is(s, "]") || is(s, ":>") : is(s, ")");
    if (depth == 0) return;
  }
}

// Whether assembly of these strings may stand in what the translator has made: an `extern __shared__` outside of functions is
// another name of the emulator's dynamic shared memory.
static const char *translated_reason(const char *strings) {
  return strcmp(strings, "emu_dynamic_arena") ? "the emulator can neither run for a GPU nor count" : NULL;
}

// Behind `asm`: its strings, joined. A device's own instructions are welcome, on a device.
static void assembly(struct scan *s) {
  struct text strings = {0};
  int depth = 0, line = s->k.line;
  while (take(s) && !is(s, ";")) {
    if (s->k.kind == LEXEME_STRING) {
      char *string = must_alloc(s->k.end - s->k.begin + 1);
      lexeme_spell(&s->l, &s->k, string, s->k.end - s->k.begin + 1);
      for (const char *c = string; *c; c++)
        if (*c != '"') text_add_bytes(&strings, c, 1);
      free(string);
    }
    depth += is(s, "(") - is(s, ")");
    if (depth == 0 && is(s, ")")) break;
  }
  const char *reason = (s->preprocessed ? translated_reason : assembly_reason)(text_get(&strings));
  text_free(&strings);
  s->k.line = line;
  if (reason && !s->refused) refuse(s, "holds inline assembly", reason);
}

static void one_word(struct scan *s) {
  const char *w = s->word;
  char what[WORD + 32];
  if (strcmp(w, "__attribute__") == 0 || strcmp(w, "__attribute") == 0) {
    attributes(s, false, 0);
  } else if (strcmp(w, "asm") == 0 || strcmp(w, "__asm__") == 0 || strcmp(w, "__asm") == 0) {
    assembly(s);
  } else {
    const char *reason = word_reason(w, s->preprocessed);
    snprintf(s->previous, sizeof s->previous, "%s", w);
    snprintf(what, sizeof what, "uses %s", w);
    if (reason) refuse(s, what, reason);
  }
}

static bool scan(struct scan *s) {
  bool bracket = false; // the lexeme before was one
  while (take(s)) {
    if (s->k.kind == LEXEME_WORD) one_word(s);
    if (bracket && is_bracket(s)) attributes(s, true, 2);
    bracket = s->k.kind == LEXEME_PUNCT && is_bracket(s);
  }
  return !s->refused;
}

bool tokens_allowed(const char *source, const char *file, struct text *why) {
  struct scan s = {.l = lexer_of(source, strlen(source)), .why = why};
  snprintf(s.file, sizeof s.file, "%s", file);
  return scan(&s);
}

bool tokens_preprocessed_allowed(const char *text, struct text *why) {
  struct scan s = {.l = lexer_of(text, strlen(text)), .why = why, .preprocessed = true, .skip = true};
  return scan(&s);
}
