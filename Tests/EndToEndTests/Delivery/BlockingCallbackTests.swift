import Auth0
import Dispatch
import Streams
import Synchronization
import TenantEmulator
import Testing

/// Callbacks run on the transport's own thread, and may still block it.
@Suite struct BlockingCallbackTests {
    @Test func `callbacks that wait for each other's requests, five deep, all return`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport())

        let depth = await withCheckedContinuation { continuation in
            NestedCallbacks(client: client).begin(5) { continuation.resume(returning: $0) }
        }

        #expect(depth == 5)
    }

    @Test func `a callback that blocks does not keep other requests from completing`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport())
        let gate = DispatchSemaphore(value: 0)
        let (ends, end) = AsyncStream<Void>.makeStream()

        for _ in 0..<3 {
            client.jwks().start { _ in
                gate.wait()
                end.yield()
            }
        }
        for _ in 0..<20 { _ = try await client.jwks().start() }
        for _ in 0..<3 { gate.signal() }

        var ended = 0
        for await _ in ends {
            ended += 1
            if ended == 3 { break }
        }
        #expect(try await client.jwks().start().keys.isEmpty == false)
    }

    @Test func `a transport can be released inside its own callback`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }

        for _ in 0..<20 {
            let isAnswered = await withCheckedContinuation { continuation in
                Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport())
                    .jwks().start { result in continuation.resume(returning: (try? result.get()) != nil) }
            }
            #expect(isAnswered)
        }
    }
}

/// A callback that waits for the callback of the next request, and so on.
private struct NestedCallbacks: Sendable {
    let client: any Authentication

    func begin(_ depth: Int, _ done: @escaping @Sendable (Int) -> Void) {
        client.jwks().start { result in
            guard depth > 1, case .success = result else { return done((try? result.get()) == nil ? -1 : 1) }
            let inner = DispatchSemaphore(value: 0)
            let count = Mutex(0)
            begin(depth - 1) { deeper in
                count.withLock { $0 = deeper + 1 }
                inner.signal()
            }
            inner.wait()
            done(count.withLock { $0 })
        }
    }
}
