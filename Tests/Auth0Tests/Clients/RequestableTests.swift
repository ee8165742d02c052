import Auth0
import Streams
import Testing
import TransportDoubles

/// A request of a test of an app, which has only the callback.
private struct DoubleRequest: Requestable {
    let result: AuthenticationResult<Credentials>

    func start(_ callback: @escaping @Sendable (AuthenticationResult<Credentials>) -> Void) -> any Cancellable {
        Request(result: result).start(callback)
    }
}

/// Requests as values of the protocol of Auth0.swift 3.
@Suite struct RequestableTests {
    private let transport = StubTransport(
        body: #"{"access_token": "AT", "token_type": "Bearer", "expires_in": 60}"#)

    private var request: any Requestable<Credentials, AuthenticationError> {
        Auth0.authentication(clientId: "c", domain: "tenant.example.com", session: transport)
            .renew(withRefreshToken: "RT")
    }

    @Test func `F8 a request of any client is modified and started by its protocol`() async throws {
        let credentials = try await request.parameters(["a": "b"]).headers(["X-A": "b"]).requestValidators([]).start()

        #expect(credentials.accessToken == "AT")
        #expect(transport.requests.first?.fields["X-A"] == "b")
        let body = String(decoding: transport.requests.first?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""a":"b""#))
    }

    @Test func `F8 a request of any client calls back`() async {
        let (results, continuation) = AsyncStream<Bool>.makeStream()
        let callback: Request<Credentials, AuthenticationError>.Callback = {
            continuation.yield((try? $0.get())?.accessToken == "AT")
        }

        request.start(callback)

        for await isRight in results.prefix(1) { #expect(isRight) }
    }

    @Test func `F8 a double of a request needs only the callback, and has every style`() async throws {
        let double: any Requestable<Credentials, AuthenticationError> = DoubleRequest(
            result: .success(Credentials(accessToken: "AT")))
        let publisher: AnyPublisher<Credentials, AuthenticationError> = double.headers(["X-A": "b"]).start()
        var published: [String] = []

        for try await credentials in publisher.values { published.append(credentials.accessToken) }
        let credentials = try await double.parameters(["a": "b"]).requestValidators([]).start()

        #expect(published == ["AT"])
        #expect(credentials.accessToken == "AT")
    }

    @Test func `F8 a double of a request fails in every style with its own error`() async {
        let refused = AuthenticationError(info: ["error": "access_denied"], statusCode: 403)
        let double = DoubleRequest(result: .failure(refused))
        let publisher: AnyPublisher<Credentials, AuthenticationError> = double.start()

        await #expect(throws: refused) { _ = try await double.start() as Credentials }
        await #expect(throws: refused) { for try await _ in publisher.values {} }
    }
}
