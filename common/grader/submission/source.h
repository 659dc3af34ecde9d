// What an implementation's source includes: the files its executable depends on, and headers it may not use.
#ifndef PMPP_SOURCE_H
#define PMPP_SOURCE_H

#include "base/text.h"

struct source_rules {
  const char *lab_dir;    // absolute, without symbolic links
  const char *common_dir; // the second place in which the compiler looks for quoted includes
};

struct path_list {
  char **path;
  int n;
};
void path_list_add(struct path_list *l, const char *path); // unless it is in there
void path_list_free(struct path_list *l);

// Adds file and what it includes by quotes, recursively, as far as the files exist.
void source_dependencies(const struct source_rules *rules, const char *file, struct path_list *list);

// True where every header that `file` includes may be used: the lab's own headers, those of allowed.c, and,
// for a file in the lab's wrong/ folder, the lab's .cu files and that folder's headers. Else false and "FILE:LINE: includes X: reason".
bool source_allowed(const struct source_rules *rules, const char *file, struct text *why);

// The include directives of a C++ text: comments, strings and spliced lines are understood. Calls `each` with
// the line, the name and '"', '<' or 0 (neither: computed by a macro) until it returns false.
typedef bool each_include(void *context, int line, const char *name, char kind);
void source_includes(const char *text, each_include *each, void *context);

#endif
