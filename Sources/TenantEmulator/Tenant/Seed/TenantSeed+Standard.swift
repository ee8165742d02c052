extension TenantSeed {
    /// The standard seed as JSON: also the pattern for a seed of one's own.
    ///
    /// `{domain}` in `permissions` stands for the tenant's domain. Everybody's password is `Sesame-2026!`.
    public static let standardJSON = #"""
        {
          "clients": [
            {"client_id": "emulatorClient0000000000000000001", "name": "Demo",
             "callbacks": ["http://127.0.0.1/callback", "com.example.demo://callback"]},
            {"client_id": "emulatorClient0000000000000000002", "name": "Another application",
             "callbacks": ["http://127.0.0.1/callback"]},
            {"client_id": "emulatorServer0000000000000000001", "name": "A server",
             "client_secret": "a-secret-that-only-the-server-knows-2026"},
            {"client_id": "emulatorLimited000000000000000001", "name": "May only log in by browser",
             "grant_types": ["authorization_code", "refresh_token"], "callbacks": ["http://127.0.0.1/callback"]},
            {"client_id": "emulatorBound0000000000000000001", "name": "Has to prove a key",
             "require_proof_of_possession": true, "callbacks": ["http://127.0.0.1/callback"]}
          ],
          "connections": [
            {"name": "Username-Password-Authentication", "strategy": "auth0", "password_policy": "good",
             "used_passwords": ["Already-Used-2025!"]},
            {"name": "Employees", "strategy": "auth0", "password_policy": "none", "requires_username": true},
            {"name": "Private", "strategy": "auth0", "hide_existing_users": true},
            {"name": "Closed", "strategy": "auth0", "disable_signup": true},
            {"name": "Passwords-Only", "strategy": "auth0", "disable_passkeys": true},
            {"name": "email", "strategy": "email"},
            {"name": "sms", "strategy": "sms"}
          ],
          "default_directory": "Username-Password-Authentication",
          "apis": [
            {"audience": "https://api.example.com/", "scopes": ["read:todos", "write:todos"]},
            {"audience": "https://online.example.com/", "scopes": ["read:stream"], "allow_offline_access": false}
          ],
          "factors": ["password", "passkey", "totp", "phone", "email", "push-notification", "recovery-code"],
          "users": [
            {"user_id": "auth0|000000000000000000000001", "connection": "Username-Password-Authentication",
             "email": "john@example.com", "email_verified": true, "password": "Sesame-2026!",
             "profile": {"name": "John Appleseed", "given_name": "John", "family_name": "Appleseed",
                         "nickname": "john", "picture": "https://cdn.auth0.com/avatars/ja.png", "locale": "en-US",
                         "zoneinfo": "Europe/Vienna"},
             "user_metadata": {"first_name": "John", "last_name": "Appleseed", "country": "Canada", "active": true}},
            {"user_id": "auth0|000000000000000000000002", "connection": "Username-Password-Authentication",
             "email": "jane@example.com", "email_verified": true, "password": "Sesame-2026!",
             "profile": {"name": "Jane Roe", "given_name": "Jane", "family_name": "Roe"},
             "authentication_methods": [
               {"id": "password|000000000000000000000002", "type": "password",
                "fields": {"usage": ["primary"], "identity_user_id": "000000000000000000000002",
                           "last_password_reset": "2026-01-02T03:04:05.000Z"}},
               {"id": "phone|dev_0000000000000001", "type": "phone",
                "fields": {"confirmed": true, "phone_number": "+15550100200",
                           "preferred_authentication_method": "sms"}},
               {"id": "totp|dev_0000000000000002", "type": "totp", "fields": {"confirmed": true}}
             ]},
            {"user_id": "auth0|000000000000000000000003", "connection": "Username-Password-Authentication",
             "email": "admin@example.com", "email_verified": true, "password": "Sesame-2026!",
             "permissions": {"{domain}/api/v2/": ["read:users", "update:users"]}},
            {"user_id": "auth0|000000000000000000000004", "connection": "Username-Password-Authentication",
             "email": "blocked@example.com", "password": "Sesame-2026!", "blocked": true},
            {"user_id": "auth0|000000000000000000000005", "connection": "Username-Password-Authentication",
             "email": "mfa@example.com", "email_verified": true, "password": "Sesame-2026!", "mfa_required": true,
             "recovery_code": "RECOVERY0000000000000001",
             "second_factors": [
               {"id": "totp|dev_0000000000000001", "type": "otp", "target": "3132333435363738393031323334353637383930"},
               {"id": "sms|dev_0000000000000002", "type": "phone", "target": "+15550100500"},
               {"id": "email|dev_0000000000000003", "type": "email", "target": "mfa@example.com"},
               {"id": "push|dev_0000000000000004", "type": "push-notification"}
             ]},
            {"user_id": "auth0|000000000000000000000006", "connection": "Username-Password-Authentication",
             "email": "enroll@example.com", "password": "Sesame-2026!", "mfa_required": true},
            {"user_id": "auth0|000000000000000000000007", "connection": "Username-Password-Authentication",
             "email": "leaked@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "password_leaked", "error_description":
               "We have detected a potential security issue with this account. To protect your account, we have blocked this login. An email was sent with instruction on how to unblock your account."}}},
            {"user_id": "auth0|000000000000000000000008", "connection": "Username-Password-Authentication",
             "email": "suspicious@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "requires_verification",
               "error_description": "Suspicious request requires verification"}}},
            {"user_id": "auth0|000000000000000000000009", "connection": "Username-Password-Authentication",
             "email": "rule@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "unauthorized",
               "error_description": "Please verify your email before logging in."}}},
            {"user_id": "auth0|000000000000000000000010", "connection": "Username-Password-Authentication",
             "email": "denied@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 403, "body": {"error": "access_denied",
               "error_description": "The resource owner denied the request."}}},
            {"user_id": "auth0|000000000000000000000011", "connection": "Username-Password-Authentication",
             "email": "login-required@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 403, "body": {"error": "login_required",
               "error_description": "Login required"}}},
            {"user_id": "auth0|000000000000000000000012", "connection": "Username-Password-Authentication",
             "email": "legacy-mfa@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "a0.mfa_registration_required",
               "error_description": "User is not enrolled with Guardian"}}},
            {"user_id": "auth0|000000000000000000000013", "connection": "Username-Password-Authentication",
             "email": "legacy-code@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "a0.mfa_invalid_code",
               "error_description": "Wrong or expired code."}}},
            {"user_id": "auth0|000000000000000000000014", "connection": "Username-Password-Authentication",
             "email": "legacy-password@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"code": "invalid_user_password",
               "description": "Wrong email or password."}}},
            {"user_id": "auth0|000000000000000000000015", "connection": "Username-Password-Authentication",
             "email": "dpop@example.com", "password": "Sesame-2026!",
             "login_refusal": {"status": 401, "body": {"error": "use_dpop_nonce",
               "error_description": "Authorization server requires nonce in DPoP proof"}}},
            {"user_id": "auth0|000000000000000000000016", "connection": "Employees", "username": "eve",
             "email": "eve@corp.example.com", "email_verified": true, "password": "Sesame-2026!"},
            {"user_id": "sms|000000000000000000000017", "connection": "sms", "phone_number": "+15550100100"}
          ]
        }
        """#
}
