import ByteEncodings

/// The JSON form of one kind of fault: its effect, and the list of members that validates and describes requests.
struct FaultForm: Sendable {
    typealias Members = [String: JSONValue]

    static let common: [ControlField] = [
        ControlField("path", .path, "The path of the requests; a * at the end matches any rest.", isRequired: true),
        .text("grant", "The grant_type of the requests; any without it."),
        ControlField("times", .integer(1...Int.max), "The number of requests; without it until the fault is cleared."),
    ]

    /// The kind in the control API and on the command line.
    let kind: String
    let text: String
    /// The members in addition to ``common``.
    let fields: [ControlField]
    /// The members of which at least one is required; empty for none.
    let alternatives: [String]
    /// An example in the short form of the command line.
    let example: String
    private let make: @Sendable (Members) -> EmulatedTenant.Fault?

    init(
        _ kind: String, _ text: String, _ fields: [ControlField] = [], oneOf alternatives: [String] = [],
        such value: String? = nil, _ make: @escaping @Sendable (Members) -> EmulatedTenant.Fault?
    ) {
        (self.kind, self.text, self.fields, self.alternatives, self.make) = (kind, text, fields, alternatives, make)
        example = kind + (value.map { ":\($0)" } ?? "")
    }

    /// Creates the form of a fault without values.
    init(_ fault: EmulatedTenant.Fault, _ text: String) { self.init(fault.name, text) { _ in fault } }

    /// Creates the fault; members that the kind does not have are ignored.
    func fault(_ members: Members) throws(Refusal) -> EmulatedTenant.Fault {
        let own = members.filter { member in fields.contains { $0.name == member.key } }
        try fields.check(own, isOpen: false)
        guard alternatives.isEmpty || alternatives.contains(where: { own[$0] != nil }) else {
            throw .missing(alternatives.joined(separator: " or "))
        }
        guard let fault = make(own) else { throw .invalidRequest("No fault \(kind) has these values") }
        return fault
    }

    var schema: JSONValue {
        let constant = JSONValue.members(["const": kind, "description": text])
        let more = [JSONValue.Member(name: "kind", value: constant)]
        guard case .object(var members) = (Self.common + fields).schema(more) else { return .null }
        if !alternatives.isEmpty {
            let choices = alternatives.map { JSONValue.members(["required": [$0]]) }
            members.append(JSONValue.Member(name: "anyOf", value: .array(choices)))
        }
        return .object(members)
    }
}

extension FaultForm {
    static let list = waiting + replacing + altering + connection
    static let all = Dictionary(uniqueKeysWithValues: list.map { ($0.kind, $0) })

    private static let seconds = ControlField("seconds", .number(0...86_400), "The seconds.", isRequired: true)
    /// Each header takes memory in the tenant, which builds the answer before it is sent.
    private static let headers = 0...100_000
    private static let headerCount = ControlField("count", .integer(headers), "The number.", isRequired: true)
    private static let count = ControlField("count", .integer(0...10_000_000), "The number.", isRequired: true)
    private static let body = ControlField.text("body", "The body; empty without it.")

    private static let waiting = [
        FaultForm(.hold, "The request waits until a release and is then carried out."),
        FaultForm(.holdResponse, "The request is carried out; its answer waits until a release."),
        FaultForm("delay", "The request is carried out after a delay.", [seconds], such: "2") {
            $0.seconds.map { .delay($0) }
        },
    ]

    private static let replacing = [
        FaultForm(
            "status", "The answer has this status; the request is not carried out.",
            [
                ControlField("status", .integer(200...599), "The status.", isRequired: true),
                ControlField("headers", .strings, "The headers."), body,
            ], such: "503"
        ) { members in
            let headers = (members["headers"]?.dictionary ?? [:]).compactMapValues(\.string)
            return .status(members["status"]?.integer ?? 500, headers: headers, body: members.body)
        },
        FaultForm(
            "too-many-requests", "The answer is 429; the request is not carried out.",
            [.text("retry_after", "The value of Retry-After.", isRequired: true)], such: "5"
        ) { .tooManyRequests(retryAfter: $0["retry_after"]?.string ?? "1") },
        FaultForm(
            "body", "The answer is 200 with this body; the request is not carried out.",
            [body, .text("content_type", "The type; application/json without it.")], such: "{}"
        ) { .body($0.body, contentType: $0["content_type"]?.string ?? "application/json") },
        FaultForm(
            "redirect", "The answer is a redirect; the request is not carried out.",
            [
                .text("to", "The target.", isRequired: true),
                ControlField("status", .integer(300...399), "The status; 302 without it."),
            ], such: "https://example.com/"
        ) { .redirect(to: $0["to"]?.string ?? "/", status: $0["status"]?.integer ?? 302) },
        FaultForm(.endlessBody, "The answer has a body without end."),
    ]

