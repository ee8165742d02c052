import Foundation
import Testing

/// The article "Errors" of `Auth0`.
@Suite struct ErrorsArticleTests {
    private static let sources = [
        "Auth0/WebAuth/WebAuthError.swift", "Auth0/Credentials/CredentialsManagerError.swift",
        "OpenID/StoredLogin/StoredLoginError.swift", "Auth0/Configuration/ConfigurationError.swift",
        "Support/SecretStorage/SecretStoreError.swift",
        "Networking/HTTPMessages/Transport/TransportError.swift", "OpenID/IDToken/IDTokenError.swift",
        "Auth0/Errors/AuthenticationError+Helpers.swift", "OpenID/Client/OpenIDError.swift",
        "OpenID/Authorization/AuthorizationError.swift", "OpenID/Tokens/TokenVerificationError.swift",
        "OpenID/DPoP/DPoPError.swift", "OpenID/DPoP/Verification/DPoPProofError.swift",
        "Support/PasskeyAuthenticator/Authenticator/PasskeyError.swift", "ReachFive/Errors/ReachFiveError.swift",
        "OpenID/Tokens/Logout/LogoutTokenError.swift", "OpenID/Keys/KeySetError.swift", "JOSE/JOSEError.swift",
        "Networking/RequestPipeline/Decode/ResponseError.swift",
        "Networking/HTTPMessages/Messages/HTTPURLError.swift",
        "Support/LoginBrowsers/SchemeHandler/SchemeHandlerError.swift",
        "Stores/UserPresencePAM/UserPresenceError.swift",
    ]

    @Test(arguments: sources)
    func `each error has a row that says when it occurs and what to do`(source: String) throws {
        let articles = try ["Errors", "ProxiesAndCertificates"].map {
            try text("Sources/Auth0/Documentation.docc/\($0).md")
        }.joined()

        let declaration = /(?:public (?:static let|var)|(?m:^) {4}case) (\w+)(?: =|: Bool|\(|\n)/
        let names = try text("Sources/\(source)").matches(of: declaration).map { String($0.output.1) }
            .filter { !["isNetworkError"].contains($0) }

        #expect(!names.isEmpty)
        #expect(names.filter { !articles.contains("`\($0)`") } == [])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }
}
