// The proof that nothing escapes: every memory reference that the compiler has left in device code has its callback.
//
// Read from the compiler's last dump, behind all instrumentation. In a function that device code reaches, a reference is
// of device memory unless its base is a local variable. GCC's thread sanitizer reports those of assignments, each just
// before its statement. What it does not report: operands and results of calls that lie in memory, library functions
// that move memory, functions without instrumentation. -fno-elide-constructors turns most operands into
// assignments; what is left is refused with its line.
#include "emu/emucc/audit/unreported_access.h"
#include "emu/emucc/installed.h"
#include "emu/emucc/audit/function_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The end of the operand or argument at p: `,` or `)` outside brackets, or the end.
static const char *text_operand_end(const char *p) {
  int depth = 0;
  for (; *p; p++) {
    if (*p == '"')
      for (p++; *p && (*p != '"' || p[-1] == '\\'); p++) continue;
    if (!*p) break;
    if (strchr("([{", *p)) depth++;
    if (strchr(")]}", *p) && --depth < 0) return p;
    if (*p == ',' && !depth) return p;
  }
  return p;
}

static bool is_constant_of_compiler(const char *p) { // a literal, a virtual table, a guard
  while (*p == ' ') p++;
  return !strncmp(p, "_ZTV", 4) || !strncmp(p, "_ZTI", 4) || !strncmp(p, ".LC", 3) ||
         !strncmp(p, "*.LC", 4) || strstr(p, "_vptr.") != NULL;
}

static bool moves_memory(struct span callee) {
  static const char *const names[] = {"memcpy",  "memmove", "memset", "memcmp",  "memchr",
                                      "strlen",  "strcmp",  "strcpy", "strncpy", "mempcpy",
                                      "strncmp", "strchr",  "strcat", "bcopy",   NULL};
  if (span_starts(callee, "__builtin_")) callee.text += 10, callee.n -= 10;
  for (const char *const *n = names; *n; n++)
    if (span_is(callee, *n)) return true;
  return false;
}

static void refuse_access(const struct body *b, size_t i, struct tally *t, const char *what) {
  struct span name = b->f->name;
  if (b->has_host_body && span_has(b->at[i].file, "/c++/"))
    return; // the library's code in the body for the host
  t->references++;
  t->refused++;
  if (b->at[i].file.n) fprintf(stderr, "%.*s:%d: ", (int)b->at[i].file.n, b->at[i].file.text, b->at[i].line);
  fprintf(stderr, "error: the emulator cannot see this access: %s (in %.*s)\n", what, (int)name.n, name.text);
}

static void check_call(const struct body *b, size_t i, struct span callee, const char *arguments,
                       struct tally *t) {
  bool moves = moves_memory(callee);
  const char *plain = b->plain[i], *equals = strstr(plain, " = ");
  if (equals && equals < callee.text && body_is_reference(b, plain))
    refuse_access(
        b, i, t,
        "the object that this call returns is made in device memory: assign it to a local variable, then "
        "store that");
  for (const char *p = arguments, *end; *p && *p != ')'; p = *end == ',' ? end + 1 : "") {
    end = text_operand_end(p);
    struct span word = body_word_at(*p == ' ' ? p + 1 : p);
    bool function = word.n && strchr(",)", word.text[word.n]); // an object alone has been copied before
    if (body_is_reference(b, p) && !function) {
      refuse_access(b, i, t,
                    "an operand of this call is read from device memory: copy it to a local variable first");
    } else if (moves && p == arguments && !body_points_inside(b, p)) {
      char what[120];
      snprintf(what, sizeof what, "%.*s moves device memory here: write a loop, or call memcpy",
               (int)callee.n, callee.text);
      refuse_access(b, i, t, what);
    }
  }
}

static int count_references(const struct body *b, const char *plain, const char *right) {
  if (!strncmp(right, "{CLOBBER", 8)) return 0;
  return (body_is_reference(b, plain) && !is_constant_of_compiler(plain)) +
         (body_is_reference(b, right) && !is_constant_of_compiler(right));
}

// Whether the assignment reads or writes a local variable in memory.
static bool touches_local(const struct body *b, const char *plain, const char *right) {
  const char *side[] = {plain, right};
  for (int i = 0; i < 2; i++) {
    const char *p = side[i];
    struct span s = body_word_at(p);
    if (*p == '*' || (p[0] == '(' && p[1] == '*') || body_inside_brackets(p) ||
        (s.n && !body_is_register(s) && body_is_local(b, s)))
      return true;
    if (s.n && (s.text[s.n] == '[' || s.text[s.n] == '.' || !strncmp(s.text + s.n, "->", 2))) return true;
  }
  return false;
}

// The text behind `_5 = `, for the name _5; n == 0: it has no definition of that form.
static struct span definition_of(const struct body *b, struct span name) {
  for (size_t i = 0; i < b->f->statements; i++) {
    struct span to = body_word_at(b->plain[i]);
    const char *behind = to.text + to.n;
    if (span_same(to, name) && !strncmp(behind, " = ", 3))
      return (struct span){behind + 3, strcspn(behind + 3, ";")};
  }
  return (struct span){NULL, 0};
}

