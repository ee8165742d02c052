import Foundation
import JOSE
import OpenID
import Testing

/// A server's client at an independent provider: how it authenticates, what its tokens are bound to.
extension GlewlwydTests {
    @Suite struct ClientTests {
        private func tokens(
            of id: String, isCertified: Bool = false,
            _ authentication: (_ audience: String) throws -> ClientAuthentication
        ) async throws -> (provider: OpenIDProvider, credentials: Credentials) {
            let glewlwyd = try await GlewlwydProvider.ofProcess()
            let provider = try await glewlwyd.provider(isCertified: isCertified)
            let client = provider.client(id: id, authentication: try authentication(glewlwyd.audience))
            return (provider, try await client.clientCredentials(scope: "openid").start())
        }

        @Test func `RFC 7523 §2.2 a client authenticates with its key, and its access token is of RFC 9068`()
            async throws
        {
            let key = try GlewlwydProvider.key.get()

            let (provider, credentials) = try await tokens(of: GlewlwydProvider.signing) {
                .privateKeyJWT(key, audience: $0)
            }
            let verified = try await provider.accessTokenVerifier(audience: "openid").verify(credentials.accessToken)

            #expect(verified.clientID == GlewlwydProvider.signing)
            #expect(verified.subject == GlewlwydProvider.signing)
        }

        @Test func `RFC 7523 §2.2 a client authenticates with an HMAC of its secret`() async throws {
            let shared = GlewlwydProvider.shared

            let (_, credentials) = try await tokens(of: shared.id) { try .secretJWT(shared.secret, audience: $0) }

            #expect(!credentials.accessToken.isEmpty)
        }

        @Test func `another key, and an HMAC of another secret, are refused`() async throws {
            let stranger = try SigningKey(generating: .es256, id: "k1")
            let guess = "another-secret-of-more-than-32-bytes!"

            let key = await failure {
                try await tokens(of: GlewlwydProvider.signing) { .privateKeyJWT(stranger, audience: $0) }
            }
            let secret = await failure {
                try await tokens(of: GlewlwydProvider.shared.id) { try .secretJWT(guess, audience: $0) }
            }

            // It says so with a status and no text.
            #expect(key?.statusCode == 403)
            #expect(secret?.statusCode == 403)
        }

        @Test func `RFC 8705 a client authenticates with its certificate, which its access token is bound to`()
            async throws
        {
            let glewlwyd = try await GlewlwydProvider.ofProcess()
            let (provider, credentials) = try await tokens(of: GlewlwydProvider.certified, isCertified: true) { _ in
                .tls
            }
            let verifier = try provider.accessTokenVerifier(audience: "openid", binding: .certificate)
            let certificate = try AccessTokenVerifier.Certificate(pem: try glewlwyd.certificate())

            let verified = try await verifier.verify(credentials.accessToken, certificate: certificate)
            let stolen = await #expect(throws: TokenVerificationError.self) {
                try await verifier.verify(credentials.accessToken)
            }
            let absent = await failure { try await tokens(of: GlewlwydProvider.certified) { _ in .tls } }

            #expect(verified.certificateThumbprint == certificate.thumbprint)
            #expect(stolen?.code == .certificateMissing)
            #expect(absent?.statusCode == 403)
        }
    }
}
