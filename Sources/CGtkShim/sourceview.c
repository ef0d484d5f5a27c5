#include <gtksourceview/gtksource.h>

#include "MastheadSourceView.h"

typedef struct {
  GtkSourceView parent;
  MastheadDrawUnderText draw;
  gpointer data;
} MastheadSourceView;

typedef struct {
  GtkSourceViewClass parent;
} MastheadSourceViewClass;

static GType masthead_source_view_get_type(void);
G_DEFINE_TYPE(MastheadSourceView, masthead_source_view, GTK_SOURCE_TYPE_VIEW)

static void snapshot_layer(GtkTextView *view, GtkTextViewLayer layer, GtkSnapshot *snapshot) {
  MastheadSourceView *self = (MastheadSourceView *)view;
  if (layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT && self->draw) self->draw(self->data, snapshot);
  GTK_TEXT_VIEW_CLASS(masthead_source_view_parent_class)->snapshot_layer(view, layer, snapshot);
}

static void masthead_source_view_class_init(MastheadSourceViewClass *class) {
  GTK_TEXT_VIEW_CLASS(class)->snapshot_layer = snapshot_layer;
}

static void masthead_source_view_init(MastheadSourceView *self) {}

GtkWidget *masthead_source_view_new(gpointer buffer) { return g_object_new(masthead_source_view_get_type(), "buffer", buffer, NULL); }

void masthead_source_view_draw_under_text(gpointer view, MastheadDrawUnderText draw, gpointer data) {
  MastheadSourceView *self = view;
  self->draw = draw;
  self->data = data;
  gtk_widget_queue_draw(view);
}
