// The result file: one JSON document, described in README.md.
#ifndef PMPP_JSON_H
#define PMPP_JSON_H

#include "grader/result.h"

enum { JSON_SCHEMA_VERSION = 1 };

// A writer that takes care of commas, indentation and escapes. Keys are NULL inside an array.
struct json {
  struct text text;
  int depth;
  bool comma;
};
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);
void json_string(struct json *j, const char *key,
                 const char *s);                             // NULL: null; bytes that are not UTF-8: U+FFFD
void json_number(struct json *j, const char *key, double x); // not finite: "NaN", "Infinity", "-Infinity"
void json_whole(struct json *j, const char *key, long long x);
void json_bool(struct json *j, const char *key, bool x);
void json_value(struct json *j, const char *key, struct value v);

// The whole document.
void json_result(struct text *out, const struct lab_result *r);

// Writes it to a temporary file beside `path` and renames that; "-": standard output. Ends with 99 on
// failure.
void json_write(const char *path, const struct lab_result *r);

#endif
