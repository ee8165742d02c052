// The functions of libsecret and GLib that the store of the desktop keyring calls. They are looked up at the first use,
// not linked: a program builds without their headers, and gets an error where they are not installed. A test compiles
// this table against the real headers.
#pragma once

#include <dlfcn.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct _GAsyncResult GAsyncResult;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GDBusProxy GDBusProxy;
typedef struct _GHashTable GHashTable;
typedef struct _GMainContext GMainContext;
typedef struct _GVariant GVariant;
typedef struct _GVariantType GVariantType;
typedef struct _SecretCollection SecretCollection;
typedef struct _SecretItem SecretItem;
typedef struct _SecretService SecretService;
typedef struct _SecretValue SecretValue;

// Types whose members are read, and enumerations by their width; the test puts the real types in their place.
#ifndef AUTH0_HAS_REAL_HEADERS
typedef struct {
    unsigned int domain;
    int code;
    const char *message;
} auth0_secret_error;
typedef struct auth0_secret_list {
    void *data;
    struct auth0_secret_list *next;
    struct auth0_secret_list *previous;
} auth0_secret_list;
typedef unsigned int auth0_secret_flags;
typedef int auth0_secret_bus;
typedef void auth0_secret_schema;
typedef size_t auth0_secret_type;
typedef unsigned int (*auth0_secret_hash)(const void *);
typedef int (*auth0_secret_equal)(const void *, const void *);
typedef void (*auth0_secret_free)(void *);
typedef void (*auth0_secret_ready)(void *, GAsyncResult *, void *);
#define AUTH0_SECRET_FLAGS(kind) auth0_secret_flags
#endif

