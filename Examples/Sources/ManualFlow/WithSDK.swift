import Auth0

/// Performs the same login with the SDK.
func logInWithSDK(
    domain: String, clientId: String, report: @escaping @Sendable (Result<String, any Error>) -> Void
) {
    Auth0
        .webAuth(clientId: clientId, domain: domain)
        .scope("openid token profile")
        .start { result in
            switch result {
            case .success(let credentials):
                Auth0
                    .authentication(clientId: clientId, domain: domain)
                    .userInfo(withAccessToken: credentials.accessToken)
                    .start { result in
                        switch result {
                        case .success(let profile): report(.success(profile.name ?? profile.sub))
                        case .failure(let error): report(.failure(error))
                        }
                    }
            case .failure(let error): report(.failure(error))
            }
        }
}
