// Reads C++ as a compiler's first phases do: spliced lines, comments, literals.
#ifndef PMPP_READER_H
#define PMPP_READER_H

#include <stdbool.h>
#include <stddef.h>

struct reader {
  const char *s;
  int line;
};

char reader_peek(struct reader *r); // the next character, spliced line ends skipped; 0 at the end
char reader_take(struct reader *r);
bool reader_comment(struct reader *r);            // at '/': skips a comment, if one begins here
void reader_quoted(struct reader *r, char quote); // behind the opening quote: to behind the closing one
void reader_raw_string(struct reader *r);         // behind R"
void reader_blanks(struct reader *r);             // blanks and comments, not line ends
void reader_word(struct reader *r, char *out, size_t size); // what does not fit is left out
void reader_number(struct reader *r);
bool reader_is_word(char c);
bool reader_is_raw(const char *prefix); // of a raw string: R, u8R ...

#endif
