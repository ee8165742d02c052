import Auth0

/// A session manager that keeps a user logged in across starts of the program.
///
/// All of it runs in callbacks, on threads of the SDK that may block, so the callbacks use the store directly.
struct SessionManager: Sendable {
    typealias Ending = @Sendable (String, Bool) -> Void

    private let store = TokenStore()
    private let scope = "openid profile offline_access"
    /// Called once with the final message, and whether the run succeeded.
    let ending: Ending

    /// Continues from the last start: with the access token, otherwise the refresh token, otherwise a login.
    func start() {
        attempt {
            guard let accessToken = try store.string(forKey: "access_token"),
                let idToken = try store.string(forKey: "id_token")
            else { return logIn() }
            Auth0
                .authentication()
                .userInfo(withAccessToken: accessToken)
                .start { result in
                    switch result {
                    case .success(let profile):
                        print("Still logged in")
                        update(profile, idToken)
                    case .failure(let error) where error.isNetworkError:
                        // The tokens may be valid: the network failed.
                        ending("Failed with: \(error)", false)
                    case .failure: renew()
                    }
                }
        }
    }

    private func renew() {
        attempt {
            guard let refreshToken = try store.string(forKey: "refresh_token") else {
                try store.clearAll()
                return logIn()
            }
            Auth0
                .authentication()
                .renew(withRefreshToken: refreshToken, scope: scope)
                .start { result in
                    switch result {
                    case .success(let credentials):
                        print("Renewed")
                        keep(credentials)
                    case .failure(let error) where error.isInvalidRefreshToken:
                        attempt { try store.clearAll() }
                        logIn()
                    case .failure(let error): ending("Failed with: \(error)", false)
                    }
                }
        }
    }

    private func logIn() {
        Auth0
            .webAuth()
            .scope(scope)
            .start {
                switch $0 {
                case .failure(let error): ending("Failed with: \(error)", false)
                case .success(let credentials):
                    print("Logged in: \(credentials.tokenType) token, stored")
                    keep(credentials)
                }
            }
    }

    private func keep(_ credentials: Credentials) {
        attempt {
            try store.store(credentials)
            Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start { result in
                switch result {
                case .success(let profile): update(profile, credentials.idToken)
                case .failure(let error): ending("Failed with: \(error)", false)
                }
            }
        }
    }

    /// Changes the user's metadata, and reads them back.
    private func update(_ profile: UserInfo, _ idToken: String) {
        Auth0
            .users(token: idToken)
            .patch(
                profile.sub, userMetadata: ["first_name": "John", "last_name": "Appleseed", "country": "Canada"]
            )
            .start { result in
                switch result {
                case .success: show(profile, idToken)
                case .failure(let error): ending("Failed with: \(error)", false)
                }
            }
    }

    private func show(_ profile: UserInfo, _ idToken: String) {
        Auth0
            .users(token: idToken)
            .get(profile.sub, fields: ["user_metadata"], include: true)
            .start { result in
                switch result {
                case .success(let user):
                    guard let userMetadata = user["user_metadata"] as? [String: Any] else {
                        return ending("There are no metadata", false)
                    }
                    let country = userMetadata["country"] as? String
                    let isActive = userMetadata["active"] as? Bool
                    let name = profile.name ?? profile.sub
                    ending("\(name), \(country ?? "nowhere"), \(isActive == true ? "active" : "not active")", true)
                case .failure(let error): ending("Failed with: \(error)", false)
                }
            }
    }

    /// Ends the browser session, and deletes the tokens even if that fails.
    func logOut() {
        Auth0.webAuth().clearSession { result in
            attempt {
                try store.clearAll()
                switch result {
                case .success: ending("Logged out", true)
                case .failure(let error): ending("The tokens are gone; the browser: \(error)", false)
                }
            }
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { ending("Failed with: \(error)", false) }
    }
}
