import OpenID
import Testing

@Suite struct RedirectURITests {
    @Test(arguments: [
        ("http://127.0.0.1:8080/cb", RedirectURI.Way.loopback(host: "127.0.0.1", ports: [8080], path: "/cb")),
        ("http://127.0.0.1:8080", .loopback(host: "127.0.0.1", ports: [8080], path: "/")),
        ("http://127.0.0.1/cb", .loopback(host: "127.0.0.1", ports: [80], path: "/cb")),
        ("HTTP://[::1]:1/a/b", .loopback(host: "[::1]", ports: [1], path: "/a/b")),
        ("https://app.example/cb", .resume),
        ("com.example.app://t.example/linux/com.example.app/callback", .resume),
        ("com.example.app:/cb", .resume),
    ])
    func `distinguishes loopback URIs from URIs that the system brings`(text: String, way: RedirectURI.Way) throws {
        #expect(try RedirectURI(text).way == way)
    }

    @Test(arguments: [
        "", "callback", "http://localhost:80/cb", "http://10.0.0.1:80/cb", "http://127.0.0.1.evil.example/cb",
        "http://127.0.0.1:99999/cb", "http://127.0.0.1:8x/cb", "http://127.0.0.1:80/cb?a=b",
        "http://127.0.0.1:80/cb#a", "https://a b/", "https://t.example/ä", "myapp://cb", "javascript:alert(1)",
        "file:///etc/passwd", "1com.example:/", "com.example.app:/cb\r\n",
    ])
    func `A13 a scheme that could belong to any program is refused`(text: String) {
        #expect(throws: AuthorizationError.self) { try RedirectURI(text) }
    }

    @Test(arguments: [
        ("com.example.app://T.example/cb?code=1&state=2", "com.example.app://t.example/cb", "code=1&state=2"),
        ("COM.example.app://t.example/cb?code=1", "com.example.app://t.example/cb", "code=1"),
        ("com.example.app://t.example/cb#access_token=1", "com.example.app://t.example/cb", "access_token=1"),
        ("com.example.app://t.example/cb?a=b#c", "com.example.app://t.example/cb", "a=b"),
        ("https://a.example?x=y", "https://a.example/", "x=y"),
        ("com.example.app://t.example/cb", "com.example.app://t.example/cb", ""),
    ])
    func `finds the query of an address that is the redirect URI`(address: String, redirect: String, answer: String) {
        #expect(RedirectURI.response(in: address, to: redirect) == answer)
    }

    @Test(arguments: [
        "com.example.app://t.example/CB?code=1", "com.example.app://t.example/cb/?code=1", "com.example.app:/cb?code=1",
        "com.example.other://t.example/cb?code=1", "com.example.app://evil.example/cb?code=1", "?code=1", "",
        "com.example.app://t.example:1/cb?code=1", "com.example.app://u@t.example/cb?code=1",
    ])
    func `A13 another address is no response`(address: String) {
        #expect(RedirectURI.response(in: address, to: "com.example.app://t.example/cb") == nil)
    }
}
