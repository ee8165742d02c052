import ByteEncodings

extension EmulatedTenant {
    /// Changes to the members of the JSON object in a response.
    public struct ResponseChange: Sendable {
        private let changes: [String: JSONValue]

        /// Creates a change.
        ///
        /// - Parameter members: The members to set; a value of `JSONNull()` removes the member.
        /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON cannot represent.
        public init(_ members: [String: any Sendable]) throws { changes = try TokenTampering.members(members) }

        init(json: [String: JSONValue]) { changes = json }

        func changed(_ members: [String: JSONValue]) -> [String: JSONValue] { TokenTampering.change(members, changes) }
    }

    /// Changes to the parameters of a redirect to the client, after a login or a logout.
    public struct ParameterChange: Sendable, Hashable {
        private let values: [String: [String]]

        /// Creates a change.
        ///
        /// - Parameter values: The values of each parameter; an empty array removes the parameter, two values send it
        ///   twice.
        public init(_ values: [String: [String]]) { self.values = values }

        func changed(_ parameters: [(name: String, value: String)]) -> [(name: String, value: String)] {
            parameters.filter { values[$0.name] == nil }
                + values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { (name, $0) } }
        }
    }
}

extension EmulatedTenant.ParameterChange {
    /// Another issuer as `iss`.
    public static let issOther = Self(["iss": ["https://evil.example/"]])
    /// No `iss`.
    public static let issMissing = Self(["iss": []])
    /// Another `state`.
    public static let stateOther = Self(["state": ["another"]])
    /// No `state`.
    public static let stateMissing = Self(["state": []])
    /// Two other values of `state`.
    public static let stateTwice = Self(["state": ["another", "a third"]])
    /// No `code`.
    public static let codeMissing = Self(["code": []])
    /// Another `code`.
    public static let codeOther = Self(["code": ["another"]])
    /// An `error` in addition to the code.
    public static let codeAndError = Self(["error": ["access_denied"]])
    /// An access token in addition to the code.
    public static let accessToken = Self([
        "access_token": ["a-token-out-of-place"], "token_type": ["Bearer"],
    ])

    private static let predefined: [String: Self] = [
        "iss-other": .issOther, "iss-missing": .issMissing, "state-other": .stateOther,
        "state-missing": .stateMissing, "state-twice": .stateTwice, "code-missing": .codeMissing,
        "code-other": .codeOther, "code-and-error": .codeAndError, "access-token": .accessToken,
    ]

    /// The names of the predefined changes, sorted.
    ///
    /// Each is also a static member: `state-twice` is ``stateTwice``.
    public static var names: [String] { predefined.keys.sorted() }

    /// Finds a predefined change by its name in the control API and on the command line.
    ///
    /// - Parameter name: One of ``names``.
    /// - Throws: ``EmulatorError/Code/unknown`` for any other name.
    public init(named name: String) throws {
        guard let change = Self.predefined[name] else {
            throw EmulatorError(.unknown, "change \(name)")
        }
        self = change
    }
}
