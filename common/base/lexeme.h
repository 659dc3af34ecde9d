// Reads C++ as a compiler's first phases do: spliced lines, comments, literals, words.
#ifndef PMPP_LEXEME_H
#define PMPP_LEXEME_H

#include <stdbool.h>
#include <stddef.h>

enum lexeme_kind {
  LEXEME_WORD,   // identifier or keyword
  LEXEME_NUMBER, //
  LEXEME_STRING, // string or character literal, prefix included; a raw one may span lines
  LEXEME_PUNCT // `::`, `->`, `##`, `<<<`, `<<`, `<=`, `>=`, `==`, `!=`, `<:`, `:>`, `%:` are one, every other mark is
               // its own
};

struct lexeme {
  enum lexeme_kind kind;
  size_t begin, end;  // bytes [begin, end) of the text; spliced lines may lie among them
  int line;           // of its first character, from 1
  bool begins_a_line; // only blanks and comments stand before it on its line
};

// A copy of a lexer looks ahead.
struct lexer {
  const char *text;
  size_t n, at;
  int line;
  bool line_begins; // nothing but blanks and comments since the last newline
};

// At the beginning of text[0, n), behind a byte order mark. Any bytes are accepted: what is cut off or not C++ ends
// somewhere, and no byte outside [0, n) is read.
struct lexer lexer_of(const char *text, size_t n);

bool lexeme_next(struct lexer *l, struct lexeme *k); // false at the text's end
// The same on the present line only, which a directive's is: false, and l stays, before a lexeme that begins a line.
bool lexeme_in_line(struct lexer *l, struct lexeme *k);
// Behind `include`: <name> or "name", its closing mark missing where the line ends first. False, and l stays, where neither
// comes.
bool lexeme_header(struct lexer *l, struct lexeme *k);

bool lexeme_is(const struct lexer *l, const struct lexeme *k,
               const char *spelling); // spliced lines do not count
// Its characters without spliced lines. What does not fit into `out` is left out.
void lexeme_spell(const struct lexer *l, const struct lexeme *k, char *out, size_t size);
bool lexeme_is_hash(const struct lexer *l,
                    const struct lexeme *k); // of a directive: # or %: at the beginning of a line

// Length of a line's end (\n, \r\n or, as compilers take it, a lone \r) or of a backslash-newline at byte i, 0 if there is none.
size_t newline_length(const char *text, size_t n, size_t i);
size_t spliced_newline_length(const char *text, size_t n, size_t i);

bool is_word_character(char c); // of an identifier

#endif
