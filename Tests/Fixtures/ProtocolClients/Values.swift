// Values that tests of a program make, where otherwise only the SDK makes them, and the logout of a web server.
import Foundation
import HTTPMessages
import JOSE
import OpenID
import PasskeyAuthenticator
import UserPresencePAM

func values() throws -> [Any] {
    let exchanged = ExchangedToken(value: "token", expiresAt: Date(), scope: "read")
    let proof = DPoPProof(
        thumbprint: "thumbprint", method: "GET", url: try HTTPURL("https://api.example.com/"), identifier: "1")
    return [
        exchanged, proof,
        PresenceRequest(purpose: .credentials, relyingPartyID: "tenant.example.com"),
        PresenceRequest(
            purpose: .assertion, relyingPartyID: "example.com", userName: "jane", userVerification: .required,
            title: "Log in"),
        PasskeyUserVerification(rawValue: "required") == .required, PasskeyAttachment(rawValue: "hybrid"),
        PAMMessage(.question, text: "Code: ").isQuestion,
        DeviceInstructions(address: "https://tenant.example.com/activate", code: "ABCD-EFGH").english,
        AuthorizationError(.cancelled, advice: "the window was closed"),
        TokenIntrospection(json: ["active": true, "sub": "jane", "aud": ["api"]])?.subject as Any,
        ClientRegistration(json: ["client_id": "id", "client_secret": "secret"])?.authentication as Any,
    ]
}

/// The two requests of a server's logout.
func logOut(_ client: OpenIDClient, of credentials: Credentials) throws -> PendingLogout {
    try client.begin(client.logout(of: credentials).redirectURI("https://app.example.com/logged-out"))
}

func finishLogout(_ client: OpenIDClient, _ pending: Data, query: String) throws {
    try client.finish(try JSONDecoder().decode(PendingLogout.self, from: pending), with: query)
}

/// An API with several identifiers, and the scopes of a table.
func verify(_ provider: OpenIDProvider, _ token: String, _ scopes: [String]) async throws -> String? {
    let verifier = try provider.accessTokenVerifier(audiences: [
        "https://api.example.com/", "https://api.example.com/v2",
    ])
    let verified = try await verifier.verify(token)
    try verified.require(scopes: scopes)
    try verified.require(permissions: [String]())
    return verified.claims.actor?.sub
}
