import Foundation
import PasskeyAuthenticator
import ProgramRunner
import SecretStorage
import Testing

/// Our bytes before a relying party that others wrote: the Python package `webauthn`.
@Suite(.enabled(if: PythonJudge.isExpected, "run `make test`, which installs the judge"))
struct JudgedPasskeyTests {
    private let challenge = Data((0..<32).map { UInt8($0) })

    private func creation(
        _ algorithm: COSEAlgorithm = .es256, _ verification: PasskeyUserVerification = .preferred
    ) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data("user-1".utf8), userName: "jane", challenge: challenge,
            algorithms: [algorithm], userVerification: verification)
    }

    private func request() -> PasskeyRequestOptions {
        PasskeyRequestOptions(relyingPartyID: "example.com", challenge: challenge)
    }

    @Test(arguments: [COSEAlgorithm.es256, .edDSA], [Attestation.none, .packedSelf])
    func `a passkey of any kind registers and logs in`(algorithm: COSEAlgorithm, attestation: Attestation) async throws
    {
        let configuration = SoftwareAuthenticator.Configuration(presence: .unattended, attestation: attestation)
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), configuration: configuration)
        let registered = JudgedCase(
            try await authenticator.makeCredential(for: creation(algorithm)), challenge: challenge
        )
        .with { $0.requiresUserVerification = true }

        let registration = try #require(try await PasskeyJudge.verdicts([registered]).first)

        #expect(registration.refusal == nil)
        #expect(registration.credentialID == registered.credential.id)
        #expect(registration.format == (attestation == .none ? "none" : "packed"))
        #expect(registration.aaguid == SoftwareAuthenticator.aaguid.uuidString.lowercased())
        #expect(registration.signCount == 0)
        #expect(registration.userVerified == true)
        #expect(registration.deviceType == "single_device")

        let asserted = JudgedCase(
            try await authenticator.makeAssertion(for: request()), challenge: challenge,
            publicKey: registration.publicKey
        ).with { $0.requiresUserVerification = true }
        let login = try #require(try await PasskeyJudge.verdicts([asserted]).first)

        #expect(login.refusal == nil)
        #expect(login.credentialID == registered.credential.id)
        #expect(login.signCount == 0)
        #expect(login.userVerified == true)
    }

    @Test func `every change is refused, each for its reason`() async throws {
        let authenticator = SoftwareAuthenticator(
            store: MemoryStore(), configuration: .init(attestation: .packedSelf))
        let registered = JudgedCase(try await authenticator.makeCredential(for: creation()), challenge: challenge)
        let key = try await PasskeyJudge.verdicts([registered]).first?.publicKey
        let asserted = JudgedCase(
            try await authenticator.makeAssertion(for: request()), challenge: challenge, publicKey: key)
        let other = JudgedCase(
            try await SoftwareAuthenticator(store: MemoryStore()).makeCredential(for: creation()), challenge: challenge)
        let otherKey = try await PasskeyJudge.verdicts([other]).first?.publicKey

        let verdicts = try await PasskeyJudge.verdicts([
            registered, asserted,
            registered.with { $0.challenge = "AAAA" }, registered.with { $0.relyingPartyID = "example.org" },
            registered.with { $0.origin = "https://example.org" },
            registered.with { $0.requiresUserVerification = true },
            asserted.with { $0.credential.response.merge(registered.credential.response) { $1 } },
            try registered.withDefect(in: "attestationObject"),
            asserted.with { $0.challenge = "AAAA" }, asserted.with { $0.relyingPartyID = "example.org" },
            asserted.with { $0.publicKey = otherKey }, asserted.with { $0.requiresUserVerification = true },
            try asserted.withDefect(in: "signature"), try asserted.withDefect(in: "authenticatorData"),
        ])

        #expect(verdicts.count == 14)
        #expect(verdicts.prefix(2).allSatisfy { $0.refusal == nil })
        #expect(verdicts.dropFirst(2).allSatisfy { $0.refusal != nil })
    }

    @Test(arguments: [
        (SoftwareAuthenticator.Backup.never, "single_device", false), (.possible, "multi_device", false),
        (.done, "multi_device", true),
    ])
    func `the flags describe the backup state`(
        backup: SoftwareAuthenticator.Backup, deviceType: String, isBackedUp: Bool
    ) async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), configuration: .init(backup: backup))
        let registered = JudgedCase(try await authenticator.makeCredential(for: creation()), challenge: challenge)

        let verdict = try #require(try await PasskeyJudge.verdicts([registered]).first)

        #expect(verdict.deviceType == deviceType)
        #expect(verdict.backedUp == isBackedUp)
        #expect(verdict.userVerified == false)
    }

    @Test func `the origin may be a subdomain of the relying party`() async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryStore())
        let passkey = try await authenticator.makeCredential(for: creation(), origin: "https://login.example.com:8443")

        let verdict = try await PasskeyJudge.verdicts([
            JudgedCase(passkey, challenge: challenge).with { $0.origin = "https://login.example.com:8443" }
        ])

        #expect(verdict.first?.refusal == nil)
        #expect(verdict.count == 1)
    }
}
