// A keyring of one item, whose user answers the prompt late: a Secret Service for the tests, which compile it.
//
// asking-keyring FOLDER MILLISECONDS ITEMS PAUSE
//
// A search finds the item several times, and its attributes are sent after a pause in milliseconds.
// SIGUSR1 locks it. A prompt creates the file FOLDER/prompted, and is answered after a time; with 0 at SIGUSR2.
// With the variable CONFIRM, the user also confirms that an item is stored or removed.
#include <gio/gio.h>
#include <glib-unix.h>

#define ROOT "/org/freedesktop/secrets"
#define NAME "org.freedesktop.Secret."
#define IN(type) "<arg type='" type "' direction='in'/>"
#define OUT(type) "<arg type='" type "' direction='out'/>"
#define METHOD(name, arguments) "<method name='" name "'>" arguments "</method>"
#define PROPERTY(name, type) "<property name='" name "' type='" type "' access='read'/>"
#define INTERFACE(name, members) "<interface name='" NAME name "'>" members "</interface>"
#define STATE PROPERTY("Locked", "b") PROPERTY("Label", "s") PROPERTY("Created", "t") PROPERTY("Modified", "t")

static const char description[] =
    "<node>"
    INTERFACE("Service",
        METHOD("OpenSession", IN("s") IN("v") OUT("v") OUT("o"))
        METHOD("SearchItems", IN("a{ss}") OUT("ao") OUT("ao"))
        METHOD("Unlock", IN("ao") OUT("ao") OUT("o"))
        METHOD("ReadAlias", IN("s") OUT("o"))
        PROPERTY("Collections", "ao"))
    INTERFACE("Collection", METHOD("SearchItems", IN("a{ss}") OUT("ao"))
        METHOD("CreateItem", IN("a{sv}") IN("(oayays)") IN("b") OUT("o") OUT("o"))
        PROPERTY("Items", "ao") STATE)
    INTERFACE("Item", METHOD("GetSecret", IN("o") OUT("(oayays)")) METHOD("Delete", OUT("o"))
        PROPERTY("Attributes", "a{ss}") STATE)
    INTERFACE("Session", METHOD("Close", ""))
    INTERFACE("Prompt", METHOD("Prompt", IN("s")) METHOD("Dismiss", "")
        "<signal name='Completed'><arg type='b'/><arg type='v'/></signal>")
    "</node>";

static GDBusConnection *bus;
static GVariant *attributes, *contents, *asked;
static gboolean is_locked, is_confirmed, removes;
static const char *folder;
static guint delay, items, pause_of_item;

static GVariant *paths(gboolean is_there) {
    g_autofree const char **item = g_new(const char *, items);
    for (guint index = 0; index < items; index++) item[index] = ROOT "/collection/login/1";
    return g_variant_new_objv(item, is_there ? items : 0);
}

static gboolean answer(gpointer unused) {
    is_locked = FALSE;
    if (removes) contents = NULL;
    removes = FALSE;
    g_dbus_connection_emit_signal(
        bus, NULL, ROOT "/prompt", NAME "Prompt", "Completed", g_variant_new("(bv)", FALSE, asked), NULL);
    return G_SOURCE_REMOVE;
}

static gboolean lock(gpointer unused) { return is_locked = TRUE; }

static GVariant *prompted(void) {
    g_autofree char *file = g_build_filename(folder, "prompted", NULL);
    g_file_set_contents(file, "", 0, NULL);
    if (delay > 0) g_timeout_add(delay, answer, NULL);
    return NULL;
}

