// The least that HTTP by libcurl can cost: one thread, epoll, easy handles that are reused as they are, answers counted
// and dropped. What the SDK adds (threads, decoding, safety) is measured against this.

#include "floor.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct floor {
    CURLM *multi;
    CURL **handles;
    int concurrency;
    struct curl_slist *headers;
    char *body;
    int epoll;
    /// When libcurl wants to be called, in milliseconds of the monotonic clock; -1 for never.
    long long deadline;
    char error[128];
};

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static size_t on_data(char *data, size_t size, size_t count, void *context) {
    (void)data;
    *(size_t *)context += size * count;
    return size * count;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    struct floor *floor = context;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(floor->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    if (epoll_ctl(floor->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) != 0) return -1;
    if (!known) curl_multi_assign(floor->multi, socket, floor);
    return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    struct floor *floor = context;
    floor->deadline = milliseconds < 0 ? -1 : now() + milliseconds;
    return 0;
}

static CURL *new_handle(const struct floor_options *options, struct floor *floor) {
    CURL *easy = curl_easy_init();
    if (easy == NULL) return NULL;
    size_t *received = calloc(1, sizeof(size_t));
    curl_easy_setopt(easy, CURLOPT_URL, options->url);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, floor->body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, options->body_length);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, floor->headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_data);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, received);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, received);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
    if (options->authorities != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, options->authorities);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    return easy;
}

struct floor *floor_new(const struct floor_options *options) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct floor *floor = calloc(1, sizeof *floor);
    floor->concurrency = options->concurrency;
    floor->deadline = -1;
    floor->epoll = epoll_create1(EPOLL_CLOEXEC);
    floor->body = malloc(options->body_length);
    memcpy(floor->body, options->body, options->body_length);
    for (const char *const *line = options->headers; *line != NULL; line++) {
        floor->headers = curl_slist_append(floor->headers, *line);
    }
    floor->multi = curl_multi_init();
    curl_multi_setopt(floor->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(floor->multi, CURLMOPT_SOCKETDATA, floor);
    curl_multi_setopt(floor->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(floor->multi, CURLMOPT_TIMERDATA, floor);
    curl_multi_setopt(floor->multi, CURLMOPT_MAXCONNECTS, (long)options->connections);
    curl_multi_setopt(floor->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)options->connections);
    floor->handles = calloc(options->concurrency, sizeof(CURL *));
    for (int index = 0; index < options->concurrency; index++) {
        floor->handles[index] = new_handle(options, floor);
        if (floor->handles[index] == NULL) return NULL;
    }
    return floor;
}

/// Takes what has finished, and starts as many again while there are requests left.
static const char *reap(struct floor *floor, long *started, long *completed, long requests) {
    CURLMsg *message;
    int queued;
    while ((message = curl_multi_info_read(floor->multi, &queued)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *easy = message->easy_handle;
        long status = 0;
        size_t *received;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, &received);
        if (message->data.result != CURLE_OK || status != 200 || *received == 0) {
            snprintf(floor->error, sizeof floor->error, "%s, status %ld, %zu bytes",
                     curl_easy_strerror(message->data.result), status, *received);
            return floor->error;
        }
        *received = 0;
        *completed += 1;
        curl_multi_remove_handle(floor->multi, easy);
        if (*started < requests) {
            *started += 1;
            curl_multi_add_handle(floor->multi, easy);
        }
    }
    return NULL;
}

static int patience(const struct floor *floor) {
    if (floor->deadline < 0) return -1;
    long long left = floor->deadline - now();
    return left < 0 ? 0 : (int)left;
}

const char *floor_run(struct floor *floor, long requests) {
    long started = 0, completed = 0;
    int running = 0;
    for (int index = 0; index < floor->concurrency && started < requests; index++, started++) {
        curl_multi_add_handle(floor->multi, floor->handles[index]);
    }
    while (completed < requests) {
        struct epoll_event events[64];
        int count = epoll_wait(floor->epoll, events, 64, patience(floor));
        for (int index = 0; index < count; index++) {
            int mask = 0;
            if (events[index].events & EPOLLIN) mask |= CURL_CSELECT_IN;
            if (events[index].events & EPOLLOUT) mask |= CURL_CSELECT_OUT;
            if (events[index].events & (EPOLLERR | EPOLLHUP)) mask |= CURL_CSELECT_ERR;
            curl_multi_socket_action(floor->multi, events[index].data.fd, mask, &running);
        }
        if (floor->deadline >= 0 && floor->deadline <= now()) {
            floor->deadline = -1;
            curl_multi_socket_action(floor->multi, CURL_SOCKET_TIMEOUT, 0, &running);
        }
        const char *error = reap(floor, &started, &completed, requests);
        if (error != NULL) return error;
    }
    return NULL;
}

// ---- With the switches between threads of a suspended task ----

struct between {
    struct floor *floor;
    /// Called with the lock released after each answer, or NULL: the answer is waited for.
    void (*on_answer)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t answered;
    int wake;
    bool is_submitted, is_answered, is_over;
    const char *error;
};

