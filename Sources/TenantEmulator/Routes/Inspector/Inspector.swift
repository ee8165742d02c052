import ByteEncodings
import OpenSSLCryptography

/// The pages in which a person observes and controls the emulator.
///
/// The control token in the URL opens them and is replaced by a cookie for their path; every form has a CSRF token.
enum Inspector {
    static let root = ControlRoutes.prefix

    /// Handles a request to the inspector; `nil` if there is no page at the path.
    static func response(to request: HTTPRequest, _ core: TenantCore) -> HTTPResponse? {
        // The address without the trailing slash, as a person may type it.
        if request.method == "GET", request.path + "/" == root { return .found(root) }
        guard let section = InspectorSection(path: request.path), isFromPage(request) else { return nil }
        let context = RequestContext(request: request)
        do throws(Refusal) {
            let fields = try context.fields()
            if let response = exchangeToken(fields, section, core) { return response }
            guard isAuthorized(context, core) else {
                // A program without the token receives JSON, as on the other paths of the control API.
                guard request.header("accept")?.contains("text/html") == true else { return nil }
                return tokenPage(section, core).response(401)
            }
            if request.method == "GET" { return page(section, fields, core) }
            guard request.method == "POST" else { return .text("Method Not Allowed", status: 405) }
            guard let sent = fields["_csrf"], ConstantTime.areEqual(sent, secret(core, "form")) else {
                return .text("Forbidden", status: 403)
            }
            return carryOut(section, fields, core)
        } catch { return error.response }
    }

    /// Whether a browser sends the request from a page; programs use the control API, which has some of the same paths.
    private static func isFromPage(_ request: HTTPRequest) -> Bool {
        guard request.header("x-emulator-token") == nil else { return false }
        return request.method == "GET"
            || request.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true
    }

    /// Carries out the action of a form; an invalid form is shown again with a message and its values.
    private static func carryOut(
        _ section: InspectorSection, _ fields: [String: String], _ core: TenantCore
    ) -> HTTPResponse {
        do throws(Refusal) {
            try InspectorActions.carryOut(fields, core)
            // The link of an invitation is in the mail.
            let next = fields["action"] == "invite" ? InspectorSection.mail : section
            return .found(root + next.rawValue)
        } catch { return page(section, fields, core, message: error.fields.description) }
    }

    /// Exchanges a control token in the parameters for the inspector's cookie, and removes it from the address.
    private static func exchangeToken(
        _ fields: [String: String], _ section: InspectorSection, _ core: TenantCore
    ) -> HTTPResponse? {
        guard let token = fields["token"] else { return nil }
        guard ConstantTime.areEqual(token, core.controlToken) else {
            return tokenPage(section, core, isWrong: true).response(401)
        }
        guard let name = cookieName(core) else { return nil }
        return HTTPResponse.found(root + section.rawValue).setting(
            name, to: secret(core, "cookie"), path: root, site: "Strict")
    }

    private static func isAuthorized(_ context: RequestContext, _ core: TenantCore) -> Bool {
        guard let cookie = cookieName(core).flatMap(context.cookie) else { return false }
        return ConstantTime.areEqual(cookie, secret(core, "cookie"))
    }

    private static func cookieName(_ core: TenantCore) -> CookieName? { core.withState { $0.cookies.inspector } }

    private static func domain(_ core: TenantCore) -> String { core.withState(\.domain) ?? "" }

    /// Derives a secret from the control token, which cannot be computed back.
    static func secret(_ core: TenantCore, _ purpose: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array("\(core.controlToken) \(purpose)".utf8)))
    }

    private static func tokenPage(_ section: InspectorSection, _ core: TenantCore, isWrong: Bool = false) -> Page {
        let message = isWrong ? "That is not the token of this start." : nil
        let fields: HTML = """
            \(Card.field("token", "Start-up token", type: "password", isFirst: true, error: message))\
            \(Card.button("enter", "Open"))
            """
        let content: HTML = "\(Card.notice(message))\(Card.form(root + section.rawValue, [], fields))"
        return Page(
            title: "Inspector",
            content: Card.box("Inspector", "The emulator prints its token when it starts.", content),
            address: domain(core))
    }

    private static func page(
        _ section: InspectorSection, _ fields: [String: String], _ core: TenantCore, message: String? = nil
    ) -> HTTPResponse {
        let content = InspectorContent(core: core, fields: fields).content(of: section)
        guard let content else { return .text("Service Unavailable", status: 503) }
        return InspectorPage.page(section, content, domain(core), isLive: fields["live"] == "1", message: message)
            .response(message == nil ? 200 : 400)
    }
}

enum InspectorActions {
    static func carryOut(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        switch fields["action"] {
        case "rotate-keys": _ = core.withState { try? $0.keys.rotate(keepingOld: fields["keep"] == "on") }
        case "move-clock":
            guard let seconds = fields["seconds"].flatMap(Double.init), seconds.isFinite, abs(seconds) < 1e9 else {
                throw .invalidRequest("seconds must be a number")
            }
            core.clock.advance(by: .seconds(seconds))
        case "arm":
            try arm(fields, core)
        case "clear": core.faults.clear()
        case "release": core.faults.release()
        case "end-session":
            _ = core.withState { tenant in
                for (cookie, session) in tenant.sessions.active where session.id == fields["session"] {
                    tenant.endSession(cookie)
                }
            }
        case "decide":
            let isApproved = fields["answer"] == "approve"
            _ = core.withState { $0.answerPush(ofUser: fields["user"] ?? "", isApproved: isApproved) }
        case "invite": try invite(fields, core)
        case "reset": core.reset()
        default: throw .invalidRequest("Unknown action")
        }
    }

    private static func arm(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        guard let fault = fields["fault"].flatMap({ EmulatedTenant.Fault(text: $0) }) else {
            throw .invalidRequest("There is no such fault: tenant-emulator --help lists them")
        }
        guard let path = fields["path"], FaultSwitches.canCover(path) else {
            throw .invalidRequest("A path begins with a slash; * at its end is any rest")
        }
        let text = fields["times"] ?? ""
        let times = Int(text)
        guard text.isEmpty || (times ?? 0) > 0 else {
            throw .invalidRequest("Times is a number from 1, or nothing for always")
        }
        core.faults.set(fault, on: path, times: times)
    }

    private static func invite(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        guard let address = fields["email"], address.isAddress else {
            throw .invalidRequest("An invitation needs an e-mail address")
        }
        let isSent = core.withState { tenant in
            tenant.invite(address, to: fields["organization"] ?? "", fields["client"].flatMap(tenant.client)) != nil
        }
        guard isSent == true else { throw .invalidRequest("There is no such organization or client") }
    }
}

enum InspectorSection: String, CaseIterable, Sendable {
    case overview = ""
    case requests
    case mail
    case users
    case clients
    case sessions
    case tokens

    /// Finds the section of a path below `/_emulator/`.
    init?(path: String) {
        guard path.hasPrefix(Inspector.root) else { return nil }
        self.init(rawValue: String(path.dropFirst(Inspector.root.count)))
    }

    var title: String { self == .overview ? "Overview" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
