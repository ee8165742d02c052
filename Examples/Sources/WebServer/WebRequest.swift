/// A request of a browser or of an API's client.
struct WebRequest: Sendable {
    static let maximumBytes = 1 << 20

    /// `REQUEST_METHOD`, `HTTP_AUTHORIZATION` and so on.
    let fields: [String: String]

    /// Reads a whole SCGI request; `nil` while a part is missing. No page needs the body of a form.
    init?(scgi bytes: [UInt8]) {
        guard let colon = bytes.prefix(8).firstIndex(of: UInt8(ascii: ":")),
            let count = Int(String(decoding: bytes[..<colon], as: UTF8.self)), count > 0,
            count < Self.maximumBytes, bytes.count > colon + 1 + count
        else { return nil }
        let texts = bytes[(colon + 1)...(colon + count)].split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        fields = Dictionary(
            stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }, uniquingKeysWith: { $1 })
        let bodyCount = Int(fields["CONTENT_LENGTH"] ?? "") ?? 0
        guard bytes.count - (colon + 2 + count) >= bodyCount else { return nil }
    }

    var method: String { fields["REQUEST_METHOD"] ?? "" }
    /// The query, still encoded.
    var query: String { fields["QUERY_STRING"] ?? "" }
    var path: String { String((fields["REQUEST_URI"] ?? "").prefix { $0 != "?" }) }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        let pairs = (fields["HTTP_COOKIE"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}

/// A response.
struct WebResponse: Sendable {
    var status: Int
    var fields: [(name: String, value: String)] = []
    var body = ""

    static func page(_ body: String, status: Int = 200) -> WebResponse {
        WebResponse(
            status: status,
            fields: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            ],
            body: "<!DOCTYPE html><title>Todos</title>\(body)\n")
    }

    static func redirect(to address: String) -> WebResponse {
        WebResponse(status: 303, fields: [("Location", address), ("Cache-Control", "no-store")])
    }

    /// The response as nginx reads it; a line break in a value would begin another field.
    var text: String {
        let lines = fields.map { "\($0.name): \($0.value.filter { !$0.isNewline })\r\n" }
        return "Status: \(status) \(Self.reasons[status] ?? "Other")\r\n\(lines.joined())\r\n\(body)"
    }

    private static let reasons = [
        200: "OK", 303: "See Other", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        500: "Internal Server Error", 503: "Service Unavailable",
    ]
}

extension String {
    /// The text for a page.
    var escaped: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
    }
}
