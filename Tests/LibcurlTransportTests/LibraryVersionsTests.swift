import LibcurlTransport
import Testing

@Suite struct LibraryVersionsTests {
    @Test func `P2 the versions of the system libraries are reported, and old ones are refused`() throws {
        let versions = try #require(
            CurlTransport.libraryVersions.wholeMatch(of: /libcurl\/(\d+)\.(\d+)\.\d+\S* OpenSSL\/(\d+)\.\d+\.\d+\S*/))

        let (curl, minor, openSSL) = (Int(versions.1), Int(versions.2), Int(versions.3))

        // `auth0_curl_start` refuses every request with an older one.
        #expect((try #require(curl), try #require(minor)) >= (7, 87))
        #expect(try #require(openSSL) >= 3)
    }
}
