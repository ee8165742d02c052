import Auth0
import Foundation
import SecretStorage

/// The logins with more than a password: a second factor, a passkey, a browser.
extension CanaryRun {
    /// Logs a user in with a password and the code of an authenticator app.
    func presentSecondFactor(_ canaries: inout [String: String]) async throws {
        let login = client.login(
            usernameOrEmail: "mfa@example.com", password: "Sesame-2026!", realmOrConnection: connection,
            scope: "openid offline_access")
        let result = await login.result()
        show(result)
        guard case .failure(let error) = result, let payload = error.mfaRequiredErrorPayload else {
            throw CancellationError()
        }
        show(payload)
        canaries["MFA token"] = payload.mfaToken
        let factors = Auth0.mfa(clientId: clientID, domain: domain).logging(enabled: true)
        show(try await factors.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: ["otp"]).start())
        let code = ProcessInfo.processInfo.environment["MFA_CODE"] ?? ""
        let credentials = try await factors.verify(otp: code, mfaToken: payload.mfaToken).start()
        show(credentials)
        collect(credentials, "second factor", &canaries)
    }

    /// Signs a user up with a passkey, whose key is among the files of the user, and logs the user in with it.
    func usePasskey(_ canaries: inout [String: String]) async throws {
        let authenticator = SoftwareAuthenticator(store: FileStore(), presence: .unattended)
        let signup = try await client.passkeySignupChallenge(
            email: "passkey@example.org", name: "Pat", connection: connection
        ).start()
        show(signup)
        canaries["session of the signup"] = signup.authenticationSession
        let created = try await authenticator.makeCredential(for: signup)
        show(created)
        let first = try await client.login(
            passkey: created, challenge: signup, connection: connection, scope: "openid offline_access"
        ).start()
        show(first)
        collect(first, "passkey signup", &canaries)
        let challenge = try await client.passkeyLoginChallenge(connection: connection).start()
        show(challenge)
        canaries["session of the passkey login"] = challenge.authenticationSession
        let assertion = try await authenticator.makeAssertion(for: challenge)
        show(assertion)
        canaries["assertion"] = assertion.signature?.base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
        let second = try await client.login(
            passkey: assertion, challenge: challenge, connection: connection, scope: "openid offline_access"
        ).start()
        show(second)
        collect(second, "passkey login", &canaries)
        show(authenticator)
    }

    /// Logs a user in and out with `$BROWSER`.
    func useBrowser(_ canaries: inout [String: String]) async throws {
        guard let callback = URL(string: "http://127.0.0.1:0/callback") else { throw CancellationError() }
        let webAuth = Auth0.webAuth(clientId: clientID, domain: domain).logging(enabled: true).redirectURL(callback)
        show(webAuth)
        let credentials = try await webAuth.scope("openid profile offline_access").start()
        show(credentials)
        collect(credentials, "web login", &canaries)
        try await webAuth.clearSession()
        show(webAuth)
    }
}
