import Testing

@testable import QRCodeSymbols

/// The worked examples of the standard.
@Suite struct WorkedExampleTests {
    @Test func `Annex I the codewords of 01234567 in version 1-M`() {
        let version = Version(number: 1)

        let data = Segment("01234567").codewords(in: version, .medium)

        #expect(
            data == [
                0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
            ])
        #expect(
            version.blocks(.medium).interleaved(data).dropFirst(16)
                == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
    }

    @Test func `7.4.4 the bits of AC-42 in version 1-H`() {
        // 0010 and 000000101, the pairs 00111001110 and 11100111001, and 000010 for the odd one.
        let data = Segment("AC-42").codewords(in: Version(number: 1), .high)

        #expect(Array(data.prefix(6)) == [0b0010_0000, 0b0010_1001, 0b1100_1110, 0b1110_0111, 0b0010_0001, 0])
    }

    @Test func `7.9.1 the format of level M and mask 5`() {
        #expect(FormatInformation.bits(.medium, mask: 5) == 0b100_0000_1100_1110)
    }

    @Test func `Annex D the version information of version 7`() {
        #expect(FormatInformation.bits(Version(number: 7)) == 0b00_0111_1100_1001_0100)
    }

    @Test(arguments: [(1, 26), (2, 44), (6, 172), (7, 196), (14, 581), (27, 1_828), (40, 3_706)])
    func `Table 1 the number of codewords of a version`(version: Int, count: Int) {
        #expect(Version(number: version).codewordCount == count)
    }

    @Test(arguments: [
        (7, [6, 22, 38]), (16, [6, 26, 50, 74]), (32, [6, 34, 60, 86, 112, 138]), (36, [6, 24, 50, 76, 102, 128, 154]),
    ])
    func `Annex E the positions of alignment patterns`(version: Int, centres: [Int]) {
        #expect(Version(number: version).alignmentCentres == centres)
    }
}
