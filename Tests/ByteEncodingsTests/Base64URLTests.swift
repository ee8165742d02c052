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

    /// Sixteen characters are decoded at once, so each place of such a group is tried, and one after the last group.
    @Test func `J10 refuses every byte outside the alphabet, at every place`() throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for place in 0..<39 {
            for byte in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: 40)
                text[place] = byte
                let value = alphabet.firstIndex(of: byte)

                let bytes = try? Base64URL.decode(text[...])

                // The value of the character is in the bytes at six times its place, and all other bits are zero.
                let expected = value.map { value in
                    (0..<30).map { index in
                        let bit = 6 * place + 6 - 8 * (index + 1)
                        return bit >= 0
                            ? UInt8(truncatingIfNeeded: value >> bit) : UInt8(truncatingIfNeeded: value << -bit)
                    }
                }
                #expect(bytes == expected)
            }
        }
    }
}
