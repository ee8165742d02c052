import ByteEncodings

extension EmulatedTenant {
    /// Changes to the members of the JSON object in a response.
    public struct ResponseChange: Sendable {
        private let changes: [String: JSONValue]

        /// Creates a change.
        ///
        /// - Parameter members: The members to set; a value of `JSONNull()` removes the member.
        /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON cannot represent.
        public init(_ members: [String: any Sendable]) throws {
            do {
                changes = try JSONValue(freeForm: members).dictionary ?? [:]
            } catch { throw EmulatorError(.unknown, "a value that JSON does not have", cause: error) }
        }

        init(json: [String: JSONValue]) { changes = json }

        func changed(_ members: [String: JSONValue]) -> [String: JSONValue] { TokenTampering.change(members, changes) }
    }
}
