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

    /// Whether a path belongs to the emulator's own pages, which no application requests.
    private static func isPage(_ path: String) -> Bool {
        path == "/" || path.hasPrefix("/u/") || path.hasPrefix("/activate") || path == "/favicon.ico"
    }
}

extension InspectorContent {
    /// The numbers of bytes of a body and of an answer that the list shows: a body may have megabytes, and the list is
    /// reloaded every two seconds. The page of one request shows all.
    private static let (maximumBytes, maximumAnswerBytes) = (4096, 1024)

    func requests(_ clients: [Client]) -> HTML {
        let entries = core.journal.entries
        if let number = fields["number"].flatMap({ Int($0) }) { return request(number, of: entries) }
        let filter = RequestFilter(fields)
        let found = filter.isEmpty ? entries : entries.filter(filter.matches)
        let end = fields["before"].flatMap { Int($0) } ?? .max
        let count = found.prefix { $0.number < end }.count
        let shown = max(0, count - Self.maximumRows)..<count
        let rows = found[shown].reversed().map { Self.row($0, isComplete: false) }
        let table = InspectorPage.table(Self.heads, rows)
        let pager = Self.pager(shown, of: found, filter, newest: entries.last?.number ?? 0)
        return "\(search(filter, clients))\(table)\(pager)"
    }

    private static let heads = ["No.", "Time", "Method", "Request", "Client", "Answer", "ms"]

    private func request(_ number: Int, of entries: [JournalEntry]) -> HTML {
        let rows = entries.filter { $0.number == number }.map { Self.row($0, isComplete: true) }
        return """
            \(InspectorPage.table(Self.heads, rows))
            <nav class="pager" aria-label="Requests"><a href="?">All requests</a></nav>

            """
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

    private static func row(_ entry: JournalEntry, isComplete: Bool) -> [HTML] {
        let headers = entry.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        let body = beginning(of: entry.body, isComplete ? .max : maximumBytes)
        let answer = (entry.answer?.redacted).map { value in
            beginning(of: Array(value.indented().utf8), isComplete ? .max : maximumAnswerBytes)
        }
        // A refusal may repeat input of the client.
        let reason = entry.reason.map { beginning(of: Array($0.utf8), isComplete ? .max : maximumAnswerBytes) }
        let isCut = body.rest + (answer?.rest ?? 0) + (reason?.rest ?? 0) > 0
        let detail: HTML = """
            <details\(isComplete ? " open" : "" as HTML)><summary><code>\(entry.path)</code></summary>
            <pre>\(entry.method) \(entry.path)\(entry.query.map { "?\($0)" } ?? "")
            \(headers)

            \(body.text)</pre>\
            \(answer.map { "<p class=\"none\">Answer</p>\(InspectorPage.preformatted($0.text))" as HTML })\
            \(isCut ? "<a href=\"?number=\(entry.number)\">Show all of request \(entry.number)</a>" : nil)</details>\
            \(reason.map { "<p class=\"reason\">\($0.text)</p>" as HTML })
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

    /// The beginning of a text, with the number of the bytes that follow.
    private static func beginning(of bytes: [UInt8], _ maximum: Int) -> (text: String, rest: Int) {
        let text = String(decoding: bytes.prefix(maximum), as: UTF8.self)
        let rest = max(0, bytes.count - maximum)
        return (rest > 0 ? "\(text)\n… and \(rest) bytes more" : text, rest)
    }
}
