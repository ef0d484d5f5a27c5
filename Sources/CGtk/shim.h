#include <gtk/gtk.h>
#include <adwaita.h>
#include <gtksourceview/gtksource.h>
