import ByteEncodings
import Foundation
import PasskeyAuthenticator
import SecretStorage
import Testing

@Suite struct SoftwareAuthenticatorTests {
    private let store = MemoryStore()
    private var authenticator: SoftwareAuthenticator { SoftwareAuthenticator(store: store) }

    private func creation(
        _ relyingPartyID: String = "example.com", user: String = "user-1", name: String = "jane",
        algorithms: [COSEAlgorithm] = [.es256], excluded: [Data] = [],
        verification: PasskeyUserVerification = .preferred
    ) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            relyingPartyID: relyingPartyID, userID: Data(user.utf8), userName: name, challenge: Data([1, 2, 3]),
            algorithms: algorithms, excludedCredentials: excluded, userVerification: verification)
    }

    private func request(
        _ relyingPartyID: String = "example.com", allowed: [Data] = [],
        verification: PasskeyUserVerification = .preferred
    ) -> PasskeyRequestOptions {
        PasskeyRequestOptions(
            relyingPartyID: relyingPartyID, challenge: Data([1, 2, 3]), allowedCredentials: allowed,
            userVerification: verification)
    }

    @Test func `the authenticator data has the layout of the standard`() async throws {
        let passkey = try await authenticator.makeCredential(for: creation())
        let asserted = try await authenticator.makeAssertion(for: request())

        // SHA-256 of "example.com", user present and an attested credential, no counter, the model, 32 bytes of ID, the
        // head of a COSE key of five members that begins with the kind EC2.
        let hash = "a379a6f6eeafb9a55e378c118034e2751e682fab9f2d30ab13d2125586ce1947"
        let model = SoftwareAuthenticator.aaguid.uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        let object = Hex.encode(try #require(passkey.rawAttestationObject))
        let head = "a363666d74646e6f6e656761747453746d74a0686175746844617461"
        #expect(
            object.hasPrefix(
                "\(head)58a4\(hash)4100000000\(model)0020\(Hex.encode(passkey.credentialID))a5010203262001215820"))
        #expect(Hex.encode(try #require(asserted.rawAuthenticatorData)) == hash + "0100000000")
        #expect(asserted.credentialID == passkey.credentialID)
        #expect(asserted.userID == Data("user-1".utf8))
    }

    @Test func `each passkey has a new credential ID and attestation`() async throws {
        let first = try await authenticator.makeCredential(for: creation())
        let second = try await authenticator.makeCredential(for: creation(user: "user-2", name: "john"))

        #expect(first.credentialID.count == 32)
        #expect(first.credentialID != second.credentialID)
        #expect(first.rawAttestationObject != second.rawAttestationObject)
    }

    @Test func `the relying party's preference decides the algorithm`() async throws {
        let onlyES256 = SoftwareAuthenticator(store: store, configuration: .init(algorithms: [.es256, .rs256]))

        let preferred = try await authenticator.makeCredential(for: creation(algorithms: [.rs256, .edDSA, .es256]))
        let limited = try await onlyES256.makeCredential(for: creation(algorithms: [.rs256, .edDSA, .es256]))

        // The first members of the COSE keys: OKP with -8, EC2 with -7.
        #expect(Hex.encode(try #require(preferred.rawAttestationObject)).contains("a401010327"))
        #expect(Hex.encode(try #require(limited.rawAttestationObject)).contains("a501020326"))
        await #expect(throws: PasskeyError(.unsupportedAlgorithm)) {
            try await authenticator.makeCredential(for: creation(algorithms: [.rs256]))
        }
    }

    @Test func `a passkey signs for its relying party only`() async throws {
        _ = try await authenticator.makeCredential(for: creation("example.com"))

        for other in ["example.org", "login.example.com", "com", "xample.com"] {
            await #expect(throws: PasskeyError(.noPasskey)) {
                try await authenticator.makeAssertion(for: request(other))
            }
        }
    }

    @Test func `the relying party names the allowed passkeys`() async throws {
        let first = try await authenticator.makeCredential(for: creation())
        let second = try await authenticator.makeCredential(for: creation())

        #expect(try await authenticator.makeAssertion(for: request()).credentialID == second.credentialID)
        let allowed = request(allowed: [first.credentialID])
        #expect(try await authenticator.makeAssertion(for: allowed).credentialID == first.credentialID)
        await #expect(throws: PasskeyError(.noPasskey)) {
            try await authenticator.makeAssertion(for: request(allowed: [Data([1])]))
        }
    }

    @Test func `K13 the error for several accounts names the parameter`() async throws {
        _ = try await authenticator.makeCredential(for: creation())
        _ = try await authenticator.makeCredential(for: creation(user: "user-2", name: "john"))

        let error = await #expect(throws: PasskeyError.self) { try await authenticator.makeAssertion(for: request()) }

        #expect(error?.localizedDescription.contains("userName:") == true)
    }

    @Test func `one of several accounts has to be named`() async throws {
        let jane = try await authenticator.makeCredential(for: creation())
        let john = try await authenticator.makeCredential(for: creation(user: "user-2", name: "john"))

        await #expect(throws: PasskeyError(.severalPasskeys)) { try await authenticator.makeAssertion(for: request()) }
        #expect(
            try await authenticator.makeAssertion(for: request(), userName: "jane").credentialID == jane.credentialID)
        #expect(
            try await authenticator.makeAssertion(for: request(), userName: "john").credentialID == john.credentialID)
        await #expect(throws: PasskeyError(.noPasskey)) {
            try await authenticator.makeAssertion(for: request(), userName: "jack")
        }
    }

    @Test func `an excluded passkey is not created twice`() async throws {
        let passkey = try await authenticator.makeCredential(for: creation())

        await #expect(throws: PasskeyError(.alreadyRegistered)) {
            try await authenticator.makeCredential(for: creation(excluded: [Data([1]), passkey.credentialID]))
        }
        _ = try await authenticator.makeCredential(for: creation("example.org", excluded: [passkey.credentialID]))
    }

    @Test func `lists and removes passkeys`() async throws {
        let first = try await authenticator.makeCredential(for: creation())
        let second = try await authenticator.makeCredential(for: creation("example.org", user: "user-2", name: "john"))

        let all = try await authenticator.passkeys()
        let some = try await authenticator.passkeys(relyingPartyID: "example.com")
        #expect(all.map(\.credentialID) == [second.credentialID, first.credentialID])
        #expect(some.map(\.userName) == ["jane"])
        #expect(some.map(\.userID) == [Data("user-1".utf8)])

        #expect(try await authenticator.remove(credentialID: first.credentialID))
        #expect(try await authenticator.remove(credentialID: first.credentialID) == false)
        #expect(try await authenticator.passkeys().map(\.relyingPartyID) == ["example.org"])
        await #expect(throws: PasskeyError(.noPasskey)) { try await authenticator.makeAssertion(for: request()) }
    }

    @Test(arguments: [
        "", "Example.com", "example..com", ".com", "https://example.com", "exämple.com", "-a.com", "a-.com",
        "a b.com", "example.com:443", "a/b", String(repeating: "a", count: 64) + ".com",
        String(repeating: "a.", count: 126) + "com",
    ])
    func `a relying party has to be a domain`(id: String) async {
        await #expect(throws: PasskeyError(.invalidRelyingParty)) {
            try await authenticator.makeCredential(for: creation(id))
        }
        await #expect(throws: PasskeyError(.invalidRelyingParty)) {
            try await authenticator.makeAssertion(for: request(id))
        }
    }

    @Test(arguments: [
        "https://example.com", "https://login.example.com", "https://a.b.example.com:65535",
    ])
    func `origins that belong to a relying party`(origin: String) async throws {
        let passkey = try await authenticator.makeCredential(for: creation(), origin: origin)

        #expect(String(decoding: passkey.rawClientDataJSON, as: UTF8.self).contains(#""origin":"\#(origin)""#))
    }

    @Test(arguments: [
        "http://example.com", "https://example.org", "https://notexample.com", "https://example.com.evil.org",
        "https://example.com/", "https://example.com@evil.org", "https://example.com:", "https://example.com:65536",
        "https://example.com:+1", "https://", "example.com", "", "HTTPS://example.com", "https://Example.com",
        "https://com", "app://example.com",
    ])
    func `origins that do not belong to a relying party`(origin: String) async {
        await #expect(throws: PasskeyError(.invalidRelyingParty)) {
            try await authenticator.makeCredential(for: creation(), origin: origin)
        }
    }

    @Test func `plain http is allowed for this machine`() async throws {
        _ = try await authenticator.makeCredential(for: creation("localhost"), origin: "http://localhost:8080")
        _ = try await authenticator.makeCredential(for: creation("127.0.0.1"), origin: "http://127.0.0.1:8080")
    }

    @Test(arguments: ["", String(repeating: "a", count: 65)])
    func `a user handle has 1 to 64 bytes`(handle: String) async {
        await #expect(throws: PasskeyError(.invalidOptions)) {
            try await authenticator.makeCredential(for: creation(user: handle))
        }
    }

    @Test func `an error shows neither key nor challenge`() {
        let error = PasskeyError(.incomplete, detail: "the passkey has no signature", cause: PasskeyError(.refused))

        let cause = "PasskeyError.refused: the user did not confirm: try again"
        #expect("\(error)" == "PasskeyError.incomplete: the passkey has no signature: add it again (\(cause))")
    }
}
