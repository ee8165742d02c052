import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import Testing

/// The texts that `localizedDescription` has for an error of unknown type.
@Suite struct ErrorTextTests {
    @Test func `K12 an error that is caught as any Error says what happened`() async throws {
        func text(_ body: () async throws -> Void) async -> String {
            do { try await body() } catch { return error.localizedDescription }
            return ""
        }
        let verifier = AccessTokenVerifier(
            issuer: "https://op.example.com", audience: "a", keys: try .secret(String(repeating: "s", count: 32)))

        let texts = [
            await text { _ = try await verifier.verify("no token") },
            await text { _ = try HTTPURL("not a URL") },
            await text { throw SecretStoreError(.unavailable, detail: "no store") },
            await text { throw AuthorizationError(.cancelled, advice: "the user left") },
        ]

        for text in texts { #expect(!text.isEmpty && !text.contains("could not be completed"), "\(text)") }
        #expect(texts[2].contains("no store") && texts[3].contains("the user left"))
    }
}
