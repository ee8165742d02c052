import Foundation
import PasskeyAuthenticator
import SecretStorage
import Synchronization
import Testing

@Suite struct PresenceTests {
    private struct Cancelled: Error, Equatable {}

    private func creation(_ verification: PasskeyUserVerification) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data([1]), userName: "jane", challenge: Data([1]),
            userVerification: verification)
    }

    private func request(_ verification: PasskeyUserVerification) -> PasskeyRequestOptions {
        PasskeyRequestOptions(relyingPartyID: "example.com", challenge: Data([1]), userVerification: verification)
    }

    /// The flags of an assertion.
    private func flags(_ passkey: AssertedPasskey) -> UInt8? { passkey.rawAuthenticatorData?.dropFirst(32).first }

    @Test func `a caller counts as present and never as verified`() async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryStore())
        _ = try await authenticator.makeCredential(for: creation(.preferred))

        #expect(flags(try await authenticator.makeAssertion(for: request(.discouraged))) == 0x01)
        await #expect(throws: PasskeyError(.notVerified)) {
            try await authenticator.makeAssertion(for: request(.required))
        }
        await #expect(throws: PasskeyError(.notVerified)) {
            try await authenticator.makeCredential(for: creation(.required))
        }
    }

    @Test func `a program's own account is verified`() async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)
        _ = try await authenticator.makeCredential(for: creation(.required))

        #expect(flags(try await authenticator.makeAssertion(for: request(.required))) == 0x05)
    }

    @Test func `the check is called for each use, with its purpose`() async throws {
        let asked = Mutex<[PresenceRequest]>([])
        let authenticator = SoftwareAuthenticator(store: MemoryStore()) { request in
            asked.withLock { $0.append(request) }
            return .verified
        }

        _ = try await authenticator.makeCredential(for: creation(.required))
        _ = try await authenticator.makeAssertion(for: request(.preferred))

        let requests = asked.withLock { $0 }
        #expect(requests.map(\.purpose) == [.registration, .assertion])
        #expect(requests.map(\.userVerification) == [.required, .preferred])
        #expect(requests.allSatisfy { $0.relyingPartyID == "example.com" && $0.userName == "jane" })
    }

    @Test func `a closure takes the place of the configured check, and keeps the other settings`() async throws {
        let configuration = SoftwareAuthenticator.Configuration(
            service: "one", presence: .unattended, algorithms: [.edDSA], attestation: .packedSelf, backup: .done)
        let store = MemoryStore()
        let authenticator = SoftwareAuthenticator(store: store, configuration: configuration) { _ in .present }
        let options = PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data([1]), userName: "jane", challenge: Data([1]),
            algorithms: [.es256, .edDSA])

        let passkey = try await authenticator.makeCredential(for: options)

        // `fmt` is `packed`, and its statement has the algorithm EdDSA (-8).
        let object = Array(try #require(passkey.rawAttestationObject))
        #expect(object.starts(with: [0xA3, 0x63] + Array("fmt".utf8) + [0x66] + Array("packed".utf8)))
        #expect(Data(object).range(of: Data([0x63] + Array("alg".utf8) + [0x27])) != nil)
        #expect(try await store.accounts(ofService: "one").count == 1)
        // Present, not verified, backed up.
        #expect(flags(try await authenticator.makeAssertion(for: request(.preferred))) == 0x19)
        #expect(authenticator.configuration.algorithms == [.edDSA])
    }

    @Test func `a refusal creates no passkey and no assertion`() async throws {
        let store = MemoryStore()
        let unwilling = SoftwareAuthenticator(store: store) { _ in .absent }
        let broken = SoftwareAuthenticator(store: store) { _ in throw Cancelled() }

        await #expect(throws: PasskeyError(.refused)) { try await unwilling.makeCredential(for: creation(.preferred)) }
        let error = await #expect(throws: PasskeyError.self) {
            try await broken.makeCredential(for: creation(.preferred))
        }

        #expect(error?.code == .refused)
        #expect(error?.cause as? Cancelled == Cancelled())
        #expect(try await unwilling.passkeys().isEmpty)
    }

    @Test func `an existing passkey is revealed only after a presence check`() async throws {
        let store = MemoryStore()
        let passkey = try await SoftwareAuthenticator(store: store).makeCredential(for: creation(.preferred))
        let unwilling = SoftwareAuthenticator(store: store) { _ in .absent }

        await #expect(throws: PasskeyError(.refused)) {
            try await unwilling.makeCredential(
                for:
                    PasskeyCreationOptions(
                        relyingPartyID: "example.com", userID: Data([1]), userName: "jane", challenge: Data([1]),
                        excludedCredentials: [passkey.credentialID]))
        }
    }
}
