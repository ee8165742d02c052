/// The reason a text is not the expected JSON.
///
/// The error contains the kind and the place of the defect, never the text itself: it may contain secrets.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The kinds of defect.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The text is empty.
        public static let empty = Code(name: "empty")
        /// The text begins with a byte order mark, or is not UTF-8.
        public static let notUTF8 = Code(name: "notUTF8")
        /// The grammar does not allow the character at this place.
        public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// The text ends inside a value.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")
        /// The text continues after the value.
        public static let trailingCharacters = Code(name: "trailingCharacters")
        /// An escape sequence is unknown, or represents half of a surrogate pair.
        public static let invalidEscape = Code(name: "invalidEscape")
        /// Two members of an object have the same name.
        public static let duplicateMember = Code(name: "duplicateMember")
        /// Arrays and objects are nested more deeply than the limit.
        public static let tooDeep = Code(name: "tooDeep")
        /// An object has more members than the limit.
        public static let tooManyMembers = Code(name: "tooManyMembers")
        /// A number is out of range.
        public static let numberOutOfRange = Code(name: "numberOutOfRange")
        /// The value has another type than the expected one.
        public static let wrongType = Code(name: "wrongType")
        /// A required member is missing.
        public static let missingMember = Code(name: "missingMember")
        /// The value has the right type but an invalid content.
        public static let invalidValue = Code(name: "invalidValue")
    }

    /// The kind of defect.
    public let code: Code
    /// The offset of the defect in bytes from the start; `nil` if it has no place in the text.
    public let offset: Int?
    /// The name of the expected member, which the program chose, not the text.
    public let member: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of defect.
    ///   - offset: The offset of the defect in bytes; `nil`, the default, if it has no place in the text.
    ///   - member: The name of the expected member; `nil` by default.
    public init(_ code: Code, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.offset = offset
        self.member = member
    }

    /// The kind and the place of the defect; never the text.
    public var description: String {
        "JSONError.\(code.name)" + (member.map { " in \"\($0)\"" } ?? "") + (offset.map { " at byte \($0)" } ?? "")
    }
}
