import Auth0
import SecretStorage

/// A session manager that keeps a user logged in across starts of the program.
struct SessionManager: Sendable {
    typealias Ending = @Sendable (String, Bool) -> Void

    private let credentialsManager = CredentialsManager(
        authentication: Auth0.authentication(), store: FileStore(application: "SessionsOf2017"),
        service: "SessionsOf2017")
    private let scope = "openid profile offline_access"
    /// Called once with the final message, and whether the run succeeded.
    let ending: Ending

    /// Continues from the last start: with the access token, otherwise the refresh token, otherwise a login.
    func start() {
        guard credentialsManager.canRenew() else { return logIn() }
        credentialsManager.credentials { result in
            switch result {
            case .success(let credentials): check(credentials)
            case .failure(let error): logIn(after: error)
            }
        }
    }

    /// Asks the tenant for the profile: the access token may have been revoked.
    private func check(_ credentials: Credentials) {
        Auth0
            .authentication()
            .userInfo(withAccessToken: credentials.accessToken)
            .start { result in
                switch result {
                case .success(let profile):
                    print("Still logged in")
                    update(profile, credentials.idToken)
                case .failure(let error) where error.isNetworkError:
                    // The tokens may be valid: the network failed.
                    ending("Failed with: \(error)", false)
                case .failure: renew()
                }
            }
    }

    private func renew() {
        credentialsManager.renew { result in
            switch result {
            case .success(let credentials):
                print("Renewed")
                show(credentials)
            case .failure(let error): logIn(after: error)
            }
        }
    }

    /// Logs in if no renewal can help; otherwise a later start may succeed.
    private func logIn(after error: CredentialsManagerError) {
        if credentialsManager.canRenew() { ending("Failed with: \(error)", false) } else { logIn() }
    }

    private func logIn() {
        Auth0
            .webAuth()
            .scope(scope)
            .useCredentialsManager(credentialsManager)
            .start {
                switch $0 {
                case .failure(let error): ending("Failed with: \(error)", false)
                case .success(let credentials):
                    print("Logged in: \(credentials.tokenType) token, stored")
                    show(credentials)
                }
            }
    }

    private func show(_ credentials: Credentials) {
        Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start { result in
            switch result {
            case .success(let profile): update(profile, credentials.idToken)
            case .failure(let error): ending("Failed with: \(error)", false)
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
            _ = credentialsManager.clear()
            switch result {
            case .success: ending("Logged out", true)
            case .failure(let error): ending("The tokens are gone; the browser: \(error)", false)
            }
        }
    }
}
