import ByteEncodings
package import HTTPMessages

/// The removal of secrets from messages before they are logged, by lists of names that are allowed.
package enum Redaction {
    /// The replacement of a removed value in a header field or a body.
    static let placeholder = "<REDACTED>"

    private static let fields: Set<String> = [
        "accept", "auth0-client", "cache-control", "connection", "content-encoding", "content-length", "content-type",
        "date", "expires", "pragma", "retry-after", "server", "strict-transport-security", "transfer-encoding", "vary",
        "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
    ]

    /// The names of JSON members, parameters and query items that never contain secrets or personal data.
    private static let members: Set<String> = [
        "actor_token_type", "allow_signup", "audience", "authenticator_type", "authenticator_types", "binding_method",
        "challenge_type", "client_id", "code_challenge_method", "connection", "delivery_method", "display", "error",
        "error_description", "errorCode", "expires_in", "fields", "grant_type", "include_fields", "interval",
        "issued_token_type", "max_age", "oob_channel", "oob_channels", "preferred_authentication_method", "prompt",
        "provider", "realm", "response_mode", "response_type", "scope", "screen_hint", "send", "statusCode",
        "subject_token_type", "token_type", "type", "ui_locales",
    ]

    /// The names of JSON members that describe an error in a response, but could contain a secret in a request.
    private static let errorMembers: Set<String> = [
        "code", "description", "message", "name", "policy", "title", "detail",
    ]

    /// Returns a request without its secrets.
    package static func request(_ request: TransportRequest) -> TransportRequest {
        var redacted = request
        redacted.fields = fields(of: request.fields)
        redacted.body = body(request.body, members)
        redacted.url = (try? HTTPURL(url(request.url.string))) ?? (try? HTTPURL("\(request.url)")) ?? request.url
        return redacted
    }

    /// Returns a response without its secrets.
    package static func response(_ response: TransportResponse) -> TransportResponse {
        let isError = response.status >= 400
        return TransportResponse(
            status: response.status, fields: fields(of: response.fields),
            body: body(response.body, isError ? members.union(errorMembers) : members))
    }

    /// Returns a URL, escaped for a log, without its fragment and the values of query items that may be secret.
    package static func url(_ url: String) -> String {
        let base = url.prefix { $0 != "?" && $0 != "#" }
        guard let questionMark = url.firstIndex(of: "?") else { return String(base).escapedForLog }
        let query = url[url.index(after: questionMark)...].prefix { $0 != "#" }
        let items = query.split(separator: "&").map { item in
            let name = String(item.prefix { $0 != "=" })
            if members.contains(name) { return String(item) }
            return item.contains("=") && isName(name) ? "\(name)=REDACTED" : "REDACTED"
        }
        return (base + "?" + items.joined(separator: "&")).escapedForLog
    }

    /// Returns whether the value of a header field may be shown.
    static func isPublic(field name: String) -> Bool { fields.contains(name.lowercased()) }

    /// Adds the texts of a parameter that may be secret: all of it, or of the members that are not known to be public.
    static func collectSecrets(of member: JSONValue.Member, into texts: inout [String]) {
        collectSecrets(of: member.value, isPublic: members.contains(member.name), into: &texts)
    }

    private static func collectSecrets(of value: JSONValue, isPublic: Bool, into texts: inout [String]) {
        switch value {
        case .string(let text) where !isPublic: texts.append(text)
        case .integer(let number) where !isPublic: texts.append(String(number))
        case .double(let number) where !isPublic: texts.append(String(number))
        case .string, .integer, .double, .null, .boolean: break
        case .array(let elements):
            for element in elements { collectSecrets(of: element, isPublic: isPublic, into: &texts) }
        case .object(let members): for member in members { collectSecrets(of: member, into: &texts) }
        }
    }

    private static func fields(of all: TransportFields) -> TransportFields {
        var kept = TransportFields()
        all.forEach { name, value in
            kept.append(fields.contains(name.lowercased()) ? value.escapedForLog : placeholder, named: name)
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

    /// Returns a value in which only the allowed members of objects are kept.
    private static func redacted(_ value: JSONValue, _ allowed: Set<String>) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.map { member in
                    let isAllowed = allowed.contains(member.name)
                    let value = isAllowed ? shown(member.value, allowed) : hidden(member.value)
                    return JSONValue.Member(name: isName(member.name) ? member.name : placeholder, value: value)
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

    /// Returns whether the name of a member or a parameter is shown: a short word of the characters of identifiers and
    /// addresses. A long one has no digits and no capitals, so that it is not a token. A server that reads JSON as a
    /// form, for example, responds with a whole request as a name.
    private static func isName(_ name: String) -> Bool {
        guard !members.contains(name) else { return true }
        let (count, isLong) = (name.utf8.count, name.utf8.count >= 32)
        return (1...64).contains(count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x61...0x7A: true
                case 0x30...0x39, 0x41...0x5A: !isLong
                default: "_-.:/".utf8.contains(byte)
                }
            }
    }

    private static func hidden(_ value: JSONValue) -> JSONValue { value == .null ? .null : .string(placeholder) }
}

extension String {
    /// The first 1,000 Unicode scalars of the string, escaped for a log: a text of the server could fill a terminal.
    package var excerptForLog: String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: 1_000, limitedBy: endIndex), end < endIndex else {
            return escapedForLog
        }
        return String(self[..<end]).escapedForLog + "…"
    }
}
