// Compiled by a test, and never run: compares the table of Sources/CModules/CAuth0WebKitGTK with the headers of
// WebKitGTK.
#include <webkit2/webkit2.h>

#define AUTH0_HAS_REAL_HEADERS
typedef GtkWindowType auth0_window_type;
typedef GConnectFlags auth0_connect_flags;
typedef WebKitCookiePersistentStorage auth0_cookie_storage;
typedef GClosureNotify auth0_closure_notify;

#include "../../../Sources/CModules/CAuth0WebKitGTK/webkit.h"

// A pointer to each function, of the type in the table: any difference is an error.
#undef g_object_unref
#define CHECK(result, name, parameters) result(*check_##name) parameters = name;
AUTH0_WEBKIT_CALLS(CHECK)

_Static_assert(WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION == 1, "a new window");
_Static_assert(WEBKIT_POLICY_DECISION_TYPE_RESPONSE == 2, "an answer");
_Static_assert(WEBKIT_NETWORK_ERROR_CANCELLED == 302, "a load that gave way");
_Static_assert(WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE == 1, "cookies in SQLite");
_Static_assert(GTK_WINDOW_TOPLEVEL == 0, "a window");
_Static_assert(offsetof(auth0_g_error, code) == offsetof(GError, code), "an error's code");
_Static_assert(offsetof(auth0_g_error, message) == offsetof(GError, message), "an error's message");
_Static_assert(G_TLS_CERTIFICATE_UNKNOWN_CA == 1 && G_TLS_CERTIFICATE_GENERIC_ERROR == 64, "certificates");

#ifdef auth0_wrong
// That a difference is an error: this function takes a window.
void (*check_wrong)(GtkWidget *) = gtk_window_present;
#endif
