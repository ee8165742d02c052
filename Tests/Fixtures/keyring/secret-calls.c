// Compiled by a test, and never run: compares the table of Sources/CModules/CAuth0Secret with the headers of libsecret
// and GLib.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

#define AUTH0_HAS_REAL_HEADERS
typedef GError auth0_secret_error;
typedef GList auth0_secret_list;
typedef GBusType auth0_secret_bus;
typedef SecretSchema auth0_secret_schema;
typedef GType auth0_secret_type;
typedef GHashFunc auth0_secret_hash;
typedef GEqualFunc auth0_secret_equal;
typedef GDestroyNotify auth0_secret_free;
typedef GAsyncReadyCallback auth0_secret_ready;
#define AUTH0_SECRET_FLAGS(kind) kind

#include "../../../Sources/CModules/CAuth0Secret/secret.h"

// A pointer to each function, of the type in the table: any difference is an error.
#undef g_object_unref
#undef g_strdup
#undef g_free
#undef g_hash_table_insert
#define CHECK(result, name, parameters) result(*check_##name) parameters = name;
AUTH0_SECRET_CALLS(CHECK)

_Static_assert(G_BUS_TYPE_SESSION == 2, "the bus of the session");
_Static_assert(SECRET_SERVICE_OPEN_SESSION == 2, "a session");
_Static_assert(SECRET_ITEM_NONE == 0, "an item without its secret");
_Static_assert(SECRET_ERROR_IS_LOCKED == 2 && SECRET_ERROR_NO_SUCH_OBJECT == 3, "errors");
_Static_assert(G_IO_ERROR_CANCELLED == 19, "the deadline");
_Static_assert(sizeof(GType) == sizeof(size_t), "types");
_Static_assert(offsetof(GError, code) == 4 && offsetof(GError, message) == 8, "an error");
_Static_assert(offsetof(GList, data) == 0 && offsetof(GList, next) == sizeof(void *), "a list");

#ifdef auth0_wrong
// That a difference is an error: this function takes a value.
void (*check_wrong)(SecretItem *) = secret_service_unlock;
#endif
