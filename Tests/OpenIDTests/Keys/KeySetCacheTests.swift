import HTTPMessages
import Testing
import TransportDoubles

@testable import OpenID

@Suite struct KeySetCacheTests {
    private let url: HTTPURL
    private let cache = KeySetCache(capacity: 2)

    init() throws { url = try HTTPURL("https://tenant.example.com/keys") }

    private struct UnidentifiedTransport: Transport {
        let transport = StubTransport(body: "{}")

        func send(
            _ request: TransportRequest,
            completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
        ) -> any TransportExchange { transport.send(request, completion: completion) }
    }

    @Test func `one address with one transport has one key set`() throws {
        let (first, second) = (StubTransport(body: "{}"), StubTransport(body: "{}"))
        let other = try HTTPURL("https://tenant.example.com/others")

        let core = cache.keySet(at: url, over: first).core

        #expect(cache.keySet(at: url, over: first).core === core)
        #expect(cache.keySet(at: url, over: second).core !== core)
        #expect(cache.keySet(at: other, over: first).core !== core)
    }

    @Test func `J6 a transport made of a function has one key set for an address`() {
        let transport = AsyncTransport { _ in TransportResponse(status: 200, fields: [:], body: Array("{}".utf8)) }

        #expect(cache.keySet(at: url, over: transport).core === cache.keySet(at: url, over: transport).core)
    }

    @Test func `T9 indistinguishable transports share nothing`() {
        let transport = UnidentifiedTransport()

        #expect(cache.keySet(at: url, over: transport).core !== cache.keySet(at: url, over: transport).core)
    }

    @Test func `neither a transport nor its keys are kept alive`() {
        weak var transport: StubTransport?
        weak var core: KeySetCore?
        do {
            let mine = StubTransport(body: "{}")
            (transport, core) = (mine, cache.keySet(at: url, over: mine).core)
            #expect(core != nil)
        }

        _ = cache.keySet(at: url, over: StubTransport(body: "{}"))

        #expect(transport == nil)
        #expect(core == nil)
    }

    @Test func `a new issuer replaces another one above the limit`() throws {
        let transport = StubTransport(body: "{}")
        let cores = try (0..<100).map { number in
            let url = try HTTPURL("https://tenant.example.com/\(number)")
            return Weak(core: cache.keySet(at: url, over: transport).core)
        }

        #expect(cores.count { $0.core != nil } == 2)
    }

    @Test func `the key set that is used stays, whatever the number of other issuers`() throws {
        let transport = StubTransport(body: "{}")
        let core = cache.keySet(at: url, over: transport).core

        for number in 0..<100 {
            _ = cache.keySet(at: try HTTPURL("https://tenant.example.com/\(number)"), over: transport)
            #expect(cache.keySet(at: url, over: transport).core === core)
        }
    }

    private final class Weak {
        weak var core: KeySetCore?
        init(core: KeySetCore) { self.core = core }
    }
}
