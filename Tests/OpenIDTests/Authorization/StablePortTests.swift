import HTTPMessages
import LibcurlTransport
import OpenID
import ProgramRunner
import Streams
import Testing

/// The redirect URI on one of several ports.
@Suite struct StablePortTests {
    /// An agent that keeps the redirect URI, which it gets as its address.
    private struct Window: UserAgent {
        let address: HTTPURL
        let opened: AsyncStream<String>.Continuation

        func start() { opened.yield(address.string) }
        func finish(with result: Result<Void, AuthorizationError>) {}
    }

    private let transactions = Transactions()

    /// Begins a session; returns its redirect URI, or its error.
    private func begin(_ ports: [UInt16]) async -> (uri: String?, error: AuthorizationError?, session: any Cancellable)
    {
        let (addresses, opened) = AsyncStream<String>.makeStream()
        var options = SessionOptions()
        options.allowsOthers = true
        let plan = AuthorizationSession.Plan(
            redirect: .stablePort(ports), expectation: .init(state: "good", issuer: nil), options: options,
            prepare: { redirectURI, completion in
                completion(Result { try HTTPURL(redirectURI) })
                return AnyCancellable {}
            }, agent: { address, _ in Window(address: address, opened: opened) })
        let (errors, failed) = AsyncStream<AuthorizationError>.makeStream()
        let session = AuthorizationSession.begin(plan, among: transactions) { result in
            if case .failure(let error) = result { failed.yield(error) }
            opened.finish()
            failed.finish()
        }
        for await address in addresses { return (address, nil, session) }
        for await error in errors { return (nil, error, session) }
        return (nil, nil, session)
    }

    @Test func `C1 takes the first port that no other login holds`() async throws {
        let ports = [try FreePort.find(), try FreePort.find()]

        let first = await begin(ports)
        let second = await begin(ports)
        let third = await begin(ports)
        first.session.cancel()
        second.session.cancel()

        #expect(first.uri == "http://127.0.0.1:\(ports[0])/callback")
        #expect(second.uri == "http://127.0.0.1:\(ports[1])/callback")
        #expect(third.error?.code == .listenerUnavailable)
        let reason = String(describing: third.error?.cause)
        #expect(reason.contains("\(ports[0]), \(ports[1])"))
    }

    @Test func `C1 port 0 is a free port`() throws {
        let redirect = try RedirectURI("http://127.0.0.1:0/cb")

        #expect(redirect.way == .loopback(host: "127.0.0.1", ports: [0], path: "/cb"))
        #expect(redirect.text.isEmpty)
    }

    @Test func `C1 the default ports are 8484 to 8489`() {
        let way = RedirectURI.Way.loopback(host: "127.0.0.1", ports: Array(8484...8489), path: "/callback")
        #expect(RedirectURI.stablePort().way == way)
    }
}
