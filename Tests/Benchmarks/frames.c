/* Times every frame of a GTK program that was built without any knowledge of it: loaded before it (LD_PRELOAD), it hears when the frame clock begins
   with a frame and when that has been painted, and writes a line for each to the file that MASTHEAD_FRAMES names: begin, and how long it took by
   the clock and of the main thread's own time, in microseconds.

     gcc -O2 -shared -fPIC frames.c -o frames.so $(pkg-config --cflags --libs gtk4) -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static FILE *out;
/* Microseconds by the clock and of this thread: when something began, and what handling events took since the last frame. */
static double began, began_own, events, events_own;

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void start(void) {
  began = now(CLOCK_MONOTONIC);
  began_own = now(CLOCK_THREAD_CPUTIME_ID);
}

static void are_handled(void) {
  events += now(CLOCK_MONOTONIC) - began;
  events_own += now(CLOCK_THREAD_CPUTIME_ID) - began_own;
}

static gboolean handles_events(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  GObject *clock = g_value_get_object(values);
  if (!g_object_get_data(clock, "frames")) {
    g_object_set_data(clock, "frames", clock);
    g_signal_connect_after(clock, "flush-events", G_CALLBACK(are_handled), NULL);
  }
  start();
  return TRUE;
}

static gboolean begins(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  start();
  return TRUE;
}

static gboolean is_painted(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  double took = now(CLOCK_MONOTONIC) - began, own = now(CLOCK_THREAD_CPUTIME_ID) - began_own;
  fprintf(out, "%.0f %.0f %.0f\n", began, took + events, own + events_own);
  fflush(out);
  events = events_own = 0;
  return TRUE;
}

int g_application_run(GApplication *application, int count, char **arguments) {
  const char *path = getenv("MASTHEAD_FRAMES");
  if (path && (out = fopen(path, "w"))) {
    g_type_class_ref(GDK_TYPE_FRAME_CLOCK);
    g_signal_add_emission_hook(g_signal_lookup("flush-events", GDK_TYPE_FRAME_CLOCK), 0, handles_events, NULL, NULL);
    g_signal_add_emission_hook(g_signal_lookup("before-paint", GDK_TYPE_FRAME_CLOCK), 0, begins, NULL, NULL);
    g_signal_add_emission_hook(g_signal_lookup("after-paint", GDK_TYPE_FRAME_CLOCK), 0, is_painted, NULL, NULL);
  }
  int (*run)(GApplication *, int, char **) = dlsym(RTLD_NEXT, "g_application_run");
  return run(application, count, arguments);
}
