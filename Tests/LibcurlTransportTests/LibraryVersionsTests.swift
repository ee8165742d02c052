import Glibc
import Testing

@testable import LibcurlTransport

@Suite struct LibraryVersionsTests {
    /// `scripts/lint` shows that an old libcurl is refused when the package is compiled.
    @Test func `P2 the versions of the loaded system libraries are reported`() throws {
        typealias Version = @convention(c) () -> UnsafePointer<CChar>
        let symbol = try #require(dlsym(nil, "curl_version"))

        let version = String(cString: unsafeBitCast(symbol, to: Version.self)())

        #expect(version.hasPrefix(CurlTransport.libraryVersions + " "), "\(version)")
    }

    @Test(arguments: [
        ("7.88.1", "GnuTLS/3.7.9", "GnuTLS/3.7.9"), ("7.74.0", "OpenSSL/1.1.1w", "OpenSSL/1.1.1w"),
        ("8.5.0", "", "no TLS"),
    ])
    func `K11 the error of another libcurl names what was found, and the package to install`(
        version: String, backend: String, found: String
    ) {
        let text = Library.problem(version: version, backend: backend)

        for part in ["libcurl \(version) with \(found)", "or newer", "OpenSSL 3", "install libcurl4-openssl-dev"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(Library.problem == nil)
    }
}
