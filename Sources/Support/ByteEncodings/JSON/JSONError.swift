/// The reason a text is not the expected JSON.
///
/// The error contains the kind and the place of the defect, never the text itself: it may contain secrets.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The kinds of defect.
    package enum Code: Sendable {
        /// The text is empty.
        case empty
        /// The text begins with a byte order mark, or is not UTF-8.
        case notUTF8
        /// The grammar does not allow the character at this place.
        case unexpectedCharacter
        /// The text ends inside a value.
        case unexpectedEnd
        /// The text continues after the value.
        case trailingCharacters
        /// An escape sequence is unknown, or represents half of a surrogate pair.
        case invalidEscape
        /// Two members of an object have the same name.
        case duplicateMember
        /// Arrays and objects are nested more deeply than the limit.
        case tooDeep
        /// An object, or the whole text, has more members or elements than the limit.
        case tooManyMembers
        /// A number is out of range.
        case numberOutOfRange
        /// The value has another type than the expected one.
        case wrongType
        /// A required member is missing.
        case missingMember
        /// The value has the right type but an invalid content.
        case invalidValue
    }

    /// The kind of defect.
    package let code: Code
    /// The offset of the defect in bytes from the start; `nil` if it has no place in the text.
    package let offset: Int?
    /// The name of the expected member, which the program chose, not the text.
    package let member: String?

    /// Creates an error.
    package init(_ code: Code, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.offset = offset
        self.member = member
    }

    /// The kind and the place of the defect; never the text.
    package var detail: String {
        "\(code)" + (member.map { " in \"\($0)\"" } ?? "") + (offset.map { " at byte \($0)" } ?? "")
    }

    /// The name of the type and the detail.
    package var description: String { "JSONError.\(detail)" }
}
