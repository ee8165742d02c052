import Testing

@testable import PasskeyAuthenticator

/// WebAuthn §5.8.1.1
@Suite struct ClientDataTests {
    @Test func `is serialised exactly as in the standard`() {
        let data = ClientData(ceremony: .get, challenge: [0xFB, 0xEF, 0xFF], origin: "https://example.com")

        let expected =
            #"{"type":"webauthn.get","challenge":"--__","origin":"https://example.com","crossOrigin":false}"#
        #expect(String(decoding: data.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        (#"a"b"#, #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\u000ab"#), ("a\u{1F}", #"a\u001f"#),
        ("é\u{7F}€", "é\u{7F}€"),
        ("/", "/"), ("e\u{301}", "e\u{301}"),
    ])
    func `escapes only the required characters`(origin: String, escaped: String) {
        let data = ClientData(ceremony: .create, challenge: [], origin: origin)

        let expected = #"{"type":"webauthn.create","challenge":"","origin":"\#(escaped)","crossOrigin":false}"#
        #expect(data.bytes == Array(expected.utf8))
    }
}