// Every function: the type of its result, its name, its parameters.
#define AUTH0_SECRET_CALLS(CALL)                                                                                      \
    CALL(void, g_object_unref, (void *))                                                                              \
    CALL(void, g_free, (void *))                                                                                      \
    CALL(char *, g_strdup, (const char *))                                                                            \
    CALL(void, g_strfreev, (char **))                                                                                 \
    CALL(void, g_error_free, (auth0_secret_error *))                                                                  \
    CALL(const char *, g_quark_to_string, (unsigned int))                                                             \
    CALL(void, g_list_free, (auth0_secret_list *))                                                                    \
    CALL(auth0_secret_list *, g_list_append, (auth0_secret_list *, void *))                                           \
    CALL(unsigned int, g_str_hash, (const void *))                                                                    \
    CALL(int, g_str_equal, (const void *, const void *))                                                              \
    CALL(GHashTable *, g_hash_table_new_full,                                                                         \
         (auth0_secret_hash, auth0_secret_equal, auth0_secret_free, auth0_secret_free))                               \
    CALL(int, g_hash_table_insert, (GHashTable *, void *, void *))                                                    \
    CALL(void *, g_hash_table_lookup, (GHashTable *, const void *))                                                   \
    CALL(void, g_hash_table_unref, (GHashTable *))                                                                    \
    CALL(GMainContext *, g_main_context_new, (void))                                                                  \
    CALL(void, g_main_context_push_thread_default, (GMainContext *))                                                  \
    CALL(void, g_main_context_pop_thread_default, (GMainContext *))                                                   \
    CALL(int, g_main_context_iteration, (GMainContext *, int))                                                        \
    CALL(GMainContext *, g_main_context_ref, (GMainContext *))                                                        \
    CALL(void, g_main_context_wakeup, (GMainContext *))                                                               \
    CALL(void, g_main_context_unref, (GMainContext *))                                                                \
    CALL(GCancellable *, g_cancellable_new, (void))                                                                   \
    CALL(void, g_cancellable_cancel, (GCancellable *))                                                                \
    CALL(GVariant *, g_variant_new_string, (const char *))                                                            \
    CALL(GVariant *, g_variant_new_tuple, (GVariant *const *, size_t))                                                \
    CALL(GVariant *, g_variant_get_child_value, (GVariant *, size_t))                                                 \
    CALL(unsigned int, g_variant_get_uint32, (GVariant *))                                                            \
    CALL(const char *, g_variant_get_string, (GVariant *, size_t *))                                                  \
    CALL(const char *, g_dbus_proxy_get_object_path, (GDBusProxy *))                                                  \
    CALL(void, g_variant_unref, (GVariant *))                                                                         \
    CALL(GDBusConnection *, g_bus_get_sync, (auth0_secret_bus, GCancellable *, auth0_secret_error **))                \
    CALL(void, g_dbus_connection_set_exit_on_close, (GDBusConnection *, int))                                         \
    CALL(GVariant *, g_dbus_connection_call_sync,                                                                     \
         (GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *,                      \
          const GVariantType *, AUTH0_SECRET_FLAGS(GDBusCallFlags), int, GCancellable *, auth0_secret_error **))      \
    CALL(auth0_secret_type, secret_service_get_type, (void))                                                          \
    CALL(SecretService *, secret_service_open_sync,                                                                   \
         (auth0_secret_type, const char *, AUTH0_SECRET_FLAGS(SecretServiceFlags), GCancellable *,                    \
          auth0_secret_error **))                                                                                     \
    CALL(char **, secret_collection_search_for_dbus_paths_sync,                                                       \
         (SecretCollection *, const auth0_secret_schema *, GHashTable *, GCancellable *, auth0_secret_error **))      \
    CALL(SecretItem *, secret_item_new_for_dbus_path_sync,                                                            \
         (SecretService *, const char *, AUTH0_SECRET_FLAGS(SecretItemFlags), GCancellable *, auth0_secret_error **)) \
    CALL(void, secret_item_create,                                                                                    \
         (SecretCollection *, const auth0_secret_schema *, GHashTable *, const char *, SecretValue *,                 \
          AUTH0_SECRET_FLAGS(SecretItemCreateFlags), GCancellable *, auth0_secret_ready, void *))                     \
    CALL(SecretItem *, secret_item_create_finish, (GAsyncResult *, auth0_secret_error **))                            \
    CALL(void, secret_service_unlock,                                                                                 \
         (SecretService *, auth0_secret_list *, GCancellable *, auth0_secret_ready, void *))                          \
    CALL(int, secret_service_unlock_finish,                                                                           \
         (SecretService *, GAsyncResult *, auth0_secret_list **, auth0_secret_error **))                              \
    CALL(SecretCollection *, secret_collection_for_alias_sync,                                                        \
         (SecretService *, const char *, AUTH0_SECRET_FLAGS(SecretCollectionFlags), GCancellable *,                   \
          auth0_secret_error **))                                                                                     \
    CALL(int, secret_collection_get_locked, (SecretCollection *))                                                     \
    CALL(int, secret_item_get_locked, (SecretItem *))                                                                 \
    CALL(int, secret_item_load_secret_sync, (SecretItem *, GCancellable *, auth0_secret_error **))                    \
    CALL(SecretValue *, secret_item_get_secret, (SecretItem *))                                                       \
    CALL(GHashTable *, secret_item_get_attributes, (SecretItem *))                                                    \
    CALL(unsigned long, secret_item_get_modified, (SecretItem *))                                                     \
    CALL(void, secret_item_delete, (SecretItem *, GCancellable *, auth0_secret_ready, void *))                        \
    CALL(int, secret_item_delete_finish, (SecretItem *, GAsyncResult *, auth0_secret_error **))                       \
    CALL(SecretValue *, secret_value_new, (const char *, ssize_t, const char *))                                      \
    CALL(const char *, secret_value_get, (SecretValue *, size_t *))                                                   \
    CALL(void, secret_value_unref, (void *))

typedef struct {
#define AUTH0_SECRET_MEMBER(result, name, parameters) result(*name) parameters;
    AUTH0_SECRET_CALLS(AUTH0_SECRET_MEMBER)
#undef AUTH0_SECRET_MEMBER
} auth0_secret;

// Looks up the functions. Returns the name of a missing function or library, or NULL for none.
static inline const char *auth0_secret_load(auth0_secret *calls) {
    static const char library[] = "libsecret-1.so.0";
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return library;
#define AUTH0_SECRET_FIND(result, name, parameters)           \
    calls->name = (result(*) parameters)dlsym(handle, #name); \
    if (!calls->name) return #name;
    AUTH0_SECRET_CALLS(AUTH0_SECRET_FIND)
#undef AUTH0_SECRET_FIND
    return NULL;
}
