import ByteEncodings

extension Browser {
    /// Adds a virtual authenticator that always consents.
    ///
    /// - Returns: Its name, for ``removeAuthenticator(_:)``.
    /// - SeeAlso: [Web Authentication §11](https://www.w3.org/TR/webauthn-3/#sctn-automation)
    package func addAuthenticator() async throws -> String {
        try await driver.post(
            "webauthn/authenticator",
            [
                "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
                "isUserConsenting": true, "isUserVerified": true,
            ]
        ).string ?? ""
    }

    /// Removes an authenticator with its credentials.
    package func removeAuthenticator(_ name: String) async throws {
        try await driver.delete("webauthn/authenticator/\(name)")
    }
}
