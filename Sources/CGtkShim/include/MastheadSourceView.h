#pragma once
#include <gtk/gtk.h>

// A GtkSourceView that lets somebody draw under its text, which only a subclass may: GTK leaves the background of a paragraph out
// where the paragraph is empty, so that code with blank lines in it had stripes.

typedef void (*MastheadDrawUnderText)(gpointer data, GtkSnapshot *snapshot);

/// Makes a view on a GtkSourceBuffer (floating reference).
GtkWidget *masthead_source_view_new(gpointer buffer);

/// Sets what is drawn under the text, in the coordinates of the buffer; NULL for nothing.
void masthead_source_view_draw_under_text(gpointer view, MastheadDrawUnderText draw, gpointer data);
