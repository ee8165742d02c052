import ByteEncodings
import Testing

@Suite struct HexTests {
    @Test func `encodes each byte as two lower-case digits`() throws {
        #expect(Hex.encode([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
        #expect(try Hex.decode("000fA5FF") == [0x00, 0x0F, 0xA5, 0xFF])
    }

    @Test(arguments: ["0", "0g", " 00", "0x00", "é0"])
    func `refuses text that is not pairs of digits`(text: String) {
        #expect(throws: MalformedEncoding.self) { try Hex.decode(text) }
    }
}
