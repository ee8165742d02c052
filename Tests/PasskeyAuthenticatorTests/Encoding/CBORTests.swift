import ByteEncodings
import Testing

@testable import PasskeyAuthenticator

@Suite struct CBORTests {
    /// RFC 8949, Appendix A, as far as the kinds are written here.
    private static let examples: [(CBOR, String)] = [
        (.integer(0), "00"), (.integer(1), "01"), (.integer(10), "0a"), (.integer(23), "17"), (.integer(24), "1818"),
        (.integer(25), "1819"), (.integer(100), "1864"), (.integer(1000), "1903e8"),
        (.integer(1_000_000), "1a000f4240"), (.integer(1_000_000_000_000), "1b000000e8d4a51000"),
        (.integer(-1), "20"), (.integer(-10), "29"), (.integer(-100), "3863"), (.integer(-1000), "3903e7"),
        (.bytes([]), "40"), (.bytes([1, 2, 3, 4]), "4401020304"), (.text(""), "60"), (.text("a"), "6161"),
        (.text("IETF"), "6449455446"), (.text("\"\\"), "62225c"), (.text("\u{FC}"), "62c3bc"),
        (.text("\u{6C34}"), "63e6b0b4"), (.map([]), "a0"),
        (.map([(.integer(1), .integer(2)), (.integer(3), .integer(4))]), "a201020304"),
    ]

    @Test(arguments: examples)
    func `RFC 8949 appendix A`(value: CBOR, hex: String) { #expect(Hex.encode(value.encoded) == hex) }

    @Test(arguments: [(Int.max, "1b7fffffffffffffff"), (Int.min, "3b7fffffffffffffff"), (-257, "390100")])
    func `the limits of integers`(value: Int, hex: String) {
        #expect(Hex.encode(CBOR.integer(value).encoded) == hex)
    }

    @Test(arguments: [(23, "57"), (24, "5818"), (256, "590100"), (65_536, "5a00010000")])
    func `bytes of any length have the shortest head`(count: Int, head: String) {
        #expect(Hex.encode(CBOR.bytes([UInt8](repeating: 0, count: count)).encoded).hasPrefix(head + "00"))
    }

    @Test func `the members of a map are in the order of their encoded keys`() {
        let zero = CBOR.integer(0)

        let map = CBOR.map([
            (.text("authData"), zero), (.integer(-1), zero), (.text("fmt"), zero), (.integer(3), zero),
            (.text("attStmt"), zero), (.integer(1), zero), (.integer(-2), zero),
        ])

        #expect(Hex.encode(map.encoded) == "a7010003002000210063666d74006761747453746d740068617574684461746100")
    }
}