    private static let altering = [
        FaultForm(
            "alter", "The request is carried out; members of the JSON answer change.",
            [ControlField("members", .object, "The new members; null removes one.", isRequired: true)],
            such: #"{"token_type":"mac"}"#
        ) { .alter(EmulatedTenant.ResponseChange(json: $0["members"]?.dictionary ?? [:])) },
        FaultForm(
            "tamper", "The request is carried out; the ID token of the answer is altered.",
            [
                ControlField("name", .choice(TokenTampering.names), "An alteration with a name."),
                ControlField("claims", .object, "The new claims; null removes one."),
                ControlField("header", .object, "The new members of the token's header; null removes one."),
                ControlField(
                    "signature", .choice(TokenTampering.Signature.allCases.map(\.rawValue)), "How the token is signed."),
            ], oneOf: ["name", "claims", "header", "signature"], such: "alg-none"
        ) { TokenTampering($0).map { .tamper($0) } },
        FaultForm(
            "key-set", "The key set of the answer is altered.",
            [name(KeySetTampering.allCases.map(\.rawValue))], such: "empty"
        ) { $0["name"]?.string.flatMap(KeySetTampering.init(rawValue:)).map { .keySet($0) } },
        FaultForm(
            "metadata", "The metadata of the answer are altered.", [name(MetadataTampering.allCases.map(\.rawValue))],
            such: "issuer-other"
        ) { $0["name"]?.string.flatMap(MetadataTampering.init(rawValue:)).map { .metadata($0) } },
        FaultForm(
            "alter-parameters", "The parameters of the redirect to the client are altered.",
            [
                ControlField("name", .choice(EmulatedTenant.ParameterChange.names), "An alteration with a name."),
                ControlField("parameters", .texts, "The new values; null or an empty array removes a parameter."),
            ], oneOf: ["name", "parameters"], such: "state-missing"
        ) { EmulatedTenant.ParameterChange($0).map { .alterParameters($0) } },
        FaultForm(
            "rotate-signing-key", "The tenant creates a signing key, then carries out the request.",
            [.flag("keep_old", "Whether the key set continues to publish the previous keys; true without it.")]
        ) { .rotateSigningKey(keepingOld: $0["keep_old"]?.boolean ?? true) },
    ]

    private static let connection = [
        FaultForm(
            "truncate-body", "The request is carried out; the body of the answer ends early.",
            [
                ControlField(
                    "cut", .choice(EmulatedTenant.BodyCut.allCases.map(\.rawValue)),
                    "How a client can notice it; content-length without it.")
            ], such: "chunked"
        ) { .truncateBody($0["cut"]?.string.flatMap(EmulatedTenant.BodyCut.init(rawValue:)) ?? .contentLength) },
        FaultForm(
            "raw", "These bytes are the answer, with the status line; the connection closes.",
            [
                .text("head", "The bytes that are sent at once.", isRequired: true),
                .text("body", "The bytes that are sent one by one."),
                ControlField("seconds", .number(0...86_400), "The pause before each byte of the body."),
            ]
        ) { members in
            let head = Array((members["head"]?.string ?? "").utf8)
            return .raw(EmulatedTenant.RawResponse(head, then: members.body, pace: members.seconds ?? .zero))
        },
        FaultForm("drip", "The body of the answer comes one byte at a time.", [seconds], such: "1") { members in
            members.seconds.map { .raw(.drip($0)) }
        },
        FaultForm("many-headers", "The answer has many headers.", [headerCount], such: "1000") { members in
            members.count.flatMap { headers.contains($0) ? .raw(.manyHeaders($0)) : nil }
        },
        FaultForm("huge-header", "The answer has a long header.", [count], such: "100000") { members in
            members.count.map { .raw(.hugeHeader($0)) }
        },
        FaultForm(
            "interim-answers", "The answer follows many interim answers.", [headerCount], such: "100"
        ) { $0.count.map { .raw(.interimResponses($0)) } },
        FaultForm(.closeConnection, "The connection closes; the request is not carried out."),
        FaultForm(.resetConnection, "The connection is reset; the request is not carried out."),
        FaultForm(.loseResponse, "The request is carried out; the connection closes without an answer."),
    ]

    private static func name(_ names: [String]) -> ControlField {
        ControlField("name", .choice(names), "The name of the alteration.", isRequired: true)
    }
}

extension EmulatedTenant.Fault {
    /// Parses the JSON form of the control endpoint; refuses members that are unknown, missing or invalid.
    init(checking members: [String: JSONValue]) throws(Refusal) {
        let kinds = ControlField("kind", .choice(Self.kindNames), "The kind of fault.", isRequired: true)
        try [kinds].check(members, isOpen: true)
        guard let form = members["kind"]?.string.flatMap({ FaultForm.all[$0] }) else { throw .missing("kind") }
        try ([kinds] + FaultForm.common + form.fields).check(members, isOpen: false)
        self = try form.fault(members)
    }

    static let kindNames: [String] = FaultForm.all.keys.sorted()

    static var schema: JSONValue {
        let forms = kindNames.compactMap { FaultForm.all[$0]?.schema }
        return .members([
            "oneOf": forms, "discriminator": JSONValue.members(["propertyName": "kind"]),
        ])
    }

    /// Parses the short form of the command line; `nil` for an unknown kind or an invalid value.
    ///
    /// - Parameter text: The kind and, for most kinds, a colon and a value, such as `delay:0.5` or `status:503`.
    public init?(text: String) {
        let words = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let form = words.first.flatMap({ FaultForm.all[$0] }) else { return nil }
        var members: [String: JSONValue] = [:]
        if words.count == 2 {
            members["seconds"] = Double(words[1]).map(JSONValue.double)
            members["status"] = Int(words[1]).map(JSONValue.integer)
            members["count"] = members["status"]
            for name in ["to", "cut", "name", "retry_after"] { members[name] = .string(words[1]) }
            members["members"] = try? JSONValue(parsing: Array(words[1].utf8))
            members["body"] = words[0] == "body" ? .string(words[1]) : nil
        }
        guard let fault = try? form.fault(members) else { return nil }
        self = fault
    }
}

extension [String: JSONValue] {
    fileprivate var seconds: Duration? { self["seconds"]?.double.map(Duration.seconds) }
    /// The number of headers, bytes or interim responses.
    fileprivate var count: Int? { self["count"]?.integer }
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
        guard let signature = Signature(rawValue: members["signature"]?.string ?? "genuine") else { return nil }
        self.init(
            changes: members["claims"]?.dictionary ?? [:], header: members["header"]?.dictionary ?? [:],
            signature: signature)
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
