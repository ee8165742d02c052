import ByteEncodings
import FoundationEssentials

/// The requests that the inspector lists.
struct RequestFilter {
    let path: String
    let client: String
    let status: String
    let hidesPages: Bool

    init(_ fields: [String: String]) {
        (path, client, status) = (fields["path"] ?? "", fields["client"] ?? "", fields["status"] ?? "")
        hidesPages = fields["hide"] != nil
    }

    /// Whether every request is listed.
    var isEmpty: Bool { path.isEmpty && client.isEmpty && status.isEmpty && !hidesPages }

    /// The parameters of a link to another range of the same requests, each followed by `&`.
    var query: String {
        let fields = [("path", path), ("client", client), ("status", status), ("hide", hidesPages ? "pages" : "")]
        return fields.filter { !$0.1.isEmpty }.map { "\($0.0)=\(PercentEncoding.encode($0.1))&" }.joined()
    }

    func matches(_ entry: JournalEntry) -> Bool {
        guard path.isEmpty || entry.path.contains(path), !hidesPages || !Self.isPage(entry.path) else { return false }
        guard client.isEmpty || entry.clientID == client else { return false }
        switch status {
        case "": return true
        case "waits": return entry.status == nil
        default: return entry.status.map { "\($0 / 100)xx" } == status
        }
    }

    /// Whether the emulator's own pages are at a path, which no application requests.
    private static func isPage(_ path: String) -> Bool {
        path == "/" || path.hasPrefix("/u/") || path.hasPrefix("/activate") || path == "/favicon.ico"
    }
}

extension InspectorContent {
    /// The number of bytes of a body that are shown: a body may have megabytes, and the page is reloaded every two
    /// seconds.
    private static let maximumBytes = 4096

    func requests(_ clients: [Client]) -> HTML {
        let (entries, filter) = (core.journal.entries, RequestFilter(fields))
        let found = filter.isEmpty ? entries : entries.filter(filter.matches)
        let end = fields["before"].flatMap { Int($0) } ?? .max
        let count = found.prefix { $0.number < end }.count
        let shown = max(0, count - Self.maximumRows)..<count
        let rows = found[shown].reversed().map(Self.row)
        let table = InspectorPage.table(["No.", "Time", "Method", "Request", "Client", "Answer", "ms"], rows)
        let pager = Self.pager(shown, of: found, filter, newest: entries.last?.number ?? 0)
        return "\(search(filter, clients))\(table)\(pager)"
    }

    private func search(_ filter: RequestFilter, _ clients: [Client]) -> HTML {
        let clients = clients.map { (value: $0.id, text: "\($0.name) (\($0.id))") }
        let statuses = [
            ("", "any"), ("2xx", "2xx success"), ("3xx", "3xx redirect"), ("4xx", "4xx refused"), ("5xx", "5xx error"),
            ("waits", "waits"),
        ]
        return """
            <form method="get" class="line"><span class="pair"><label for="path">Path contains</label>
            <input id="path" name="path" value="\(filter.path)"></span>
            \(InspectorPage.choice("client", "Client", [(value: "", text: "any")] + clients, filter.client))\
            \(InspectorPage.choice("status", "Answer", statuses, filter.status))\
            <label><input type="checkbox" name="hide" value="pages"\(filter.hidesPages ? " checked" : "" as HTML)> \
            hide the emulator's own pages</label>
            <button type="submit">Show</button></form>

            """
    }

    private static func row(_ entry: JournalEntry) -> InspectorPage.Row {
        let headers = entry.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        let answer = entry.answer?.redacted
        let detail: HTML = """
            <details><summary><code>\(entry.path)</code></summary>
            <pre>\(entry.method) \(entry.path)\(entry.query.map { "?\($0)" } ?? "")
            \(headers)

            \(beginning(of: entry.body))</pre>\
            \(answer.map { "<p class=\"none\">Answer</p>\(InspectorPage.json($0))" as HTML })</details>\
            \(entry.reason.map { "<p class=\"reason\">\($0)</p>" as HTML })
            """
        let kind = (entry.status ?? 0) >= 400 ? "bad" : "good"
        return InspectorPage.row(
            "\(entry.number)", InspectorPage.time(entry.receivedAt, entry.receivedAt), "\(entry.method)", detail,
            entry.clientID.map { InspectorPage.identifier($0) } ?? "",
            "<span class=\"\(kind)\">\(entry.status.map(String.init) ?? "waits")</span>",
            "\(entry.duration.map(milliseconds) ?? "")")
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(1) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Shows the range of the listed requests, with links to the other ranges.
    private static func pager(
        _ shown: Range<Int>, of found: [JournalEntry], _ filter: RequestFilter, newest: Int
    ) -> HTML? {
        guard let first = found[shown].first?.number, let last = found[shown].last?.number else { return nil }
        let next = found[min(shown.upperBound - 1 + maximumRows, found.count - 1)].number + 1
        let newer: HTML? =
            shown.upperBound < found.count
            ? "<a href=\"?\(filter.query)\">Newest</a> <a href=\"?\(filter.query)before=\(next)\">Newer</a>" : nil
        let older: HTML? = shown.lowerBound > 0 ? "<a href=\"?\(filter.query)before=\(first)\">Older</a>" : nil
        let range = filter.isEmpty ? "\(first) to \(last) of \(newest)" : "\(first) to \(last), \(found.count) found"
        return """
            <nav class="pager" aria-label="Requests">\(newer)
            <span>\(range)</span>
            \(older)</nav>

            """
    }

    private static func beginning(of body: [UInt8]) -> String {
        let text = String(decoding: body.prefix(maximumBytes), as: UTF8.self)
        return body.count > maximumBytes ? "\(text)\n… and \(body.count - maximumBytes) bytes more" : text
    }
}
