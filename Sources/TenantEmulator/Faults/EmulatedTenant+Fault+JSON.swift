import ByteEncodings

extension EmulatedTenant.Fault {
    private typealias Members = [String: JSONValue]

    /// Parses the JSON form of the control endpoint; `nil` for an unknown kind, or if a member is missing.
    init?(_ members: [String: JSONValue]) {
        guard let kind = members["kind"]?.string, let fault = Self.kinds[kind]?(members) else { return nil }
        self = fault
    }

    /// The names of the kinds.
    static let kindNames: [String] = kinds.keys.sorted()

    private static let kinds: [String: @Sendable (Members) -> Self?] = [
        "hold": { _ in .hold },
        "hold-answer": { _ in .holdResponse },
        "delay": { members in members.seconds.map(Self.delay) },
        "status": { members in
            guard let status = members["status"]?.integer, (200...599).contains(status) else { return nil }
            let headers = (members["headers"]?.dictionary ?? [:]).compactMapValues(\.string)
            return .status(status, headers: headers, body: members.body)
        },
        "body": { members in
            .body(members.body, contentType: members["content_type"]?.string ?? "application/json")
        },
        "redirect": { members in
            members["to"]?.string.map { .redirect(to: $0, status: members["status"]?.integer ?? 302) }
        },
        "truncate-body": { members in
            .truncateBody(members["cut"]?.string.flatMap(EmulatedTenant.BodyCut.init(rawValue:)) ?? .contentLength)
        },
        "tamper": { members in TokenTampering(members).map(Self.tamper) },
        "alter": { members in members["members"]?.dictionary.map { .alter(EmulatedTenant.ResponseChange(json: $0)) } },
        "key-set": { members in members["name"]?.string.flatMap(KeySetTampering.init(rawValue:)).map(Self.keySet) },
        "metadata": { members in members["name"]?.string.flatMap(MetadataTampering.init(rawValue:)).map(Self.metadata)
        },
        "alter-parameters": { members in EmulatedTenant.ParameterChange(members).map(Self.alterParameters) },
        "rotate-signing-key": { members in .rotateSigningKey(keepingOld: members["keep_old"]?.boolean ?? true) },
        "too-many-requests": { members in members["retry_after"]?.string.map { .tooManyRequests(retryAfter: $0) } },
        "raw": { members in
            members["head"]?.string.map { head in
                .raw(EmulatedTenant.RawResponse(Array(head.utf8), then: members.body, pace: members.seconds ?? .zero))
            }
        },
        "drip": { members in members.seconds.map { .raw(.drip($0)) } },
        "many-headers": { members in members.count.map { .raw(.manyHeaders($0)) } },
        "huge-header": { members in members.count.map { .raw(.hugeHeader($0)) } },
        "interim-answers": { members in members.count.map { .raw(.interimResponses($0)) } },
        "endless-body": { _ in .endlessBody },
        "close-connection": { _ in .closeConnection },
        "reset-connection": { _ in .resetConnection },
        "lose-answer": { _ in .loseResponse },
    ]

    /// Parses the short form of the command line; `nil` for an unknown kind or an invalid value.
    ///
    /// - Parameter text: The kind and, for most kinds, a colon and a value, such as `delay:0.5` or `status:503`.
    public init?(text: String) {
        let words = text.split(separator: ":", maxSplits: 1).map(String.init)
        var members: [String: JSONValue] = ["kind": .string(words.first ?? "")]
        if words.count == 2 {
            members["seconds"] = Double(words[1]).map(JSONValue.double)
            members["status"] = Int(words[1]).map(JSONValue.integer)
            members["count"] = members["status"]
            for name in ["to", "cut", "name", "retry_after"] { members[name] = .string(words[1]) }
            members["members"] = try? JSONValue(parsing: Array(words[1].utf8))
            members["body"] = words[0] == "body" ? .string(words[1]) : nil
        }
        self.init(members)
    }
}

extension [String: JSONValue] {
    /// The duration, of at most a day.
    fileprivate var seconds: Duration? {
        self["seconds"]?.double.flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
    }

    /// The number of headers, bytes or interim responses.
    fileprivate var count: Int? { self["count"]?.integer.flatMap { (0...10_000_000).contains($0) ? $0 : nil } }

    fileprivate var body: [UInt8] { Array((self["body"]?.string ?? "").utf8) }
}

extension TokenTampering {
    /// Parses a name, or changes member by member; `nil` for an unknown name or signature.
    fileprivate init?(_ members: [String: JSONValue]) {
        if let name = members["name"]?.string {
            guard let tampering = try? TokenTampering(named: name) else { return nil }
            self = tampering
            return
        }
        guard ["claims", "header", "signature"].contains(where: { members[$0] != nil }) else { return nil }
        guard let signature = Signature(rawValue: members["signature"]?.string ?? "genuine") else { return nil }
        let changes = members["claims"]?.dictionary ?? [:]
        self.init(
            header: members["header"]?.dictionary ?? [:], signature: signature,
            edit: { claims, _ in claims = Self.change(claims, changes) })
    }
}

extension EmulatedTenant.ParameterChange {
    /// Parses a name, or the values of each parameter; `nil` for an unknown name.
    fileprivate init?(_ members: [String: JSONValue]) {
        if let values = members["parameters"]?.dictionary {
            self.init(values.mapValues { $0.string.map { [$0] } ?? $0.elements?.compactMap(\.string) ?? [] })
        } else {
            guard let change = members["name"]?.string.flatMap({ try? Self(named: $0) }) else { return nil }
            self = change
        }
    }
}
