import LinuxSystemCalls
import LoginBrowsers
import Testing

@testable import Auth0WebView

@Suite struct PageAddressTests {
    @Test(arguments: [
        "https://t.example/authorize?a=b", "HTTPS://t.example", "http://127.0.0.1:3000/authorize", "http://[::1]/",
        "http://localhost:1/", "about:blank", "about:srcdoc",
    ])
    func `A6 addresses of pages are allowed`(address: String) { #expect(PageAddress.isAllowed(address)) }

    @Test(arguments: [
        "http://t.example/", "http://127.0.0.1.evil.example/", "file:///etc/passwd", "javascript:alert(1)",
        "data:text/html,x",
        "blob:https://t.example/1", "com.example.demo://callback", "mailto:a@b.example", "ftp://t.example/",
        "about:config",
        "webkit://gpu", "resource:///x", "https:", "https:///x", "", "/x", "https://",
    ])
    func `A6 all other addresses are refused`(address: String) { #expect(!PageAddress.isAllowed(address)) }

    @Test func `problems of a certificate have a description`() {
        #expect(CertificateProblem.names(of: 0b1001) == ["the authority is not known", "it has expired"])
        #expect(CertificateProblem.names(of: 0).isEmpty)
    }

    @Test func `sessions are stored in the user's folders`() throws {
        let variables = ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "relative"]
        let folders = try SessionFolders(of: "com.example.a", in: UserFolders { variables[$0] })

        #expect(folders.data == "/h/.local/share/com.example.a/login-window")
        #expect(folders.cache == "/c/com.example.a/login-window")
        #expect(throws: (any Error).self) { try SessionFolders(of: "a", in: UserFolders { _ in nil }) }
    }
}