static void call(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *method,
    GVariant *arguments, GDBusMethodInvocation *invocation, gpointer unused) {
    GVariant *reply = NULL;
    if (g_str_equal(method, "OpenSession")) {
        const char *algorithm;
        g_variant_get(arguments, "(&sv)", &algorithm, NULL);
        if (!g_str_equal(algorithm, "plain")) {
            return g_dbus_method_invocation_return_error(
                invocation, G_DBUS_ERROR, G_DBUS_ERROR_NOT_SUPPORTED, "only plain");
        }
        reply = g_variant_new("(vo)", g_variant_new_string(""), ROOT "/session/1");
    } else if (g_str_equal(method, "SearchItems") && g_str_equal(interface, NAME "Collection")) {
        reply = g_variant_new("(@ao)", paths(contents != NULL));
    } else if (g_str_equal(method, "SearchItems")) {
        gboolean is_there = contents != NULL;
        reply = g_variant_new("(@ao@ao)", paths(is_there && !is_locked), paths(is_there && is_locked));
    } else if (g_str_equal(method, "Unlock")) {
        asked = g_variant_ref(g_variant_get_child_value(arguments, 0));
        reply = is_locked ? g_variant_new("(@aoo)", paths(FALSE), ROOT "/prompt") : g_variant_new("(@aoo)", asked, "/");
    } else if (g_str_equal(method, "ReadAlias")) {
        reply = g_variant_new("(o)", ROOT "/collection/login");
    } else if (g_str_equal(method, "CreateItem") && !is_locked) {
        g_autoptr(GVariant) properties = g_variant_get_child_value(arguments, 0);
        g_autoptr(GVariant) secret = g_variant_get_child_value(arguments, 1);
        attributes = g_variant_lookup_value(properties, NAME "Item.Attributes", G_VARIANT_TYPE("a{ss}"));
        contents = g_variant_get_child_value(secret, 2);
        asked = g_variant_ref_sink(g_variant_new_object_path(ROOT "/collection/login/1"));
        reply = is_confirmed ? g_variant_new("(oo)", "/", ROOT "/prompt")
                             : g_variant_new("(oo)", ROOT "/collection/login/1", "/");
    } else if (g_str_equal(method, "GetSecret") && !is_locked) {
        GVariant *none = g_variant_new_array(G_VARIANT_TYPE_BYTE, NULL, 0);
        reply = g_variant_new("((o@ay@ays))", ROOT "/session/1", none, contents, "application/octet-stream");
    } else if (g_str_equal(method, "Delete") && contents == NULL) {
        return g_dbus_method_invocation_return_error(
            invocation, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD, "no such item");
    } else if (g_str_equal(method, "Delete") && !is_locked) {
        if (!is_confirmed) contents = NULL;
        removes = is_confirmed;
        asked = g_variant_ref_sink(g_variant_new_string(""));
        reply = g_variant_new("(o)", is_confirmed ? ROOT "/prompt" : "/");
    } else if (g_str_equal(method, "Prompt")) {
        reply = prompted();
    } else if (!g_str_equal(method, "Close") && !g_str_equal(method, "Dismiss")) {
        return g_dbus_method_invocation_return_dbus_error(invocation, NAME "Error.IsLocked", "locked");
    }
    g_dbus_method_invocation_return_value(invocation, reply);
}

static GVariant *property(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *name,
    GError **error, gpointer unused) {
    const char *collections[] = {ROOT "/collection/login"};
    if (g_str_equal(name, "Collections")) return g_variant_new_objv(collections, 1);
    if (g_str_equal(name, "Items")) return paths(contents != NULL);
    if (g_str_equal(name, "Locked")) return g_variant_new_boolean(is_locked);
    if (g_str_equal(name, "Label")) return g_variant_new_string("label");
    if (g_str_equal(name, "Attributes")) {
        g_usleep(pause_of_item * 1000);
        return g_variant_ref(attributes);
    }
    return g_variant_new_uint64(1);
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    folder = arguments[1];
    delay = (guint)atoi(arguments[2]);
    items = (guint)atoi(arguments[3]);
    pause_of_item = (guint)atoi(arguments[4]);
    is_confirmed = g_getenv("CONFIRM") != NULL;
    static const GDBusInterfaceVTable calls = {call, property, NULL, {0}};
    static const char *objects[][2] = {
        {ROOT, "Service"}, {ROOT "/collection/login", "Collection"}, {ROOT "/aliases/default", "Collection"},
        {ROOT "/collection/login/1", "Item"}, {ROOT "/session/1", "Session"}, {ROOT "/prompt", "Prompt"},
    };
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, NULL);
    bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (node == NULL || bus == NULL) return 69;
    for (size_t index = 0; index < G_N_ELEMENTS(objects); index++) {
        g_autofree char *name = g_strconcat(NAME, objects[index][1], NULL);
        GDBusInterfaceInfo *interface = g_dbus_node_info_lookup_interface(node, name);
        guint id = g_dbus_connection_register_object(bus, objects[index][0], interface, &calls, NULL, NULL, NULL);
        if (id == 0) return 70;
    }
    g_unix_signal_add(SIGUSR1, lock, NULL);
    g_unix_signal_add(SIGUSR2, answer, NULL);
    g_bus_own_name_on_connection(bus, "org.freedesktop.secrets", G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
