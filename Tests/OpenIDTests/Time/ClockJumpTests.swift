import Foundation
import HTTPMessages
import JOSE
import Synchronization
import Testing

@testable import OpenID

/// Clocks that jump, stand still, or have reached the year 2038.
@Suite struct ClockJumpTests {
    /// A date and a monotonic clock, which a test moves one by one.
    private final class Clocks: Sendable {
        private let state: Mutex<(date: Int, uptime: Duration)>

        init(_ date: Int) { state = Mutex((date, .zero)) }

        var date: Int {
            get { state.withLock { $0.date } }
            set { state.withLock { $0.date = newValue } }
        }

        func advanceUptime(by duration: Duration) { state.withLock { $0.uptime += duration } }

        var source: TimeSource {
            TimeSource(
                date: { Date(timeIntervalSince1970: Double(self.date)) }, uptime: { self.state.withLock { $0.uptime } })
        }
    }

    /// Seconds at which a number of 31, 32 or 33 bits overflows, and the end of the last year that a token can name.
    private static let overflows = [1 << 31, 1 << 32, 1 << 33, 253_402_300_799 - 10_000]

    private let key: SigningKey

    init() throws { key = try StubIssuer.key("k1") }

    private var keys: TokenKeys { .fixed(KeyRing(JSONWebKeySet(publishing: [key]))) }

    @Test(arguments: overflows)
    func `C9 ID tokens are valid before and after a date at which clocks overflow, and expire`(
        moment: Int
    ) async throws {
        let clocks = Clocks(moment - 10)
        let verifier = IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client, keys: keys, clock: clocks.source)
        func code(of token: String) async -> IDTokenError.Code? {
            do {
                _ = try await verifier.verify(token)
                return nil
            } catch { return (error as? IDTokenError)?.code }
        }
        let token = try key.idToken(at: moment - 10, ["exp": moment + 100])
        let next = try key.idToken(at: moment + 200, ["exp": moment + 4_000])

        for second in [moment - 10, moment - 1, moment, moment + 1, moment + 159] {
            clocks.date = second
            #expect(await code(of: token) == nil)
        }
        #expect(await code(of: next) == nil)
        clocks.date = moment + 160
        #expect(await code(of: token) == .expired)
        clocks.date = moment - 86_400
        #expect(await code(of: token) == .notYetValid)
        clocks.date = moment + 315_360_000
        #expect(await code(of: next) == .expired)
    }

    @Test(arguments: overflows)
    func `C9 access tokens and proofs are accepted after a date at which clocks overflow`(moment: Int) async throws {
        let clocks = Clocks(moment - 5)
        let url = try HTTPURL("https://api.example.com/")
        let (proofKey, proofs) = (try ProofKey(), DPoPProofVerifier(clock: clocks.source))
        let verifier = AccessTokenVerifier(
            issuer: StubIssuer.name, audience: "api", keys: keys, profiles: [.auth0], proofs: proofs,
            clock: clocks.source)
        let token = try key.idToken(
            at: moment - 5, ["aud": "api", "azp": "c", "cnf": ["jkt": proofKey.thumbprint] as [String: any Sendable]])

        for second in [moment - 5, moment, moment + 5] {
            clocks.date = second
            let proof = try proofKey.proof(.get, url, accessToken: token, nonce: nil, time: clocks.source)
            let fields: TransportFields = ["Authorization": "DPoP \(token)", "DPoP": proof]
            #expect(try await verifier.verify(fields, method: .get, url: url).subject == "auth0|1")
            await #expect(throws: TokenVerificationError.self) {
                try await verifier.verify(fields, method: .get, url: url)
            }
        }
        let late = try proofKey.proof(.get, url, accessToken: nil, nonce: nil, time: clocks.source)
        clocks.date = moment + 1_000
        await #expect(throws: DPoPProofError(.tooOld, claim: "iat")) {
            try await proofs.verify(["DPoP": late], method: .get, url: url)
        }
    }

    @Test func `C9 the pauses between fetches of keys follow only the monotonic clock`() async throws {
        let (clocks, stranger) = (Clocks(1_800_000_000), try StubIssuer.key("made up"))
        let issuer = try StubIssuer(publishing: key)
        let verifier = IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client,
            keys: .remote(RemoteKeySet(url: issuer.keysURL, session: issuer, clock: clocks.source)),
            clock: clocks.source)
        func flood() async throws {
            for _ in 0..<50 {
                let token = try stranger.idToken(at: clocks.date)
                await #expect(throws: IDTokenError.self) { try await verifier.verify(token) }
            }
        }
        _ = try await verifier.verify(key.idToken(at: clocks.date))
        try await flood()
        #expect(issuer.requests.count == 2)

        // The date is set; and a monotonic clock that stands still while the machine is suspended shows no pause.
        for jump in [-86_400, 315_360_000, 3_600] {
            clocks.date += jump
            try await flood()
            #expect(issuer.requests.count == 2)
        }
        // A monotonic clock that counts the time of a suspension.
        clocks.advanceUptime(by: .seconds(3_600))
        try await flood()
        #expect(issuer.requests.count <= 4)
        clocks.advanceUptime(by: .seconds(29))
        let fetches = issuer.requests.count
        try await flood()
        #expect(issuer.requests.count == fetches)
    }
}
