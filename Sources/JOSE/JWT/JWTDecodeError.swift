public import FoundationEssentials

/// The reason a text could not be decoded as a token.
///
/// The associated strings are parts of the token: secrets, which the descriptions leave out.
public enum JWTDecodeError: LocalizedError, Sendable {
    /// A part is not canonical base64url, or is longer than 64 KiB.
    case invalidBase64URL(String)
    /// A part is not a JSON object, or repeats a member.
    case invalidJSON(String)
    /// The number of parts is not three.
    case invalidPartCount(String, Int)
    /// A claim does not have the requested type.
    case claimDecodingFailed(String)

    /// The failure as a sentence, without the token.
    public var errorDescription: String? { text.sentence }
    /// The failure as a sentence, without the token.
    public var localizedDescription: String { text.sentence }
}

extension JWTDecodeError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of failure and the sentence, without the token.
    public var description: String { "JWTDecodeError.\(text.name): \(text.sentence)" }

    private var text: (name: String, sentence: String) {
        switch self {
        case .invalidBase64URL: ("invalidBase64URL", "a part of the token is not canonical base64url")
        case .invalidJSON: ("invalidJSON", "a part of the token is not a JSON object")
        case .invalidPartCount(_, let count): ("invalidPartCount", "the token has \(count) parts instead of 3")
        case .claimDecodingFailed(let reason): ("claimDecodingFailed", reason)
        }
    }

    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
