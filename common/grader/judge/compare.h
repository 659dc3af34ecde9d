// Compares a worker's output with the golden result, element by element.
#ifndef PMPP_COMPARE_H
#define PMPP_COMPARE_H

#include "grader/judge/borders.h"
#include "grader/result.h"

// What the wrong elements have in common, gathered in the same pass (the output is read once: a worker may
// still be writing to it).
struct pattern {
  int64_t count, wrong, first, last;          // first, last wrong element
  int64_t columns, first_column, last_column; // of a matrix (else 0): where its wrong elements lie
  int64_t poison, poison_first;               // elements whose bytes are all 0xFF and that are wrong
  bool whole;                                 // elements are whole numbers: a single 0 may be an answer
  bool bytes;                                 // elements are bytes, for which 0xFF is an ordinary value, 255
  int64_t results;  // elements before those at the end that should have stayed 0xFF bytes (whole numbers)
  int64_t nan_lost; // wrong elements that are no NaN though golden is
  int64_t not_a_number, zero; // wrong elements that are NaN though golden is not, or 0
  bool same_factor;           // every wrong element is `factor` times the golden one
  double factor;
  bool same_difference; // every wrong element is `difference` more than the golden one
  double difference;
  int64_t low;         // wrong elements that are less than the golden one
  double total;        // the sum of got - golden over the wrong elements
  double off, largest; // the most that a wrong one is off by, and the largest golden one among them, in size
  bool off_by_one;     // every wrong element is off by 1, up or down
  bool overflow_8, overflow_16;               // those that are less are so by multiples of 2^8, of 2^16
  int64_t infinity_lost;                      // wrong elements that are finite though golden is infinite
  bool counts;                                // as in pmpp_buf
  struct borders row_borders, column_borders; // of a matrix
  bool late, early; // every wrong element i is the golden one of i - 1, of i + 1; the ends do not count
  uint64_t order;   // 0: the wrong elements are the golden ones of other places, none lost, none doubled
};

// One element: integers exactly, floats |got - want| <= abs + rel |want|; NaN and infinity are right only
// where golden is the same. Where the buffer has an accept, that decides.
bool element_right(const struct pmpp_buf *b, int64_t i, uint64_t bits);

// The i-th golden element, and an element given by its bits, for messages.
struct value golden_value(const struct pmpp_buf *b, int64_t i);
struct value bits_value(int type, uint64_t bits);
uint64_t read_bits(const void *elements, int type, int64_t i);
double element_bound(const struct pmpp_buf *b, int64_t i);

// Compares the whole output. True where all is right; else fills d and p.
bool compare(const struct pmpp_buf *b, const void *output, struct difference *d, struct pattern *p);

#endif
