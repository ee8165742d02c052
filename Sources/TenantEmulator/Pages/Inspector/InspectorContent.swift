import ByteEncodings
import FoundationEssentials
import JOSE

/// The content of the inspector's sections.
struct InspectorContent {
    let core: TenantCore
    let fields: [String: String]
    private static let maximumRows = 200
    /// The number of bytes of a body that are shown: a body may have megabytes, and the page is reloaded every two
    /// seconds.
    private static let maximumBytes = 4096

    /// Creates the content of a section; `nil` before the tenant has started.
    func content(of section: InspectorSection) -> HTML? {
        switch section {
        case .overview: core.withState { overview($0) }
        case .requests: requests()
        case .mail: core.withState { mail($0.inbox) }
        case .users: core.withState { users($0) }
        case .sessions: core.withState { sessions($0) }
        case .tokens: core.withState { tokens($0) }
        }
    }

    /// Creates a form with one button.
    func form(_ section: InspectorSection, _ action: String, _ label: String, _ fields: HTML = "") -> HTML {
        """
        <form method="post" action="\(Inspector.root)\(section.rawValue)" class="line">
        <input type="hidden" name="_csrf" value="\(Inspector.secret(core, "form"))">
        \(fields)<button type="submit" name="action" value="\(action)">\(label)</button>
        </form>

        """
    }

    private func overview(_ tenant: TenantState) -> HTML {
        let counters = tenant.counters
        return """
            <dl>
            <dt>Domain</dt><dd>\(InspectorPage.copyable("domain", tenant.domain))</dd>
            <dt>Issuer</dt><dd>\(InspectorPage.copyable("issuer", tenant.issuer))</dd>
            <dt>Clock</dt><dd>\(core.clock.now.timestamp)</dd>
            <dt>Signing key</dt><dd><code>\(tenant.keys.current.id ?? "")</code>, \
            \(tenant.keys.published.count) published</dd>
            <dt>Tokens issued</dt><dd>\(counters.tokensIssued), renewals \(counters.renewals), reuses \
            \(counters.refreshTokenReuses)</dd>
            <dt>Connections waiting</dt><dd>\(core.suspensions.count)</dd>
            </dl>
            <h2>Clock</h2>
            \(form(.overview, "move-clock", "Move", """
                <label for="seconds">Seconds</label>
                <input id="seconds" name="seconds" type="number" value="\(fields["seconds"] ?? "3600")" required>

                """))
            <h2>Keys</h2>
            \(form(.overview, "rotate-keys", "Sign with a new key", """
                <label><input type="checkbox" name="keep" checked> keep showing the old one</label>

                """))
            <h2>Faults</h2>
            \(faults())
            """
    }

    private func faults() -> HTML {
        let armed = core.faults.summaries.map { fault in
            InspectorPage.row(
                "<code>\(fault.path)</code>", "\(fault.kind)", "\(fault.times.map(String.init) ?? "always")")
        }
        return """
            \(InspectorPage.table(["Path", "Fault", "Times"], armed))
            \(form(.overview, "arm", "Switch on", """
                <label for="path">Path</label><input id="path" name="path" value="\(fields["path"] ?? "/oauth/token")" required>
                <label for="fault">Fault</label>
                <input id="fault" name="fault" value="\(fields["fault"] ?? "status:503")" required list="faults">
                <datalist id="faults">\(Self.faultExamples.map { "<option value=\"\($0)\">" as HTML })</datalist>
                <label for="times">Times</label><input id="times" name="times" type="number" min="1" \
                value="\(fields["times"] ?? "")" placeholder="always">

                """))
            <div class="group">
            \(form(.overview, "clear", "Switch all off"))\(form(.overview, "release", "Let everybody go who waits"))
            </div>
            """
    }

    private static let faultExamples =
        [
            "hold", "hold-answer", "delay:2", "status:429", "status:503", "truncate-body", "endless-body",
            "close-connection", "reset-connection", "lose-answer", "too-many-requests:5", "rotate-signing-key",
        ] + TokenTampering.names.map { "tamper:\($0)" } + KeySetTampering.allCases.map { "key-set:\($0.rawValue)" }
        + MetadataTampering.allCases.map { "metadata:\($0.rawValue)" }

