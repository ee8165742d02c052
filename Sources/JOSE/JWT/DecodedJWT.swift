import ByteEncodings

/// Reads a token without checking it.
///
/// Whoever holds the token may have written it: show what it says, and decide nothing by it. ``KeyRing/token(_:type:)``
/// checks the signature.
///
/// - Parameter jwt: The token in compact form.
/// - Returns: Header and claims.
/// - Throws: ``JWTDecodeError``: what is wrong with the text. Unlike `JWTDecode`, this takes canonical base64url alone, refuses members that
///   come twice, and reads no part of more than 64 KiB.
public func decode(jwt: String) throws -> any JWT { try DecodedJWT(jwt) }

/// A token that was taken apart and not checked.
struct DecodedJWT: JWT {
    let string: String
    let signature: String?
    private let headerMembers: JSONValue
    private let claims: JSONValue

    init(_ text: String) throws(JWTDecodeError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            let dots = text.utf8.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
            throw .invalidPartCount(text, dots + 1)
        }
        headerMembers = try Self.object(parts[0])
        claims = try Self.object(parts[1])
        signature = String(parts[2])
        string = text
    }

    private static func object(_ part: Substring.UTF8View) throws(JWTDecodeError) -> JSONValue {
        guard part.count <= CompactJWS.maximumBytes, let bytes = try? Base64URL.decode(Array(part)[...]) else {
            throw .invalidBase64URL(String(part) ?? "")
        }
        guard let value = try? JSONValue(parsing: bytes), case .object = value else {
            throw .invalidJSON(String(part) ?? "")
        }
        return value
    }

    var header: [String: any Sendable] { headerMembers.freeFormObject ?? [:] }
    var body: [String: any Sendable] { claims.freeFormObject ?? [:] }
    func claim(name: String) -> Claim { Claim(claims[name]) }
}

extension DecodedJWT: CustomStringConvertible, CustomReflectable {
    /// Says only that there is something to hide.
    var description: String { "JWT(<redacted>)" }
    /// Shows no child.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
