import Auth0
import Harness
import LocalServer
import Streams
import Synchronization

/// The SDK: repeated token renewal in one of the three programming styles.
final class SDKFixture: Sendable {
    private let client: any Authentication
    private let concurrency: Int

    init(_ endpoint: Listener, _ concurrency: Int) throws {
        var configuration = CurlTransport.Configuration()
        configuration.maximumConnectionsPerOrigin = max(256, concurrency)
        if endpoint.isSecure {
            // New connections are measured with the SDK's default, a directory of authorities.
            configuration.certificateAuthorities =
                endpoint == .closing ? .directory(try Server.authorityDirectory()) : .file(try Server.authority())
        }
        client = Auth0.authentication(
            clientId: Message.clientID, domain: try Server.address(endpoint),
            session: CurlTransport(configuration: configuration))
        self.concurrency = concurrency
    }

    func callback(_ requests: Int) throws {
        try Flight(requests, concurrency).fly { [client] done in
            client.renew(withRefreshToken: Message.refreshToken).start { result in
                blackHole(result)
                done(result.map { _ in }.mapError { $0 as any Error })
            }
        }
    }

    func async(_ requests: Int) async throws {
        let share = (requests + concurrency - 1) / concurrency
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in stride(from: 0, to: requests, by: share) {
                group.addTask { [client] in
                    for _ in first..<min(first + share, requests) {
                        blackHole(try await client.renew(withRefreshToken: Message.refreshToken).start())
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func publisher(_ requests: Int) throws {
        try Flight(requests, concurrency).fly { [client] done in
            let token = Token()
            token.hold(
                client.renew(withRefreshToken: Message.refreshToken).start().sink(
                    receiveCompletion: { completion in
                        token.drop()
                        switch completion {
                        case .finished: done(.success(()))
                        case .failure(let error): done(.failure(error))
                        }
                    },
                    receiveValue: { blackHole($0) }))
        }
    }

    static func benchmarks(_ endpoint: Listener, _ concurrency: Int) -> [Benchmark] {
        func benchmark(
            _ style: String, _ body: @escaping @Sendable (SDKFixture, Int) async throws -> Void
        ) -> Benchmark {
            Benchmark(
                "transport/\(endpoint)/\(concurrency)/\(style)", metric: .processorMicroseconds,
                plan: TransportBenchmarks.plan(concurrency)
            ) { run, fixture in
                try await body(fixture, run.iterations)
            } setup: {
                try SDKFixture(endpoint, concurrency)
            }
        }
        return [
            benchmark("callback") { try $0.callback($1) },
            benchmark("async") { try await $0.async($1) },
            benchmark("publisher") { try $0.publisher($1) },
        ]
    }
}

/// A holder of a subscription until it completes, which may happen before the subscription is stored.
private final class Token: Sendable {
    private enum State {
        case waiting
        case holding(AnyCancellable)
        case over
    }

    private let state = Mutex(State.waiting)

    func hold(_ cancellable: AnyCancellable) {
        state.withLock { if case .waiting = $0 { $0 = .holding(cancellable) } }
    }

    func drop() {
        let dropped = state.withLock { state -> State in
            defer { state = .over }
            return state
        }
        blackHole(dropped)
    }
}
