import ByteEncodings

/// The users, clients, connections, organizations and APIs of a tenant at its start.
///
/// The JSON has the form of ``standardJSON``; every list may be omitted except `clients`.
public struct TenantSeed: Sendable {
    var clients: [Client] = []
    var connections: [Connection] = []
    var organizations: [Organization] = []
    var apis: [API] = []
    var users: [SeedUser] = []
    var defaultDirectory: String?
    var defaultAudience: String?
    var factors: [String] = []

    /// Parses a seed.
    ///
    /// - Parameter json: The JSON text.
    /// - Throws: ``EmulatorError/Code/malformedSeed`` with the path of the member that is invalid or unknown.
    public init(json: [UInt8]) throws {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: json)
        } catch { throw EmulatorError(.malformedSeed, "\(error)", cause: error) }
        var reader = try SeedReader(value, at: "seed")
        clients = try reader.list("clients", Client.init)
        connections = try reader.list("connections", Connection.init)
        organizations = try reader.list("organizations", Organization.init)
        apis = try reader.list("apis", API.init)
        users = try reader.list("users", SeedUser.init)
        defaultDirectory = try reader.text("default_directory")
        defaultAudience = try reader.text("default_audience")
        factors = try reader.texts("factors")
        try reader.finish()
        guard !clients.isEmpty else { throw EmulatorError(.malformedSeed, "seed.clients") }
    }

    /// The standard seed, which demos and tests use.
    public static let standard: TenantSeed = {
        do {
            return try TenantSeed(json: Array(standardJSON.utf8))
        } catch { preconditionFailure("the standard seed: \(error)") }
    }()
}
