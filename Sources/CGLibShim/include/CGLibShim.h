#pragma once
#include <glib-object.h>
#include <gio/gio.h>

/* What GLib offers only as macros or variadic functions. One line each; the names say what they forward. */

static const GType MASTHEAD_TYPE_NONE = G_TYPE_NONE;
static const GType MASTHEAD_TYPE_BOOLEAN = G_TYPE_BOOLEAN;
static const GType MASTHEAD_TYPE_INT = G_TYPE_INT;
static const GType MASTHEAD_TYPE_UINT = G_TYPE_UINT;
static const GType MASTHEAD_TYPE_LONG = G_TYPE_LONG;
static const GType MASTHEAD_TYPE_ULONG = G_TYPE_ULONG;
static const GType MASTHEAD_TYPE_INT64 = G_TYPE_INT64;
static const GType MASTHEAD_TYPE_UINT64 = G_TYPE_UINT64;
static const GType MASTHEAD_TYPE_ENUM = G_TYPE_ENUM;
static const GType MASTHEAD_TYPE_FLAGS = G_TYPE_FLAGS;
static const GType MASTHEAD_TYPE_FLOAT = G_TYPE_FLOAT;
static const GType MASTHEAD_TYPE_DOUBLE = G_TYPE_DOUBLE;
static const GType MASTHEAD_TYPE_STRING = G_TYPE_STRING;
static const GType MASTHEAD_TYPE_POINTER = G_TYPE_POINTER;
static const GType MASTHEAD_TYPE_BOXED = G_TYPE_BOXED;
static const GType MASTHEAD_TYPE_OBJECT = G_TYPE_OBJECT;
static const GType MASTHEAD_TYPE_INTERFACE = G_TYPE_INTERFACE;
static const GType MASTHEAD_TYPE_VARIANT = G_TYPE_VARIANT;
static const GType MASTHEAD_TYPE_PARAM = G_TYPE_PARAM;

static inline GType masthead_type_value(void) { return G_TYPE_VALUE; }
static inline GType masthead_instance_type(gpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline GType masthead_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
static inline GType masthead_signal_type(GType type) { return type & ~G_SIGNAL_TYPE_STATIC_SCOPE; }

/* "1,204" in the user's locale. The caller frees it. */
static inline char *masthead_format_integer(gint64 number) { return g_strdup_printf("%'" G_GINT64_FORMAT, number); }
/* "3.5" in the user's locale. The caller frees it. */
static inline char *masthead_format_double(double number, int digits) { return g_strdup_printf("%'.*f", digits, number); }

static inline void masthead_command_line_print(GApplicationCommandLine *line, const char *text) { g_application_command_line_print(line, "%s", text); }
static inline void masthead_command_line_print_error(GApplicationCommandLine *line, const char *text) { g_application_command_line_printerr(line, "%s", text); }

/* A source that runs what Swift's main actor has waiting; see main_queue.c. */
GSource *masthead_main_queue_source_new(void);

/* Lets Swift's tasks run on GLib's threads; see task_pool.c. Delays are kept by the default main context. */
void masthead_task_pool_install(void);
/* Runs a function on a thread of its own, however many others wait. */
void masthead_run_waiting_work(void (*body)(void *data), void *data);
