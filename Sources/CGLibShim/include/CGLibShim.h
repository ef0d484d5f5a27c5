#pragma once
#include <glib-object.h>

static inline GType masthead_type_object(void) { return G_TYPE_OBJECT; }
