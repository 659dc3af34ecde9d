// Files of options, as build tools write them where a command line would become long: `--options-file NAME`, `-optf NAME`, `@NAME`.
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Cuts the next word off, with quotes and backslashes read as a shell reads them; NULL at the end.
static char *next_word(char **text, const char *end) {
  char *from = *text, quote = 0;
  while (from < end && isspace((unsigned char)*from)) from++;
  if (from == end) return NULL;
  char *word = must_realloc(NULL, (size_t)(end - from) + 1), *to = word;
  for (; from < end && (quote || !isspace((unsigned char)*from)); from++) {
    if (quote ? *from == quote : *from == '"' || *from == '\'')
      quote = quote ? 0 : *from;
    else if (*from == '\\' && quote != '\'' && from + 1 < end)
      *to++ = *++from;
    else
      *to++ = *from;
  }
  *to = '\0';
  *text = from;
  return word;
}

char **with_option_files(int *argc, char **argv) {
  struct list all = {0};
  for (int i = 0; i < *argc; i++) {
    char *name = NULL;
    if (!strcmp(argv[i], "--options-file") || !strcmp(argv[i], "-optf"))
      name = argv[i + 1] ? argv[++i] : "";
    else if (starts_with(argv[i], "--options-file="))
      name = strchr(argv[i], '=') + 1;
    else if (argv[i][0] == '@')
      name = argv[i] + 1;
    if (!name) {
      push(&all, argv[i]);
      continue;
    }
    size_t n;
    char *text = read_whole(name, &n), *at = text;
    if (!text) return NULL;
    for (char *word; (word = next_word(&at, text + n));) push(&all, word);
    free(text);
  }
  *argc = (int)all.count;
  return (char **)all.item;
}
