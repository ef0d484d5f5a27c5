/* The bridge between GLib's main loop and Swift's main actor.

   GLib's loop does not drain libdispatch's main queue, so `Task { @MainActor in }` would never run. libdispatch offers
   other main loops the two functions below (Foundation's run loop uses them): an eventfd that becomes readable when the
   queue has work, and a function that runs that work. The eventfd has to be read first: otherwise the loop spins
   (measured: 473,000 wake-ups per second). This file is the only one that names them. */
#include "CGLibShim.h"
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

typedef struct {
    GSource base;
    gpointer tag;
    int descriptor;
} MainQueueSource;

static gboolean check(GSource *source) {
    MainQueueSource *self = (MainQueueSource *)source;
    return (g_source_query_unix_fd(source, self->tag) & G_IO_IN) != 0;
}

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    MainQueueSource *self = (MainQueueSource *)source;
    uint64_t count;
    (void)callback;
    (void)data;
    while (read(self->descriptor, &count, sizeof count) < 0 && errno == EINTR) {
    }
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs functions = {NULL, check, dispatch, NULL, NULL, NULL};

GSource *masthead_main_queue_source_new(void) {
    GSource *source = g_source_new(&functions, sizeof(MainQueueSource));
    MainQueueSource *self = (MainQueueSource *)source;
    self->descriptor = _dispatch_get_main_queue_handle_4CF();
    self->tag = g_source_add_unix_fd(source, self->descriptor, G_IO_IN);
    g_source_set_name(source, "Swift main actor");
    return source;
}
