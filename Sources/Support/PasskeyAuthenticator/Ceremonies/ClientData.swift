import ByteEncodings

/// The client data of a ceremony, whose hash the authenticator signs (WebAuthn §5.8.1).
struct ClientData: Sendable {
    enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    let ceremony: Ceremony
    let challenge: [UInt8]
    let origin: String

    /// The exact serialization of the standard, which a verifier may compare instead of parsing (WebAuthn §5.8.1.1).
    var bytes: [UInt8] {
        let members = [
            ("type", Self.quoted(ceremony.rawValue)), ("challenge", Self.quoted(Base64URL.encode(challenge))),
            ("origin", Self.quoted(origin)), ("crossOrigin", "false"),
        ]
        return Array(("{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}").utf8)
    }

    /// Returns a quoted JSON string: `CCDToString` of the standard.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{20}"...: quoted.unicodeScalars.append(scalar)
            default: quoted += "\\u" + Hex.encode([0, UInt8(scalar.value)])
            }
        }
        return quoted + "\""
    }
}
