import ByteEncodings
import OpenID
import Testing

@Suite struct PushedAuthorizationTests {
    private func requestURI(_ members: String) throws -> String? {
        PushedAuthorization(try JSONValue(parsing: Array(#"{"request_uri": "urn:example:1"\#(members)}"#.utf8)))?
            .requestURI
    }

    @Test(arguments: ["", #", "expires_in": null"#, #", "expires_in": 60"#, #", "expires_in": "60.0""#])
    func `a reference that has a lifetime, or does not name it, is used`(members: String) throws {
        #expect(try requestURI(members) == "urn:example:1")
    }

    @Test(arguments: ["0", "-1", #""0""#, #""soon""#, "1e300", "true", "[]"])
    func `RFC 9126 §2.2 a reference that has expired already is refused`(lifetime: String) throws {
        #expect(try requestURI(#", "expires_in": \#(lifetime)"#) == nil)
    }
}
