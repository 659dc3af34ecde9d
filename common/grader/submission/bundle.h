// Several submissions compiled as one program: most of a small submission's compilation is the headers' and the linker's.
#ifndef PMPP_GRADER_BUNDLE_H
#define PMPP_GRADER_BUNDLE_H

#include "grader/submission/build.h"

struct bundle_count {
  int current, bundled,
      alone; // compiled already; compiled here; left to be compiled alone when they are asked for
};

// Makes the emulator's workers of these files that are not up to date, as build_worker would, in as few compilations as go.
// A submission that does not go with the others is left alone, with the reason in `why`: build_worker compiles it when it is
// asked for. Returns false where no work was possible at all.
bool bundle_workers(const struct grader_config *config, char *const *file, int n, bool verbose,
                    struct bundle_count *count, struct text *why);

#endif
