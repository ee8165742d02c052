import Foundation
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
        "http://127.0.0.0/", "http://localhost/", "http://LOCALHOST:4600/",
    ])
    func `T2: accepts plain http for loopback`(given: String) throws {
        #expect(try HTTPURL(given).isSecure == false)
    }

    @Test(arguments: [
        "http://localhost.example/", "http://a.localhost/", "http://127.0.0.1.example/", "http://127.1/",
        "http://0127.0.0.1/", "http://127.0.0.256/",
        "http://128.0.0.1/", "http://example.com/", "http://[::2]/", "http://2130706433/",
    ])
    func `T2: refuses plain http for any other host`(given: String) {
        #expect(throws: HTTPURLError(.insecure)) { try HTTPURL(given) }
    }

    @Test func `K13 the error of a host name with other letters says how to write it`() throws {
        let error = #expect(throws: HTTPURLError.self) { try HTTPURL("https://m\u{FC}nchen.example/") }

        #expect(error?.detail.contains("written as xn--") == true)
        #expect(try HTTPURL("https://xn--mnchen-3ya.example/").host == "xn--mnchen-3ya.example")
    }

    @Test(arguments: [
        (HTTPURLError.Code.unsupportedScheme, ["", "a", "ftp://a/", "https:/a", "//a/b", "javascript:alert(1)"]),
        (
            .forbiddenCharacter,
            [
                "https://a b/", "https://a/b c", "https://a/\u{7F}", "https://a/é", "https://a/#f",
                "https://a/\r\nX: y",
                "https://a\\b/", "https://a/<", "https://a/\"",
            ]
        ),
        (.invalidHost, ["http://127.0.0.1.:80/"]),
        (.userInformation, ["https://u@a/", "https://u:p@a/"]),
        (
            .invalidHost,
            [
                "https://", "https:///", "https://-a/", "https://a-/", "https://a..b/", "https://.a/", "https://[::1/",
                "https://[]/", "https://[1%25eth0]/", "https://a%20b/",
            ]
        ),
        (.invalidPort, ["https://a:/", "https://a:0/", "https://a:65536/", "https://a:1a/", "https://a:123456/"]),
        (.tooLong, ["https://a/" + String(repeating: "x", count: 9000)]),
    ])
    func `T8: refuses an address that is not a valid HTTP URL`(code: HTTPURLError.Code, given: [String]) {
        for text in given { #expect(throws: HTTPURLError(code)) { try HTTPURL(text) } }
    }

    @Test func `explains a refused address without repeating it`() throws {
        let error = #expect(throws: HTTPURLError.self) { try HTTPURL("https://user:SECRET@a/") }

        #expect(error?.detail == "the URL must not carry user information")
        #expect(error.map { "\($0)" } == "HTTPURLError.userInformation: the URL must not carry user information")
    }

    @Test func `appends path segments, and refuses forbidden ones`() throws {
        let base = try HTTPURL("https://a/api/")

        #expect(try base.appending("v2/users?q=1").string == "https://a/api/v2/users?q=1")
        #expect(try base.appending("v2/users?q=1").query == "q=1")
        for reference in ["a b", "a#b", "a\r\nb", "é"] {
            #expect(throws: HTTPURLError(.forbiddenCharacter)) { try base.appending(reference) }
        }
    }

    @Test(arguments: ["https://a.example/b?c=d%20e", "http://127.0.0.1:8080/", "https://[2001:db8::1]:8443/x"])
    func `converts to and from a Foundation URL`(text: String) throws {
        let url = try #require(URL(string: text))

        #expect(try HTTPURL(url).string == text)
        #expect(URL(try HTTPURL(text)) == url)
    }

    @Test(arguments: ["https://a/%zz", "https://a/[", "https://a/%", "https://a/?q=[1]"])
    func `converts to no Foundation URL that differs`(text: String) throws {
        #expect(URL(try HTTPURL(text)) == nil)
    }

    @Test func `T8: refuses a Foundation URL that is not a valid HTTP URL`() throws {
        for text in ["https://a/#f", "file:///etc/passwd", "relative", "https://u:p@a/", "http://a/"] {
            let url = try #require(URL(string: text))
            #expect(throws: HTTPURLError.self) { try HTTPURL(url) }
        }
    }
}
