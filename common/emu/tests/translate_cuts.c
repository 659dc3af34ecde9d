// Sources cut at many places, with pieces taken out and doubled: whatever the translator makes of that, it ends and loses no line.
#define _GNU_SOURCE
#include "translate_test.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const marks[] = {"<<<",
                                    ">>>",
                                    "__shared__",
                                    "__device__",
                                    "__constant__",
                                    "__managed__",
                                    "asm",
                                    "__noinline__",
                                    "__launch_bounds__",
                                    "__cluster_dims__",
                                    "union",
                                    "cudaLaunchKernel",
                                    "cudaLaunchCooperativeKernel",
                                    "__global__",
                                    "__CUDA_ARCH__",
                                    "gridDim",
                                    "blockDim",
                                    "warpSize",
                                    "threadIdx",
                                    "blockIdx"};

static bool has_mark(const char *line, size_t n) {
  for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
    if (memmem(line, n, marks[m], strlen(marks[m]))) return true;
  return false;
}

// The end of what begins with the bracket at s: behind the one that closes it, or `end`.
static const char *behind_bracket(const char *s, const char *end) {
  int depth = 0;
  for (; s < end; s++) {
    if (strchr("([{<", *s)) depth++;
    if (strchr(")]}>", *s) && s[-1] != '-' && --depth == 0) return s + 1;
  }
  return end;
}

static bool same_but_blanks(const char *a, const char *a_end, const char *b, const char *b_end) {
  for (;; a++, b++) {
    while (a < a_end && (*a == ' ' || *a == '\t')) a++;
    while (b < b_end && (*b == ' ' || *b == '\t')) b++;
    if (a == a_end || b == b_end) return a == a_end && b == b_end;
    if (*a != *b) return false;
  }
}

static bool begins(const char *s, const char *end, const char *word) {
  return (size_t)(end - s) >= strlen(word) && !memcmp(s, word, strlen(word));
}

