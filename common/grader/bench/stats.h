// Statistics of timed samples.
#ifndef PMPP_STATS_H
#define PMPP_STATS_H

#include <stdbool.h>

struct samples {
  double *ms;
  int n, room;
};

void samples_add(struct samples *s, double ms);
void samples_free(struct samples *s);
double samples_quantile(const struct samples *s,
                        double q);              // linear between order statistics; 0 without samples
double samples_spread(const struct samples *s); // interquartile range / median
double samples_error(const struct samples *s);  // standard error of the mean / mean; 1 below 2 samples

// Two medians whose ratio is a tie: within 2 %, or within twice the standard errors taken together.
bool is_tie(double ratio, double error_a, double error_b);

#endif
