import OpenSSLCryptography
import SecretStorage
import Testing

@testable import SecretServiceStore

/// The attributes and the contents of an item, without a keyring.
@Suite struct ItemTests {
    @Test(arguments: [
        "", "john", "a\0b", "100%", "%00", "%", "\0%25\0", "é", "e\u{301}", "%\u{301}", "\0\u{301}", "\u{600}%",
    ])
    func `S7 an account is found again as it was written`(account: String) {
        let escaped = ItemAttributes.escaped(account)

        #expect(!escaped.utf8.contains(0))
        #expect(ItemAttributes.unescaped(escaped).map { Array($0.utf8) } == Array(account.utf8))
    }

    @Test(arguments: ["%", "%2", "a%41", "%00%"])
    func `an account of another program is no account of this store`(text: String) {
        #expect(ItemAttributes.unescaped(text) == nil)
    }

    @Test func `different names have different attributes`() {
        let names = [("a", "b"), ("a%", "b"), ("a", "%b"), ("a\0", "b"), ("", "ab")]
        let attributes = names.map { service, account in
            ItemAttributes(application: "app", SecretName(service: service, account: account)).pairs.map(\.value)
        }
        #expect(Set(attributes).count == names.count)
    }

    @Test func `a record has its secret and a version of its own`() throws {
        let secret = SecretBytes([1, 2, 3])
        let (one, two) = (try KeyringRecord(secret), try KeyringRecord(secret))

        let read = one.contents.withUnsafeBytes { KeyringRecord($0) }

        #expect(read?.version == one.version)
        #expect(read?.secret.withUnsafeBytes { Array($0) } == [1, 2, 3])
        #expect(one.version != two.version)
    }

    @Test(arguments: [[], Array("a password".utf8), Array("A0S".utf8), [UInt8](repeating: 0, count: 64)] as [[UInt8]])
    func `S8 contents of another program or of a later version are refused`(contents: [UInt8]) {
        #expect(contents.withUnsafeBytes { KeyringRecord($0) } == nil)
    }
}
