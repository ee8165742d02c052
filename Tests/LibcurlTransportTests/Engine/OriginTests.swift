import HTTPMessages
import Testing

@testable import LibcurlTransport

@Suite struct OriginTests {
    private static func origin(_ url: String, connections: Int = 10, hasProxy: Bool = false) throws -> Origin {
        Origin(Origin.Key(try HTTPURL(url)), connections: connections, hasProxy: hasProxy)
    }

    @Test func `one request is sent first until a secure connection is made`() throws {
        let origin = try Self.origin("https://a/")
        #expect(origin.hasCapacity && !origin.isKnown)

        origin.running = 1
        #expect(!origin.hasCapacity)

        origin.didConnect()
        origin.running = 9
        #expect(origin.hasCapacity && origin.isKnown)
        origin.running = 10
        #expect(!origin.hasCapacity)
        #expect(try Self.origin("http://127.0.0.1/").isKnown)
    }

    @Test func `further requests are sent when the first failed to connect`() throws {
        let origin = try Self.origin("https://a/", connections: 100)
        for scouts in [4, 16, 16] {
            origin.didFailToConnect()
            origin.running = scouts - 1
            #expect(origin.hasCapacity)
            origin.running = scouts
            #expect(!origin.hasCapacity)
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1/", true), ("https://10.0.0.1:8443/", true), ("https://[::1]/", true),
        ("https://a.b/", false),
        ("https://1.2.3.a/", false),
    ])
    func `knows which hosts need no name server`(url: String, isLiteral: Bool) throws {
        #expect(try Self.origin(url).isLiteral == isLiteral)
        #expect(try !Self.origin(url, hasProxy: true).isLiteral)
    }

    @Test func `resolves a name once at a time, and eight names in all`() throws {
        var resolutions = Resolutions()
        let origins = try (0..<9).map { try Self.origin("https://host-\($0)/") }
        let (first, second, ninth) = (origins[0], origins[1], origins[8])
        func mayBegin(_ origin: Origin) -> Bool { resolutions.begin(origin, at: 0) }

        #expect(origins.map(mayBegin) == [true, true, true, true, true, true, true, true, false])
        #expect(!mayBegin(first))
        resolutions.wait(ninth)
        resolutions.wait(first)

        let next = resolutions.end(first)
        #expect(next.map(\.key.host) == ["host-0", "host-8"])
        #expect(mayBegin(ninth))

        // Cancelled, but its thread still runs: the place is free five seconds later.
        resolutions.abandon(second, at: 0)
        #expect(!mayBegin(first))
        var freed: [Origin] = []
        resolutions.expire(at: 4_999_999_999) { freed.append($0) }
        #expect(freed.isEmpty)
        resolutions.expire(at: 5_000_000_000) { freed.append($0) }
        #expect(freed.contains { $0 === second })
        #expect(mayBegin(first))
    }
}
