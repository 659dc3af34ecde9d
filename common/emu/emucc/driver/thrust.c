// Programs with Thrust: the toolkit's own headers, where they are installed, with the system that runs algorithms on the
// host. They see no CUDA compiler (they would take it for nvcc), so they are included before the program's text.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// The folder of the toolkit's headers in which thrust/ lies, or NULL. CUDA_HOME, else CUDA_PATH, names the toolkit.
static const char *toolkit_headers(void) {
  static char *found;
  const char *home = getenv("CUDA_HOME"), *named = home && *home ? home : getenv("CUDA_PATH");
  const char *roots[] = {named && *named ? named : "/usr/local/cuda", named && *named ? named : "/usr"};
  static const char *const below[] = {"include/cccl", "include"};
  for (int i = 0; i < 4 && !found; i++) {
    char *folder = must_print("%s/%s", roots[i / 2], below[i % 2]);
    char *thrust = must_print("%s/thrust/system/cpp", folder);
    if (is_folder(thrust))
      found = folder;
    else
      free(folder);
    free(thrust);
  }
  return found;
}

static void take(struct driver *d, const char *name, size_t n) {
  for (size_t i = 0; i < d->thrust.count; i++)
    if (strlen(d->thrust.item[i]) == n && !memcmp(d->thrust.item[i], name, n)) return;
  push(&d->thrust, must_print("%.*s", (int)n, name));
}

void take_thrust(struct driver *d, const char *text, size_t n) {
  const char *at = text, *end = text + n;
  if (!memmem(text, n, "<thrust/", 8) || !toolkit_headers()) return;
  while ((at = memmem(at, (size_t)(end - at), "include", 7))) {
    at += 7;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    const char *close = at < end ? memchr(at, '>', (size_t)(end - at)) : NULL;
    if (close && close - at > 8 && !memcmp(at, "<thrust/", 8) && !memchr(at, '\n', (size_t)(close - at)))
      take(d, at + 1, (size_t)(close - at - 1));
  }
}

// Only these of the toolkit's folders: in CUDA 12 the runtime's headers lie beside them. The links go with the private
// directory, which has no folders.
static void link_folders(const struct driver *d) {
  static const char *const folders[] = {"thrust", "cub", "cuda", "nv"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char *from = must_print("%s/%s", toolkit_headers(), folders[i]);
    char *to = must_print("%s/%s", d->directory, folders[i]);
    if (is_folder(from) && symlink(from, to) && errno != EEXIST) // an earlier source may have made it
      fprintf(stderr, "emucc: %s: %s\n", to, strerror(errno));
    free(from), free(to);
  }
}

static void write_first(const struct driver *d, const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) return; // g++ says that it is not there
  fputs("#pragma push_macro(\"__CUDACC__\")\n#undef __CUDACC__\n"
        "#pragma push_macro(\"__NVCC__\")\n#undef __NVCC__\n"
        "#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP\n"
        "#define CCCL_DISABLE_FP16_SUPPORT\n#define CCCL_DISABLE_BF16_SUPPORT\n#define "
        "CCCL_DISABLE_FP8_SUPPORT\n#define CCCL_DISABLE_NVFP8_SUPPORT\n"
        "#define CCCL_DISABLE_NVFP6_SUPPORT\n#define CCCL_DISABLE_NVFP4_SUPPORT\n",
        f);
  for (size_t i = 0; i < d->thrust.count; i++) fprintf(f, "#include <%s>\n", d->thrust.item[i]);
  // What the system for CUDA brings along besides.
  fputs("#include <array>\n#include <iostream>\n#include <unistd.h>\n", f);
  fputs("#include <thrust/copy.h>\n#include <thrust/sequence.h>\n#include "
        "<thrust/iterator/constant_iterator.h>\n"
        "#include <thrust/iterator/discard_iterator.h>\n",
        f);
  fputs("#include <thrust/system/cuda/execution_policy.h>\n#pragma pop_macro(\"__CUDACC__\")\n"
        "#pragma pop_macro(\"__NVCC__\")\n",
        f);
  fclose(f);
}

void push_thrust(struct driver *d, struct list *command, bool front) {
  if (!d->thrust.count) return;
  if (front) {
    link_folders(d);
    push(command, must_print("-I%s/emu_thrust", header_dir()));
    push(command, must_print("-I%s", d->directory));
  } else {
    const char *first = must_print("%s/thrust_first.h", d->directory);
    write_first(d, first);
    push_all(command, (const char *const[]){"-include", first, NULL});
  }
}
