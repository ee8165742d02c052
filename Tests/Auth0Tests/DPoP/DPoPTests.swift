import Auth0
import HTTPMessages
import OpenID
import SecretStorage
import Testing

@Suite struct DPoPTests {
    private let dpop = DPoP(keychainIdentifier: "tests", store: MemoryStore())

    private func request(_ url: String = "https://api.example.com/things?a=b") throws -> TransportRequest {
        TransportRequest(method: .get, url: try HTTPURL(url))
    }

    @Test func `a request for an API gets the token and its proof`() async throws {
        var request = try request()

        try dpop.addHeaders(to: &request, accessToken: "AT", tokenType: "DPoP", nonce: "N")

        #expect(request.fields["Authorization"] == "DPoP AT")
        let proof = try await DPoPProofVerifier().verify(
            request.fields, method: .get, url: request.url, accessToken: "AT", nonces: ["N"])
        #expect(proof.url.description == "https://api.example.com/things")
    }

    @Test func `a token that is not bound gets no proof`() throws {
        var request = try request()

        try DPoP.addHeaders(to: &request, accessToken: "AT", tokenType: "Bearer", keychainIdentifier: "no such key")

        #expect(request.fields["Authorization"] == "Bearer AT")
        #expect(request.fields["DPoP"] == nil)
    }

    @Test(arguments: [
        ("A\r\nX: y", "DPoP", nil), ("AT", "DPoP\n", nil), ("", "DPoP", nil), ("AT", "", nil), ("A T", "Bearer", nil),
        ("AT", "DPoP", "n\0"), ("AT", "DPoP", ""),
    ])
    func `T8 refuses values that are invalid in a header field, and changes nothing`(
        token: String, type: String, nonce: String?
    ) throws {
        var request = try request()

        #expect(throws: DPoPError.other) {
            try dpop.addHeaders(to: &request, accessToken: token, tokenType: type, nonce: nonce)
        }
        #expect(request.fields.isEmpty)
    }

    @Test func `a new key replaces a removed one`() async throws {
        func thumbprint() async throws -> String {
            var request = try request()
            try dpop.addHeaders(to: &request, accessToken: "AT", tokenType: "dpop")
            return try await DPoPProofVerifier().verify(request.fields, method: .get, url: request.url).thumbprint
        }
        let first = try await thumbprint()
        #expect(try await thumbprint() == first)

        try dpop.clearKeypair()
        try dpop.clearKeypair()

        #expect(try await thumbprint() != first)
    }

    @Test func `clearing a key that does not exist succeeds`() throws {
        try DPoP.clearKeypair(for: "auth0-streams tests: no such key")
    }

    @Test(arguments: [
        (#"DPoP error="use_dpop_nonce""#, true), (#"dpop realm="x", error=use_dpop_nonce"#, true),
        (#"DPoP error="invalid_token""#, false), (#"Bearer error="use_dpop_nonce""#, false), ("DPoP", false),
        (#"DPoP error="use_dpop_nonce"#, false),
    ])
    func `recognizes a response that requires a nonce`(field: String, isRequired: Bool) {
        let response = TransportResponse(status: 401, fields: ["WWW-Authenticate": field])

        #expect(DPoP.isNonceRequired(by: response) == isRequired)
        #expect(!DPoP.isNonceRequired(by: TransportResponse(status: 401)))
    }

    @Test func `errors are compared by code, not by cause`() throws {
        let broken = DPoP(store: FileStore(directory: "not absolute"))
        var matched = ""

        do {
            try broken.clearKeypair()
        } catch DPoPError.keychainOperationFailed {
            matched = "keychain"
        } catch { matched = "\(error)" }

        #expect(matched == "keychain")
        #expect(DPoPError.keychainOperationFailed != .other)
        #expect(DPoPError.other.localizedDescription == DPoPError.other.debugDescription)
    }

    @Test func `the default name of the key is the application's ID`() {
        #expect(DPoP().keychainIdentifier == DPoP.defaultKeychainIdentifier)
        #expect(!DPoP.defaultKeychainIdentifier.isEmpty)
        #expect("\(DPoP(keychainIdentifier: "k"))" == #"DPoP(keychainIdentifier: "k")"#)
    }
}
