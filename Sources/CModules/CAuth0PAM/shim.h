#pragma once
#include <security/pam_appl.h>

// The flags as PAM's functions take them; the macros are unsigned.
static const int auth0_pam_no_empty_password = PAM_DISALLOW_NULL_AUTHTOK;
