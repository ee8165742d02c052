/// Text that is not a canonical encoding of anything.
package struct MalformedEncoding: Error, Equatable, CustomStringConvertible {
    /// The kinds of fault.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// A character outside the alphabet, padding and white space included.
        package static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// A length that no encoder produces.
        package static let impossibleLength = Code(name: "impossibleLength")
        /// Bits after the last byte that are not zero: a second spelling of the same bytes.
        package static let unusedBits = Code(name: "unusedBits")
        /// An escape that is not `%` and two hexadecimal digits.
        package static let brokenEscape = Code(name: "brokenEscape")
        /// Bytes that are not UTF-8.
        package static let notUTF8 = Code(name: "notUTF8")
        /// A name that occurs twice where it may occur once.
        package static let duplicateName = Code(name: "duplicateName")
    }

    /// What is wrong.
    package let code: Code

    init(_ code: Code) { self.code = code }

    /// Names the code; never the text, which may be a secret.
    package var description: String { "MalformedEncoding.\(code.name)" }
}
