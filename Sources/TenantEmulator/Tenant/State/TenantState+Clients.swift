import ByteEncodings
import JOSE

extension TenantState {
    /// The clients that differ from the seed.
    struct ClientChanges: Sendable {
        /// The IDs of the clients that were added or replaced.
        var added: Set<String> = []
        /// The IDs of the seed's clients that were removed.
        var removed: Set<String> = []
    }

    /// Adds a client in the form of the seed, at a place for errors; replaces a client with the same ID.
    @discardableResult
    mutating func add(_ seed: TenantSeed.Client, at place: SeedPath) throws(EmulatorError) -> Client {
        try seed.validate(at: place)
        var client = seed
        client.allowsAnyLoopbackPort = client.allowsAnyLoopbackPort || configuration.allowsAnyLoopbackPort
        client.clientGrants = try seed.clientGrants.map { grants throws(EmulatorError) in
            try Self.byAudience(grants, domain: domain, at: place["client_grants"])
        }
        if let unknown = (client.clientGrants ?? [:]).keys.sorted().first(where: { api($0) == nil }) {
            throw .seed(place["client_grants"][unknown], "there is no API \(unknown)")
        }
        put(client)
        return client
    }

    /// Adds a client; replaces a client with the same ID, and its dynamic registration.
    mutating func put(_ client: Client) {
        clientChanges.added.insert(client.id)
        clientChanges.removed.remove(client.id)
        registrations[client.id] = nil
        if let index = clients.firstIndex(where: { $0.id == client.id }) {
            clients[index] = client
        } else {
            clients.append(client)
        }
    }

    /// The members of a state file for clients that differ from the seed.
    var keptClients: JSONValue {
        let own = clients.filter { clientChanges.added.contains($0.id) && registrations[$0.id] == nil }
        return .members([
            "added": own.map { $0.kept(domain: domain) },
            "removed": clientChanges.removed.sorted(),
            "registered": registrations.values.sorted { $0.client.id < $1.client.id }.map { $0.json(domain: domain) },
        ])
    }

    /// Applies the members of a state file.
    mutating func restore(clients kept: JSONValue) throws(EmulatorError) {
        let place = SeedPath(root: "clients")
        for (index, element) in (kept["registered"]?.elements ?? []).enumerated() {
            guard let registration = Registration(kept: element, signing: keys.current.algorithm.rawValue) else {
                throw .seed(place["registered"][index], "the registration is damaged, or of another algorithm")
            }
            put(registration.client)
            registrations[registration.client.id] = registration
        }
        for (index, element) in (kept["added"]?.elements ?? []).enumerated() {
            let place = place["added"][index]
            try add(try SeedReader.read(element, at: place, TenantSeed.Client.init), at: place)
        }
        for id in kept["removed"]?.texts ?? [] { removeClient(id) }
    }
}

extension String {
    /// Replaces the domain at the start of an audience by `{domain}`.
    func withPlaceholder(for domain: String) -> String {
        hasPrefix(domain + "/") ? "{domain}" + dropFirst(domain.count) : self
    }
}

extension Client {
    /// The client in the form of a seed, without the domain, because its port may change at the next start.
    fileprivate func kept(domain: String) -> JSONValue {
        var client = self
        client.clientGrants = clientGrants.map { grants in
            Dictionary(grants.map { ($0.withPlaceholder(for: domain), $1) }) { first, _ in first }
        }
        return Self.fields.written(client).json
    }
}
