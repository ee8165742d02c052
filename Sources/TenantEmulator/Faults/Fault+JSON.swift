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
            members["to"] = .string(words[1])
            members["cut"] = .string(words[1])
            members["body"] = words[0] == "body" ? .string(words[1]) : nil
        }
        self.init(members)
    }
}
