import ByteEncodings
import Testing

@Suite struct Base64URLTests {
    @Test(
        arguments: [
            ([], ""), ([0], "AA"), ([0xFF, 0xFE], "__4"), ([1, 2, 3], "AQID"), ([0xFB, 0xEF, 0xBE, 0xFF], "----_w"),
        ] as [([UInt8], String)])
    func `encodes bytes in exactly one way`(bytes: [UInt8], text: String) throws {
        #expect(Base64URL.encode(bytes) == text)
        #expect(try Base64URL.decode(text) == bytes)
    }

    @Test(
        arguments: [
            ("AA==", .unexpectedCharacter), ("A+8", .unexpectedCharacter), ("A/8", .unexpectedCharacter),
            ("A A", .unexpectedCharacter), ("AA\n", .unexpectedCharacter), ("AA?", .unexpectedCharacter),
            ("A", .impossibleLength), ("AAAAA", .impossibleLength), ("AB", .unusedBits), ("AAB", .unusedBits),
            ("é", .unexpectedCharacter),
        ] as [(String, MalformedEncoding.Code)])
    func `J10 refuses every other encoding`(text: String, code: MalformedEncoding.Code) {
        let error = #expect(throws: MalformedEncoding.self) { try Base64URL.decode(text) }
        #expect(error?.code == code)
    }

    @Test func `decodes everything that it encoded`() throws {
        var bytes: [UInt8] = []
        for count in 0..<300 {
            let text = Base64URL.encode(bytes)
            var appended = Array("start.".utf8)
            Base64URL.append(bytes, to: &appended)
            #expect(try Base64URL.decode(text) == bytes)
            #expect(appended == Array("start.\(text)".utf8))
            bytes.append(UInt8(truncatingIfNeeded: count &* 167 &+ 13))
        }
    }
}
