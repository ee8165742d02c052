/// The reason a text is not the expected JSON.
///
/// The error contains the kind and the place of the defect, never the text itself: it may contain secrets.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The kinds of defect.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The text is empty.
        package static let empty = Code(name: "empty")
        /// The text begins with a byte order mark, or is not UTF-8.
        package static let notUTF8 = Code(name: "notUTF8")
        /// The grammar does not allow the character at this place.
        package static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// The text ends inside a value.
        package static let unexpectedEnd = Code(name: "unexpectedEnd")
        /// The text continues after the value.
        package static let trailingCharacters = Code(name: "trailingCharacters")
        /// An escape sequence is unknown, or represents half of a surrogate pair.
        package static let invalidEscape = Code(name: "invalidEscape")
        /// Two members of an object have the same name.
        package static let duplicateMember = Code(name: "duplicateMember")
        /// Arrays and objects are nested more deeply than the limit.
        package static let tooDeep = Code(name: "tooDeep")
        /// An object, or the whole text, has more members or elements than the limit.
        package static let tooManyMembers = Code(name: "tooManyMembers")
        /// A number is out of range.
        package static let numberOutOfRange = Code(name: "numberOutOfRange")
        /// The value has another type than the expected one.
        package static let wrongType = Code(name: "wrongType")
        /// A required member is missing.
        package static let missingMember = Code(name: "missingMember")
        /// The value has the right type but an invalid content.
        package static let invalidValue = Code(name: "invalidValue")
    }

    /// The kind of defect.
    package let code: Code
    /// The offset of the defect in bytes from the start; `nil` if it has no place in the text.
    package let offset: Int?
    /// The name of the expected member, which the program chose, not the text.
    package let member: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of defect.
    ///   - offset: The offset of the defect in bytes; `nil`, the default, if it has no place in the text.
    ///   - member: The name of the expected member; `nil` by default.
    package init(_ code: Code, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.offset = offset
        self.member = member
    }

    /// The kind and the place of the defect; never the text.
    package var detail: String {
        code.name + (member.map { " in \"\($0)\"" } ?? "") + (offset.map { " at byte \($0)" } ?? "")
    }

    /// The name of the type and the detail.
    package var description: String { "JSONError.\(detail)" }
}
