// Writes text that anybody may have chosen into HTML.
#include "base/html.h"
#include "base/utf8.h"
#include <string.h>

void html_add_bytes(struct text *t, const char *s, size_t n) {
  for (const char *end = s + n; s < end;) {
    size_t length = utf8_length(s, (size_t)(end - s));
    unsigned char c = (unsigned char)*s;
    if (length == 0 || (c < 0x20 && c != '\t') || c == 0x7F)
      text_add(t, "\uFFFD");
    else if (c == '&')
      text_add(t, "&amp;");
    else if (c == '<')
      text_add(t, "&lt;");
    else if (c == '>')
      text_add(t, "&gt;");
    else if (c == '"')
      text_add(t, "&quot;");
    else if (c == '\'')
      text_add(t, "&#39;");
    else
      text_add_bytes(t, s, length);
    s += length ? length : 1;
  }
}

void html_add(struct text *t, const char *s) {
  html_add_bytes(t, s, strlen(s));
}
