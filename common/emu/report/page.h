// The parts of the page that EMU_REPORT=html writes, a file each.
#ifndef EMU_REPORT_PAGE_H
#define EMU_REPORT_PAGE_H

#include "base/html.h"
#include "count/sample.h"
#include "report/report.h"

extern const char page_style[];

// "0-7, 12"
void lanes_add(struct text *t, uint32_t lanes);

// A request in units of sectors (global), words (shared, constant) or addresses (atomics), ascending.
struct unit {
  uint64_t at;          // the unit's first byte
  uint32_t lanes, used; // a bit for each lane that wants of it, for each of its bytes that is wanted
};
enum { MOST_UNITS = WARP * 5 };
int request_units(const struct request *r, struct unit *u);
void picture_add_svg(struct text *t, const struct request *r);
void picture_add_ascii(struct text *t, const struct request *r);
void picture_caption(struct text *t, const struct request *r); // one sentence, no markup

// Around what a later run may show as the one before: the pictures of the worst line of a kind ("shared load").
void before_mark(struct text *t, const char *what, const char *file, int32_t line);
void before_end(struct text *t);
// What stands between the marks of that kind in the page that EMU_REPORT_BEFORE names; nothing where it names none.
void before_add(struct text *t, const char *what);

void page_add_verdict(struct text *t, const struct emu_report *r); // what matters, in sentences
const char *page_short_name(const char *path);                     // without its folders
void page_add_lines(struct text *t);
void page_add_source(struct text *t, const struct emu_report *r); // open: what has run
void page_add_courses(struct text *t, const struct emu_report *r);
void page_add_occupancy(struct text *t, const struct emu_report *r);
void page_add_roofline(struct text *t, const struct emu_report *r);

#endif