struct address {
  struct span base;
  long offset;
};

// `p`, `p + 16`, `p + 16B` or `(T *)p + 16B` as a register and an offset, through the definitions of p.
static struct address address_at(const struct body *b, const char *p) {
  struct address a = {{NULL, 0}, 0};
  for (int steps = 0; steps < 32; steps++) {
    bool inside = !strncmp(p, "&MEM[", 5);
    if (inside) p += 5;
    while (*p == '(') { // a cast
      int depth = 0;
      do depth += (*p == '(') - (*p == ')');
      while (*++p && depth);
      while (*p == ' ') p++;
    }
    struct span s = body_word_at(p);
    long offset = 0;
    const char *behind = s.text + s.n;
    if (!strncmp(behind, " + ", 3) && isdigit((unsigned char)behind[3])) {
      offset = strtol(behind + 3, (char **)&behind, 10);
      if (*behind == 'B') behind++;
    }
    bool whole = *behind == ';' || *behind == ')' || *behind == ',' || *behind == ']' || !*behind;
    if (!body_is_register(s) || !whole || (inside && behind[1] != ';')) return a;
    a = (struct address){s, a.offset + offset};
    struct span next = definition_of(b, s);
    if (!next.n) return a;
    p = next.text;
  }
  return a;
}

// `x = BIT_FIELD_REF <MEM[(T *)p + 16B], 32, 64>`: the compiler has cut a wide load, which a callback has reported
// whole, into the parts that are used. True if there is a callback for that address.
static bool is_piece_of_reported(const struct body *b, const char *plain) {
  static const char operation[] = " = BIT_FIELD_REF <";
  const char *p = strstr(plain, operation), *whole = p ? p + strlen(operation) : NULL;
  if (!whole || (*whole != '*' && strncmp(whole, "MEM[", 4))) return false;
  struct address piece = address_at(b, whole + (*whole == '*' ? 1 : 4)); // `*p` from GCC 13 on
  for (size_t i = 0; i < b->f->statements && piece.base.n; i++) {
    const char *arguments;
    struct span callee = dump_callee(b->plain[i], &arguments);
    if (!callee.n || !span_has(callee, "tsan_read")) continue;
    struct address reported = address_at(b, arguments);
    if (span_same(reported.base, piece.base) && reported.offset == piece.offset) return true;
  }
  return false;
}

static bool is_callback(struct span callee) {
  return callee.n && (span_starts(callee, "__tsan_") || span_starts(callee, "__builtin___tsan_"));
}

// Host assembly, and what copies lists of variable arguments: both touch memory that nobody counts.
static const char *hidden_in(const char *plain, struct span callee) {
  if (!strncmp(plain, "__asm__", 7)) return "assembly of the host's processor, which no GPU has";
  if (span_starts(callee, "__builtin_va_") || span_is(callee, "__builtin_clear_padding"))
    return "a function of the compiler that moves memory by itself: write a loop, or call memcpy";
  return NULL;
}

static void check_statement(const struct body *b, size_t i, int *reported, struct tally *t) {
  const char *plain = b->plain[i], *arguments, *equals = strstr(plain, " = ");
  struct span callee = dump_callee(plain, &arguments);
  if (!strncmp(plain, "<bb ", 4)) *reported = 0;
  if (plain[0] == '#' || plain[0] == '.' || (plain[0] == '<' && strncmp(plain, "<retval>", 8))) return;
  if (!equals) equals = strstr(plain, " ={v} ");
  const char *hidden = hidden_in(plain, callee);
  if (hidden && !is_own_header(b->at[i].file.text, b->at[i].file.n)) refuse_access(b, i, t, hidden);
  if (is_callback(callee)) {
    ++*reported;
  } else if (callee.n) {
    check_call(b, i, callee, arguments, t);
    *reported = 0;
  } else if (equals) {
    int references = count_references(b, plain, equals + (equals[2] == '{' ? 6 : 3));
    t->references += references;
    bool missing = references > *reported && !is_piece_of_reported(b, plain);
    if (missing && (t->strict || !b->instrumented))
      refuse_access(b, i, t, "device memory is read or written here without instrumentation");
    if (references || touches_local(b, plain, equals + (equals[2] == '{' ? 6 : 3)))
      *reported = 0; // they were for this
  } else if (!strncmp(plain, "return ", 7) && body_is_reference(b, plain + 7)) {
    refuse_access(b, i, t, "an object in device memory is returned: copy it to a local variable first");
  }
}

void seen_check(const struct dump_function *f, struct tally *t) {
  struct body b;
  body_read(&b, f);
  int reported = 0; // callbacks since the last reference
  size_t first = 0; // behind the declarations
  while (first < f->statements && strncmp(b.plain[first], "<bb ", 4)) first++;
  for (size_t i = first; i < f->statements; i++) check_statement(&b, i, &reported, t);
  body_free(&b);
}
