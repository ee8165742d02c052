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
        ("https://a.b/", false), ("https://1.2.3.a/", false), ("https://10-0-0-1/", false), ("https://1.2/", false),
    ])
    func `knows which hosts need no name server`(url: String, isLiteral: Bool) throws {
        #expect(try Self.origin(url).isLiteral == isLiteral)
        #expect(try !Self.origin(url, hasProxy: true).isLiteral)
    }
}
