/* By what name other programs know a window: what portals want, so that their dialogs stay over it. */
#include "CGtkShim.h"

#if defined(GDK_WINDOWING_X11) && __has_include(<X11/Xlib.h>)
#include <gdk/x11/gdkx.h>
#define HAS_X11
#endif
#if defined(GDK_WINDOWING_WAYLAND) && __has_include(<wayland-client.h>)
#include <gdk/wayland/gdkwayland.h>
#define HAS_WAYLAND
#endif

typedef struct {
    MastheadWindowHandle answer;
    gpointer data;
} Waiting;

#ifdef HAS_WAYLAND
static void exported(GdkToplevel *toplevel, const char *handle, gpointer data) {
    Waiting *waiting = data;
    char *name = handle ? g_strconcat("wayland:", handle, NULL) : NULL;
    waiting->answer(name, waiting->data);
    g_free(name);
}
#endif

gboolean masthead_window_export(GtkWindow *window, MastheadWindowHandle answer, gpointer data) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (!surface) return FALSE;
#ifdef HAS_X11
    if (GDK_IS_X11_SURFACE(surface)) {
        char name[32];
        g_snprintf(name, sizeof name, "x11:%lx", (unsigned long)gdk_x11_surface_get_xid(surface));
        answer(name, data);
        return TRUE;
    }
#endif
#ifdef HAS_WAYLAND
    if (GDK_IS_WAYLAND_SURFACE(surface)) {
        Waiting *waiting = g_new(Waiting, 1);
        *waiting = (Waiting){answer, data};
        /* GTK frees what waits when the handle is taken back. */
        if (gdk_wayland_toplevel_export_handle(GDK_TOPLEVEL(surface), exported, waiting, g_free)) return TRUE;
        g_free(waiting);
    }
#endif
    return FALSE;
}

void masthead_window_unexport(GtkWindow *window) {
#ifdef HAS_WAYLAND
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface && GDK_IS_WAYLAND_SURFACE(surface)) gdk_wayland_toplevel_unexport_handle(GDK_TOPLEVEL(surface));
#endif
}
