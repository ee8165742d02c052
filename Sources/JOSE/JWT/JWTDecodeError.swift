public import FoundationEssentials

/// Why a text is no token that can be read.
///
/// What the cases carry is part of a token: a secret, which the descriptions leave out.
public enum JWTDecodeError: LocalizedError, Sendable {
    /// A part is not canonical base64url, or is longer than 64 KiB.
    case invalidBase64URL(String)
    /// A part is not a JSON object, or has a member twice.
    case invalidJSON(String)
    /// The text has another number of parts than three.
    case invalidPartCount(String, Int)
    /// A claim is not of the type that was asked for.
    case claimDecodingFailed(String)

    /// What is wrong, in a sentence.
    public var errorDescription: String? { description }
    /// What is wrong, in a sentence.
    public var localizedDescription: String { description }
}

extension JWTDecodeError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is wrong, in a sentence without the token.
    public var description: String {
        switch self {
        case .invalidBase64URL: "JWTDecodeError.invalidBase64URL: a part of the token is not canonical base64url"
        case .invalidJSON: "JWTDecodeError.invalidJSON: a part of the token is not a JSON object"
        case .invalidPartCount(_, let count):
            "JWTDecodeError.invalidPartCount: the token has \(count) parts instead of 3"
        case .claimDecodingFailed(let reason): "JWTDecodeError.claimDecodingFailed: \(reason)"
        }
    }

    /// What is wrong, in a sentence without the token.
    public var debugDescription: String { description }
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
