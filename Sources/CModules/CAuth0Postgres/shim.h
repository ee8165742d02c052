#pragma once
// Debian has the header in a folder of its own, which only pkg-config knows.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The field of a result that has the five characters of SQLSTATE; a macro with a character, which Swift does not import.
static const int auth0_pg_sqlstate = PG_DIAG_SQLSTATE;
