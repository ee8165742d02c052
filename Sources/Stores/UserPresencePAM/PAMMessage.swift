/// A message of the machine's PAM stack to the user.
public struct PAMMessage: Sendable, Hashable {
    /// The kinds of messages.
    public struct Kind: Sendable, Hashable {
        private let name: String

        /// A question whose answer is not shown while the user types it, such as a password.
        public static let secretQuestion = Kind(name: "secretQuestion")
        /// A question whose answer is shown while the user types it, such as a one-time code.
        public static let question = Kind(name: "question")
        /// Information that needs no answer, such as a request to touch a sensor.
        public static let information = Kind(name: "information")
        /// An error that needs no answer, such as a fingerprint that was not recognized.
        public static let error = Kind(name: "error")
    }

    /// The kind of the message.
    public let kind: Kind
    /// The text in the language of the system, such as `Password: `. A module of the PAM stack wrote it, so a program
    /// escapes control characters before it shows the text on a terminal.
    public let text: String

    /// Creates a message, for a test of a conversation: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(_ kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

    /// Whether the message needs an answer.
    public var isQuestion: Bool { kind == .question || kind == .secretQuestion }
}
