#include "MastheadScrollable.h"

// Type names must have at least three letters, and GTK's property values are read by name: keep the names of GtkScrollable.
typedef struct {
  GtkWidget parent;
  MastheadScrollableCalls calls;
  gpointer data;
  GDestroyNotify destroy;
  GtkAdjustment *adjustment[2];
  gulong handler[2];
  GtkScrollablePolicy policy[2];
} MastheadScrollable;

typedef struct {
  GtkWidgetClass parent;
} MastheadScrollableClass;

enum { PROP_0, PROP_HADJUSTMENT, PROP_VADJUSTMENT, PROP_HSCROLL_POLICY, PROP_VSCROLL_POLICY };

G_DEFINE_TYPE_WITH_CODE(MastheadScrollable, masthead_scrollable, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

static MastheadScrollable *self_of(gpointer widget) {
  return G_TYPE_CHECK_INSTANCE_CAST(widget, masthead_scrollable_get_type(), MastheadScrollable);
}

static void value_changed(GtkAdjustment *adjustment, gpointer widget) {
  MastheadScrollable *self = self_of(widget);
  if (self->calls.scrolled) self->calls.scrolled(self->data);
}

static void set_adjustment(MastheadScrollable *self, int which, GtkAdjustment *adjustment) {
  if (adjustment && self->adjustment[which] == adjustment) return;
  if (self->adjustment[which]) {
    g_signal_handler_disconnect(self->adjustment[which], self->handler[which]);
    g_clear_object(&self->adjustment[which]);
  }
  if (adjustment) {
    self->adjustment[which] = g_object_ref_sink(adjustment);
    self->handler[which] = g_signal_connect(adjustment, "value-changed", G_CALLBACK(value_changed), self);
  }
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  MastheadScrollable *self = self_of(object);
  switch (id) {
    case PROP_HADJUSTMENT: set_adjustment(self, 0, g_value_get_object(value)); break;
    case PROP_VADJUSTMENT: set_adjustment(self, 1, g_value_get_object(value)); break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      self->policy[id - PROP_HSCROLL_POLICY] = g_value_get_enum(value);
      gtk_widget_queue_allocate(GTK_WIDGET(self));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  MastheadScrollable *self = self_of(object);
  switch (id) {
    case PROP_HADJUSTMENT: g_value_set_object(value, self->adjustment[0]); break;
    case PROP_VADJUSTMENT: g_value_set_object(value, self->adjustment[1]); break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY: g_value_set_enum(value, self->policy[id - PROP_HSCROLL_POLICY]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
  MastheadScrollable *self = self_of(widget);
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->calls.measure) self->calls.measure(self->data, orientation, for_size, minimum, natural);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  MastheadScrollable *self = self_of(widget);
  if (self->calls.size_allocate) self->calls.size_allocate(self->data, width, height);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  MastheadScrollable *self = self_of(widget);
  gtk_snapshot_push_clip(
      snapshot, &GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)));
  if (self->calls.snapshot) self->calls.snapshot(self->data, snapshot);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    gtk_widget_snapshot_child(widget, child, snapshot);
  gtk_snapshot_pop(snapshot);
}

static void css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
  MastheadScrollable *self = self_of(widget);
  GTK_WIDGET_CLASS(masthead_scrollable_parent_class)->css_changed(widget, change);
  if (self->calls.css_changed) self->calls.css_changed(self->data);
}

static void direction_changed(GtkWidget *widget, GtkTextDirection previous) {
  MastheadScrollable *self = self_of(widget);
  GTK_WIDGET_CLASS(masthead_scrollable_parent_class)->direction_changed(widget, previous);
  if (self->calls.css_changed) self->calls.css_changed(self->data);
}

static void dispose(GObject *object) {
  MastheadScrollable *self = self_of(object);
  GDestroyNotify destroy = self->destroy;
  gpointer data = self->data;
  self->calls = (MastheadScrollableCalls){0};
  self->destroy = NULL;
  self->data = NULL;
  set_adjustment(self, 0, NULL);
  set_adjustment(self, 1, NULL);
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self)))) gtk_widget_unparent(child);
  if (destroy) destroy(data);
  G_OBJECT_CLASS(masthead_scrollable_parent_class)->dispose(object);
}

static void masthead_scrollable_class_init(MastheadScrollableClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  object->set_property = set_property;
  object->get_property = get_property;
  object->dispose = dispose;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  widget->snapshot = snapshot;
  widget->css_changed = css_changed;
  widget->direction_changed = direction_changed;
  g_object_class_override_property(object, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property(object, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property(object, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property(object, PROP_VSCROLL_POLICY, "vscroll-policy");
  gtk_widget_class_set_css_name(widget, "preview");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void masthead_scrollable_init(MastheadScrollable *self) {
  self->policy[0] = self->policy[1] = GTK_SCROLL_NATURAL;
}

GtkWidget *masthead_scrollable_new(const MastheadScrollableCalls *calls, gpointer data, GDestroyNotify destroy) {
  MastheadScrollable *self = g_object_new(masthead_scrollable_get_type(), NULL);
  self->calls = *calls;
  self->data = data;
  self->destroy = destroy;
  return GTK_WIDGET(self);
}

GtkAdjustment *masthead_scrollable_hadjustment(GtkWidget *widget) { return self_of(widget)->adjustment[0]; }
GtkAdjustment *masthead_scrollable_vadjustment(GtkWidget *widget) { return self_of(widget)->adjustment[1]; }
gboolean masthead_is_scrollable(gpointer widget) {
  return G_TYPE_CHECK_INSTANCE_TYPE(widget, masthead_scrollable_get_type());
}
