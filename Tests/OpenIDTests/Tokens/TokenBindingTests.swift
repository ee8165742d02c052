import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import ProgramRunner
import Synchronization
import Testing

@testable import OpenID

/// Tokens that are bound to certificates and keys, and what a server tells its clients about them.
@Suite struct TokenBindingTests {
    private let time = ManualTime()
    private let key: SigningKey
    private let url = HTTPURL.example("https://api.example.com/messages")
    private static let audience = "https://api.example.com/"
    /// The thumbprint in RFC 8705 appendix A.
    private static let thumbprint = "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0"

    init() throws { key = try StubIssuer.key("k1") }

    private func verifier(
        _ binding: AccessTokenVerifier.Binding = .optional, algorithms: Set<SignatureAlgorithm> = [.es256, .rs256],
        nonces: DPoPNonceIssuer? = nil, replays: (any ReplayStore)? = nil
    ) -> AccessTokenVerifier {
        AccessTokenVerifier(
            issuer: StubIssuer.name, audience: Self.audience,
            keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))), profiles: [.auth0], binding: binding,
            proofs: DPoPProofVerifier(
                algorithms: algorithms, replays: replays, nonces: nonces, clock: time.source),
            clock: time.source)
    }

    private func token(
        _ confirmation: [String: any Sendable]? = nil, scope: String = "a", subject: String = "auth0|1"
    ) throws -> String {
        var claims: [String: (any Sendable)?] = [
            "aud": Self.audience, "azp": "client", "scope": scope, "sub": subject,
        ]
        if let confirmation { claims["cnf"] = confirmation }
        return try key.idToken(at: time.seconds, claims)
    }

    private func fields(_ token: String, _ proofKey: ProofKey, nonce: String? = nil) throws -> TransportFields {
        let proof = try proofKey.proof(.get, url, accessToken: token, nonce: nonce, time: time.source)
        return ["Authorization": "DPoP \(token)", "DPoP": proof]
    }

    private func certificate() throws -> AccessTokenVerifier.Certificate {
        let file = URL(filePath: Checkout.fixtures + "/Keys/rfc8705-certificate.pem")
        return try AccessTokenVerifier.Certificate(pem: String(contentsOf: file, encoding: .utf8))
    }

    private func refusal(
        _ verifier: AccessTokenVerifier, _ fields: TransportFields,
        certificate: AccessTokenVerifier.Certificate? = nil
    ) async -> TokenVerificationError? {
        await #expect(throws: TokenVerificationError.self) {
            try await verifier.verify(fields, method: .get, url: url, certificate: certificate)
        }
    }

    @Test func `the thumbprint of a certificate is that of RFC 8705`() throws {
        #expect(try certificate().thumbprint == Self.thumbprint)
        #expect(try AccessTokenVerifier.Certificate(der: [1]) != certificate())
        for text in ["", "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"]
        {
            #expect(throws: JOSEError(.malformed)) { try AccessTokenVerifier.Certificate(pem: text) }
        }
        #expect(throws: JOSEError(.tooLarge)) {
            try AccessTokenVerifier.Certificate(pem: String(repeating: "\n", count: 65_537))
        }
    }

    @Test func `RFC 8705 a token bound to a certificate is accepted only with it`() async throws {
        let (text, verifier, certificate) = (
            try token(["x5t#S256": Self.thumbprint]), verifier(), try certificate()
        )
        let fields: TransportFields = ["Authorization": "Bearer \(text)"]

        let token = try await verifier.verify(fields, method: .get, url: url, certificate: certificate)

        #expect(token.certificateThumbprint == Self.thumbprint)
        #expect(token.keyThumbprint == nil)
        #expect(try await verifier.verify(text, certificate: certificate).subject == "auth0|1")
        #expect(try verifier.verifyWithCachedKeys(text, certificate: certificate)?.subject == "auth0|1")
        let missing = await refusal(verifier, fields)
        #expect(missing == TokenVerificationError(.certificateMissing, claim: "cnf", advice: ""))
        #expect(missing?.statusCode == 401)
        #expect(missing?.challenge == #"Bearer error="invalid_token""#)
        let other = AccessTokenVerifier.Certificate(der: [0x30, 0x00])
        #expect(await refusal(verifier, fields, certificate: other)?.code == .certificateMismatch)
        await #expect(throws: TokenVerificationError.self) { try await verifier.verify(text) }
        #expect(throws: TokenVerificationError.self) { try verifier.verifyWithCachedKeys(text, certificate: other) }
        #expect(throws: TokenVerificationError.self) { try verifier.verifyWithCachedKeys(text) }
    }

    @Test(arguments: ["", Self.thumbprint.lowercased(), Self.thumbprint + "=", "A4Dt"])
    func `RFC 8705 no other text is the thumbprint`(thumbprint: String) async throws {
        let text = try token(["x5t#S256": thumbprint])

        let error = await refusal(verifier(), ["Authorization": "Bearer \(text)"], certificate: try certificate())

        #expect(error?.claim == "cnf")
    }

    @Test func `a token bound to both needs both`() async throws {
        let proofKey = try ProofKey()
        let text = try token(["x5t#S256": Self.thumbprint, "jkt": proofKey.thumbprint])
        let (verifier, certificate) = (verifier(), try certificate())

        #expect(await refusal(verifier, try fields(text, proofKey))?.code == .certificateMissing)
        #expect(
            await refusal(verifier, ["Authorization": "Bearer \(text)"], certificate: certificate)?.code
                == .proofMissing)
        #expect(await refusal(verifier, try fields(text, ProofKey()), certificate: certificate)?.code == .proofInvalid)

        _ = try await verifier.verify(fields(text, proofKey), method: .get, url: url, certificate: certificate)
    }

    @Test func `a required binding refuses tokens without it, even if the client has a certificate`() async throws {
        let proofKey = try ProofKey()
        let (bare, bound) = (try token(), try token(["jkt": proofKey.thumbprint]))
        let tied = try token(["x5t#S256": Self.thumbprint])
        let certificate = try certificate()

        for binding in [AccessTokenVerifier.Binding.required, .dpop, .certificate] {
            let error = await refusal(
                verifier(binding), ["Authorization": "Bearer \(bare)"], certificate: certificate)
            #expect(error == TokenVerificationError(.bindingRequired, claim: "cnf", advice: ""))
            #expect(error?.statusCode == 401)
            await #expect(throws: TokenVerificationError.self) { try await verifier(binding).verify(bare) }
        }
        #expect(await refusal(verifier(.certificate), try fields(bound, proofKey))?.code == .bindingRequired)
        #expect(
            await refusal(verifier(.dpop), ["Authorization": "Bearer \(tied)"], certificate: certificate)?.code
                == .bindingRequired)
        for binding in [AccessTokenVerifier.Binding.required, .dpop] {
            _ = try await verifier(binding).verify(fields(bound, proofKey), method: .get, url: url)
        }
        for binding in [AccessTokenVerifier.Binding.required, .certificate] {
            _ = try await verifier(binding).verify(tied, certificate: certificate)
        }
    }

    @Test func `RFC 9449 a missing token is answered with the schemes that the server accepts`() async {
        let algorithms = #"algs="RS256 ES256""#

        #expect(await refusal(verifier(), [:])?.challenge == "Bearer, DPoP \(algorithms)")
        #expect(await refusal(verifier(.dpop), [:])?.challenge == "DPoP \(algorithms)")
        #expect(await refusal(verifier(.certificate), [:])?.challenge == "Bearer")
        let error = await refusal(verifier(.dpop), [:])
        #expect(error?.responseFields == ["WWW-Authenticate": "DPoP \(algorithms)"])
        #expect(HTTPChallenge.parse(error?.challenge ?? "")?.first?.parameters["algs"] == "RS256 ES256")
        #expect(HTTPChallenge.parse("Bearer, DPoP \(algorithms)")?.map(\.scheme) == ["bearer", "dpop"])
    }

    @Test func `a refused token is answered in the scheme of the request`() async throws {
        let proofKey = try ProofKey()
        let text = try token(["jkt": proofKey.thumbprint])
        let fields = try fields(text, proofKey)
        time.advance(by: 3_700)

        #expect(
            await refusal(verifier(), fields)?.challenge == #"DPoP error="invalid_token", algs="RS256 ES256""#)
        #expect(
            await refusal(verifier(), ["Authorization": "Bearer \(text)"])?.challenge
                == #"Bearer error="invalid_token""#)
        #expect(
            await refusal(verifier(.dpop), ["Authorization": "Bearer \(text)"])?.challenge
                == #"DPoP error="invalid_token", algs="RS256 ES256""#)
        #expect(
            await refusal(verifier(.dpop), ["Authorization": "Basic YTpi"])?.challenge
                == #"DPoP error="invalid_request", algs="RS256 ES256""#)
    }

    @Test func `RFC 9449 a client gets a nonce, uses it, and gets the next one`() async throws {
        let issuer = try DPoPNonceIssuer(clock: time.source)
        let (proofKey, verifier) = (try ProofKey(), verifier(.dpop, nonces: issuer))
        let text = try token(["jkt": proofKey.thumbprint])

        let error = await refusal(verifier, try fields(text, proofKey))

        let nonce = try #require(error?.responseFields["DPoP-Nonce"])
        #expect(error?.statusCode == 401)
        #expect(error?.challenge == #"DPoP error="use_dpop_nonce", algs="RS256 ES256""#)
        #expect(error?.responseFields["Cache-Control"] == "no-store")
        let response = TransportResponse(
            status: 401, fields: ["WWW-Authenticate": error?.responseFields["WWW-Authenticate"] ?? ""])
        #expect(DPoP.isNonceRequired(by: response))
        let accepted = try await verifier.verify(fields(text, proofKey, nonce: nonce), method: .get, url: url)
        #expect(accepted.responseFields.isEmpty)

        time.advance(by: 300)
        let later = try await verifier.verify(fields(text, proofKey, nonce: nonce), method: .get, url: url)
        #expect(later.responseFields == ["DPoP-Nonce": try issuer.nonce(), "Cache-Control": "no-store"])
        #expect(later.responseFields["DPoP-Nonce"] != nonce)
        time.advance(by: 600)
        let old = await refusal(verifier, try fields(text, proofKey, nonce: nonce))
        #expect(old?.responseFields["DPoP-Nonce"] == (try issuer.nonce()))
    }

    @Test func `a full or failing replay store is no error of the client`() async throws {
        let store = MemoryReplayStore(capacity: 0, clock: time.source)
        let proofKey = try ProofKey()
        let text = try token(["jkt": proofKey.thumbprint])

        let error = await refusal(verifier(replays: store), try fields(text, proofKey))

        #expect(error?.code == .replaysUnavailable)
        #expect(error?.statusCode == 503)
        #expect(error?.responseFields == [:])
    }

    @Test func `the replay store gets the account of a proof, which all keys of a user share`() async throws {
        final class Recorder: ReplayStore {
            let entries = Mutex<[ReplayEntry]>([])
            func insert(_ entry: ReplayEntry) async throws -> Bool {
                entries.withLock { $0.append(entry) }
                return true
            }
        }
        let store = Recorder()
        let verifier = verifier(replays: store)
        for subject in ["auth0|1", "auth0|1", "auth0|2"] {
            let proofKey = try ProofKey()
            let text = try token(["jkt": proofKey.thumbprint], subject: subject)
            _ = try await verifier.verify(fields(text, proofKey), method: .get, url: url)
        }

        let entries = store.entries.withLock { $0 }
        let accounts = entries.map(\.account)

        #expect(Set(entries.map(\.sender)).count == 3)
        #expect(accounts.count == 3 && accounts[0] == accounts[1] && accounts[1] != accounts[2])
        #expect(accounts.allSatisfy { $0?.utf8.count == 43 && $0?.contains("auth0") == false })
    }

    @Test func `a missing scope of a bound token is answered as DPoP`() async throws {
        let proofKey = try ProofKey()
        let text = try token(["jkt": proofKey.thumbprint])
        let token = try await verifier().verify(fields(text, proofKey), method: .get, url: url)

        let error = #expect(throws: TokenVerificationError.self) { try token.require(scopes: "b", "c\"d") }

        #expect(
            error?.challenge == #"DPoP error="insufficient_scope", scope="b", algs="RS256 ES256""#)
    }
}
