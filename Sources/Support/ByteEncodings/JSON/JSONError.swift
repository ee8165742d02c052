/// The reason a text is not the expected JSON, with the place but never the text, which may contain secrets.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        case empty
        /// The text begins with a byte order mark, or is not UTF-8.
        case notUTF8
        /// The grammar does not allow the character at this place.
        case unexpectedCharacter
        case unexpectedEnd
        case trailingCharacters
        /// An escape sequence is unknown, or represents half of a surrogate pair.
        case invalidEscape
        case duplicateMember
        case tooDeep
        /// An object, or the whole text, has more members or elements than the limit.
        case tooManyMembers
        case numberOutOfRange
        case wrongType
        case missingMember
        /// The value has the right type but an invalid content.
        case invalidValue
    }

    package let code: Code
    /// The offset of the defect in bytes from the start; `nil` if it has no place in the text.
    package let offset: Int?
    /// The name of the expected member, which the program chose, not the text.
    package let member: String?

    package init(_ code: Code, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.offset = offset
        self.member = member
    }

    /// The kind and the place of the defect; never the text.
    package var detail: String {
        "\(code)" + (member.map { " in \"\($0)\"" } ?? "") + (offset.map { " at byte \($0)" } ?? "")
    }

    package var description: String { "JSONError.\(detail)" }
}
