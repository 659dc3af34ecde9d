// CHECK counts what does not hold and says where; a test ends with CHECK_STATUS.
#ifndef PMPP_CHECK_H
#define PMPP_CHECK_H

#include <stdio.h>

static int check_failures, check_count;

#define CHECK(condition)                                                                                     \
  (check_count++,                                                                                            \
   (condition) ? 1 : (check_failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), 0))

// Like CHECK; prints the text in which something was looked for.
#define CHECK_TEXT(condition, text)                                                                          \
  do {                                                                                                       \
    const char *shown = (text); /* the condition may use it by this name */                                  \
    if (!CHECK(condition)) fprintf(stderr, "  in: %s\n", shown);                                             \
  } while (0)

#define CHECK_STATUS()                                                                                       \
  (fprintf(stderr, "%d checks, %d failed\n", check_count, check_failures), check_failures || !check_count)

#endif