// Bytes of what the rules insert behind a `static` in a device function.
static size_t static_section(const char *out, const char *end) {
  static const char *const words[] = {" EMU_DEVICE_VARIABLE_INLINE", " EMU_DEVICE_CONST_INLINE",
                                      " EMU_DEVICE_VARIABLE", " EMU_DEVICE_CONST"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (begins(out, end, words[i]) && !memcmp(out - 6, "static", 6)) return strlen(words[i]);
  return 0;
}

// Bytes of the name of a conversion, which stands for a cast (to) or around what is assigned (put).
static size_t conversion(const char *out, const char *end) {
  return begins(out, end, "::emu::to") ? 9 : begins(out, end, "::emu::put") ? 10 : 0;
}

// Whether out[0, m) is in[0, n) with nothing but the words of a device function's rules inserted: what is said of local
// arrays, emu_shift behind a shift, and conversions, which stand for a cast or around an expression; anywhere, what
// stands for a vector in a union, for __builtin_memcpy and for a backslash. *open: their
// `)` to come, in a later line perhaps.
static bool same_but_words(const char *in, size_t n, const char *out, size_t m, bool device, int *open) {
  static const char array[] = " EMU_LOCAL_ARRAY(", call[] = "static_cast", member[] = "::emu_in_union<",
                    letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const char *in_end = in + n, *out_end = out + m;
  if (n == m && !memcmp(in, out, n)) return true; // nearly every line
  while (out < out_end) {
    size_t section = device ? static_section(out, out_end) : 0;
    if (section) {
      out += section;
    } else if (begins(out, out_end, member)) { // a vector of a union; its name and `>` follow
      size_t word = strspn(out += strlen(member), letters);
      if ((size_t)(in_end - in) < word || memcmp(in, out, word) || out[word] != '>') return false;
      in += word, out += word + 1;
    } else if (device && begins(out, out_end, array)) {
      out = memchr(out, ';', (size_t)(out_end - out));
      if (!out++) return false;
    } else if (device && begins(out, out_end, " emu_shift ")) {
      out += strlen(" emu_shift ");
      if (!begins(out, out_end, "<<") && !begins(out, out_end, ">>")) return false;
      out += 2;
      out += begins(out, out_end, "=");
      if (!begins(out, out_end, " ")) return false;
      out++;
    } else if (device && begins(in, in_end, "__builtin_mem") && begins(out, out_end, "::mem")) {
      in += strlen("__builtin_"), out += strlen("::");
    } else if (in < in_end && *in == *out && !conversion(out, out_end)) {
      in++, out++;
    } else if (device && out[-1] == ':' && *out == ' ' && conversion(out + 1, out_end)) { // else `:::`
      out++;
    } else if (device && conversion(out, out_end)) {
      const char *type = out += conversion(out, out_end), *end = behind_bracket(type, out_end);
      const char *own = in + strlen(call);
      if (begins(in, in_end, call) &&
          same_but_blanks(own, behind_bracket(own, in_end), type, behind_bracket(type, out_end))) {
        in = own;
        continue;
      }
      if (end == out_end || *type != '<' || end[-1] != '>') return false;
      out = end;
      size_t word = (size_t)(end - type) - 2;
      if (*in == '(' && *end == '(') { // a cast
        const char *close = behind_bracket(in, in_end);
        if (same_but_blanks(in + 1, close - 1, type + 1, end - 1)) {
          in = close, out++, ++*open;
          continue;
        }
      }
      if ((size_t)(in_end - in) > word && !memcmp(in, type + 1, word) && strspn(in + word, " (") &&
          strncmp(end, in + word, 1) == 0) {
        in += word; // int(x)
      } else if (*end == '(') {
        out++, ++*open;
      } else {
        return false;
      }
    } else if (*out == ')' && *open > 0) {
      out++, --*open;
    } else if (in < in_end && *in == '\\') {
      in++;
    } else {
      return false;
    }
  }
  return in == in_end;
}

// The line without its word `static`, which goes where `__shared__` stands beside it, if in another line.
static bool lost_static(const char *in, size_t n, const char *out, size_t m) {
  const char *word = memmem(in, n, "static", 6);
  if (!word || m + 6 > n) return false;
  size_t before = (size_t)(word - in), gone = n - m;
  return before <= m && strspn(word + 6, " \t") + 6 >= gone && !memcmp(in, out, before) &&
         !memcmp(in + before + gone, out + before, m - before);
}

// The line with a value behind its word `return`, as main's has where it is written without one.
static bool returns_zero(const char *in, size_t n, const char *out, size_t m) {
  const char *word = memmem(in, n, "return", 6);
  size_t before = word ? (size_t)(word - in) + 6 : 0;
  return word && m == n + 2 && !memcmp(in, out, before) && !memcmp(out + before, " 0", 2) &&
         !memcmp(in + before, out + before + 2, n - before);
}

// Whether the line is the other one with `constexpr ` before the static constant of a class.
static bool gained_constexpr(const char *in, size_t n, const char *out, size_t m) {
  const char *word = memmem(out, m, "constexpr ", 10);
  size_t before = word ? (size_t)(word - out) : 0, rest = word ? m - before - 10 : 0;
  return word && m == n + 10 && memmem(word, rest + 10, "static", 6) &&
         memmem(word, rest + 10, "const ", 6) && !memcmp(in, out, before) &&
         !memcmp(in + before, word + 10, rest);
}

// Whether the line belongs to a statement `asm (...)` or to the use of a macro that has one, `use`, which may go on in it: PTX
// becomes calls in the first line. A bracket in a string, which ends with the line at the latest, is none.
static bool in_assembly(const char *line, size_t n, bool use, int *depth) {
  const char *word = use ? line : memmem(line, n, "asm", 3), *p = *depth > 0 ? line : word;
  bool inside = p != NULL, string = false;
  for (; p && p < line + n; p++) {
    if (*p == '"' && (p == line || p[-1] != '\\')) string = !string;
    if (!string) *depth += (*p == '(') - (*p == ')');
  }
  return inside;
}

// Every line without a mark of CUDA is in the output as it was, but for the words that the rules insert where the file
// has device functions, and in macros, unless it holds the first
// part of a launch whose `<<<` stands in a later line, or begins a kernel's body: then only the call is inserted.
static void compare_lines(const char *path, size_t cut, const char *in, const char *out) {
  if (strstr(out, "#define __CUDA_ARCH__ ")) return; // bodies stand there twice, and #line counts their lines
  out += strlen(first_line);
  bool device = strstr(in, "__device__") || strstr(in, "__global__"), macro = false; // a macro may name them
  int open = 0, assembly = 0;
  for (size_t number = 1; *in || *out; number++) {
    size_t n = strcspn(in, "\n"), m = strcspn(out, "\n");
    macro = (macro && number > 1 && in[-2] == '\\') || memmem(in, n, "define", 6);
    bool same = same_but_words(in, n, out, m, device || macro, &open);
    bool inserted = memmem(out, m, "::emu::call(", strlen("::emu::call(")) != NULL ||
                    memmem(out, m, "::emu::bare() ->* ", strlen("::emu::bare() ->* ")) != NULL ||
                    memmem(out, m, "::emu::ptx::", strlen("::emu::ptx::")) != NULL || // of a macro
                    memmem(out, m, "inline PTX: `", strlen("inline PTX: `")) != NULL ||
                    memmem(out, m, " EMU_SHAPE(", strlen(" EMU_SHAPE(")) != NULL ||
                    memmem(out, m, " EMU_VIEW(", strlen(" EMU_VIEW(")) != NULL ||
                    memmem(out, m, " emu_launch_bounds((", strlen(" emu_launch_bounds((")) != NULL ||
                    memmem(out, m, " emu_cluster_dims(", strlen(" emu_cluster_dims(")) != NULL;
    bool ptx = in_assembly(in, n, memmem(out, m, "::emu::ptx::", strlen("::emu::ptx::")) != NULL, &assembly);
    if (!same && !inserted && !ptx && !has_mark(in, n) && !lost_static(in, n, out, m) &&
        !returns_zero(in, n, out, m) && !gained_constexpr(in, n, out, m)) {
      fprintf(stderr,
              "FAIL %s cut at byte %zu: line %zu has nothing of CUDA and changed\n  was: %.*s\n  is:  %.*s\n",
              path, cut, number, (int)n, in, (int)m, out);
      failures++;
      return;
    }
    if ((in[n] == '\n') != (out[m] == '\n')) {
      fprintf(stderr, "FAIL %s cut at byte %zu: the lines end at %zu\n", path, cut, number);
      failures++;
      return;
    }
    in += n + (in[n] == '\n');
    out += m + (out[m] == '\n');
  }
}

// Pieces taken out or put in twice at random places: whatever it makes of that, it ends and loses no line. What it
// must not do otherwise, the sanitizers see.
static void test_splices(const char *path, const char *text, size_t n) {
  uint64_t state = n;
  char error[1024], *mangled = malloc(2 * n + 1);
  for (int k = 0; k < 20 && mangled && n; k++) {
    size_t place[3];
    for (int i = 0; i < 3; i++) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      place[i] = (size_t)(state >> 33) % (n + 1);
    }
    size_t from = place[0] < place[1] ? place[0] : place[1], to = place[0] < place[1] ? place[1] : place[0],
           m = 0;
    if (k % 2) { // [from, to) stands at place[2] once more
      memcpy(mangled, text, place[2]);
      memcpy(mangled + place[2], text + from, to - from);
      m = place[2] + to - from;
      memcpy(mangled + m, text + place[2], n - place[2]);
      m += n - place[2];
    } else {
      memcpy(mangled, text, from);
      memcpy(mangled + from, text + to, n - to);
      m = from + n - to;
    }
    mangled[m] = '\0';
    char *got = translate(mangled, m, NULL, error);
    if (got) compare_lines(path, m, mangled, got);
    free(got);
  }
  free(mangled);
}

