/// Text that is not a canonical encoding of anything.
public struct MalformedEncoding: Error, Equatable, CustomStringConvertible {
    /// The kinds of fault.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// A character outside the alphabet, padding and white space included.
        public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// A length that no encoder produces.
        public static let impossibleLength = Code(name: "impossibleLength")
        /// Bits after the last byte that are not zero: a second spelling of the same bytes.
        public static let unusedBits = Code(name: "unusedBits")
        /// An escape that is not `%` and two hexadecimal digits.
        public static let brokenEscape = Code(name: "brokenEscape")
        /// Bytes that are not UTF-8.
        public static let notUTF8 = Code(name: "notUTF8")
        /// A name that occurs twice where it may occur once.
        public static let duplicateName = Code(name: "duplicateName")
    }

    /// What is wrong.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// Names the code; never the text, which may be a secret.
    public var description: String { "MalformedEncoding.\(code.name)" }
}
