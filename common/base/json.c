// Writes JSON into a text.
#include "base/json.h"
#include "base/utf8.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void escaped(struct text *t, const char *s) {
  char one[8];
  text_add(t, "\"");
  for (const char *end = s + strlen(s); s < end;) text_add(t, "%s", json_character(&s, end, one));
  text_add(t, "\"");
}

static void new_line(struct json *j) {
  if (!j->one_line) text_add(&j->text, "\n%*s", 2 * j->depth, "");
}

static void before(struct json *j, const char *key) {
  if (j->comma) text_add(&j->text, ",");
  if (j->depth) new_line(j);
  if (key) {
    escaped(&j->text, key);
    text_add(&j->text, j->one_line ? ":" : ": ");
  }
  j->comma = true;
}

void json_open(struct json *j, const char *key, char bracket) {
  before(j, key);
  text_add(&j->text, "%c", bracket);
  j->depth++;
  j->comma = false;
}

void json_close(struct json *j, char bracket) {
  j->depth--;
  if (j->comma) new_line(j);
  text_add(&j->text, "%c", bracket);
  j->comma = true;
}

void json_string(struct json *j, const char *key, const char *s) {
  before(j, key);
  if (s)
    escaped(&j->text, s);
  else
    text_add(&j->text, "null");
}

void json_number(struct json *j, const char *key, double x) {
  before(j, key);
  if (isnan(x))
    text_add(&j->text, "\"NaN\"");
  else if (isinf(x))
    text_add(&j->text, x < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  else if (x == nearbyint(x) && fabs(x) < 1e15)
    text_add(&j->text, "%.0f", x);
  else
    text_add(&j->text, "%.17g", x);
}

void json_whole(struct json *j, const char *key, long long x) {
  before(j, key);
  text_add(&j->text, "%lld", x);
}

void json_bool(struct json *j, const char *key, bool x) {
  before(j, key);
  text_add(&j->text, x ? "true" : "false");
}

void json_count(struct json *j, const char *key, uint64_t x) {
  before(j, key);
  text_add(&j->text, "%" PRIu64, x);
}
