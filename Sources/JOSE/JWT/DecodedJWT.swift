import ByteEncodings

/// Decodes a token without verifying it.
///
/// The contents are not authenticated: display them, but do not base decisions on them.
/// ``KeyRing/verifiedToken(_:type:)`` verifies the signature.
///
/// ```swift
/// let token = try SigningKey(generating: .es256).sign(claims: ["sub": "john", "aud": "api"])
/// let jwt = try decode(jwt: token)
/// print(jwt.subject ?? "", jwt.audience ?? [])
/// // prints john ["api"]
/// ```
///
/// - Parameter jwt: The token in compact form.
/// - Returns: The header and the claims.
/// - Throws: A ``JWTDecodeError`` if the text is not a token. Unlike `JWTDecode`, this function accepts only canonical
///   base64url, refuses duplicate members, and limits each part to 64 KiB.
public func decode(jwt: String) throws -> any JWT { try DecodedJWT(jwt) }

/// A parsed token whose signature was not verified.
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
    /// A constant text that does not reveal the token.
    var description: String { "JWT(<redacted>)" }
    /// A mirror without children.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
