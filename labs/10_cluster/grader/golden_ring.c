// Lab 10's golden results of the all-reduce: the sums, and what mistakes make of them.
#include "parts.h"

struct fault_8 {
  bool unchanged, tail_left, without_own, doubled, not_gathered, gather_short, reduce_short, replaced;
};

static void sums(struct pmpp_case *c, struct fault_8 fault) {
  int64_t devices = c->spec->size[DEVICES], n = c->spec->size[LENGTH];
  const float *in = c->buf[VECTORS].data;
  double *out = c->buf[SUMS].golden;
  for (int64_t d = 0; d < devices; d++)
    for (int64_t i = 0; i < n; i++) {
      double own = in[d * n + i], sum = 0;
      for (int64_t e = 0; e < devices; e++) sum += in[e * n + i];
      bool kept = fault.unchanged || (fault.tail_left && i >= n / devices * devices);
      int64_t begins = i / ((n + devices - 1) / devices); // the device on which the chunk's way begins
      double part = 0; // of the sum, on its way: that of the devices from there to d
      // The last one that comes to device d has begun on device d + 2; devices before it keep what they have added.
      bool partial = fault.not_gathered || (fault.gather_short && begins % devices == (d + 2) % devices);
      for (int64_t e = begins; partial; e = (e + 1) % devices) {
        part += in[e * n + i];
        if (e == d) break;
      }
      out[d * n + i] = kept                 ? own
                       : fault.without_own  ? sum - own
                       : fault.doubled      ? sum + own
                       : partial            ? part
                       : fault.reduce_short ? in[(begins + devices - 1) % devices * n + i]
                       : fault.replaced     ? in[begins * n + i]
                                            : sum;
    }
}

void golden_ring(struct pmpp_case *c) {
  sums(c, (struct fault_8){0});
}

static void unchanged(struct pmpp_case *c) {
  sums(c, (struct fault_8){.unchanged = true});
}

static void tail_left(struct pmpp_case *c) {
  sums(c, (struct fault_8){.tail_left = true});
}

static void without_own(struct pmpp_case *c) {
  sums(c, (struct fault_8){.without_own = true});
}

static void doubled(struct pmpp_case *c) {
  sums(c, (struct fault_8){.doubled = true});
}

static void not_gathered(struct pmpp_case *c) {
  sums(c, (struct fault_8){.not_gathered = true});
}

static void gather_short(struct pmpp_case *c) {
  sums(c, (struct fault_8){.gather_short = true});
}

static void reduce_short(struct pmpp_case *c) {
  sums(c, (struct fault_8){.reduce_short = true});
}

static void replaced(struct pmpp_case *c) {
  sums(c, (struct fault_8){.replaced = true});
}

const struct pmpp_mistake ring_mistakes[8] = {
    {"the elements behind the last whole chunk stay as they were: chunks are n / devices elements, rounded "
     "up, "
     "and the last ones are shorter",
     tail_left},
    {"the vectors stay as they were", unchanged},
    {"in each sum a device's own vector is missing: what comes is added to it, and does not replace it",
     without_own},
    {"in each sum a device's own vector is counted twice", doubled},
    {"each device has its whole chunk, and of the others the part of the sum that went through it: the "
     "chunks have to go around once more (all-gather), in devices - 1 steps",
     not_gathered},
    {"one chunk of each device is not whole, the one that comes last: the all-gather ends a step too early, "
     "and has "
     "devices - 1 of them",
     gather_short},
    {"each chunk is one vector's alone, that of the device to which it should have come last: the "
     "reduce-scatter ends "
     "a step too early, and has devices - 1 of them",
     reduce_short},
    {"each chunk is the first device's alone: what comes has to be added, and here it has replaced what was "
     "there",
     replaced},
};
