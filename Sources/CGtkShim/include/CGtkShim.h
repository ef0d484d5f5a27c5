#pragma once
#include <gtk/gtk.h>

static inline gboolean masthead_is_widget(gpointer p) { return GTK_IS_WIDGET(p); }
