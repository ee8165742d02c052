/// The reason a text is not a canonical encoding.
package struct MalformedEncoding: Error, Equatable, CustomStringConvertible {
    /// The kinds of defect.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// A character is outside the alphabet; padding and white space are, too.
        package static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// No encoder produces the length.
        package static let impossibleLength = Code(name: "impossibleLength")
        /// The unused bits after the last byte are not zero: a second encoding of the same bytes.
        package static let unusedBits = Code(name: "unusedBits")
        /// An escape is not `%` with two hexadecimal digits.
        package static let brokenEscape = Code(name: "brokenEscape")
        /// The bytes are not UTF-8.
        package static let notUTF8 = Code(name: "notUTF8")
        /// A name occurs twice but must be unique.
        package static let duplicateName = Code(name: "duplicateName")
    }

    /// The kind of defect.
    package let code: Code

    init(_ code: Code) { self.code = code }

    /// The code; never the text, which may be a secret.
    package var description: String { "MalformedEncoding.\(code.name)" }
}
