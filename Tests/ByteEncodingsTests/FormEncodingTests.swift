import ByteEncodings
import Testing

@Suite struct FormEncodingTests {
    @Test func `writes fields in their order`() {
        let text = FormEncoding.encode([("grant_type", "password"), ("a b", "c&d=e+é~")])

        #expect(text == "grant_type=password&a+b=c%26d%3De%2B%C3%A9~")
    }

    @Test func `reads fields in their order`() throws {
        let fields = try FormEncoding.decode("b=1+2&a=%2B&empty=&bare&&x=y=z")

        #expect(fields.map(\.name) == ["b", "a", "empty", "bare", "x"])
        #expect(fields.map(\.value) == ["1 2", "+", "", "", "y=z"])
    }

    @Test func `reads no field from an empty text`() throws {
        #expect(try FormEncoding.decode("").isEmpty)
    }

    @Test(
        arguments: [
            ("a=1&a=2", .duplicateName), ("a=1&%61=2", .duplicateName), ("a=%", .brokenEscape), ("a=%FF", .notUTF8),
        ] as [(String, MalformedEncoding.Code)])
    func `A14 refuses duplicate names and invalid escapes`(text: String, code: MalformedEncoding.Code) {
        let error = #expect(throws: MalformedEncoding.self) { try FormEncoding.decode(text) }
        #expect(error?.code == code)
    }

    @Test func `distinguishes names that only look the same`() throws {
        #expect(try FormEncoding.decode("%C3%A9=1&e%CC%81=2").count == 2)
    }
}
