import ByteEncodings
package import HTTPMessages

/// Leaves in a message what is known to be harmless: an allow list, because a list of secrets is never complete.
package enum Redaction {
    /// What stands where something was taken out of a header or a body.
    static let mark = "<REDACTED>"

    private static let fields: Set<String> = [
        "accept", "auth0-client", "cache-control", "connection", "content-encoding", "content-length", "content-type",
        "date", "expires", "pragma", "retry-after", "server", "strict-transport-security", "transfer-encoding", "vary",
        "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
    ]

    /// Members, parameters and query items that never carry a secret or a person's data.
    private static let members: Set<String> = [
        "actor_token_type", "allow_signup", "audience", "authenticator_type", "authenticator_types", "binding_method",
        "challenge_type", "client_id", "code_challenge_method", "connection", "delivery_method", "display", "error",
        "error_description", "errorCode", "expires_in", "fields", "grant_type", "include_fields", "interval",
        "issued_token_type", "max_age", "oob_channel", "oob_channels", "preferred_authentication_method", "prompt",
        "provider", "realm", "response_mode", "response_type", "scope", "screen_hint", "send", "statusCode",
        "subject_token_type", "token_type", "type", "ui_locales",
    ]

    /// Members that name an error in an answer, and could name a secret in a request.
    private static let answers: Set<String> = ["code", "description", "message", "name", "policy", "title", "detail"]

    /// A request without its secrets.
    package static func request(_ request: HTTPRequest) -> HTTPRequest {
        var redacted = request
        redacted.fields = fields(of: request.fields)
        redacted.body = body(request.body, members)
        redacted.url = (try? HTTPURL(url(request.url.string))) ?? request.url.withoutQuery
        return redacted
    }

    /// An answer without its secrets.
    package static func response(_ response: HTTPResponse) -> HTTPResponse {
        let isRefusal = response.status >= 400
        return HTTPResponse(
            status: response.status, fields: fields(of: response.fields),
            body: body(response.body, isRefusal ? members.union(answers) : members))
    }

    /// A URL without user information and fragment, and with only the harmless values of its query.
    package static func url(_ url: String) -> String {
        let base = url.prefix { $0 != "?" && $0 != "#" }
        guard let mark = url.firstIndex(of: "?") else { return String(base).escapedForLog }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let items = query.split(separator: "&").map { item in
            let name = String(item.prefix { $0 != "=" })
            return members.contains(name) || !item.contains("=") ? String(item) : "\(name)=REDACTED"
        }
        return (base + "?" + items.joined(separator: "&")).escapedForLog
    }

    private static func fields(of all: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        all.forEach { name, value in
            kept.append(name, fields.contains(name.lowercased()) ? value.escapedForLog : mark)
        }
        return kept
    }

    private static func body(_ body: [UInt8], _ allowed: Set<String>) -> [UInt8] {
        guard !body.isEmpty else { return body }
        guard let tree = try? JSONValue(parsing: body) else { return Array("<\(body.count) bytes>".utf8) }
        var writer = JSONWriter(capacity: body.count)
        writer.write(redacted(tree, allowed))
        return writer.bytes
    }

    /// An object keeps the members that are allowed; everything else is hidden, and with it all that is inside.
    private static func redacted(_ value: JSONValue, _ allowed: Set<String>) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.map { member in
                    let isAllowed = allowed.contains(member.name)
                    let value = isAllowed ? shown(member.value, allowed) : hidden(member.value)
                    return JSONValue.Member(name: member.name.escapedForLog, value: value)
                })
        case .array(let elements): .array(elements.map { redacted($0, allowed) })
        default: hidden(value)
        }
    }

    private static func shown(_ value: JSONValue, _ allowed: Set<String>) -> JSONValue {
        switch value {
        case .string(let text): .string(text.escapedForLog)
        case .array(let elements): .array(elements.map { shown($0, allowed) })
        case .object: redacted(value, allowed)
        case .null, .boolean, .integer, .double: value
        }
    }

    private static func hidden(_ value: JSONValue) -> JSONValue { value == .null ? .null : .string(mark) }
}

extension HTTPURL {
    fileprivate var withoutQuery: HTTPURL {
        var copy = self
        if let plain = try? HTTPURL(description) { copy = plain }
        return copy
    }
}
