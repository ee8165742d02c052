import LoginBrowsers
import Testing

@Suite struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead.Reading { RequestHead.read(Array(text.utf8)) }

    @Test func `reads the request of a browser`() throws {
        let text = "GET /callback?code=a%20b&state=s HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: */*\r\nDNT: 1\r\n\r\n"

        guard case .head(let head) = read(text) else { Issue.record("not read"); return }
        #expect(head.path == "/callback")
        #expect(head.query == "code=a%20b&state=s")
        #expect(head.host == "127.0.0.1:80")
        #expect(head.origin == nil)
    }

    @Test func `distinguishes an empty query from none`() throws {
        guard case .head(let none) = read("GET /a HTTP/1.1\r\nHost: h\r\n\r\n"),
            case .head(let empty) = read("GET /a? HTTP/1.1\r\nHost: h\r\n\r\n")
        else { Issue.record("not read"); return }

        #expect(none.query == nil)
        #expect(empty.query?.isEmpty == true)
    }

    @Test func `reads a head that arrives octet by octet, and ends with its last octet`() {
        let bytes = Array("GET /callback?code=a HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n".utf8)

        for count in 0..<bytes.count { #expect(RequestHead.read(Array(bytes[..<count])) == .incomplete) }
        guard case .head = RequestHead.read(bytes) else { Issue.record("not read"); return }
    }

    @Test(arguments: [
        ("POST / HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("get / HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("GET http://127.0.0.1/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /ä HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/0.9\r\nHost: h\r\n\r\n", 505),
        ("GET /\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nOrigin: a\r\nOrigin: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Mode: cors\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: \u{1}\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\rX\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\nb\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\r\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}", 400),
    ])
    func `A10 refuses requests that no browser sends`(text: String, status: Int) {
        #expect(read(text) == .refused(status: status))
    }

    @Test func `A10 refuses a head that is too long or has too many fields`() {
        let long = "GET /?" + String(repeating: "a", count: RequestHead.limit)
        let fields = String(repeating: "A: b\r\n", count: RequestHead.fieldLimit)

        #expect(read(long) == .refused(status: 431))
        #expect(read("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n") == .refused(status: 431))
    }

    @Test func `A10 never traps on any octets`() {
        let seed = Array("GET /callback?code=a&state=b HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: null\r\n\r\n".utf8)
        var random = SystemRandomNumberGenerator()

        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
                }
            }
            if case .head(let head) = RequestHead.read(bytes) { #expect(head.path.utf8.first == UInt8(ascii: "/")) }
        }
    }
}
