import ByteEncodings
import Testing

@Suite struct JSONScannerTests {
    @Test(arguments: [
        ("null", JSONValue.null), (" true\n", .boolean(true)), ("false", .boolean(false)),
        ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .double(9_223_372_036_854_775_808)),
        ("1.5", .double(1.5)), ("1e3", .double(1000)), ("-2.5E-1", .double(-0.25)),
        (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
        (#""\u00e9\ud83d\ude00\u0000""#, .string("é😀\0")), ("\"é😀\u{10FFFF}\"", .string("é😀\u{10FFFF}")),
        ("[]", .array([])), ("[1, [2], {}]", .array([.integer(1), .array([.integer(2)]), .object([])])),
        (
            #"{"a":1,"b":{"a":2}}"#,
            .object([
                .init(name: "a", value: .integer(1)),
                .init(name: "b", value: .object([.init(name: "a", value: .integer(2))])),
            ])
        ),
    ])
    func `reads text of the grammar`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            ("", JSONError.Code.empty), ("  ", .empty),
            ("{", .unexpectedEnd), ("[1", .unexpectedEnd), (#""a"#, .unexpectedEnd), (#"{"a":"#, .unexpectedEnd),
            ("[1,]", .unexpectedCharacter), (#"{"a":1,}"#, .unexpectedCharacter), ("{a:1}", .unexpectedCharacter),
            ("'a'", .unexpectedCharacter), ("tru", .unexpectedEnd), ("nul!", .unexpectedCharacter),
            ("01", .trailingCharacters), ("1 2", .trailingCharacters), ("{} x", .trailingCharacters),
            ("-", .unexpectedEnd), ("1.", .unexpectedEnd), (".5", .unexpectedCharacter), ("+1", .unexpectedCharacter),
            ("1e", .unexpectedEnd), ("1.x", .unexpectedCharacter), ("0x10", .trailingCharacters),
            ("NaN", .unexpectedCharacter), ("1e400", .numberOutOfRange), ("-1e999", .numberOutOfRange),
            ("\"a\nb\"", .unexpectedCharacter), (#""\x""#, .invalidEscape), (#""\u12g4""#, .invalidEscape),
            (#""\ud800""#, .invalidEscape), (#""\udc00""#, .invalidEscape), (#""\ud800\u0041""#, .invalidEscape),
            (#"{"a":1,"a":2}"#, .duplicateMember), (#"{"x":{"a":1,"b":2,"a":1}}"#, .duplicateMember),
            (#"{"a":1,"\u0061":2}"#, .duplicateMember), (#"{"\u0061":1,"\u0061":2}"#, .duplicateMember),
            ("// no\n1", .unexpectedCharacter),
        ])
    func `T10 refuses text outside the grammar`(text: String, code: JSONError.Code) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }

        #expect(error?.code == code)
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x31], [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x00, 0x31],
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xC1, 0xBF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xF0, 0x9F], [0x22, 0xFF, 0x22],
        ] as [[UInt8]])
    func `T10 J11 refuses a byte order mark, UTF-16 and UTF-8 that is not well formed`(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }

        #expect(error?.code == .notUTF8)
    }

    /// Sixteen bytes of a string are checked at once, so each place is tried, before and after other text.
    @Test(arguments: 0..<36)
    func `J11 finds what is not plain in a string at every place`(place: Int) throws {
        let before = String(repeating: "a", count: place)
        for after in ["", "b", String(repeating: "b", count: 33)] {
            for control in UInt8.min..<0x20 {
                let text = Array("\"\(before)".utf8) + [control] + Array("\(after)\"".utf8)
                let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
                #expect(error?.code == .unexpectedCharacter)
            }
            for byte in [0x80, 0xBF, 0xC1, 0xF5, 0xFF] as [UInt8] {
                let text = Array("\"\(before)".utf8) + [byte] + Array("\(after)\"".utf8)
                let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
                #expect(error?.code == .notUTF8)
            }
            for (written, read) in [
                ("\\n", "\n"), ("\\\"", "\""), ("\\\\", "\\"), ("é", "é"), ("\u{7F}", "\u{7F}"), ("😀", "😀"),
            ] {
                let value = try JSONValue(parsing: Array("\"\(before)\(written)\(after)\"".utf8))
                #expect(value == .string(before + read + after))
            }
        }
    }

    @Test func `distinguishes names that are canonically equivalent`() throws {
        let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))

        #expect(value["\u{E9}"] == .integer(1))
        #expect(value["e\u{301}"] == .integer(2))
    }

    @Test func `J11 limits the depth`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }

        #expect(throws: Never.self) { try JSONValue(parsing: nested(32)) }
        #expect(throws: JSONError(.tooDeep, offset: 32)) { try JSONValue(parsing: nested(33)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(1_000_000)) }
    }

    @Test func `J11 limits the members of an object, even of a skipped one`() {
        func object(_ members: Int) -> [UInt8] {
            Array("{\"x\":{\((0..<members).map { "\"m\($0)\":0" }.joined(separator: ","))}}".utf8)
        }

        #expect(throws: Never.self) { try skip(object(1_000)) }
        #expect(throws: JSONError.self) { try skip(object(1_001)) }
    }

    @Test func `validates skipped values`() {
        #expect(throws: JSONError.self) { try skip(Array(#"{"a":{"b":1,"b":2}}"#.utf8)) }
        #expect(throws: JSONError.self) { try skip(Array(#"["\ud800"]"#.utf8)) }
        #expect(throws: JSONError.self) { try skip(Array("[01]".utf8)) }
    }

    @Test func `an error shows the position and never the text`() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(#"{"canary":secret}"#.utf8)) }

        #expect(error?.offset == 10)
        #expect(error.map { "\($0)" }?.contains("canary") == false)
    }

    private func skip(_ text: [UInt8]) throws(JSONError) {
        try JSONScanner.scan(text) { json throws(JSONError) in
            switch try json.peek() {
            case .object: try json.object { _, json throws(JSONError) in try json.skip() }
            default: try json.skip()
            }
        }
    }
}
