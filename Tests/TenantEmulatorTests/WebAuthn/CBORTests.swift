import ByteEncodings
import Testing

@testable import TenantEmulator

/// The examples of RFC 8949, appendix A, and values that authenticators must not write.
@Suite struct CBORTests {
    private func bytes(_ hex: String) throws -> [UInt8] { try Hex.decode(hex) }

    @Test(arguments: [
        ("00", CBOR.integer(0)), ("1818", .integer(24)), ("1903e8", .integer(1000)),
        ("1a000f4240", .integer(1_000_000)), ("20", .integer(-1)), ("3863", .integer(-100)),
        ("3903e7", .integer(-1000)), ("f4", .boolean(false)),
        ("f5", .boolean(true)), ("4401020304", .bytes([1, 2, 3, 4])), ("6449455446", .text("IETF")),
        ("83010203", .array([.integer(1), .integer(2), .integer(3)])), ("a0", .map([:])),
        ("a201020304", .map([.integer(1): .integer(2), .integer(3): .integer(4)])),
    ])
    func `parses an example of RFC 8949`(hex: String, value: CBOR) throws {
        #expect(CBOR(try bytes(hex)) == value)
    }

    @Test(arguments: [
        "", "ff", "18", "42ff", "62c328", "5f42010243030405ff", "9f01ff", "bf0102ff", "a201020103", "0000",
        "8181818100", "1bffffffffffffffff", "3bffffffffffffffff", "f6", "f7", "f90000", "c074", "9bffffffffffffffff00",
    ])
    func `refuses truncated, indefinite, duplicate, deeply nested and unsupported values`(hex: String) throws {
        #expect(CBOR(try bytes(hex)) == nil)
    }

    @Test func `returns the number of bytes that a value occupies`() throws {
        let first = try #require(CBOR.first(in: try bytes("a10102ffff")))

        #expect(first.value == .map([.integer(1): .integer(2)]))
        #expect(first.count == 3)
    }
}
