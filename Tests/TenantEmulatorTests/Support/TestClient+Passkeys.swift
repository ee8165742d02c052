import ByteEncodings
import Testing

extension TestClient {
    static let passkeyGrant = "urn:okta:params:oauth:grant-type:webauthn"

    /// Begins a sign-up with a passkey.
    func beginPasskeySignup(_ email: String = "new@example.com", _ more: [String: Any] = [:]) async throws
        -> TestResponse
    {
        let members: [String: Any] = [
            "user_profile": ["email": email, "name": "New One"], "realm": Self.realm,
            "user_metadata": ["plan": "free"],
        ]
        return try await post("/passkey/register", members.merging(more) { $1 })
    }

    /// Begins a login with a passkey.
    func beginPasskeyLogin(_ more: [String: Any] = [:]) async throws -> TestResponse {
        try await post("/passkey/challenge", ["realm": Self.realm].merging(more) { $1 })
    }

    /// Completes a sign-up or login.
    func finish(_ begun: TestResponse, _ response: [String: Any], _ more: [String: Any] = [:]) async throws
        -> TestResponse
    {
        let members: [String: Any] = [
            "grant_type": Self.passkeyGrant, "auth_session": begun["auth_session"] ?? "",
            "authn_response": response, "realm": Self.realm, "scope": "openid profile email offline_access",
        ]
        return try await post("/oauth/token", members.merging(more) { $1 })
    }

    /// Creates a user with a passkey.
    ///
    /// - Returns: The user handle of the passkey.
    func signUp(with authenticator: TestAuthenticator, count: UInt32 = 0) async throws -> String {
        let begun = try await beginPasskeySignup()
        let parameters = begun.passkeyParameters
        let response = try await finish(begun, authenticator.register(parameters) { $0.count = count })
        #expect(response.status == 200)
        return try #require(parameters?["user"]?["id"]?.string)
    }
}

extension TestResponse {
    /// The parameters for the authenticator.
    var passkeyParameters: JSONValue? { json?["authn_params_public_key"] }
}
