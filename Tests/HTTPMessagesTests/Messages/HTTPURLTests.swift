import HTTPMessages
import Testing

@Suite struct HTTPURLTests {
    @Test func `splits an address into its parts`() throws {
        let url = try HTTPURL("https://Tenant.EU.auth0.com:8443/oauth/token?a=b%20c&d=e/f?g")

        #expect(url.isSecure)
        #expect(url.host == "tenant.eu.auth0.com")
        #expect(url.port == 8443)
        #expect(url.origin == "https://tenant.eu.auth0.com:8443")
        #expect(url.path == "/oauth/token")
        #expect(url.query == "a=b%20c&d=e/f?g")
        #expect(url.description == "https://tenant.eu.auth0.com:8443/oauth/token")
    }

    @Test(arguments: [
        ("https://a", "https://a/"), ("https://a?b", "https://a/?b"), ("HTTPS://a/B", "HTTPS://a/B"),
        ("https://a:443/", "https://a:443/"), ("http://127.0.0.1:80", "http://127.0.0.1:80/"),
        ("https://a/../b/./c", "https://a/../b/./c"),
    ])
    func `keeps an address as it was written, and adds only a missing path`(given: String, sent: String) throws {
        #expect(try HTTPURL(given).string == sent)
    }

    @Test(arguments: [
        ("https://a:443/x", "https://a"), ("https://a", "https://a"), ("http://[::1]:80/", "http://[::1]"),
    ])
    func `omits the default port from the origin`(given: String, origin: String) throws {
        #expect(try HTTPURL(given).origin == origin)
    }

    @Test(arguments: [
        "http://127.0.0.1", "http://127.0.0.1:8080/x", "http://127.255.255.254/", "http://[::1]:1/",
        "http://127.0.0.0/",
    ])
    func `T2: accepts plain http for loopback literals`(given: String) throws {
        #expect(try HTTPURL(given).isSecure == false)
    }

    @Test(arguments: [
        "http://localhost/", "http://127.0.0.1.example/", "http://127.1/", "http://0127.0.0.1/", "http://127.0.0.256/",
        "http://128.0.0.1/", "http://example.com/", "http://[::2]/", "http://2130706433/", "http://127.0.0.1.:80/",
    ])
    func `T2: refuses plain http for any other host`(given: String) {
        #expect(throws: TransportError(.invalidArgument)) { try HTTPURL(given) }
    }

    @Test(arguments: [
        "", "a", "ftp://a/", "https:/a", "https://", "https:///", "https://a b/", "https://a/b c", "https://a/\u{7F}",
        "https://a/é", "https://a/#f", "https://u@a/", "https://u:p@a/", "https://a:/", "https://a:0/",
        "https://a:65536/",
        "https://a:1a/", "https://a:123456/", "https://-a/", "https://a-/", "https://a..b/", "https://.a/",
        "https://[::1/",
        "https://[]/", "https://[1%25eth0]/", "https://a/\r\nX: y", "https://a\\b/", "https://a/<", "https://a/\"",
        "https://a%20b/", "//a/b", "javascript:alert(1)",
    ])
    func `T8: refuses an address that is not a valid HTTP URL`(given: String) {
        #expect(throws: TransportError(.invalidArgument)) { try HTTPURL(given) }
    }

    @Test func `appends path segments, and refuses forbidden ones`() throws {
        let base = try HTTPURL("https://a/api/")

        #expect(try base.appending("v2/users?q=1").string == "https://a/api/v2/users?q=1")
        #expect(try base.appending("v2/users?q=1").query == "q=1")
        for reference in ["a b", "a#b", "a\r\nb", "é"] {
            #expect(throws: TransportError(.invalidArgument)) { try base.appending(reference) }
        }
    }

    @Test func `refuses an address that is too long for any server`() {
        #expect(throws: TransportError(.invalidArgument)) {
            try HTTPURL("https://a/" + String(repeating: "x", count: 9000))
        }
    }
}
