#pragma once
// Debian has the header in a separate folder, which pkg-config names.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The field of a result with the five characters of SQLSTATE; Swift does not import the macro, which is a character.
static const int auth0_pg_sqlstate = PG_DIAG_SQLSTATE;
