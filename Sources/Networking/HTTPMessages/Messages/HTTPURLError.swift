public import FoundationEssentials

/// The reason a URL is not a valid ``HTTPURL``.
public struct HTTPURLError: LocalizedError, Equatable, CustomStringConvertible {
    /// The reasons.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        fileprivate let detail: String

        /// The URL is longer than 8192 bytes.
        public static let tooLong = Code(name: "tooLong", detail: "the URL is too long")
        /// The URL has a character that is not allowed in a URL, or a fragment.
        public static let forbiddenCharacter = Code(
            name: "forbiddenCharacter",
            detail: "the URL has a character that URLs may not have, such as a space or #; a host name with other than "
                + "ASCII letters is written as xn--…")
        /// The scheme is neither `https` nor `http`, or is missing.
        public static let unsupportedScheme = Code(
            name: "unsupportedScheme", detail: "the URL must begin with https://")
        /// The scheme is `http` and the host is not a loopback address.
        public static let insecure = Code(
            name: "insecure", detail: "plain http is for loopback addresses such as http://127.0.0.1 only")
        /// The URL contains a user name or a password.
        public static let userInformation = Code(
            name: "userInformation", detail: "the URL must not carry user information")
        /// The host is missing, or is neither a host name nor an IP address.
        public static let invalidHost = Code(
            name: "invalidHost", detail: "the URL's host is not a host name or address")
        /// The port is not a number from 1 to 65535.
        public static let invalidPort = Code(name: "invalidPort", detail: "the URL's port is not a port number")
    }

    /// The reason.
    public let code: Code

    /// Creates an error.
    ///
    /// - Parameter code: The reason.
    public init(_ code: Code) { self.code = code }

    /// The reason in words; never a part of the URL.
    public var detail: String { code.detail }

    /// The name of the reason and its explanation; never a part of the URL.
    public var description: String { "HTTPURLError.\(code.name): \(code.detail)" }
    /// The explanation, for `localizedDescription`.
    public var errorDescription: String? { code.detail }
}
