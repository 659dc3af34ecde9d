// The run before: EMU_REPORT_BEFORE names the page of another run, whose worst request of each kind is shown under this one's.
#include "report/page.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "<!-- picture ", end_mark[] = "<!-- end of picture -->";

void before_mark(struct text *t, const char *what, const char *file, int32_t line) {
  text_add(t, "%s%s at ", mark, what);
  html_add(t, file);
  text_add(t, ":%d -->", line);
}

void before_end(struct text *t) {
  text_add(t, "%s", end_mark);
}

// The other page, or NULL; read once.
static const char *other_page(struct text *t) {
  enum { MOST = 4 << 20 };
  static struct text page;
  static bool tried;
  const char *path = getenv("EMU_REPORT_BEFORE");
  if (!path || !*path) return NULL;
  if (!tried && !text_read_file(&page, path, MOST)) {
    text_add(t, "<p>The run before cannot be shown: ");
    html_add(t, path);
    text_add(t, ": %s.</p>\n", strerror(errno));
  }
  tried = true;
  return page.length ? page.s : NULL;
}

void before_add(struct text *t, const char *what) {
  const char *page = other_page(t);
  if (!page) return;
  char *wanted = must_print("%s%s at ", mark, what);
  const char *place = strstr(page, wanted), *picture = place ? strstr(place, " -->") : NULL;
  const char *end = picture ? strstr(picture, end_mark) : NULL;
  if (!end) {
    text_add(t, "<p><strong>Before</strong>: the run before had no %s.</p>\n", what);
  } else {
    place += strlen(wanted);
    text_add(t, "<div class=\"before\"><h4>Before, ");
    text_add_bytes(t, place, (size_t)(picture - place));
    text_add(t, "</h4>\n");
    text_add_bytes(t, picture + 4, (size_t)(end - picture - 4));
    text_add(t, "</div>\n");
  }
  free(wanted);
}
