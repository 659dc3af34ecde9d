// Writes text that anybody may have chosen into HTML.
#ifndef PMPP_HTML_H
#define PMPP_HTML_H

#include "base/text.h"

// Markup characters become entities, bytes that are not UTF-8 and control characters but the tab a U+FFFD.
void html_add(struct text *t, const char *s);
void html_add_bytes(struct text *t, const char *s, size_t n);

#endif
