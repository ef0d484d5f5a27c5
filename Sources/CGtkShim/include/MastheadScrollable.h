#pragma once
#include <gtk/gtk.h>

// A GtkWidget that is a GtkScrollable and forwards what only a subclass may answer: measure, size_allocate and snapshot.
// Swift cannot derive GTypes; this is the one class of the project that is not Swift. It keeps the four properties of
// GtkScrollable and nothing else. Children that are given to it by gtk_widget_set_parent are unparented in dispose.

typedef struct {
  /// Smallest and natural size in pixels in one direction; for_size is -1 or the size in the other one.
  void (*measure)(gpointer data, GtkOrientation orientation, int for_size, int *minimum, int *natural);
  /// The widget has a new size, or its adjustments are others; the place to configure them.
  void (*size_allocate)(gpointer data, int width, int height);
  /// Draws the widget; clipping is done.
  void (*snapshot)(gpointer data, GtkSnapshot *snapshot);
  /// One of the adjustments has a new value.
  void (*scrolled)(gpointer data);
  /// The style (colours, fonts, direction) may have changed.
  void (*css_changed)(gpointer data);
} MastheadScrollableCalls;

GType masthead_scrollable_get_type(void);

/// Makes a scrollable (floating reference). `calls` is copied; `destroy` runs once, when the widget is disposed of,
/// after which nothing is called any more.
GtkWidget *masthead_scrollable_new(const MastheadScrollableCalls *calls, gpointer data, GDestroyNotify destroy);

/// The adjustments given by the scrolled window, not owned; NULL before there are any.
GtkAdjustment *masthead_scrollable_hadjustment(GtkWidget *widget);
GtkAdjustment *masthead_scrollable_vadjustment(GtkWidget *widget);

/// True when `widget` is one of these.
gboolean masthead_is_scrollable(gpointer widget);
