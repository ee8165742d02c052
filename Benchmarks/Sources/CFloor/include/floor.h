#pragma once

/// The request that the floor sends repeatedly.
struct floor_options {
    const char *url;
    /// A PEM file of authorities, or NULL for plain HTTP.
    const char *authorities;
    /// Header lines, ended by NULL.
    const char *const *headers;
    const char *body;
    long body_length;
    /// The number of requests in flight at any time.
    int concurrency;
    /// The maximum number of open connections.
    int connections;
};

struct floor;

/// Makes the handles; nothing is sent. Returns NULL when that fails.
struct floor *floor_new(const struct floor_options *options);
/// Sends `requests` requests and waits for all answers. Returns NULL, or what went wrong.
const char *floor_run(struct floor *floor, long requests);
/// Does the same with the two switches between threads that a suspended task needs, one request at a time: the caller
/// wakes a thread that runs libcurl, and that thread wakes the caller.
const char *floor_run_between_threads(struct floor *floor, long requests);
/// Does the same with only the second switch: the caller passes the request to libcurl while the thread sleeps.
const char *floor_run_from_caller(struct floor *floor, long requests);

/// A thread that runs libcurl for a caller that does not wait for its answers.
struct floor_thread;

/// Starts the thread, which calls `on_answer` after each answer. Returns NULL when that fails.
struct floor_thread *floor_thread_new(struct floor *floor, void (*on_answer)(void *context), void *context);
/// Sends one request; the answer to the one before it must have come. Returns NULL, or what went wrong.
const char *floor_thread_send(struct floor_thread *thread);
/// Ends the thread. Returns NULL, or what went wrong in it.
const char *floor_thread_free(struct floor_thread *thread);

void floor_free(struct floor *floor);
