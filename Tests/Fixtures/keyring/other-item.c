// Another program that stores an item with the attributes of the store's, for a test of what is not the store's.
#include <libsecret/secret.h>

int main(void) {
    static const SecretSchema schema = {
        "io.github.auth0-streams.Secret",
        SECRET_SCHEMA_NONE,
        {{"application", SECRET_SCHEMA_ATTRIBUTE_STRING},
         {"service", SECRET_SCHEMA_ATTRIBUTE_STRING},
         {"account", SECRET_SCHEMA_ATTRIBUTE_STRING},
         {NULL, 0}},
    };
    return !secret_password_store_sync(&schema, SECRET_COLLECTION_DEFAULT, "other", "secret-canary", NULL, NULL,
                                       "application", "tests", "service", "tests", "account", "jane", NULL);
}
