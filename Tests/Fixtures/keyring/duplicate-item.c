// Another program that copies the item of the store with other contents: `duplicate-item COLLECTION-PATH TEXT` creates
// a second item of the same attributes, and `duplicate-item count` prints their number in all collections.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, NULL, NULL);
    GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, "xdg:schema", "io.github.auth0-streams.Secret");
    g_hash_table_insert(attributes, "application", "tests");
    g_hash_table_insert(attributes, "service", "tests");
    g_hash_table_insert(attributes, "account", "john");
    GList *items = secret_service_search_sync(service, NULL, attributes,
                                              SECRET_SEARCH_ALL | SECRET_SEARCH_LOAD_SECRETS, NULL, NULL);
    if (count == 2) return printf("%u\n", g_list_length(items)) < 0;
    if (count != 3 || !items) return 64;
    gsize length;
    const char *contents = secret_value_get(secret_item_get_secret(items->data), &length);
    char copy[256];
    memcpy(copy, contents, 20);
    size_t size = strlen(words[2]);
    memcpy(copy + 20, words[2], size);
    // The keyring counts seconds: this one has to be over.
    while (g_get_real_time() / G_USEC_PER_SEC <= (gint64)secret_item_get_modified(items->data)) usleep(1000);
    GError *error = NULL;
    SecretCollection *collection =
        secret_collection_new_for_dbus_path_sync(service, words[1], SECRET_COLLECTION_NONE, NULL, &error);
    if (!collection) return fprintf(stderr, "%s\n", error->message), 1;
    GList *locked = g_list_append(NULL, collection);
    if (secret_service_unlock_sync(service, locked, NULL, NULL, &error) != 1) return 1;
    SecretValue *value = secret_value_new(copy, 20 + size, "application/octet-stream");
    SecretItem *item = secret_item_create_sync(collection, NULL, attributes, "other", value, SECRET_ITEM_CREATE_NONE,
                                               NULL, &error);
    if (!item) return fprintf(stderr, "%s\n", error->message), 1;
    return 0;
}