// Cuts at about 50 places, every one of them in a small file; again with every mark of CUDA spelled
// differently, where the output must be the input.
void test_cuts(const char *path) {
  size_t n, first = strlen(first_line);
  char error[1024], *text = read_file(path, &n), *plain = strdup(text);
  for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
    for (char *p = plain; (p = strstr(p, marks[m]));)
      p[strlen(marks[m]) - 1] = marks[m][0] == '<' || marks[m][0] == '>' ? ' ' : 'X';
  size_t step = n / 50 + 1;
  for (size_t cut = 0; cut <= n && failures < 5; cut += step) {
    char *start = strndup(text, cut), *got = translate(start, cut, NULL, error);
    if (got)
      compare_lines(path, cut, start, got);
    else if (strncmp(error, "t.cu:", 5))
      complain(path, "an error without a place", "t.cu:LINE: ...", error);
    free(got);
    free(start);
    got = translate_as("t.hh", plain, cut, NULL, error); // as ordinary C++
    if (!got || strlen(got) != cut + first || memcmp(got + first, plain, cut)) {
      fprintf(stderr, "FAIL %s without its CUDA, cut at byte %zu: %s\n", path, cut, got ? "changed" : error);
      failures++;
    }
    free(got);
  }
  test_splices(path, text, n);
  free(text);
  free(plain);
}
