#include "MastheadTextTag.h"

typedef struct {
  GtkTextTag parent;
} MastheadTextTag;

typedef struct {
  GtkTextTagClass parent;
} MastheadTextTagClass;

enum { PROP_0, PROP_FOREGROUND };

G_DEFINE_TYPE(MastheadTextTag, masthead_text_tag, GTK_TYPE_TEXT_TAG)

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
  if (property == PROP_FOREGROUND) {
    g_object_get_property(object, "foreground-rgba", value);
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
  }
}

static void masthead_text_tag_class_init(MastheadTextTagClass *class) {
  G_OBJECT_CLASS(class)->get_property = get_property;
  // Takes the place of the inherited one for whoever asks by name; colours are set by "foreground-rgba".
  g_object_class_install_property(G_OBJECT_CLASS(class), PROP_FOREGROUND,
                                  g_param_spec_boxed("foreground", NULL, NULL, GDK_TYPE_RGBA, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void masthead_text_tag_init(MastheadTextTag *self) {}

GtkTextTag *masthead_text_tag_new(const char *name) {
  return g_object_new(masthead_text_tag_get_type(), "name", name, NULL);
}
