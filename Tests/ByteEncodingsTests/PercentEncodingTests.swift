import ByteEncodings
import Testing

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("auth0|1", "auth0%7C1"), ("a b/c?d", "a%20b%2Fc%3Fd"), ("-._~Az09", "-._~Az09"), ("é", "%C3%A9"), ("%", "%25"),
    ])
    func `escapes all reserved characters`(text: String, escaped: String) throws {
        #expect(PercentEncoding.encode(text) == escaped)
        #expect(try PercentEncoding.decode(escaped) == text)
    }

    @Test func `leaves characters that the caller allows`() {
        #expect(PercentEncoding.encode("a/b c", allowing: "/") == "a/b%20c")
    }

    @Test(arguments: ["%", "%4", "%4g", "%%41", "%C3"])
    func `refuses invalid escapes and invalid UTF-8`(text: String) {
        #expect(throws: MalformedEncoding.self) { try PercentEncoding.decode(text) }
    }

    @Test func `does not change a plus sign`() throws {
        #expect(try PercentEncoding.decode("a+b") == "a+b")
    }
}
