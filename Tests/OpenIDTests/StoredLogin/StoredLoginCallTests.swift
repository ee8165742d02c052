import Dispatch
import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import SecretStoreContract
import Streams
import Synchronization
import Testing
import TransportDoubles

/// Calls of a stored login at a provider of the test.
@Suite(.timeLimit(.minutes(30))) struct StoredLoginCallTests {
    private static let stored = Credentials(
        accessToken: "old", tokenType: "Bearer", refreshToken: "R", expiresIn: Date(timeIntervalSinceNow: 3_600),
        scope: "openid read write")

    @Test func `RFC 6749 §5.1 a login renewed with fewer scopes is renewed again for all of them`() async throws {
        let transport = StubTransport(body: ExampleProvider.tokens)
        let login = StoredLogin(client: try ExampleProvider.client(transport), store: MemoryStore())
        try await login.save(Self.stored)

        #expect(try await login.credentials(scope: "openid read").scope == "openid read")
        #expect(try await login.credentials(scope: "openid read write").scope == "openid read write")

        let requested = try transport.requests.map { try $0.form["scope"] }
        #expect(requested == ["openid read", "openid read write"])
    }

    @Test func `the error of a profile without an ID token says what is missing`() throws {
        let login = StoredLogin(client: try ExampleProvider.client(StubTransport(body: "")), store: MemoryStore())
        try login.save(Self.stored)

        let error = #expect(throws: StoredLoginError.self) { try login.userProfile() }

        #expect(error?.code == .readFailed && error?.cause == nil)
        #expect(error?.localizedDescription.contains("no ID token; log in with the scope openid") == true)
    }

    @Test func `C6 a refused token after a renewal that sent nothing is no interrupted renewal`() async throws {
        let transport = StubTransport(status: 400, body: #"{"error": "invalid_grant"}"#)
        let (client, store) = (try ExampleProvider.client(transport), MemoryStore())
        let login = StoredLogin(client: client, store: store)
        try await login.save(
            Credentials(accessToken: "old", tokenType: "Bearer", idToken: "an encrypted one", refreshToken: "R"))
        await #expect(throws: StoredLoginError(.renewalFailed)) { try await login.credentials() }
        #expect(transport.requests.isEmpty)

        var configuration = StoredLogin.Configuration()
        configuration.validatesIDTokens = false
        let unchecked = StoredLogin(client: client, store: store, configuration: configuration)

        await #expect(throws: StoredLoginError(.renewalFailed)) { try await unchecked.credentials() }
        #expect(transport.requests.count == 1)
    }

    @Test func `C6 a failure before the request, such as that of a discovery, does not spend the refresh token`() {
        let error = OpenIDError(cause: TransportError(.timedOut))
        let failure = TokenFailure(error, wasSent: false)

        #expect(TokenFailure(error).effect == .unknown)
        #expect(failure.effect == .none && failure.isRetryable)
    }

    @Test func `C6 a refused token after a renewal that could not sign is no interrupted renewal`() async throws {
        let transport = StubTransport(status: 400, body: #"{"error": "invalid_grant"}"#)
        let (client, store) = (try ExampleProvider.client(transport), MemoryStore())
        let unreadable = ThrowingStore(SecretStoreError(.unavailable))
        let login = StoredLogin(client: client.useDPoP(keychainIdentifier: "test", store: unreadable), store: store)
        try await login.save(Self.stored)
        await #expect(throws: StoredLoginError(.renewalFailed)) { try await login.renew() }
        #expect(transport.requests.isEmpty)

        let readable = StoredLogin(client: client, store: store)

        await #expect(throws: StoredLoginError(.renewalFailed)) { try await readable.renew() }
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [JOSEError(.signingFailed), DPoPError.keyMissing, DPoPError.other] as [any Error])
    func `C6 a key that cannot sign sends nothing; a request with a response was sent`(cause: any Error) {
        #expect(TokenFailure(OpenIDError(cause: cause)).effect == .none)
        #expect(TokenFailure(OpenIDError(cause: cause, statusCode: 200)).effect == .unknown)
    }

    @Test func `a revocation that the program cancels is cancelled, whatever the error of its request`() async throws {
        let transport = PromptTransport()
        let provider = OpenIDProvider(try ExampleProvider.metadata(), session: transport)
        let login = StoredLogin(client: provider.client(id: "the-client"), store: MemoryStore())
        try await login.save(Self.stored)
        let (results, continuation) = AsyncStream<Result<Void, StoredLoginError>>.makeStream()
        let revocation = login.revoke { result in
            continuation.yield(result)
            transport.called.signal()
        }
        await transport.nextArrival()

        revocation.cancel()

        var iterator = results.makeAsyncIterator()
        guard case .failure(let error)? = await iterator.next() else { throw CancellationError() }
        #expect(error.code == .revocationFailed && error.isCancelled)
        #expect(login.canRenew())
    }
}

/// A transport whose cancelled request is answered, and delivered, before the cancellation returns.
private final class PromptTransport: Transport, TransportExchange {
    /// Signalled when the result of the call was delivered.
    let called = DispatchSemaphore(value: 0)
    private let completion = Mutex<(@Sendable (Result<TransportResponse, TransportError>) -> Void)?>(nil)
    private let arrivals = AsyncStream<Void>.makeStream()

    func nextArrival() async { for await _ in arrivals.stream { return } }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        self.completion.withLock { $0 = completion }
        arrivals.continuation.yield()
        return self
    }

    func cancel() {
        guard let completion = completion.withLock({ $0.take() }) else { return }
        completion(.failure(TransportError(.cancelled)))
        _ = called.wait(timeout: .now() + 10)
    }
}
