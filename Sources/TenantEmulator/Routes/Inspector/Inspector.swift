import OpenSSLCryptography
import ByteEncodings

/// The pages where a person watches the emulator and steers it.
///
/// They are opened with the start-up token, which becomes a cookie that only they get; every form repeats a secret.
enum Inspector {
    static let root = ControlRoutes.prefix

    /// Answers a request to one of the pages; `nil` when there is no such page.
    static func response(to request: HTTPRequest, _ core: TenantCore) -> HTTPResponse? {
        // What people type.
        if request.method == "GET", request.path + "/" == root { return .seeOther(root) }
        guard let section = InspectorSection(path: request.path) else { return nil }
        guard ControlRoutes.hostIsLoopback(request) else { return .text("Forbidden", status: 403) }
        let context = RequestContext(request: request)
        do throws(Refusal) {
            let fields = try context.fields()
            if let response = enter(fields, core) { return response }
            guard isOpen(to: context, core) else { return tokenPage().response(401) }
            if request.method == "GET" { return page(section, fields, core) }
            guard request.method == "POST" else { return .text("Method Not Allowed", status: 405) }
            guard let sent = fields["_csrf"], ConstantTime.areEqual(sent, secret(core, "form")) else {
                return .text("Forbidden", status: 403)
            }
            return carryOut(section, fields, core)
        } catch { return error.response }
    }

    /// Does what a button says; what is wrong with its form is told on the page it is on, which keeps what was typed.
    private static func carryOut(
        _ section: InspectorSection, _ fields: [String: String], _ core: TenantCore
    ) -> HTTPResponse {
        do throws(Refusal) {
            try InspectorActions.carryOut(fields, core)
            return .seeOther(root + section.rawValue)
        } catch { return page(section, fields, core, message: error.fields.description) }
    }

    /// Lets in whoever knows the start-up token, and takes it out of the address.
    private static func enter(_ fields: [String: String], _ core: TenantCore) -> HTTPResponse? {
        guard let token = fields["token"] else { return nil }
        guard ConstantTime.areEqual(token, core.controlToken) else { return tokenPage(isWrong: true).response(401) }
        guard let name = cookieName(core) else { return nil }
        return HTTPResponse.seeOther(root).setting(name, to: secret(core, "cookie"), path: root, site: "Strict")
    }

    private static func isOpen(to context: RequestContext, _ core: TenantCore) -> Bool {
        guard let cookie = cookieName(core).flatMap(context.cookie) else { return false }
        return ConstantTime.areEqual(cookie, secret(core, "cookie"))
    }

    private static func cookieName(_ core: TenantCore) -> String? { core.withState { $0.cookies.inspector } }

    /// Something that only who knows the token can know, and that does not tell the token.
    static func secret(_ core: TenantCore, _ purpose: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array("\(core.controlToken) \(purpose)".utf8)))
    }

    private static func tokenPage(isWrong: Bool = false) -> Page {
        let content: HTML = """
            \(Card.notice(isWrong ? "That is not the token of this start." : nil))\
            <form method="post" action="\(root)">
            \(Card.field("token", "Start-up token", type: "password", isFirst: true, error: isWrong ? "" : nil))\
            \(Card.button("enter", "Open"))
            </form>
            """
        return Page(
            title: "Inspector", content: Card.box("Inspector", "The emulator prints its token when it starts.", content)
        )
    }

    private static func page(
        _ section: InspectorSection, _ fields: [String: String], _ core: TenantCore, message: String? = nil
    ) -> HTTPResponse {
        let content = InspectorContent(core: core, fields: fields).content(of: section)
        guard let content else { return .text("Service Unavailable", status: 503) }
        return InspectorPage.page(section, content, isLive: fields["live"] == "1", message: message)
            .response(message == nil ? 200 : 400)
    }
}

/// A page of the inspector.
enum InspectorSection: String, CaseIterable, Sendable {
    case overview = ""
    case requests
    case mail
    case users
    case sessions
    case tokens

    /// The section of a path below `/_emulator/`.
    init?(path: String) {
        guard path.hasPrefix(Inspector.root) else { return nil }
        self.init(rawValue: String(path.dropFirst(Inspector.root.count)))
    }

    var title: String { self == .overview ? "Overview" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
