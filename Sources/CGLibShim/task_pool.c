/* The threads for Swift's tasks and for work that waits.

   On Linux libdispatch watches its common pool with a timer that fires every second for as long as the process lives, once a single task has
   run there (workqueue.c, `_dispatch_workq_init_once`; Swift 6.3). A window at rest would wake for nothing. Swift's runtime lets a program
   bring threads of its own through the hooks below; GLib's threads end when they have had nothing to do for a while. */
#include "CGLibShim.h"
#include <stdint.h>
#include <time.h>

#define SWIFT_CALL __attribute__((swiftcall))

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long nanoseconds, void *job, void *original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDeadline_hook)(long long seconds, long long nanoseconds, long long tolerance_seconds,
                                                                    long long tolerance_nanoseconds, int clock, void *job, void *original);
/* The executor is given in two words; both zero means any thread. */
extern SWIFT_CALL void swift_job_run(void *job, void *executor, uintptr_t implementation);

static GThreadPool *tasks;
static GThreadPool *waiting;

static void run_job(gpointer job, gpointer nothing) {
    (void)nothing;
    swift_job_run(job, NULL, 0);
}

static void push(gpointer job) { g_thread_pool_push(tasks, job, NULL); }

static SWIFT_CALL void enqueue(void *job, void *original) {
    (void)original;
    push(job);
}

static void push_after(gint64 nanoseconds, void *job) {
    if (nanoseconds <= 0) {
        push(job);
        return;
    }
    gint64 milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
    g_timeout_add_once((guint)MIN(milliseconds, (gint64)G_MAXUINT), push, job);
}

static SWIFT_CALL void enqueue_after(unsigned long long nanoseconds, void *job, void *original) {
    (void)original;
    push_after(nanoseconds > G_MAXINT64 ? G_MAXINT64 : (gint64)nanoseconds, job);
}

static SWIFT_CALL void enqueue_at(long long seconds, long long nanoseconds, long long tolerance_seconds, long long tolerance_nanoseconds,
                                  int clock, void *job, void *original) {
    (void)tolerance_seconds;
    (void)tolerance_nanoseconds;
    (void)original;
    /* swift_clock_id: 1 goes on while the machine sleeps, 2 does not, 3 is the time of day. */
    struct timespec now;
    clock_gettime(clock == 2 ? CLOCK_MONOTONIC : clock == 3 ? CLOCK_REALTIME : CLOCK_BOOTTIME, &now);
    gint64 left = seconds - now.tv_sec;
    push_after(left > 1000000000 ? G_MAXINT64 : left * 1000000000 + (nanoseconds - now.tv_nsec), job);
}

void masthead_task_pool_install(void) {
    if (tasks != NULL) return;
    /* Some tasks wait for a file now and then: more threads than processors. */
    tasks = g_thread_pool_new(run_job, NULL, MAX(4, (gint)g_get_num_processors()), FALSE, NULL);
    swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
    swift_task_enqueueGlobal_hook = enqueue;
}

typedef struct {
    void (*body)(void *data);
    void *data;
} WaitingWork;

static void run_waiting(gpointer work, gpointer nothing) {
    WaitingWork *self = work;
    (void)nothing;
    self->body(self->data);
    g_free(self);
}

void masthead_run_waiting_work(void (*body)(void *data), void *data) {
    static gsize once = 0;
    if (g_once_init_enter(&once)) {
        waiting = g_thread_pool_new(run_waiting, NULL, -1, FALSE, NULL);
        g_once_init_leave(&once, 1);
    }
    WaitingWork *work = g_new(WaitingWork, 1);
    work->body = body;
    work->data = data;
    g_thread_pool_push(waiting, work, NULL);
}
