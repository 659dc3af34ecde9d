// Reads and writes PGM files (Poskanzer's portable graymap: "P5", width, height, highest value, one byte a
// pixel).
#include "grader/die.h"
#include "grader/cli/picture.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PIXELS = 1 << 14, MAX_BYTES = 1 << 29 };

// The next number of the header, after blanks and comments; *at moves behind it.
static int header_number(const char *path, const struct text *file, size_t *at, const char *what, int most) {
  const char *s = file->s;
  while (*at < file->length && (isspace((unsigned char)s[*at]) || s[*at] == '#'))
    if (s[(*at)++] == '#')
      while (*at < file->length && s[*at] != '\n') ++*at;
  long value = 0;
  size_t begin = *at;
  while (*at < file->length && isdigit((unsigned char)s[*at]) && value <= most)
    value = 10 * value + (s[(*at)++] - '0');
  if (*at == begin || value < 1 || value > most)
    die_usage("--image %s: byte %zu: expected the %s, a number from 1 to %d", path, begin, what, most);
  return (int)value;
}

struct picture picture_read(const char *path) {
  struct text file = {0};
  struct picture p;
  if (!text_read_file(&file, path, MAX_BYTES)) die_usage("--image %s: %s", path, strerror(errno));
  if (file.length < 2 || memcmp(file.s, "P5", 2))
    die_usage("--image %s: not a binary PGM file: it does not begin with P5 (`convert photo.jpg -colorspace "
              "gray photo.pgm` makes one)",
              path);
  size_t at = 2;
  p.width = header_number(path, &file, &at, "width", MAX_PIXELS);
  p.height = header_number(path, &file, &at, "height", MAX_PIXELS);
  int most = header_number(path, &file, &at, "highest value", 255);
  size_t pixels = (size_t)p.width * (size_t)p.height, begin = at + 1; // one blank ends the header
  if (file.length < begin || file.length - begin < pixels)
    die_usage("--image %s: expected %d x %d = %zu bytes of pixels, got %zu", path, p.width, p.height, pixels,
              file.length < begin ? 0 : file.length - begin);
  p.grey = must_alloc(pixels);
  for (size_t i = 0; i < pixels; i++) {
    int value = (unsigned char)file.s[begin + i];
    if (value > most)
      die_usage("--image %s: byte %zu: a pixel of %d, where %d is the highest value", path, begin + i, value,
                most);
    p.grey[i] = (uint8_t)(value * 255 / most);
  }
  text_free(&file);
  return p;
}

void picture_write(const char *path, const struct picture *p) {
  FILE *f = fopen(path, "wb");
  if (!f) die_usage("--out %s: %s", path, strerror(errno));
  size_t pixels = (size_t)p->width * (size_t)p->height;
  bool written =
      fprintf(f, "P5\n%d %d\n255\n", p->width, p->height) > 0 && fwrite(p->grey, 1, pixels, f) == pixels;
  if (fclose(f) || !written) die_usage("--out %s: %s", path, strerror(errno));
}

void picture_from_output(struct picture *p, const struct pmpp_buf *b, const void *output) {
  int64_t pixels = (int64_t)p->width * p->height;
  if ((b->arg.type != PMPP_U8 && b->arg.type != PMPP_F32) || b->arg.count != pixels)
    die_infra("tasks.c: the output %s is not a picture of %d x %d", b->arg.name, p->width, p->height);
  for (int64_t i = 0; i < pixels; i++) {
    float v = b->arg.type == PMPP_U8 ? ((const uint8_t *)output)[i] : ((const float *)output)[i];
    p->grey[i] = v >= 255 ? 255 : v > 0 ? (uint8_t)lrintf(v) : 0; // not a number: black
  }
}
