import Testing

@testable import LibcurlTransport

@Suite struct LibraryVersionsTests {
    @Test func `P2 the versions of the system libraries are reported, and old ones are refused`() throws {
        let versions = try #require(
            CurlTransport.libraryVersions.wholeMatch(of: /libcurl\/(\d+)\.(\d+)\.\d+\S* OpenSSL\/(\d+)\.\d+\.\d+\S*/))

        let (curl, minor, openSSL) = (Int(versions.1), Int(versions.2), Int(versions.3))

        // `auth0_curl_start` refuses every request with an older one.
        #expect((try #require(curl), try #require(minor)) >= (7, 80))
        #expect(try #require(openSSL) >= 3)
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
