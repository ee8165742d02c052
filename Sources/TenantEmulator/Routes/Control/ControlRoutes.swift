import ByteEncodings
import OpenSSLCryptography

/// The control endpoints of the emulator, which a real tenant does not have.
///
/// All but the description and the certificate require the control token in the `X-Emulator-Token` header, because the
/// inbox contains the codes of every user.
enum ControlRoutes {
    static let prefix = "/_emulator/"
    /// The path of the description, which contains no secret.
    static let descriptionPath = "/_emulator/openapi.json"

    static let all = about + state + observation + directory + invitations + behaviour + tokens
    /// The routes with their paths, which match as those of a ``Router``.
    private static let patterns = all.map { (PathPattern($0.path), $0) }

    static func covers(_ path: String) -> Bool { path.hasPrefix(prefix) || path == prefix.dropLast() }

    /// The schedule of the response to a request, which the journal omits.
    static func schedule(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule {
        if let page = Inspector.response(to: request, core) {
            core.noteChange()
            return .response(page)
        }
        do throws(Refusal) {
            guard let (route, captured) = try find(request, core) else {
                return .response(HTTPResponse(204).with("Allow", allowed(request.path)))
            }
            return route.schedule(try route.read(request, captured), core)
        } catch { return .response(error.response) }
    }

    /// Finds the route of an authorized request; `nil` for OPTIONS, which every path answers.
    private static func find(
        _ request: HTTPRequest, _ core: TenantCore
    ) throws(Refusal) -> (route: ControlRoute, captured: [String: String])? {
        let matches = matches(request.path)
        guard !matches.isEmpty else {
            throw .oauth(404, "not_found", "There is no \(request.path); \(descriptionPath) lists what there is")
        }
        guard request.method != "OPTIONS" else { return nil }
        let method = request.method == "HEAD" ? "GET" : request.method
        let match = matches.first { $0.route.method == method }
        if match?.route.isPublic != true { try authorize(request, core) }
        guard let match else {
            let refusal = Refusal.oauth(405, "method_not_allowed", "There is no \(request.method) of \(request.path)")
            throw Refusal(refusal.response.with("Allow", allowed(request.path)))
        }
        return match
    }

    private static func authorize(_ request: HTTPRequest, _ core: TenantCore) throws(Refusal) {
        guard let token = request.header("x-emulator-token") else {
            throw .oauth(401, "unauthorized", "The header X-Emulator-Token with the control token is missing")
        }
        guard ConstantTime.areEqual(token, core.controlToken) else {
            throw .oauth(401, "unauthorized", "The header X-Emulator-Token has the token of another start")
        }
    }

    private static func allowed(_ path: String) -> String { Router.allowed(matches(path).map(\.route.method)) }

    private static func matches(_ path: String) -> [(route: ControlRoute, captured: [String: String])] {
        guard let segments = Router.segments(path) else { return [] }
        return patterns.compactMap { pattern, route in pattern.match(segments).map { (route, $0) } }
    }

    static let description: JSONValue = {
        var paths: [String: [JSONValue.Member]] = [:]
        for route in all {
            paths[route.path, default: []].append(
                JSONValue.Member(name: route.method.lowercased(), value: route.operation))
        }
        let items = paths.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: .object($0.value)) }
        let scheme = JSONValue.members(["type": "apiKey", "in": "header", "name": "X-Emulator-Token"])
        return .members([
            "openapi": "3.1.0",
            "info": JSONValue.members([
                "title": "Tenant emulator: control API", "version": "2",
                "description": JSONValue.string(
                    """
                    Controls and observes an emulated tenant. The program prints the token when it starts.

                    Limits: the journal keeps \(Journal.maximumEntries) requests and the bodies of the last \
                    \(Journal.maximumAnswers) answers of at most \(JournalEntry.Answer.maximumBytes) bytes; a \
                    request body has at most \(HTTPTransaction.largestBody) bytes; the log has 1,000 events; a \
                    user has at most \(RefreshTokens.maximumFamilies) refresh tokens at a client; a list of users \
                    ends at \(RequestContext.maximumRecords) records.
                    """),
            ]),
            "components": JSONValue.members([
                "securitySchemes": JSONValue.members(["token": scheme]), "schemas": ControlSchemas.all,
            ]),
            "security": JSONValue.array([JSONValue.members(["token": JSONValue.array([])])]),
            "paths": JSONValue.object(items),
        ])
    }()
}

extension Refusal {
    /// The refusal of a request about something that the tenant does not have.
    static func notFound(_ what: String) -> Refusal { .oauth(404, "not_found", "There is no \(what)") }
}
