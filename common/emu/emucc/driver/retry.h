// Compiling a translation, if need be without its optional rewrites (retry.c).
#ifndef EMU_RETRY_H
#define EMU_RETRY_H

#include "emu/emucc/driver/driver.h"

// retry.c: runs the command, g++ on the translation of the source; if g++ refuses it, again on translations with fewer and
// fewer optional rewrites. Returns the exit status.
int compile_translation(struct driver *d, const char *source, const struct list *command);

// Runs the command as run_command does (run.c), but holds its messages back: *said, and *messages without colours, to be freed.
int run_and_hold(const struct driver *d, const struct list *command, char **messages, char **said);

#endif
