#pragma once

#include <stddef.h>
#include <stdint.h>

/// A table of secrets in an SQLite database, with a write-ahead log and a wait for the disk at each commit.
///
/// The library is loaded at run time, so that the benchmarks are built without its header.
struct bench_sqlite;

/// Opens a database, which is created if it is missing. Returns NULL without the library, or after an error.
struct bench_sqlite *bench_sqlite_open(const char *path);
/// Begins or ends a transaction of several writes. Returns 1 when that went well.
int bench_sqlite_run(struct bench_sqlite *database, const char *statement);
/// Stores a secret under a number in a transaction of its own, unless one has begun. Returns 1 when that went well.
int bench_sqlite_write(struct bench_sqlite *database, int64_t number, const void *secret, size_t length);
/// Copies a secret. Returns its length, or -1.
int bench_sqlite_read(struct bench_sqlite *database, int64_t number, void *secret, size_t size);
/// Closes the database.
void bench_sqlite_close(struct bench_sqlite *database);
