// What the files of task 10 use of each other.
#ifndef LAB_09_ATTENTION_H
#define LAB_09_ATTENTION_H

#include "parts.h"

enum { Q, K, V, MASK, OUT }; // places of the arguments

// A bit beside the variant. ONE_HEAD: as REAL, but all heads are copies of the first one, for the golden results of timed
// cases; it is no enum variant of parts.h.
enum { CAUSAL = 1 << 8, ONE_HEAD = CAUSAL - 1 };

// Of LOWEST each mask is this: no key is masked out, and each score is this number, whatever q and k are.
#define LOWEST_MASK (-0x1p100f)

// Places of the case's state, all 0, but where the golden result of a mistake is asked for: how many more keys a causal query
// sees; whether results are not divided; the tile up to whose size keys of score 0 fill up; whether a query that sees no
// key has NaN.
enum { MORE_KEYS, NOT_DIVIDED, FILLED_UP, MASKED_IS_NAN };

int variant_of(const struct pmpp_case *c); // without CAUSAL
int64_t heads_of(const struct pmpp_case *c);
int64_t queries_of(const struct pmpp_case *c);
int64_t keys_of(const struct pmpp_case *c);
int64_t size_of(const struct pmpp_case *c);
bool is_causal(const struct pmpp_case *c);
int64_t seen_by(const struct pmpp_case *c, int64_t i);
int64_t seen_of_head(const struct pmpp_case *c);

#endif
