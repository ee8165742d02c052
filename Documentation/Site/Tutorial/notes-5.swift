import Auth0

@main
struct Notes {
    static let manager = CredentialsManager(authentication: Auth0.authentication())

    static func main() async {
        do {
            if CommandLine.arguments.dropFirst() == ["logout"] {
                try await manager.revoke()
                try await Auth0.webAuth().clearSession()
                return print("Logged out")
            }
            let credentials = try await logIn()
            print("Logged in: \(credentials)")
        } catch let error as WebAuthError where error == .userCancelled {
            print("You did not log in")
        } catch {
            print("Failed with: \(error)")
        }
    }

    static func logIn() async throws -> Credentials {
        do {
            return try await manager.credentials()
        } catch let error as CredentialsManagerError where !error.isRetryable {
            let credentials = try await Auth0.webAuth().scope("openid profile offline_access").start()
            try await manager.save(credentials)
            return credentials
        }
    }
}
