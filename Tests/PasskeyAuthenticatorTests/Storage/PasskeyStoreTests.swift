import Foundation
import OpenSSLCryptography
import PasskeyAuthenticator
import SecretStorage
import Testing

@Suite struct PasskeyStoreTests {
    private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appending(path: "passkeys-\(UUID().uuidString)")

    private let creation = PasskeyCreationOptions(
        relyingPartyID: "example.com", userID: Data([0, 0xFF]), userName: "Zoë", challenge: Data([1]))
    private let request = PasskeyRequestOptions(relyingPartyID: "example.com", challenge: Data([1]))

    @Test(arguments: [COSEAlgorithm.es256, .edDSA])
    func `a passkey survives the process with all its properties`(algorithm: COSEAlgorithm) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = SoftwareAuthenticator(
            store: FileStore(directory: folder.path), configuration: .init(backup: .done))
        let passkey = try await first.makeCredential(
            for:
                PasskeyCreationOptions(
                    relyingPartyID: "example.com", userID: Data([0, 0xFF]), userName: "Zoë", challenge: Data([1]),
                    algorithms: [algorithm]))

        let second = SoftwareAuthenticator(store: FileStore(directory: folder.path))
        let held = try await second.passkeys()
        let asserted = try await second.makeAssertion(for: request)

        #expect(held == (try await first.passkeys()))
        #expect(held.map(\.userName) == ["Zoë"])
        #expect(asserted.credentialID == passkey.credentialID)
        #expect(asserted.userID == Data([0, 0xFF]))
        // User present and backup eligible; the second authenticator does not claim that it is backed up.
        #expect(asserted.rawAuthenticatorData?.dropFirst(32).first == 0x09)
    }

    @Test func `services of one store do not see each other's passkeys`() async throws {
        let store = MemoryStore()
        _ = try await SoftwareAuthenticator(store: store, configuration: .init(service: "one")).makeCredential(
            for: creation)

        let other = SoftwareAuthenticator(store: store, configuration: .init(service: "other"))
        #expect(try await other.passkeys().isEmpty)
    }

    @Test func `concurrent registrations are all stored`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path

        let made = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try await SoftwareAuthenticator(store: FileStore(directory: path)).makeCredential(for: creation)
                        .credentialID
                }
            }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }

        let held = try await SoftwareAuthenticator(store: FileStore(directory: path)).passkeys()
        #expect(made.count == 16)
        #expect(Set(held.map(\.credentialID)) == made)
    }

    @Test(arguments: [
        [], [2], [1], [1, 0, 0xFF, 0xFF, 0xFF, 0xF9], [UInt8](repeating: 1, count: 200),
        [1, 0, 0xFF, 0xFF, 0xFF, 0xF9] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0, count: 10),
    ])
    func `a stored value that is not a passkey is an error, and is not removed`(record: [UInt8]) async throws {
        let store = MemoryStore()
        let name = SecretName(service: "passkeys", account: "example.com/AA")
        try await store.setSecret(SecretBytes(record), named: name)

        let error = await #expect(throws: PasskeyError.self) {
            try await SoftwareAuthenticator(store: store).makeAssertion(for: request)
        }

        #expect(error?.code == .storeFailed || error?.code == .keyFailed)
        #expect(try await store.secret(named: name) != nil)
    }

    @Test(arguments: [[], [2], [1, 0, 0xFF, 0xFF, 0xFF, 0xF9]] as [[UInt8]])
    func `S3 a stored value that is not a passkey does not hide the others`(record: [UInt8]) async throws {
        let store = MemoryStore()
        let authenticator = SoftwareAuthenticator(store: store)
        try await store.setSecret(
            SecretBytes(record), named: SecretName(service: "passkeys", account: "example.com/AA"))

        let added = try await authenticator.makeCredential(for: creation).credentialID

        #expect(try await authenticator.makeAssertion(for: request).credentialID == added)
        #expect(try await authenticator.passkeys().map(\.credentialID) == [added])
        #expect(try await authenticator.remove(credentialID: Data([0])))
    }

    @Test func `a store that fails is a typed error with its cause`() async {
        let authenticator = SoftwareAuthenticator(store: FileStore(directory: "relative"))

        let error = await #expect(throws: PasskeyError.self) { try await authenticator.makeCredential(for: creation) }

        #expect(error?.code == .storeFailed)
        #expect(error?.cause is SecretStoreError)
    }
}
