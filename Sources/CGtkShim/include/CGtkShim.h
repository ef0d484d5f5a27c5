#pragma once
#include <gtk/gtk.h>
#include "MastheadScrollable.h"
#include "MastheadTextTag.h"
#include "MastheadSourceView.h"

/* What GTK offers only as macros or variadic functions. */

static inline gboolean masthead_is_widget(gpointer p) { return GTK_IS_WIDGET(p); }
static inline GtkWidgetClass *masthead_widget_class(gpointer widget) { return GTK_WIDGET_GET_CLASS(widget); }

/* gtk_accessible_update_state_value of GTK 4.8 reads an int where gtk_accessible_state_init_value gives an enumeration; the variadic form
   reads what it is given. */
static inline void masthead_accessible_set_state(gpointer widget, GtkAccessibleState state, int value) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, value, -1);
}

/* The name by which other programs know a window ("x11:…", "wayland:…"), or NULL. */
typedef void (*MastheadWindowHandle)(const char *name, gpointer data);

/* Asks for the name of a window, and answers once, now or later; FALSE: there is none, and no answer comes. */
gboolean masthead_window_export(GtkWindow *window, MastheadWindowHandle answer, gpointer data);

/* Takes the name back after it was used; no answer comes after this. */
void masthead_window_unexport(GtkWindow *window);
