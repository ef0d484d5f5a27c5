#include "CSystem.h"
int masthead_system_anchor(void) { return 0; }
