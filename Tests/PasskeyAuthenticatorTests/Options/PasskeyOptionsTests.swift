import Foundation
import PasskeyAuthenticator
import Testing

@Suite struct PasskeyOptionsTests {
    private func creation(_ text: String) throws -> PasskeyCreationOptions {
        try JSONDecoder().decode(PasskeyCreationOptions.self, from: Data(text.utf8))
    }

    private func request(_ text: String) throws -> PasskeyRequestOptions {
        try JSONDecoder().decode(PasskeyRequestOptions.self, from: Data(text.utf8))
    }

    @Test func `reads the options of a relying party`() throws {
        let options = try creation(
            #"""
            {"rp":{"id":"example.com","name":"Example"},"user":{"id":"dXNlci0x","name":"jane","displayName":"Jane"},
            "challenge":"AQIDBA","timeout":60000,"attestation":"none","extensions":{"credProps":true},
            "pubKeyCredParams":[{"type":"public-key","alg":-8},{"type":"other","alg":-257},{"type":"public-key","alg":-7}],
            "excludeCredentials":[{"type":"public-key","id":"_w","transports":["usb"]},{"type":"other","id":"+"}],
            "authenticatorSelection":{"residentKey":"required","userVerification":"required"}}
            """#)

        #expect(
            options
                == PasskeyCreationOptions(
                    relyingPartyID: "example.com", userID: Data("user-1".utf8), userName: "jane",
                    challenge: Data([1, 2, 3, 4]), algorithms: [.edDSA, .es256], excludedCredentials: [Data([0xFF])],
                    userVerification: .required))
    }

    @Test func `reads a request`() throws {
        let options = try request(
            #"""
            {"rpId":"example.com","challenge":"AQIDBA","userVerification":"discouraged",
            "allowCredentials":[{"type":"public-key","id":"AA"}]}
            """#)

        #expect(
            options
                == PasskeyRequestOptions(
                    relyingPartyID: "example.com", challenge: Data([1, 2, 3, 4]), allowedCredentials: [Data([0])],
                    userVerification: .discouraged))
    }

    @Test func `missing members have the defaults of the standard`() throws {
        let creation = try creation(
            #"{"rp":{"id":"e.com"},"user":{"id":"AA","name":"j"},"challenge":"AA","pubKeyCredParams":[]}"#)
        let request = try request(#"{"rpId":"e.com","challenge":"AA","userVerification":"of-tomorrow"}"#)

        #expect(creation.algorithms == [.es256, .rs256])
        #expect(creation.excludedCredentials.isEmpty)
        #expect(creation.userVerification == .preferred)
        #expect(request.allowedCredentials.isEmpty)
        #expect(request.userVerification == .preferred)
    }

    @Test(arguments: ["AQIDBA==", "AQID BA", "+w", "AB", "A", "ÿ"])
    func `bytes that are not base64url are refused`(text: String) {
        #expect(throws: DecodingError.self) { try request(#"{"rpId":"e.com","challenge":"\#(text)"}"#) }
        #expect(throws: DecodingError.self) {
            try creation(#"{"rp":{"id":"e.com"},"user":{"id":"\#(text)","name":"j"},"challenge":"AA"}"#)
        }
        #expect(throws: DecodingError.self) {
            try request(
                #"{"rpId":"e.com","challenge":"AA","allowCredentials":[{"type":"public-key","id":"\#(text)"}]}"#)
        }
    }
}
