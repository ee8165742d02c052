import ByteEncodings

/// Members of the JSON in an answer that are not what they should be.
public struct AnswerChange: Sendable {
    private let changes: [String: JSONValue]

    /// Describes what is wrong.
    ///
    /// - Parameter members: Members to set or, with `JSONNull()`, to leave out.
    /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON does not have.
    public init(_ members: [String: any Sendable]) throws {
        do {
            changes = try JSONValue(freeForm: members).dictionary ?? [:]
        } catch { throw EmulatorError(.unknown, "a value that JSON does not have", cause: error) }
    }

    init(json: [String: JSONValue]) { changes = json }

    /// The members as they are written.
    func changed(_ members: [String: JSONValue]) -> [String: JSONValue] { TokenTampering.change(members, changes) }
}
