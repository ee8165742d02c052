import JOSE
import TestEvents
import Testing

@testable import OpenID

/// A key that is replaced under the same identifier, and the cooldown after each fetch that a token caused.
@Suite struct KeyReplacementTests {
    private let time = ManualTime()
    private let key: SigningKey
    private let issuer: StubIssuer
    private let verifier: IDTokenVerifier

    init() throws {
        key = try StubIssuer.key("k1")
        issuer = try StubIssuer(publishing: key)
        let keys = RemoteKeySet(url: issuer.keysURL, session: issuer, clock: time.source)
        verifier = IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client, keys: .remote(keys), clock: time.source)
    }

    private func code(_ key: SigningKey) async throws -> IDTokenError.Code? {
        do {
            _ = try await verifier.verify(key.idToken(at: time.seconds))
            return nil
        } catch let error as IDTokenError { return error.code }
    }

    @Test func `J24 a new key under the same identifier is fetched once`() async throws {
        let next = try StubIssuer.key("k1")
        #expect(try await code(key) == nil)

        issuer.publish([next])
        #expect(try await code(next) == nil)
        #expect(issuer.requests.count == 2)

        // The old key is no longer trusted, and forged signatures cause no request before the cooldown has ended.
        for _ in 0..<100 { #expect(try await code(key) == .signatureInvalid) }
        #expect(issuer.requests.count == 2)
        #expect(throws: IDTokenError(.signatureInvalid, "")) {
            try verifier.verifyWithCachedKeys(key.idToken(at: time.seconds))
        }
        time.advance(by: 30)
        #expect(try verifier.verifyWithCachedKeys(key.idToken(at: time.seconds)) == nil)
        for _ in 0..<100 { #expect(try await code(key) == .signatureInvalid) }
        #expect(issuer.requests.count == 3)
        #expect(try await code(next) == nil)
    }

    @Test func `J24 a new key of another algorithm under the same identifier is fetched once`() async throws {
        let (next, other) = (try SigningKey(generating: .es256, id: "k1"), try SigningKey(generating: .es384, id: "k1"))
        let secret = try SigningKey(
            secret: SecretBytes([UInt8](repeating: 1, count: 32)), algorithm: .hs256, id: "k1")
        #expect(try await code(key) == nil)
        // No public key verifies this one, so it causes no request.
        #expect(try await code(secret) == .algorithmNotAllowed)
        #expect(issuer.requests.count == 1)

        issuer.publish([next])
        #expect(try await code(next) == nil)
        for _ in 0..<100 { #expect(try await code(other) == .algorithmNotAllowed) }
        #expect(issuer.requests.count == 2)
    }

    @Test func `J7 a key without an identifier that was removed is no longer ambiguous`() async throws {
        let (old, next) = (try StubIssuer.key(nil), try StubIssuer.key(nil))
        issuer.publish([old, next])
        #expect(try await code(next) == .keyNotFound)
        time.advance(by: 30)

        issuer.publish([next])
        #expect(try await code(next) == nil)
        for _ in 0..<100 { #expect(try await code(old) == .signatureInvalid) }
        #expect(issuer.requests.count == 2)
    }

    @Test func `J24 a fetch that finds its key starts the cooldown`() async throws {
        let (second, third) = (try StubIssuer.key("k2"), try StubIssuer.key("k3"))
        #expect(try await code(key) == nil)
        issuer.publish([second])
        #expect(try await code(second) == nil)

        issuer.publish([third])
        time.advance(by: 29)
        #expect(try await code(third) == .keyNotFound)
        #expect(issuer.requests.count == 2)
        time.advance(by: 1)
        #expect(try await code(third) == nil)
        #expect(issuer.requests.count == 3)
    }

    @Test(.timeLimit(.minutes(30)))
    func `J6 J24 a fetch whose only caller has left starts the cooldown`() async throws {
        let (next, stranger) = (try StubIssuer.key("k2"), try StubIssuer.key("made up"))
        #expect(try await code(key) == nil)
        await issuer.nextArrival()
        issuer.answer(.held)
        issuer.publish([key, next])

        for window in 1...3 {
            let gone = Task { try await code(stranger) }
            await issuer.nextArrival()
            gone.cancel()
            #expect(try await gone.value == .cancelled)
            issuer.release()
            // The end of the fetch is on another thread.
            let token = try next.idToken(at: time.seconds)
            let isFetched = await SystemState.reaches { [verifier] in
                (try? verifier.verifyWithCachedKeys(token)) != nil
            }
            #expect(isFetched)
            for _ in 0..<20 { #expect(try await code(stranger) == .keyNotFound) }

            #expect(issuer.requests.count == 1 + window)
            time.advance(by: 30)
        }
    }
}
