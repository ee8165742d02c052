import OpenSSLCryptography
import Testing

@Suite struct ConstantTimeTests {
    @Test func `compares bytes instead of characters`() {
        #expect(ConstantTime.areEqual("état", "état"))
        #expect(!ConstantTime.areEqual("\u{E9}", "e\u{301}"))
        #expect(!ConstantTime.areEqual("a", "ab"))
        #expect(ConstantTime.areEqual("", ""))
    }

    @Test func `returns different random bytes each time`() throws {
        #expect(try SecureRandom.bytes(32) != SecureRandom.bytes(32))
        #expect(try SecureRandom.bytes(0).isEmpty)
    }
}
