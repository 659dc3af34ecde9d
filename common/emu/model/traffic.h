// What the caches do with the accesses that are counted: the model that counting calls (count/modelling.h).
#ifndef EMU_MODEL_TRAFFIC_H
#define EMU_MODEL_TRAFFIC_H

#include "count/modelling.h"

extern const struct model traffic_model;

#endif
