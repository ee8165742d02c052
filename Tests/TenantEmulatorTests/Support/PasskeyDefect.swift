/// A defect in an authenticator's response, and the tenant's description of it.
struct PasskeyDefect: Sendable, CustomStringConvertible {
    let description: String
    let change: @Sendable (inout TestAuthenticator.Content) -> Void

    init(_ description: String, _ change: @escaping @Sendable (inout TestAuthenticator.Content) -> Void) {
        (self.description, self.change) = (description, change)
    }

    /// The defects of both ceremonies.
    static let common = [
        PasskeyDefect("type") { $0.type = "webauthn.other" },
        PasskeyDefect("challenge") { $0.challenge = "AAAA" },
        PasskeyDefect("origin") { $0.origin = "https://evil.example" },
        PasskeyDefect("origin") { $0.origin = "http://127.0.0.1" },
        PasskeyDefect("origin") { $0.origin = "https://127.0.0.1.evil.example" },
        PasskeyDefect("origin") { $0.origin = "https://127.0.0.1:1:2" },
        PasskeyDefect("origin") { $0.origin = "https://127.0.0.1:+1" },
        PasskeyDefect("cross origin") { $0.crossOrigin = true },
        PasskeyDefect("relying party") { $0.relyingParty = "example.com" },
        PasskeyDefect("user presence") { $0.flags = 0x04 },
        PasskeyDefect("user verification") { $0.flags = 0x01 },
    ]
    /// The defects of a registration; the last three are a backup state without eligibility, a missing extension and
    /// trailing bytes.
    static let registration =
        common + [
            PasskeyDefect("attestationObject") { $0.flags = 0x15 },
            PasskeyDefect("attestationObject") { $0.flags = 0x85 },
            PasskeyDefect("attestationObject") { $0.tail = [0] },
        ]
    /// The defects of a login.
    static let authentication =
        common + [
            PasskeyDefect("authenticatorData") { $0.flags = 0x15 },
            PasskeyDefect("authenticatorData") { $0.tail = [0] },
            PasskeyDefect("backup eligibility") { $0.flags = 0x05 },
            PasskeyDefect("userHandle") { $0.userHandle = "AAAA" },
            PasskeyDefect("signature") { $0.signature = { $0.dropLast() + [$0[$0.count - 1] ^ 1] } },
            PasskeyDefect("signature") { $0.signature = { $0 + [0] } },
            PasskeyDefect("signature") { $0.signature = { [0x30, 0x81] + $0.dropFirst() } },
            PasskeyDefect("sign count") { $0.count = 4 },
            PasskeyDefect("sign count") { $0.count = 5 },
        ]
}
