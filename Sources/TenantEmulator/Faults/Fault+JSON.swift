import Encodings

extension Fault {
    /// Reads the form of the control endpoint; `nil` for a kind there is not.
    init?(_ members: [String: JSONValue]) {
        let status = members["status"]?.integer
        let body = Array((members["body"]?.string ?? "").utf8)
        switch members["kind"]?.string {
        case "hold": self = .hold
        case "hold-answer": self = .holdAnswer
        case "delay":
            guard let seconds = members["seconds"]?.double else { return nil }
            self = .delay(.seconds(seconds))
        case "status":
            guard let status, (200...599).contains(status) else { return nil }
            let headers = (members["headers"]?.dictionary ?? [:]).compactMapValues(\.string)
            self = .status(status, headers: headers, body: body)
        case "body": self = .body(body, contentType: members["content_type"]?.string ?? "application/json")
        case "redirect":
            guard let target = members["to"]?.string else { return nil }
            self = .redirect(to: target, status: status ?? 302)
        case "truncate-body": self = .truncateBody(members["cut"]?.string.flatMap(BodyCut.init) ?? .contentLength)
        case "tamper":
            guard let tampering = TokenTampering(members) else { return nil }
            self = .tamper(tampering)
        case "alter":
            guard let changes = members["members"]?.dictionary else { return nil }
            self = .alter(AnswerChange(json: changes))
        case "key-set":
            guard let tampering = members["name"]?.string.flatMap(KeySetTampering.init) else { return nil }
            self = .keySet(tampering)
        case "rotate-signing-key": self = .rotateSigningKey(keepingOld: members["keep_old"]?.boolean ?? true)
        case "too-many-requests":
            guard let wait = members["retry_after"]?.string else { return nil }
            self = .tooManyRequests(retryAfter: wait)
        case "endless-body": self = .endlessBody
        case "close-connection": self = .closeConnection
        case "reset-connection": self = .resetConnection
        case "lose-answer": self = .loseAnswer
        default: return nil
        }
    }

    /// Reads the short form of the command line, such as `delay:0.5` or `status:503`; `nil` for a kind there is not.
    public init?(text: String) {
        let words = text.split(separator: ":", maxSplits: 1).map(String.init)
        var members: [String: JSONValue] = ["kind": .string(words.first ?? "")]
        if words.count == 2 {
            members["seconds"] = Double(words[1]).map(JSONValue.double)
            members["status"] = Int(words[1]).map(JSONValue.integer)
            let text = JSONValue.string(words[1])
            members["to"] = text
            (members["cut"], members["name"], members["retry_after"]) = (text, text, text)
            members["members"] = try? JSONValue(parsing: Array(words[1].utf8))
            members["body"] = words[0] == "body" ? .string(words[1]) : nil
        }
        self.init(members)
    }
}

extension TokenTampering {
    /// Reads a name, or what is wrong member by member; `nil` for a name or a signature there is not.
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
