// Replies that say that the fault is ours.
#include "worker/args.h"
#include <stdarg.h>
#include <stdio.h>

int infra(struct pmpp_reply *reply, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(reply->error, sizeof reply->error, format, list);
  va_end(list);
  reply->status = PMPP_STATUS_INFRA;
  return -1;
}
