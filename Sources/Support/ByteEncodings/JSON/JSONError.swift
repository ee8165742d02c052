/// Why a text is not the JSON that was asked for.
///
/// It tells where and what kind, never what the text says: the text may hold secrets.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The kinds of defect.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// There is no text at all.
        public static let empty = Code(name: "empty")
        /// The text begins with a byte order mark, or is not UTF-8.
        public static let notUTF8 = Code(name: "notUTF8")
        /// A character stands where the grammar allows none like it.
        public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
        /// The text ends in the middle.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")
        /// Something follows the value.
        public static let trailingCharacters = Code(name: "trailingCharacters")
        /// An escape is not one of JSON's, or names half a surrogate pair.
        public static let invalidEscape = Code(name: "invalidEscape")
        /// Two members of an object have the same name.
        public static let duplicateMember = Code(name: "duplicateMember")
        /// Arrays and objects are nested too deeply.
        public static let tooDeep = Code(name: "tooDeep")
        /// An object has too many members.
        public static let tooManyMembers = Code(name: "tooManyMembers")
        /// A number does not fit.
        public static let numberOutOfRange = Code(name: "numberOutOfRange")
        /// The value is of another type than the one needed.
        public static let wrongType = Code(name: "wrongType")
        /// A member that is needed is not there.
        public static let missingMember = Code(name: "missingMember")
        /// The value has the right type and an impossible content.
        public static let invalidValue = Code(name: "invalidValue")
    }

    /// What is wrong.
    public let code: Code
    /// Where, in bytes from the start, when the defect has a place.
    public let offset: Int?
    /// The name of the member that was looked for, chosen by the program and not by the text.
    public let member: String?

    /// Makes an error.
    public init(_ code: Code, offset: Int? = nil, member: String? = nil) {
        self.code = code
        self.offset = offset
        self.member = member
    }

    /// Names the defect and its place; never the text.
    public var description: String {
        "JSONError.\(code.name)" + (member.map { " in \"\($0)\"" } ?? "") + (offset.map { " at byte \($0)" } ?? "")
    }
}
