#pragma once
#include <gtk/gtk.h>
#include "MastheadScrollable.h"

/* What GTK offers only as macros or variadic functions. */

static inline gboolean masthead_is_widget(gpointer p) { return GTK_IS_WIDGET(p); }
static inline GtkWidgetClass *masthead_widget_class(gpointer widget) { return GTK_WIDGET_GET_CLASS(widget); }
