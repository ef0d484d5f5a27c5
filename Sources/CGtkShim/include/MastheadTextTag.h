#pragma once
#include <gtk/gtk.h>

/// Makes a text tag (transfer full) of which a screen reader may ask the colours.
///
/// GTK up to 4.8 at least answers questions for the attributes of a text by reading the property "foreground" of its tags as a GdkRGBA; but
/// that property can only be written, and holds a name. What it reads is then whatever was on the stack. This tag has one that can be read.
GtkTextTag *masthead_text_tag_new(const char *name);
