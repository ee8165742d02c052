import Foundation
import JOSE
import OpenID
import Testing

/// Logins of a server at an independent provider: signed, pushed, and with permissions of their own.
extension GlewlwydTests {
    @Suite struct LoginTests {
        private let key: SigningKey
        private let payment: AuthorizationDetail

        init() throws {
            key = try GlewlwydProvider.key.get()
            payment = try AuthorizationDetail(
                type: "payment_initiation", actions: ["initiate"], additional: ["amount": "123.50", "currency": "EUR"])
        }

        private func client(_ glewlwyd: GlewlwydProvider, audience: String? = nil) async throws -> OpenIDClient {
            try await glewlwyd.provider().client(
                id: GlewlwydProvider.signing,
                authentication: .privateKeyJWT(key, audience: audience ?? glewlwyd.audience))
        }

        private func finished(
            _ change: (BrowserLogin) -> BrowserLogin
        ) async throws -> (url: String, credentials: Credentials) {
            let glewlwyd = try await GlewlwydProvider.ofProcess()
            let client = try await client(glewlwyd)
            // It accepts the address that the assertion is sent to alone, where RFC 9126 §2 has it accept the issuer.
            let pushing = try await self.client(glewlwyd, audience: glewlwyd.issuer + "/par")
            let login = client.login().scope("openid").redirectURI(GlewlwydProvider.redirectURI)
            let pending = try await pushing.begin(change(login)).start()
            let query = try #require(try await glewlwyd.query(ofLoginAt: pending.url))
            return (pending.url, try await client.finish(pending, with: query).start())
        }

        @Test func `RFC 9101 a signed request is accepted, and nothing but it is in the address`() async throws {
            let (url, credentials) = try await finished { $0.signingRequest(with: key) }

            #expect(url.contains("request=") && !url.contains("code_challenge="))
            #expect(try decode(jwt: credentials.idToken).audience == [GlewlwydProvider.signing])
        }

        @Test func `RFC 9126 a signed request is pushed`() async throws {
            let (url, credentials) = try await finished { $0.signingRequest(with: key).pushing() }

            #expect(url.contains("request_uri=urn") && !url.contains("request=ey"))
            #expect(!credentials.idToken.isEmpty)
        }

        @Test func `RFC 9396 permissions that were asked for come back with the tokens`() async throws {
            let (_, credentials) = try await finished { $0.authorizationDetails([payment]) }

            #expect(credentials.authorizationDetails.map(\.type) == ["payment_initiation"])
        }

        @Test func `RFC 9101 a request that another key signed brings no code`() async throws {
            let glewlwyd = try await GlewlwydProvider.ofProcess()
            let client = try await client(glewlwyd)
            let stranger = try SigningKey(generating: .es256, id: "k1")
            let login = client.login().redirectURI(GlewlwydProvider.redirectURI).signingRequest(with: stranger)

            let pending = try await client.begin(login).start()
            let query = try await glewlwyd.query(ofLoginAt: pending.url)

            #expect(query?.contains("code=") != true)
        }
    }
}
