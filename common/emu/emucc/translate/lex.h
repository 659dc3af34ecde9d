// Tokens of a CUDA source, enough to find launches and declarations without parsing C++.
#ifndef EMU_LEX_H
#define EMU_LEX_H

#include "base/lexeme.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
  TOKEN_WORD = LEXEME_WORD,
  TOKEN_NUMBER = LEXEME_NUMBER,
  TOKEN_STRING = LEXEME_STRING,
  TOKEN_PUNCT = LEXEME_PUNCT,
  TOKEN_IF,     // #if, #ifdef, #ifndef
  TOKEN_ELSE,   // #else, #elif
  TOKEN_ENDIF,  // #endif
  TOKEN_INCLUDE // the name, quotes included, of #include "name"
};

// Tokens form separate streams: the source proper, and the body of each #define. White space, comments,
// other directives and what stands between `#if 0` and its end are in none.
struct token {
  enum token_kind kind;
  int line;          // of its first character, from 1
  int macro;         // 0: the source proper, else the number of the #define, from 1
  char first;        // its first character; 0: a directive, which has no spelling
  size_t begin, end; // bytes [begin, end) of the text
  size_t prev, next; // neighbours in the same stream, NO_TOKEN at its ends
};

#define NO_TOKEN ((size_t)-1)

struct macro {
  size_t name_begin, name_end;
  size_t params_begin, params_end; // bytes between the parentheses; equal if it is not function-like
  bool function_like;
};

struct tokens {
  const char *text;
  size_t n;
  struct token *token; // in the order of the text
  size_t count, token_capacity;
  struct macro *macro; // macro m of a token is macro[m - 1]
  size_t macro_count, macro_capacity;
};

// Splits text[0, n) into tokens. Any bytes are accepted: what is cut off or not C++ ends somewhere, and no
// byte outside [0, n) is read. Exits the process if memory runs out. Free with tokens_free.
void tokens_read(struct tokens *t, const char *text, size_t n);
void tokens_free(struct tokens *t);

bool token_spells(const struct tokens *t, size_t i, const char *spelling);

// False for NO_TOKEN. Asked of every token many times: mostly its first character tells.
static inline bool token_is(const struct tokens *t, size_t i, const char *spelling) {
  return i != NO_TOKEN && t->token[i].first == *spelling && token_spells(t, i, spelling);
}

#endif