/// Lets libcurl act if its timer is due, and takes what has finished.
static void act(struct between *between) {
    struct floor *floor = between->floor;
    int running = 0;
    long started = 0, completed = 0;
    if (floor->deadline >= 0 && floor->deadline <= now()) {
        floor->deadline = -1;
        curl_multi_socket_action(floor->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    between->error = reap(floor, &started, &completed, 0);
    if (completed == 0 && between->error == NULL) return;
    between->is_answered = true;
    if (between->on_answer == NULL) pthread_cond_signal(&between->answered);
}

static void *run_thread(void *context) {
    struct between *between = context;
    struct floor *floor = between->floor;
    pthread_mutex_lock(&between->lock);
    while (!between->is_over) {
        int milliseconds = patience(floor);
        struct epoll_event events[64];
        pthread_mutex_unlock(&between->lock);
        int count = epoll_wait(floor->epoll, events, 64, milliseconds);
        pthread_mutex_lock(&between->lock);
        for (int index = 0; index < count; index++) {
            int running = 0;
            if (events[index].data.fd == between->wake) continue;
            curl_multi_socket_action(floor->multi, events[index].data.fd, CURL_CSELECT_IN, &running);
        }
        if (between->is_submitted) {
            between->is_submitted = false;
            curl_multi_add_handle(floor->multi, floor->handles[0]);
        }
        act(between);
        if (between->on_answer == NULL || !between->is_answered) continue;
        between->is_answered = false;
        pthread_mutex_unlock(&between->lock);
        between->on_answer(between->context);
        pthread_mutex_lock(&between->lock);
    }
    pthread_mutex_unlock(&between->lock);
    return NULL;
}

static const char *begin_between(struct between *between, pthread_t *thread) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    between->wake = event.data.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&between->lock, NULL);
    pthread_cond_init(&between->answered, NULL);
    epoll_ctl(between->floor->epoll, EPOLL_CTL_ADD, between->wake, &event);
    return pthread_create(thread, NULL, run_thread, between) == 0 ? NULL : "no thread";
}

static const char *wake(struct between *between) {
    unsigned long one = 1;
    return write(between->wake, &one, sizeof one) < 0 ? "no wake-up" : NULL;
}

/// Passes a request to the thread.
static const char *submit(struct between *between) {
    pthread_mutex_lock(&between->lock);
    between->is_submitted = true;
    pthread_mutex_unlock(&between->lock);
    return wake(between);
}

static const char *end_between(struct between *between, pthread_t thread) {
    pthread_mutex_lock(&between->lock);
    between->is_over = true;
    pthread_mutex_unlock(&between->lock);
    if (wake(between) != NULL) return "no wake-up";
    pthread_join(thread, NULL);
    epoll_ctl(between->floor->epoll, EPOLL_CTL_DEL, between->wake, NULL);
    close(between->wake);
    pthread_cond_destroy(&between->answered);
    pthread_mutex_destroy(&between->lock);
    return between->error;
}

static const char *run_between(struct floor *floor, long requests, bool is_direct) {
    struct between between = {.floor = floor};
    pthread_t thread;
    if (begin_between(&between, &thread) != NULL) return "no thread";
    for (long index = 0; index < requests && between.error == NULL; index++) {
        if (!is_direct && submit(&between) != NULL) return "no wake-up";
        pthread_mutex_lock(&between.lock);
        if (is_direct) {
            curl_multi_add_handle(floor->multi, floor->handles[0]);
            act(&between);
        }
        while (!between.is_answered) pthread_cond_wait(&between.answered, &between.lock);
        between.is_answered = false;
        pthread_mutex_unlock(&between.lock);
    }
    return end_between(&between, thread);
}

const char *floor_run_between_threads(struct floor *floor, long requests) {
    return run_between(floor, requests, false);
}

const char *floor_run_from_caller(struct floor *floor, long requests) {
    return run_between(floor, requests, true);
}

// ---- For a suspended task ----

struct floor_thread {
    struct between between;
    pthread_t thread;
};

struct floor_thread *floor_thread_new(struct floor *floor, void (*on_answer)(void *context), void *context) {
    struct floor_thread *thread = calloc(1, sizeof *thread);
    thread->between.floor = floor;
    thread->between.on_answer = on_answer;
    thread->between.context = context;
    if (begin_between(&thread->between, &thread->thread) == NULL) return thread;
    free(thread);
    return NULL;
}

const char *floor_thread_send(struct floor_thread *thread) { return submit(&thread->between); }

const char *floor_thread_free(struct floor_thread *thread) {
    const char *error = end_between(&thread->between, thread->thread);
    free(thread);
    return error;
}

void floor_free(struct floor *floor) {
    for (int index = 0; index < floor->concurrency; index++) {
        size_t *received;
        curl_easy_getinfo(floor->handles[index], CURLINFO_PRIVATE, &received);
        curl_multi_remove_handle(floor->multi, floor->handles[index]);
        curl_easy_cleanup(floor->handles[index]);
        free(received);
    }
    curl_multi_cleanup(floor->multi);
    curl_slist_free_all(floor->headers);
    close(floor->epoll);
    free(floor->handles);
    free(floor->body);
    free(floor);
}
