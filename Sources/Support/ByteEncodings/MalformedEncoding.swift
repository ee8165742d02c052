/// The reason a text is not a canonical encoding.
public struct MalformedEncoding: Error, Equatable, CustomStringConvertible {
    /// The kinds of defect.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// A character is outside the alphabet; padding and white space are, too.
        public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// The length is not one that an encoder produces.
        public static let impossibleLength = Code(name: "impossibleLength")
        /// The unused bits after the last byte are not zero: a second encoding of the same bytes.
        public static let unusedBits = Code(name: "unusedBits")
        /// An escape is not `%` with two hexadecimal digits.
        public static let brokenEscape = Code(name: "brokenEscape")
        /// The bytes are not UTF-8.
        public static let notUTF8 = Code(name: "notUTF8")
        /// A name occurs twice but must be unique.
        public static let duplicateName = Code(name: "duplicateName")
    }

    /// The kind of defect.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// The code; never the text, which may be a secret.
    public var description: String { "MalformedEncoding.\(code.name)" }
}
