import ByteEncodings
import FoundationEssentials

extension InspectorContent {
    func sessions(_ tenant: TenantState) -> HTML {
        let active = tenant.sessions.active.values.filter { tenant.now < $0.expiresAt }
        let rows = active.sorted { $0.authenticatedAt > $1.authenticatedAt }.map { session -> InspectorPage.Row in
            let end = form(
                .sessions, "end-session", "End", "<input type=\"hidden\" name=\"session\" value=\"\(session.id)\">")
            return InspectorPage.row(
                "\(tenant.users[session.userID]?.record.login ?? session.userID)", "\(moment(session.authenticatedAt))",
                "\(moment(session.expiresAt))", "\(session.clients.sorted().joined(separator: ", "))", end)
        }
        let grants = tenant.tokens.refresh.summaries.suffix(200).reversed().map { family -> InspectorPage.Row in
            let state = family.isRevoked ? "revoked" : tenant.now < family.expiresAt ? "good" : "expired"
            return InspectorPage.row(
                "\(tenant.users[family.grant.userID]?.record.login ?? family.grant.userID)",
                "<code>\(family.grant.clientID)</code>",
                "\(family.grant.scopes.joined(separator: " "))", "\(family.exchanges)", "\(state)")
        }
        return """
            \(InspectorPage.table(["User", "Since", "Until", "Clients", ""], rows))
            <h2>Grants</h2>
            \(InspectorPage.table(["User", "Client", "Scopes", "Renewals", "State"], grants))
            """
    }

    func tokens(_ tenant: TenantState) -> HTML {
        let rows = tenant.tokens.issued.reversed().map { issued -> InspectorPage.Row in
            let parts = [("Access token", issued.accessToken), ("ID token", issued.idToken)]
            let details = parts.compactMap { name, token in token.map { detail(name, $0) } }
            let refresh: HTML? = issued.refreshToken.map {
                "<details><summary>Refresh token</summary>\(InspectorPage.copyable("Refresh token", $0))</details>"
            }
            return InspectorPage.row(
                "\(moment(issued.at))", "\(tenant.users[issued.userID]?.record.login ?? issued.userID)",
                "<code>\(issued.clientID)</code>", "\(details)\(refresh)")
        }
        return InspectorPage.table(["Issued", "User", "Client", "Tokens"], rows)
    }

    /// Shows a token and its decoded header and claims.
    private func detail(_ name: String, _ token: String) -> HTML {
        let segments = token.split(separator: ".").prefix(2).compactMap { segment in
            (try? Base64URL.decode(String(segment))).flatMap { try? JSONValue(parsing: $0) }
        }
        let decoded = segments.map { $0.indented() }.joined(separator: "\n")
        return """
            <details><summary>\(name)</summary>
            <pre>\(decoded)</pre>
            \(InspectorPage.copyable(name, token))</details>
            """
    }

    private func moment(_ seconds: Int) -> String { Date(timeIntervalSince1970: Double(seconds)).timestamp }
}

extension JSONValue {
    /// Formats the value with a line for each member.
    fileprivate func indented(_ depth: Int = 0) -> String {
        let (inner, outer) = (String(repeating: "  ", count: depth + 1), String(repeating: "  ", count: depth))
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                let name = String(decoding: JSONValue.string(member.name).text, as: UTF8.self)
                return "\(inner)\(name): \(member.value.indented(depth + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        default: return String(decoding: text, as: UTF8.self)
        }
    }
}
