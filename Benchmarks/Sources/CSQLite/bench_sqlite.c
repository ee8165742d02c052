#include "bench_sqlite.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The parts of sqlite3.h that are used, whose values never change: https://www.sqlite.org/c3ref/intro.html
enum { ok = 0, row = 100, done = 101 };
typedef struct sqlite3 connection;
typedef struct sqlite3_stmt statement;

static struct {
    int (*open)(const char *, connection **);
    int (*close)(connection *);
    int (*exec)(connection *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int (*prepare)(connection *, const char *, int, statement **, const char **);
    int (*bind_number)(statement *, int, long long);
    int (*bind_bytes)(statement *, int, const void *, int, void (*)(void *));
    int (*step)(statement *);
    int (*reset)(statement *);
    int (*finalize)(statement *);
    const void *(*bytes)(statement *, int);
    int (*count)(statement *, int);
} lib;

struct bench_sqlite {
    connection *connection;
    statement *read, *write;
};

static int load(void) {
    void *handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (handle == NULL) return 0;
    lib.open = (int (*)(const char *, connection **))dlsym(handle, "sqlite3_open");
    lib.close = (int (*)(connection *))dlsym(handle, "sqlite3_close");
    lib.exec = (int (*)(connection *, const char *, int (*)(void *, int, char **, char **), void *, char **))dlsym(
        handle, "sqlite3_exec");
    lib.prepare =
        (int (*)(connection *, const char *, int, statement **, const char **))dlsym(handle, "sqlite3_prepare_v2");
    lib.bind_number = (int (*)(statement *, int, long long))dlsym(handle, "sqlite3_bind_int64");
    lib.bind_bytes =
        (int (*)(statement *, int, const void *, int, void (*)(void *)))dlsym(handle, "sqlite3_bind_blob");
    lib.step = (int (*)(statement *))dlsym(handle, "sqlite3_step");
    lib.reset = (int (*)(statement *))dlsym(handle, "sqlite3_reset");
    lib.finalize = (int (*)(statement *))dlsym(handle, "sqlite3_finalize");
    lib.bytes = (const void *(*)(statement *, int))dlsym(handle, "sqlite3_column_blob");
    lib.count = (int (*)(statement *, int))dlsym(handle, "sqlite3_column_bytes");
    return lib.open && lib.close && lib.exec && lib.prepare && lib.bind_number && lib.bind_bytes && lib.step
        && lib.reset && lib.finalize && lib.bytes && lib.count;
}

int bench_sqlite_run(struct bench_sqlite *database, const char *text) {
    return lib.exec(database->connection, text, NULL, NULL, NULL) == ok;
}

static int prepare(struct bench_sqlite *database, const char *text, statement **prepared) {
    return lib.prepare(database->connection, text, -1, prepared, NULL) == ok;
}

struct bench_sqlite *bench_sqlite_open(const char *path) {
    if (!load()) return NULL;
    struct bench_sqlite *database = calloc(1, sizeof *database);
    if (database == NULL) return NULL;
    if (lib.open(path, &database->connection) == ok
        && bench_sqlite_run(database, "PRAGMA journal_mode = WAL")
        && bench_sqlite_run(database, "PRAGMA synchronous = FULL")
        && bench_sqlite_run(database, "CREATE TABLE IF NOT EXISTS secrets (number INTEGER PRIMARY KEY, secret BLOB)")
        && prepare(database, "SELECT secret FROM secrets WHERE number = ?", &database->read)
        && prepare(database, "INSERT OR REPLACE INTO secrets VALUES (?, ?)", &database->write)) {
        return database;
    }
    bench_sqlite_close(database);
    return NULL;
}

int bench_sqlite_write(struct bench_sqlite *database, int64_t number, const void *secret, size_t length) {
    lib.bind_number(database->write, 1, number);
    // The bytes live until the statement is reset.
    lib.bind_bytes(database->write, 2, secret, (int)length, NULL);
    int result = lib.step(database->write);
    lib.reset(database->write);
    return result == done;
}

int bench_sqlite_read(struct bench_sqlite *database, int64_t number, void *secret, size_t size) {
    lib.bind_number(database->read, 1, number);
    int count = -1;
    if (lib.step(database->read) == row && (size_t)lib.count(database->read, 0) <= size) {
        count = lib.count(database->read, 0);
        memcpy(secret, lib.bytes(database->read, 0), (size_t)count);
    }
    lib.reset(database->read);
    return count;
}

void bench_sqlite_close(struct bench_sqlite *database) {
    if (database->read != NULL) lib.finalize(database->read);
    if (database->write != NULL) lib.finalize(database->write);
    if (database->connection != NULL) lib.close(database->connection);
    free(database);
}
