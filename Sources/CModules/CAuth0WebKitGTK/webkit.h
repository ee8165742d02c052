// The functions of WebKitGTK that a login window calls. They are looked up when the first window opens, not linked: a
// program starts without their hundred libraries, builds without their headers, and gets an error where they are not
// installed. A test compiles this table against the real headers.
#pragma once

#include <dlfcn.h>
#include <stddef.h>

typedef struct _GtkContainer GtkContainer;
typedef struct _GtkWidget GtkWidget;
typedef struct _GtkWindow GtkWindow;
typedef struct _GMainContext GMainContext;
typedef struct _GMainLoop GMainLoop;
typedef struct _GTlsCertificate GTlsCertificate;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _WebKitCookieManager WebKitCookieManager;
typedef struct _WebKitDownload WebKitDownload;
typedef struct _WebKitNavigationAction WebKitNavigationAction;
typedef struct _WebKitNavigationPolicyDecision WebKitNavigationPolicyDecision;
typedef struct _WebKitPolicyDecision WebKitPolicyDecision;
typedef struct _WebKitResponsePolicyDecision WebKitResponsePolicyDecision;
typedef struct _WebKitURIRequest WebKitURIRequest;
typedef struct _WebKitWebContext WebKitWebContext;
typedef struct _WebKitWebView WebKitWebView;
typedef struct _WebKitWebsiteDataManager WebKitWebsiteDataManager;

// Every function: the type of its result, its name, its parameters.
#define AUTH0_WEBKIT_CALLS(CALL)                                                                                   \
    CALL(void, g_object_unref, (void *))                                                                           \
    CALL(unsigned int, g_idle_add, (int (*)(void *), void *))                                                      \
    CALL(const char *, g_quark_to_string, (unsigned int))                                                          \
    CALL(GMainLoop *, g_main_loop_new, (GMainContext *, int))                                                      \
    CALL(void, g_main_loop_run, (GMainLoop *))                                                                     \
    CALL(unsigned long, g_signal_connect_data,                                                                     \
         (void *, const char *, void (*)(void), void *, auth0_closure_notify, auth0_connect_flags))                \
    CALL(void, gtk_disable_setlocale, (void))                                                                      \
    CALL(int, gtk_init_check, (int *, char ***))                                                                   \
    CALL(GtkWidget *, gtk_window_new, (auth0_window_type))                                                         \
    CALL(void, gtk_window_set_title, (GtkWindow *, const char *))                                                  \
    CALL(void, gtk_window_set_default_size, (GtkWindow *, int, int))                                               \
    CALL(void, gtk_window_present, (GtkWindow *))                                                                  \
    CALL(void, gtk_container_add, (GtkContainer *, GtkWidget *))                                                   \
    CALL(void, gtk_widget_show_all, (GtkWidget *))                                                                 \
    CALL(void, gtk_widget_destroy, (GtkWidget *))                                                                  \
    CALL(void, soup_message_headers_replace, (SoupMessageHeaders *, const char *, const char *))                   \
    CALL(WebKitWebsiteDataManager *, webkit_website_data_manager_new, (const char *, ...))                         \
    CALL(WebKitWebsiteDataManager *, webkit_website_data_manager_new_ephemeral, (void))                            \
    CALL(WebKitWebContext *, webkit_web_context_new_with_website_data_manager, (WebKitWebsiteDataManager *))       \
    CALL(WebKitCookieManager *, webkit_web_context_get_cookie_manager, (WebKitWebContext *))                       \
    CALL(void, webkit_cookie_manager_set_persistent_storage,                                                       \
         (WebKitCookieManager *, const char *, auth0_cookie_storage))                                              \
    CALL(GtkWidget *, webkit_web_view_new_with_context, (WebKitWebContext *))                                      \
    CALL(void, webkit_web_view_load_uri, (WebKitWebView *, const char *))                                          \
    CALL(void, webkit_web_view_load_request, (WebKitWebView *, WebKitURIRequest *))                                \
    CALL(const char *, webkit_web_view_get_uri, (WebKitWebView *))                                                 \
    CALL(WebKitURIRequest *, webkit_uri_request_new, (const char *))                                               \
    CALL(const char *, webkit_uri_request_get_uri, (WebKitURIRequest *))                                           \
    CALL(SoupMessageHeaders *, webkit_uri_request_get_http_headers, (WebKitURIRequest *))                          \
    CALL(WebKitNavigationAction *, webkit_navigation_policy_decision_get_navigation_action,                        \
         (WebKitNavigationPolicyDecision *))                                                                       \
    CALL(WebKitURIRequest *, webkit_navigation_action_get_request, (WebKitNavigationAction *))                     \
    CALL(int, webkit_navigation_action_is_redirect, (WebKitNavigationAction *))                                    \
    CALL(int, webkit_navigation_action_is_user_gesture, (WebKitNavigationAction *))                                \
    CALL(int, webkit_response_policy_decision_is_mime_type_supported, (WebKitResponsePolicyDecision *))            \
    CALL(void, webkit_policy_decision_ignore, (WebKitPolicyDecision *))                                            \
    CALL(void, webkit_download_cancel, (WebKitDownload *))

