import Foundation
import OpenSSLCryptography
import PasskeyAuthenticator
import SecretStorage
import Testing

/// An error of a program's own, of no type of the SDK.
private struct AppError: Error {}

private struct ThrowingStore: SecretStore {
    func read(_ name: SecretName) throws -> SecretBytes? { throw AppError() }
    func write(_ secret: SecretBytes, as name: SecretName) throws { throw AppError() }
    func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes { throw AppError() }
    func remove(_ name: SecretName) throws -> Bool { throw AppError() }
    func accounts(ofService service: String) throws -> [String] { throw AppError() }
}

private struct ThrowingPresence: PresenceCheck {
    func confirm(_ request: PresenceRequest) async throws -> Presence { throw AppError() }
}

@Suite struct ThrowingDoublesTests {
    @Test func `an error of a store of the program's own becomes the cause`() async throws {
        let store: any SecretStore = ThrowingStore()
        let authenticator = SoftwareAuthenticator(store: store)

        let error = await #expect(throws: PasskeyError(.storeFailed)) { try await authenticator.passkeys() }

        #expect(error?.cause is AppError)
        #expect(throws: AppError.self) { try store.text(SecretName(service: "s", account: "a")) }
        #expect(throws: AppError.self) { try store.write("text", as: SecretName(service: "s", account: "a")) }
    }

    @Test func `an error of a presence check becomes the cause`() async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: ThrowingPresence())
        let options = PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data([1]), userName: "jane", challenge: Data([1]))

        let error = await #expect(throws: PasskeyError(.refused)) {
            try await authenticator.makeCredential(for: options)
        }

        #expect(error?.cause is AppError)
    }
}
