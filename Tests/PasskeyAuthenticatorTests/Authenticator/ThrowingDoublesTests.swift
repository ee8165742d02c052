import Foundation
import PasskeyAuthenticator
import ProgramRunner
import SecretStorage
import SecretStoreContract
import Testing

private struct ThrowingPresence: PresenceCheck {
    func confirm(_ request: PresenceRequest) async throws -> Presence { throw AppError() }
}

@Suite struct ThrowingDoublesTests {
    @Test func `an error of a store of the program's own becomes the cause`() async throws {
        let store: any SecretStore = ThrowingStore(AppError())
        let authenticator = SoftwareAuthenticator(store: store)

        let error = await #expect(throws: PasskeyError(.storeFailed)) { try await authenticator.passkeys() }

        #expect(error?.cause is AppError)
        await #expect(throws: AppError.self) { try await store.text(named: SecretName(service: "s", account: "a")) }
        await #expect(throws: AppError.self) {
            try await store.setText("text", named: SecretName(service: "s", account: "a"))
        }
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