    private func requests() -> HTML {
        let entries = core.journal.entries
        let newest = entries.last?.number ?? 0
        let end = fields["before"].flatMap { Int($0) } ?? newest + 1
        let filter = fields["path"] ?? ""
        let shown = entries.prefix { $0.number < end }.filter { filter.isEmpty || $0.path.contains(filter) }
            .suffix(Self.maximumRows)
        let rows = shown.reversed().map { entry -> InspectorPage.Row in
            let headers = entry.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
            let detail: HTML = """
                <details><summary><code>\(entry.path)</code></summary>
                <pre>\(entry.method) \(entry.path)\(entry.query.map { "?\($0)" } ?? "")
                \(headers)

                \(Self.beginning(of: entry.body))</pre>\
                \(entry.responseText.map { "<p class=\"none\">Answer</p><pre>\($0)</pre>" as HTML })</details>\
                \(entry.reason.map { "<p class=\"reason\">\($0)</p>" as HTML })
                """
            let kind = (entry.status ?? 0) >= 400 ? "bad" : "good"
            return InspectorPage.row(
                "\(entry.number)", Self.time(entry.receivedAt), "\(entry.method)", detail,
                "\(entry.clientID ?? "")",
                "<span class=\"\(kind)\">\(entry.status.map(String.init) ?? "waits")</span>",
                "\(entry.duration.map(Self.milliseconds) ?? "")")
        }
        let table = InspectorPage.table(["No.", "Time", "Method", "Request", "Client", "Answer", "ms"], rows)
        let search: HTML = """
            <form method="get" class="line"><label for="path">Path contains</label>
            <input id="path" name="path" value="\(filter)"><button type="submit">Show</button></form>

            """
        guard filter.isEmpty, let first = shown.first?.number, let last = shown.last?.number else {
            return "\(search)\(table)"
        }
        return "\(search)\(table)\(Self.pager(first...last, of: entries[0].number...newest))"
    }

    /// The time of day, with the date as title.
    static func time(_ date: Date) -> HTML {
        let stamp = date.timestamp
        return "<time datetime=\"\(stamp)\" title=\"\(stamp)\">\(String(stamp.dropFirst(11).prefix(8)))</time>"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(1) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Shows the range of the listed requests, with links to the other ranges.
    private static func pager(_ shown: ClosedRange<Int>, of all: ClosedRange<Int>) -> HTML {
        let newer: HTML? =
            shown.upperBound < all.upperBound
            ? "<a href=\"?\">Newest</a> <a href=\"?before=\(min(shown.upperBound + maximumRows, all.upperBound) + 1)\">Newer</a>"
            : nil
        let older: HTML? =
            all.lowerBound < shown.lowerBound ? "<a href=\"?before=\(shown.lowerBound)\">Older</a>" : nil
        return """
            <nav class="pager" aria-label="Requests">\(newer)
            <span>\(shown.lowerBound) to \(shown.upperBound) of \(all.upperBound)</span>
            \(older)</nav>

            """
    }

    private static func beginning(of body: [UInt8]) -> String {
        let text = String(decoding: body.prefix(maximumBytes), as: UTF8.self)
        return body.count > maximumBytes ? "\(text)\n… and \(body.count - maximumBytes) bytes more" : text
    }

    private func mail(_ inbox: [InboxMessage]) -> HTML {
        let rows = inbox.suffix(Self.maximumRows).reversed().map { message -> InspectorPage.Row in
            let link: HTML? = message.link.map { link in
                Self.isWebAddress(link)
                    ? "<a class=\"long\" href=\"\(link)\" data-copy=\"link\">\(link)</a>"
                    : InspectorPage.copyable("link", link)
            }
            let code: HTML? = message.code.map { "<strong class=\"digits\" data-copy=\"code\">\($0)</strong>" }
            return InspectorPage.row(
                Self.time(message.sentAt), "\(message.recipient)", "\(message.description)", "\(code)\(link)")
        }
        return InspectorPage.table(["Sent", "To", "About", "Content"], rows)
    }

    /// Whether a browser opens a link as a page, and not as a script.
    private static func isWebAddress(_ link: String) -> Bool { link.hasPrefix("http://") || link.hasPrefix("https://") }

    private func users(_ tenant: TenantState) -> HTML {
        let waiting = tenant.secondFactors.challenges.values.filter { $0.bindingCode == nil && $0.isApproved == nil }
        let asked = Set(waiting.compactMap { tenant.secondFactors.logins[$0.login]?.grant.userID })
        let rows = tenant.users.values.sorted { $0.id < $1.id }.map { user -> InspectorPage.Row in
            var notes: [String] = []
            if user.isBlocked { notes.append("blocked") }
            if user.requiresSecondFactor { notes.append("second factor") }
            notes += tenant.organizations.filter { $0.has(user) }.map(\.name)
            notes += tenant.passkeys.credentials.values.contains { $0.userID == user.id } ? ["passkey"] : []
            let question: HTML =
                asked.contains(user.id)
                ? """
                \(form(.users, "decide", "Answer on the phone", """
                    <input type="hidden" name="user" value="\(user.id)">
                    <select name="answer" aria-label="Answer"><option value="approve">Yes</option>\
                    <option value="deny">No</option></select>

                    """))
                """ : ""
            return InspectorPage.row(
                "\(user.record.login)", InspectorPage.copyable("user identifier", user.id), "\(user.record.connection)",
                "\(user.lastLogin?.timestamp ?? "never")", "\(notes.joined(separator: ", "))\(question)")
        }
        return InspectorPage.table(["Logs in as", "Identifier", "Connection", "Last login", "Notes"], rows)
    }
}
