// The result file: one JSON document, described in README.md.
#ifndef PMPP_RESULT_FILE_H
#define PMPP_RESULT_FILE_H

#include "base/json.h"
#include "grader/result.h"

enum { JSON_SCHEMA_VERSION = 1 };

// The whole document.
void json_result(struct text *out, const struct lab_result *r);

// Writes it to a temporary file beside `path` and renames that; "-": standard output. Ends with 99 on
// failure.
void json_write(const char *path, const struct lab_result *r);

#endif
