// What the files of lab 03's grader use of each other.
#ifndef LAB_03_PARTS_H
#define LAB_03_PARTS_H

#include "grader/task.h"
#include "conv.h"

// ---- inputs -----------------------------------------------------------------------------------------------

enum variant {
  WHOLE, // odd whole numbers: elements -63..63, taps -7..7; one lost or used twice always changes the result
  REAL,  // uniform in [-1, 1)
  TINY,  // as WHOLE, elements times 2^-60
  LAST,  // only the last element is not 0: it shows where the taps go
};

// ---- a picture and a filter; a line is a picture of height 1 ----------------------------------------------

struct picture {
  const float *in, *taps;
  double *out;
  int64_t w, h;
  int rx, ry, mode; // the filter has 2 ry + 1 rows of 2 rx + 1 taps
  bool real;
};

struct layer {
  int n, c, h, w, f, radius;
};

// cases.c
extern const struct pmpp_case_spec line_cases[19];
extern const struct pmpp_case_spec picture_cases[23];
extern const struct pmpp_case_spec mode_cases[31];
extern const struct pmpp_case_spec separable_cases[19];
extern const struct pmpp_case_spec grid_cases[30];
extern const struct pmpp_case_spec box_cases[18];
extern const struct pmpp_case_spec layer_cases[20];

// inputs.c
uint64_t patch_value(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void make_line(struct pmpp_case *c);
void make_picture(struct pmpp_case *c);
void make_separable(struct pmpp_case *c);
void make_grid(struct pmpp_case *c);
void make_box(struct pmpp_case *c);
const struct layer *layer_of(const struct pmpp_case *c);
void make_layer(struct pmpp_case *c);

// golden.c
void set_bound(struct pmpp_case *c, struct pmpp_buf *out, double terms, double sum_of_taps);
double sum_abs(const float *x, int64_t n);
double change(const struct pmpp_case *c, int64_t i, uint64_t old_bits);
int64_t stands_for(int64_t i, int64_t n, int mode);
void filter_picture(const struct picture *p);
void update_picture(const struct picture *p, int64_t i, double delta);
void golden_line(struct pmpp_case *c);
void update_line(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_picture(struct pmpp_case *c);
void update_square(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_separable(struct pmpp_case *c);
void update_separable(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// golden_grids.c
void golden_grid(struct pmpp_case *c);
void update_grid(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_box(struct pmpp_case *c);
void update_box(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_layer(struct pmpp_case *c);
void update_layer(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// pictures.c
void picture_disc(struct pmpp_case *c, const uint8_t *grey, int w, int h);
void picture_disc_mirrored(struct pmpp_case *c, const uint8_t *grey, int w, int h);
void picture_gauss(struct pmpp_case *c, const uint8_t *grey, int w, int h);
void picture_heat(struct pmpp_case *c, const uint8_t *grey, int w, int h);

// mistakes.c: the golden result of a case with another size, and what happens to taps
void as_if(struct pmpp_case *c, int place, int64_t size, void (*golden)(struct pmpp_case *c));
void turn_round(float *taps, int64_t n);
void transpose(float *taps, int side);
void clear_taps(float *taps, int64_t n, int64_t step);
#define TURNED_ROUND                                                                                         \
  "the filter is turned round: tap k belongs to the element k - radius further on, as conv.h says"
#define TRANSPOSED                                                                                           \
  "the filter is transposed: tap [ky][kx] belongs to the element ky - radius rows further down"
extern const struct pmpp_mistake line_mistakes[6];
extern const struct pmpp_mistake separable_mistakes[4];

// mistakes_pictures.c
extern const struct pmpp_mistake picture_mistakes[7];
extern const struct pmpp_mistake mode_mistakes[14];

// mistakes_grids.c
extern const struct pmpp_mistake grid_mistakes[13];
extern const struct pmpp_mistake box_mistakes[9];
extern const struct pmpp_mistake layer_mistakes[4];

// gates.c
double pixels(const struct pmpp_case *c);
double read_picture(const struct pmpp_case *c);
extern const struct pmpp_gate gates_1[3];
extern const struct pmpp_gate gates_2[5];
extern const struct pmpp_gate gates_3[6];
extern const struct pmpp_gate gates_4[5];
extern const struct pmpp_gate gates_5[4];
extern const struct pmpp_gate gates_6[5];

// gates_grids.c
extern const struct pmpp_gate gates_7[5];
extern const struct pmpp_gate gates_8[3];
extern const struct pmpp_gate gates_9[3];

#endif
