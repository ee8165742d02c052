import Foundation
import SecretStorage
import SecretStoreContract
import SimpleKeychain
import Testing

/// The calls of SimpleKeychain 0.x.
@Suite struct A0SimpleKeychainTests {
    @Test func `rows 68 and 69: stores the tokens of a tutorial, and clears them`() throws {
        let keychain = A0SimpleKeychain(service: "Auth0", store: MemoryStore())
        keychain.setString("at", forKey: "access_token")
        keychain.setString("rt", forKey: "refresh_token")

        let accessToken = try #require(keychain.string(forKey: "access_token"))
        #expect(accessToken == "at")
        #expect(keychain.service == "Auth0" && keychain.accessGroup == nil)

        keychain.clearAll()
        #expect(keychain.string(forKey: "access_token") == nil)
        #expect(keychain.string(forKey: "refresh_token") == nil)
    }

    @Test func `stores bytes and texts under the same keys as SimpleKeychain`() throws {
        let store = MemoryStore()
        let keychain = A0SimpleKeychain(service: "Auth0", store: store)
        #expect(!keychain.hasValue(forKey: "k"))

        #expect(keychain.setData(Data([0xFF]), forKey: "k"))
        #expect(keychain.hasValue(forKey: "k"))
        #expect(keychain.data(forKey: "k") == Data([0xFF]))
        #expect(keychain.string(forKey: "k") == nil)
        #expect(try SimpleKeychain(service: "Auth0", store: store).data(forKey: "k") == Data([0xFF]))

        #expect(keychain.deleteEntry(forKey: "k"))
        #expect(!keychain.deleteEntry(forKey: "k"))
        #expect(keychain.data(forKey: "k") == nil)
    }

    @Test func `moved code may pass a message for the user, which has no effect`() {
        let keychain = A0SimpleKeychain(service: "Auth0", store: MemoryStore())

        keychain.setString("at", forKey: "text", promptMessage: "Log in")
        keychain.setData(Data([1]), forKey: "bytes", promptMessage: nil)

        #expect(keychain.string(forKey: "text", promptMessage: "Log in") == "at")
        #expect(keychain.string(forKey: "text") == "at")
        #expect(keychain.data(forKey: "bytes", promptMessage: nil) == Data([1]))
    }

    @Test func `a store that fails returns no value and no success`() {
        let keychain = A0SimpleKeychain(store: ThrowingStore(SecretStoreError(.noSpace)))

        #expect(!keychain.setString("s", forKey: "k"))
        #expect(!keychain.setData(Data(), forKey: "k"))
        #expect(keychain.string(forKey: "k") == nil)
        #expect(keychain.data(forKey: "k") == nil)
        #expect(!keychain.hasValue(forKey: "k"))
        #expect(!keychain.deleteEntry(forKey: "k"))
        keychain.clearAll()
    }
}
