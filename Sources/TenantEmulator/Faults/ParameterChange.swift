/// Changes to the parameters of a redirect to the client, after a login or a logout.
public struct ParameterChange: Sendable, Hashable {
    private let values: [String: [String]]

    /// Creates a change.
    ///
    /// - Parameter values: The values of each parameter; an empty array removes the parameter, two values send it
    ///   twice.
    public init(_ values: [String: [String]]) { self.values = values }

    /// The names of the predefined changes, sorted.
    public static var names: [String] { named.keys.sorted() }

    /// Creates a predefined change.
    ///
    /// - Parameter name: One of ``names``.
    /// - Throws: ``EmulatorError/Code/unknown`` for any other name.
    public init(named name: String) throws {
        guard let values = Self.named[name] else { throw EmulatorError(.unknown, "change \(name)") }
        self.init(values)
    }

    private static let named: [String: [String: [String]]] = [
        "iss-other": ["iss": ["https://evil.example/"]],
        "iss-missing": ["iss": []],
        "state-other": ["state": ["another"]],
        "state-missing": ["state": []],
        "state-twice": ["state": ["another", "a third"]],
        "code-missing": ["code": []],
        "code-other": ["code": ["another"]],
        "code-and-error": ["error": ["access_denied"]],
        "access-token": ["access_token": ["a-token-out-of-place"], "token_type": ["Bearer"]],
    ]

    /// Applies the change.
    func changed(_ parameters: [(name: String, value: String)]) -> [(name: String, value: String)] {
        parameters.filter { values[$0.name] == nil }
            + values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { (name, $0) } }
    }
}
