/// The reason a text is not a canonical encoding.
package struct MalformedEncoding: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// A character is outside the alphabet; padding and white space are, too.
        case unexpectedCharacter
        /// No encoder produces the length.
        case impossibleLength
        /// The unused bits after the last byte are not zero: a second encoding of the same bytes.
        case unusedBits
        /// An escape is not `%` with two hexadecimal digits.
        case brokenEscape
        case notUTF8
        /// A name occurs twice but must be unique.
        case duplicateName
    }

    package let code: Code

    init(_ code: Code) { self.code = code }

    /// The code; never the text, which may be a secret.
    package var description: String { "MalformedEncoding.\(code)" }
}
