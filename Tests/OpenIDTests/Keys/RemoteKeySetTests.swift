import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import RequestPipeline
import TestEvents
import Testing

@testable import OpenID

@Suite struct RemoteKeySetTests {
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

    private func token(_ key: SigningKey? = nil) throws -> String { try (key ?? self.key).idToken(at: time.seconds) }

    private func code(_ key: SigningKey) async throws -> IDTokenError.Code? {
        do {
            _ = try await verifier.verify(token(key))
            return nil
        } catch let error as IDTokenError { return error.code }
    }

    @Test func `the keys are fetched for the first token and kept for the next ones`() async throws {
        #expect(try verifier.verifyWithCachedKeys(token()) == nil)
        for _ in 0..<3 { _ = try await verifier.verify(token()) }

        #expect(try verifier.verifyWithCachedKeys(token())?.subject == "auth0|1")
        #expect(issuer.requests.count == 1)
        #expect(issuer.requests.first?.url == issuer.keysURL)
        #expect(issuer.requests.first?.method == .get)
    }

    @Test func `J6 ten thousand tokens with unknown keys are one request a cooldown`() async throws {
        _ = try await verifier.verify(token())
        let rest = try token().split(separator: ".").dropFirst().joined(separator: ".")
        let tokens = (0..<10_000).map { number in
            Base64URL.encode(Array(#"{"alg":"EdDSA","kid":"made up \#(number)"}"#.utf8)) + "." + rest
        }
        let before = issuer.requests.count

        for window in 1...2 {
            await withTaskGroup(of: Void.self) { group in
                for token in tokens {
                    group.addTask { await #expect(throws: IDTokenError.self) { try await verifier.verify(token) } }
                }
            }
            #expect(issuer.requests.count == before + window)
            time.advance(by: 30)
        }
    }

    @Test func `J6 a flood during a fetch fails with a typed error beyond a maximum`() async throws {
        issuer.answer(.held)
        let token = try token()
        for _ in 0..<10_000 { _ = verifier.begin(token) { _ in } }

        let error = await #expect(throws: IDTokenError.self) { try await verifier.verify(token) }

        #expect(error?.code == .keysUnavailable)
        #expect((error?.cause as? KeySetError)?.code == .tooManyWaiting)
        #expect(issuer.requests.count == 1)
        issuer.release()
    }

    @Test func `J6 an initial flood is one request`() async throws {
        let stranger = try StubIssuer.key("other")

        for _ in 0..<100 { #expect(try await code(stranger) == .keyNotFound) }

        #expect(issuer.requests.count == 1)
        #expect(try verifier.verifyWithCachedKeys(token()) != nil)
    }

    @Test(arguments: ["failed", "empty", "status"])
    func `J6 a failed or empty fetch starts the cooldown`(kind: String) async throws {
        switch kind {
        case "failed": issuer.answer(.failure(.connectionFailed))
        case "status": issuer.answer(.status(503))
        default: issuer.answer(.text(#"{"keys":[]}"#))
        }
        let expected: IDTokenError.Code = kind == "empty" ? .keyNotFound : .keysUnavailable

        for _ in 0..<50 { #expect(try await code(key) == expected) }
        #expect(issuer.requests.count == 1)
        time.advance(by: 29)
        #expect(try await code(key) == expected)
        #expect(issuer.requests.count == 1)

        issuer.answer(.keys)
        time.advance(by: 1)
        #expect(try await code(key) == nil)
        #expect(issuer.requests.count == 2)
    }

    @Test func `J6 waiting callers share one request`() async throws {
        issuer.answer(.held)
        let token = try token()
        let (outcomes, outcome) = AsyncStream<Bool>.makeStream()
        for _ in 0..<100 {
            // On return, the token is waiting.
            let verdict = verifier.begin(token) { outcome.yield((try? $0.get()) != nil) }
            guard case .later = verdict else { throw CancellationError() }
        }

        issuer.release()

        #expect(await outcomes.prefix(100).reduce(0) { $1 ? $0 + 1 : $0 } == 100)
        #expect(issuer.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(30))) func `a caller may block for the result of another one`() async throws {
        issuer.answer(.held)
        let token = try token()
        let group = DispatchGroup()
        let (outcomes, outcome) = AsyncStream<Bool>.makeStream()
        for _ in 0..<2 { group.enter() }
        for _ in 0..<2 {
            let verdict = verifier.begin(token) { result in
                group.leave()
                group.wait()
                outcome.yield((try? result.get()) != nil)
            }
            guard case .later = verdict else { throw CancellationError() }
        }

        issuer.release()

        #expect(await outcomes.prefix(2).reduce(0) { $1 ? $0 + 1 : $0 } == 2)
    }

    @Test(.timeLimit(.minutes(30)))
    func `J7 a new key is fetched once during use, and the old one is valid while it is published`() async throws {
        let next = try StubIssuer.key("k2")
        _ = try await verifier.verify(token())

        issuer.publish([next, key])
        #expect(try await code(next) == nil)
        #expect(try await code(key) == nil)
        #expect(issuer.requests.count == 2)

        issuer.publish([next])
        time.advance(by: 600)
        #expect(try await code(next) == nil)
        // The new keys are parsed after the delivery.
        let old = try token()
        let isReplaced = await SystemState.reaches { [verifier] in (try? verifier.verifyWithCachedKeys(old)) == nil }
        #expect(isReplaced)
        #expect(try await code(key) == .keyNotFound)
    }

    @Test func `J6 a failed refresh keeps the present keys`() async throws {
        _ = try await verifier.verify(token())
        issuer.answer(.status(500))
        time.advance(by: 86_400)

        #expect(try await code(key) == nil)
        #expect(try await code(key) == nil)

        #expect(issuer.requests.count == 2)
    }

    @Test func `stale keys are used during a refresh`() async throws {
        _ = try await verifier.verify(token())
        time.advance(by: 599)
        #expect(try verifier.verifyWithCachedKeys(token()) != nil)
        #expect(issuer.requests.count == 1)

        issuer.answer(.held)
        time.advance(by: 1)
        for _ in 0..<10 { #expect(try verifier.verifyWithCachedKeys(token()) != nil) }

        #expect(issuer.requests.count == 2)
        issuer.release()
    }

    @Test func `keys that are a day old are used only after a failed refresh`() async throws {
        _ = try await verifier.verify(token())
        issuer.publish([])
        time.advance(by: 86_400)

        #expect(try verifier.verifyWithCachedKeys(token()) == nil)
        #expect(try await code(key) == .keyNotFound)
    }

    @Test(arguments: [#"{"keys":[{"kty":"RSA"},{"kty":"oct","k":"AAAA","kid":"k1"}]}"#, #"{"keys":[]}"#])
    func `J2 J8 keys that are not public signature keys are ignored`(text: String) async throws {
        issuer.answer(.text(text))

        #expect(try await code(key) == .keyNotFound)
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":1}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#, "<html>"])
    func `J8 an invalid key set is a failure`(text: String) async throws {
        issuer.answer(.text(text))

        #expect(try await code(key) == .keysUnavailable)
    }

    @Test func `J8 a set of 65 keys, or of more than 256 KiB, is refused`() async throws {
        let many = [String](repeating: #"{"kty":"x"}"#, count: 65).joined(separator: ",")
        issuer.answer(.text(#"{"keys":[\#(many)]}"#))
        #expect(try await code(key) == .keysUnavailable)

        time.advance(by: 30)
        issuer.answer(.text(#"{"keys":[]}"# + String(repeating: " ", count: 262_144)))
        #expect(try await code(key) == .keysUnavailable)
        #expect(issuer.requests.count == 2)
    }

    @Test(arguments: [301, 302, 307, 308, 404, 500])
    func `J8 a status other than 200 is a failure, even a redirect`(status: Int) async throws {
        issuer.answer(.status(status))

        let error = await #expect(throws: IDTokenError.self) { try await verifier.verify(token()) }

        #expect(error?.code == .keysUnavailable)
        #expect(error?.isRetryable == true)
        #expect((error?.cause as? KeySetError)?.statusCode == status)
        #expect(issuer.requests.count == 1)
    }

    @Test func `C11 a cancelled caller affects neither the others nor the fetch`() async throws {
        issuer.answer(.held)
        let token = try token()
        let gone = Task { try await verifier.verify(token) }
        await issuer.nextArrival()
        async let stays = verifier.verify(token)

        gone.cancel()
        let error = await #expect(throws: IDTokenError.self) { try await gone.value }
        issuer.answer(.keys)
        issuer.release()

        #expect(error?.code == .cancelled)
        #expect(try await stays.subject == "auth0|1")
        #expect(issuer.requests.count == 1)
    }
}
