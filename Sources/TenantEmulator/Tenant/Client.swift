/// An application that may ask for tokens.
struct Client: Sendable {
    let id: String
    let name: String
    /// Only confidential clients have one.
    let secret: String?
    let callbacks: [String]
    /// The grants it may use; none named means all.
    let grants: [String]
    /// Whether it gets no token that is not bound to a key.
    let requiresProof: Bool

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("client_id")
        name = try reader.text("name") ?? id
        secret = try reader.text("client_secret")
        callbacks = try reader.texts("callbacks")
        grants = try reader.texts("grant_types")
        requiresProof = try reader.flag("require_proof_of_possession")
    }

    func allows(_ grant: String) -> Bool { grants.isEmpty || grants.contains(grant) }
}
