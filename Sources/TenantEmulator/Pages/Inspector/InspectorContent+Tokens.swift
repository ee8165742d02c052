import ByteEncodings
import FoundationEssentials

extension InspectorContent {
    func sessions(_ tenant: TenantState) -> HTML {
        let now = core.clock.now
        let active = tenant.sessions.active.values.filter { tenant.now < $0.expiresAt }
        let rows = active.sorted { $0.authenticatedAt > $1.authenticatedAt }.map { session -> [HTML] in
            let end = form(
                .sessions, "end-session", "End", "<input type=\"hidden\" name=\"session\" value=\"\(session.id)\">")
            return InspectorPage.row(
                "\(tenant.users[session.userID]?.record.login ?? session.userID)",
                InspectorPage.time(session.authenticatedAt, now), InspectorPage.end(session.expiresAt, now),
                "\(session.clients.sorted().map { InspectorPage.identifier($0) })", end)
        }
        let grants = tenant.tokens.refresh.summaries.suffix(200).reversed().map { family -> [HTML] in
            let state = family.isRevoked ? "revoked" : tenant.now < family.expiresAt ? "good" : "expired"
            return InspectorPage.row(
                "\(tenant.users[family.grant.userID]?.record.login ?? family.grant.userID)",
                InspectorPage.identifier(family.grant.clientID),
                "\(family.grant.scopes.joined(separator: " "))", "\(family.exchanges)", "\(state)")
        }
        return """
            \(InspectorPage.table(["User", "Since", "Until", "Clients", ""], rows))
            <h2>Grants</h2>
            \(InspectorPage.table(["User", "Client", "Scopes", "Renewals", "State"], grants))
            """
    }

    func tokens(_ tenant: TenantState) -> HTML {
        let now = core.clock.now
        let rows = tenant.tokens.issued.reversed().map { issued -> [HTML] in
            let parts = [("Access token", issued.accessToken), ("ID token", issued.idToken)]
            let details = parts.compactMap { name, token in token.map { detail(name, $0) } }
            let refresh: HTML? = issued.refreshToken.map {
                "<details><summary>Refresh token</summary>\(InspectorPage.copyable("Refresh token", $0))</details>"
            }
            let expiry = Self.segments(of: issued.accessToken).last?["exp"]?.integer
            return InspectorPage.row(
                InspectorPage.time(issued.at, now), expiry.map { InspectorPage.end($0, now) } ?? "",
                "\(tenant.users[issued.userID]?.record.login ?? issued.userID)",
                InspectorPage.identifier(issued.clientID), "\(details)\(refresh)")
        }
        return InspectorPage.table(["Issued", "Expires", "User", "Client", "Tokens"], rows)
    }

    private static func segments(of token: String) -> [JSONValue] {
        token.split(separator: ".").prefix(2).compactMap { segment in
            (try? Base64URL.decode(String(segment))).flatMap { try? JSONValue(parsing: $0) }
        }
    }

    private func detail(_ name: String, _ token: String) -> HTML {
        let (segments, now) = (Self.segments(of: token), core.clock.now)
        let expiry: HTML? = segments.last?["exp"]?.integer.map { "<p>Expires \(InspectorPage.end($0, now))</p>" }
        return """
            <details><summary>\(name)</summary>
            \(expiry)
            \(segments.map(InspectorPage.json))
            \(InspectorPage.copyable(name, token))</details>
            """
    }
}
