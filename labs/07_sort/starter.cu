// Lab 07: TODO
#include "sort.h"
