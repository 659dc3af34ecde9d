// Writes JSON into a text.
#ifndef PMPP_JSON_H
#define PMPP_JSON_H

#include "base/text.h"

// A writer that takes care of commas, indentation and escapes. Keys are NULL inside an array.
struct json {
  struct text text;
  int depth;
  bool one_line; // no blanks outside of strings
  bool comma;
};
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);
void json_string(struct json *j, const char *key,
                 const char *s);                             // NULL: null; bytes that are not UTF-8: U+FFFD
void json_number(struct json *j, const char *key, double x); // not finite: "NaN", "Infinity", "-Infinity"
void json_whole(struct json *j, const char *key, long long x);
void json_bool(struct json *j, const char *key, bool x);
void json_count(struct json *j, const char *key, uint64_t x);

#endif
