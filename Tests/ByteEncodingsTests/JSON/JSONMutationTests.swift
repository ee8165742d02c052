import ByteEncodings
import Testing

/// Every text close to a valid one is read or refused; none traps, and a read value survives another round trip.
@Suite struct JSONMutationTests {
    private static let seed =
        #"{"access_token":"eyJ\u00e9.é😀","expires_in":86400.5e1,"list":[true,null,{"a":-0.1}],"scope":"a b"}"#

    @Test func `every prefix of a text is refused`() {
        let text = Array(Self.seed.utf8)

        for count in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<count])) }
        }
    }

    @Test func `every change of a byte is read or refused, and reading is stable`() throws {
        let text = Array(Self.seed.utf8)

        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                guard let value = try? JSONValue(parsing: changed) else { continue }
                let normal = try rewritten(value)
                #expect(try rewritten(normal) == normal)
            }
        }
    }

    /// The value after a round trip: a whole number is written without a fraction.
    private func rewritten(_ value: JSONValue) throws -> JSONValue {
        var writer = JSONWriter()
        writer.write(value)
        return try JSONValue(parsing: writer.bytes)
    }
}
