import ByteEncodings
import FoundationEssentials
import JOSE

struct InspectorContent {
    let core: TenantCore
    let fields: [String: String]
    static let maximumRows = 200

    /// Creates the content of a section; `nil` before the tenant has started.
    func content(of section: InspectorSection) -> HTML? {
        switch section {
        case .overview: core.withState { overview($0) }
        case .requests: core.withState(\.clients).map(requests)
        case .mail: core.withState { mail($0.inbox) }
        case .users: core.withState { users($0) }
        case .clients: core.withState { clients($0) }
        case .sessions: core.withState { sessions($0) }
        case .tokens: core.withState { tokens($0) }
        }
    }

    func form(_ section: InspectorSection, _ action: String, _ label: String, _ fields: HTML = "") -> HTML {
        Card.form(
            Inspector.root + section.rawValue, [("_csrf", Inspector.secret(core, "form"))],
            "\(fields)<button type=\"submit\" name=\"action\" value=\"\(action)\">\(label)</button>",
            " class=\"line\"")
    }

    private func overview(_ tenant: TenantState) -> HTML {
        let counters = tenant.counters
        return """
            <dl>
            <dt>Domain</dt><dd>\(InspectorPage.copyable("domain", tenant.domain))</dd>
            <dt>Issuer</dt><dd>\(InspectorPage.copyable("issuer", tenant.issuer))</dd>
            <dt>Clock</dt><dd>\(Self.clock(core.clock.now))</dd>
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
            <h2>Start again</h2>
            <p class="none">Returns to the seed: users, tokens, mails, requests, faults and clock. The signing key stays.</p>
            \(form(.overview, "reset", "Reset"))
            """
    }

    private static func clock(_ now: Date) -> HTML {
        "\(InspectorPage.time(now, now)) on \(String(now.timestamp.prefix(10))) (UTC)"
    }

    private func faults() -> HTML {
        let armed = core.faults.summaries.map { fault in
            InspectorPage.row(
                "<code>\(fault.path)</code>", "\(fault.kind)", "\(fault.times.map(String.init) ?? "always")")
        }
        return """
            \(InspectorPage.table(["Path", "Fault", "Times"], armed))
            \(form(.overview, "arm", "Switch on", """
                <span class="pair"><label for="path">Path</label>
                <input id="path" name="path" value="\(fields["path"] ?? "/oauth/token")" required></span>
                <span class="pair"><label for="fault">Fault</label>
                <input id="fault" name="fault" value="\(fields["fault"] ?? "status:503")" required list="faults"></span>
                <datalist id="faults">\(FaultList.examples.map { "<option value=\"\($0)\">" as HTML })</datalist>
                <span class="pair"><label for="times">Times</label>
                <input id="times" name="times" type="number" min="1" value="\(fields["times"] ?? "")" \
                placeholder="always"></span>

                """))
            <div class="group">
            \(form(.overview, "clear", "Switch all off"))\(form(.overview, "release", "Release what waits"))
            </div>
            \(FaultList.table)
            """
    }
}