// Enumerations and callbacks by their width; the test puts the real types in their place.
#ifndef AUTH0_HAS_REAL_HEADERS
typedef unsigned int auth0_window_type;
typedef unsigned int auth0_connect_flags;
typedef unsigned int auth0_cookie_storage;
typedef void (*auth0_closure_notify)(void *, void *);
#endif

typedef struct {
#define AUTH0_MEMBER(result, name, parameters) result(*name) parameters;
    AUTH0_WEBKIT_CALLS(AUTH0_MEMBER)
#undef AUTH0_MEMBER
} auth0_webkit;

// The beginning of a GError.
typedef struct {
    unsigned int domain;
    int code;
    const char *message;
} auth0_g_error;

// The callbacks of a window, each called with the pointer that auth0_webkit_connect received.
typedef struct {
    int (*decide_policy)(WebKitWebView *, WebKitPolicyDecision *, unsigned int kind, void *);
    int (*load_failed)(WebKitWebView *, unsigned int event, const char *address, const auth0_g_error *, void *);
    int (*certificate_failed)(WebKitWebView *, const char *address, GTlsCertificate *, unsigned int flags, void *);
    void (*process_ended)(WebKitWebView *, unsigned int reason, void *);
    void (*address_changed)(WebKitWebView *, void *property, void *);
    void (*closed_by_page)(WebKitWebView *, void *);
    void (*destroyed)(GtkWidget *, void *);
    // Called once, when the view is destroyed and no further signal follows.
    void (*released)(void *, void *);
} auth0_webkit_signals;

static inline void auth0_webkit_connect(
    auth0_webkit calls, WebKitWebView *view, GtkWidget *window, auth0_webkit_signals signals, void *receiver) {
#define AUTH0_CONNECT(object, name, callback) \
    calls.g_signal_connect_data(object, name, (void (*)(void))callback, receiver, NULL, 0)
    calls.g_signal_connect_data(
        view, "decide-policy", (void (*)(void))signals.decide_policy, receiver,
        (auth0_closure_notify)signals.released, 0);
    AUTH0_CONNECT(view, "load-failed", signals.load_failed);
    AUTH0_CONNECT(view, "load-failed-with-tls-errors", signals.certificate_failed);
    AUTH0_CONNECT(view, "web-process-terminated", signals.process_ended);
    AUTH0_CONNECT(view, "notify::uri", signals.address_changed);
    AUTH0_CONNECT(view, "close", signals.closed_by_page);
    AUTH0_CONNECT(window, "destroy", signals.destroyed);
#undef AUTH0_CONNECT
}

static inline void auth0_webkit_refuse_download(WebKitWebContext *context, WebKitDownload *download, void *cancel) {
    (void)context;
    ((void (*)(WebKitDownload *))cancel)(download);
}

// A session in memory, or one with two folders. It refuses downloads.
static inline WebKitWebContext *auth0_webkit_session(auth0_webkit calls, const char *data, const char *cache) {
    WebKitWebsiteDataManager *manager = data
        ? calls.webkit_website_data_manager_new("base-data-directory", data, "base-cache-directory", cache, NULL)
        : calls.webkit_website_data_manager_new_ephemeral();
    WebKitWebContext *context = calls.webkit_web_context_new_with_website_data_manager(manager);
    calls.g_object_unref(manager);
    calls.g_signal_connect_data(
        context, "download-started", (void (*)(void))auth0_webkit_refuse_download,
        (void *)calls.webkit_download_cancel, NULL, 0);
    return context;
}

// Looks up the functions. Returns the name of a missing function or library, or NULL for none.
static inline const char *auth0_webkit_load(auth0_webkit *calls) {
    static const char library[] = "libwebkit2gtk-4.1.so.0";
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return library;
#define AUTH0_FIND(result, name, parameters)                  \
    calls->name = (result(*) parameters)dlsym(handle, #name); \
    if (!calls->name) return #name;
    AUTH0_WEBKIT_CALLS(AUTH0_FIND)
#undef AUTH0_FIND
    return NULL;
}

// Whether the process has GTK 4, with which GTK 3 cannot be loaded.
static inline int auth0_webkit_is_excluded(void) {
    void *handle = dlopen("libgtk-4.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (handle) dlclose(handle);
    return handle != NULL;
}
