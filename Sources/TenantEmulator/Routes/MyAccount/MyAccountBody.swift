import ByteEncodings

/// The body of a request to the My Account API, whose refusals name the invalid member.
struct MyAccountBody: Sendable {
    private let members: [String: JSONValue]

    /// Parses a JSON object; an empty body has no members.
    init(_ request: HTTPRequest) throws(Refusal) {
        guard !request.body.isEmpty else {
            members = [:]
            return
        }
        guard let members = request.jsonMembers else {
            throw .problem(400, "A0E-400-0001", "Bad Request", "The body is not a JSON object")
        }
        self.members = members
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    func refuseOthers(than names: Set<String>) throws(Refusal) {
        if let stray = members.keys.sorted().first(where: { !names.contains($0) }) {
            throw .invalid(stray, "is not allowed")
        }
    }

    func optional(_ name: String) throws(Refusal) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .invalid(name, "must be a string") }
        return text
    }

    func required(_ name: String, where isValid: (String) -> Bool = { !$0.isEmpty }) throws(Refusal) -> String {
        guard let text = try optional(name) else { throw .invalid(name, "is required") }
        guard isValid(text) else { throw .invalid(name, "is not valid") }
        return text
    }

    var preferredMethod: String? {
        get throws(Refusal) {
            guard let method = try optional("preferred_authentication_method") else { return nil }
            guard method == "sms" || method == "voice" else {
                throw .invalid("preferred_authentication_method", "must be sms or voice")
            }
            return method
        }
    }
}

extension Refusal {
    static func invalid(_ name: String, _ detail: String) -> Refusal {
        .problem(
            400, "A0E-400-0003", "Validation Error", "One of the fields is not valid",
            fields: [.members(["detail": detail, "field": name, "pointer": "/\(name)", "source": "body"])])
    }
}
