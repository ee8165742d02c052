import Testing

@testable import HTTPMessages

@Suite struct RedirectTargetTests {
    @Test(arguments: [
        ("https://b/x?code=S", "https://b"), ("HTTP://B:80/x", "http://B:80"), ("//b/x", "https://b"),
        ("/x?code=S", "https://a:1"), ("x?code=S", "https://a:1"), ("", "https://a:1"), ("?code=S", "https://a:1"),
        ("https://S:S@b/", "https://b"), ("https://b\\S", "https://b"), ("https://b#S", "https://b"),
        ("https://[::1]:8/", "https://[::1]:8"), ("javascript:S", "javascript:"), ("app.scheme:S", "app.scheme:"),
        ("https://b S/", "https://…"), ("https://", "https://…"), ("https://\u{1B}[31m/", "https://…"),
        ("é:S", "https://a:1"),
    ])
    func `T1: names scheme, host and port of a redirect, and nothing else`(location: String, origin: String) throws {
        #expect(RedirectTarget.origin(of: location, from: try HTTPURL("https://a:1/token")) == origin)
    }
}
