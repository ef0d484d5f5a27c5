#include "CGLibShim.h"
