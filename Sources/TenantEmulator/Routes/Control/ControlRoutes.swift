import ByteEncodings
import JOSE
import OpenSSLCryptography

/// The control endpoints of the emulator, which a real tenant does not have.
///
/// All but the description require the control token in the `X-Emulator-Token` header: the inbox holds the codes of
/// every user.
enum ControlRoutes {
    static let prefix = "/_emulator/"
    /// The path of the description, which holds no secret.
    static let descriptionPath = "/_emulator/openapi.json"

    /// Every route.
    static let all = state + observation + directory + behaviour

    static func response(to request: HTTPRequest, _ core: TenantCore) -> HTTPResponse {
        if let page = Inspector.response(to: request, core) { return page }
        if request.path == descriptionPath, request.method == "GET" { return .json(description) }
        do throws(Refusal) {
            let (route, context) = try find(request, core)
            return try route.action(context, core)
        } catch { return error.response }
    }

    /// The condition that a request waits for, and the time for which it waits; `nil` for a request that does not.
    static func wait(of request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule.Wait? {
        do throws(Refusal) {
            let (route, context) = try find(request, core)
            guard let isReady = route.isReady, let text = try context.query()["wait"], let seconds = Double(text),
                (0...maximumWait).contains(seconds)
            else { return nil }
            return .polling(
                until: { [weak core] in
                    do throws(Refusal) {
                        return try core.map { core throws(Refusal) in try isReady(context, core) } ?? true
                    } catch { return true }
                }, .seconds(seconds))
        } catch { return nil }
    }

    private static let maximumWait = 60.0

    /// Finds the route of an authorized request.
    private static func find(
        _ request: HTTPRequest, _ core: TenantCore
    ) throws(Refusal) -> (ControlRoute, RequestContext) {
        let matches = all.compactMap { route in route.match(request.path).map { (route, $0) } }
        guard !matches.isEmpty else { throw Refusal(.text("Not Found", status: 404)) }
        guard let token = request.header("x-emulator-token"), ConstantTime.areEqual(token, core.controlToken) else {
            throw Refusal(.text("Unauthorized", status: 401))
        }
        guard let (route, captured) = matches.first(where: { $0.0.method == request.method }) else {
            let allowed = matches.map(\.0.method).joined(separator: ", ")
            throw Refusal(HTTPResponse.text("Method Not Allowed", status: 405).with("Allow", allowed))
        }
        var context = RequestContext(request: request)
        context.captured = captured
        return (route, context)
    }

    /// The description of the control API in the form of OpenAPI.
    private static let description: JSONValue = {
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
                "title": "Tenant emulator: control API", "version": "1",
                "description": "Controls and observes an emulated tenant. The program prints the token when it starts.",
            ]),
            "components": JSONValue.members(["securitySchemes": JSONValue.members(["token": scheme])]),
            "security": JSONValue.array([JSONValue.members(["token": JSONValue.array([])])]),
            "paths": JSONValue.object(items),
        ])
    }()
}

extension ControlRoutes {
    /// The routes that replace the whole state.
    private static let state = [
        ControlRoute(
            method: "POST", path: "/_emulator/reset",
            summary: "Returns to the seed: users, tokens, mails, journal, faults and clock. The signing key stays.",
            success: (204, "The tenant is as at its start.")
        ) { _, core throws(Refusal) in
            core.reset()
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "PUT", path: "/_emulator/snapshots/{name}",
            summary: "Keeps the state of the tenant in memory under a name.", success: (204, "The state is kept.")
        ) { context, core throws(Refusal) in
            core.keepSnapshot(context["name"])
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "POST", path: "/_emulator/snapshots/{name}/restore",
            summary: "Returns to a state that was kept.", success: (204, "The tenant is in the state that was kept.")
        ) { context, core throws(Refusal) in
            guard core.restoreSnapshot(context["name"]) else { throw .notFound("snapshot \(context["name"])") }
            return HTTPResponse(204)
        },
    ]

    /// The routes that switch faults, move the clock and change keys.
    private static let behaviour = [
        ControlRoute(
            method: "GET", path: "/_emulator/faults", summary: "Lists the faults that are switched on.",
            success: (200, "An array of path, kind and times.")
        ) { _, core throws(Refusal) in
            .json(
                .array(
                    core.faults.summaries.map { fault in
                        .members(["path": fault.path, "kind": fault.kind, "times": fault.times])
                    }))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/faults", summary: "Switches a fault on.",
            body: [
                .text("path", "The path of the requests; a * at the end matches any rest.", isRequired: true),
                .text("kind", "The kind: \(EmulatedTenant.Fault.kindNames.joined(separator: ", ")).", isRequired: true),
                .text("grant", "The grant_type of the requests; any without it."),
                .number("times", "The number of requests; without it until the fault is cleared."),
            ], isOpen: true, success: (204, "The fault is on."), action: arm),
        ControlRoute(
            method: "DELETE", path: "/_emulator/faults", summary: "Switches all faults off.",
            success: (204, "No fault is on.")
        ) { _, core throws(Refusal) in
            core.faults.clear()
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "POST", path: "/_emulator/release",
            summary: "Answers the requests that the fault hold keeps waiting.",
            success: (204, "The requests are answered.")
        ) { _, core throws(Refusal) in
            core.faults.release()
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "POST", path: "/_emulator/clock", summary: "Moves the tenant's clock, or stops it.",
            body: [
                .number("advance", "The seconds to move by; a negative number moves back."),
                .flag("stop", "Whether the clock stands still from now on."),
            ], success: (200, "The tenant's time, as now."), action: moveClock),
        ControlRoute(
            method: "POST", path: "/_emulator/keys/rotate", summary: "Signs tokens with a new key from now on.",
            body: [.flag("keep_old", "Whether the key set continues to publish the previous keys; true by default.")],
            success: (200, "The ID of the new key, as kid.")
        ) { context, core throws(Refusal) in
            let keepsOld = try Parameters(context.request)["keep_old"]?.boolean ?? true
            let key = core.withState { tenant -> String? in
                (try? tenant.keys.rotate(keepingOld: keepsOld)).flatMap { tenant.keys.current.id }
            }
            return .json(.members(["kid": key ?? nil]))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/dpop", summary: "Requires a nonce in DPoP proofs, or replaces it.",
            body: [
                .flag("require_nonce", "Whether proofs must contain the tenant's nonce."),
                .flag("rotate_nonce", "Whether the nonces so far become invalid."),
            ], success: (204, "Done.")
        ) { context, core throws(Refusal) in
            let parameters = try Parameters(context.request)
            _ = core.withState { tenant in
                tenant.possession.requiresNonce =
                    parameters["require_nonce"]?.boolean ?? tenant.possession.requiresNonce
                if parameters["rotate_nonce"]?.boolean == true { tenant.possession.rotateNonce() }
            }
            return HTTPResponse(204)
        },
    ]

    @Sendable private static func moveClock(
        _ context: RequestContext, _ core: TenantCore
    ) throws(Refusal) -> HTTPResponse {
        let parameters = try Parameters(context.request)
        let (advance, stops) = (parameters["advance"]?.double, parameters["stop"]?.boolean)
        guard advance != nil || stops != nil else { throw .missing("advance") }
        guard (advance ?? 0).magnitude < 10_000_000_000 else {
            throw .oauth(400, "invalid_request", "Parameter 'advance' is too large")
        }
        if stops == true { core.clock.stop() }
        if stops == false { core.clock.start() }
        core.clock.advance(by: .seconds(advance ?? 0))
        return .json(.members(["now": core.clock.now.timestamp]))
    }

    @Sendable private static func arm(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        let parameters = try Parameters(context.request)
        guard let fault = EmulatedTenant.Fault(parameters.members) else {
            throw .oauth(400, "invalid_request", "Unknown kind of fault, or a member is missing")
        }
        core.faults.set(
            fault, on: try parameters.required("path"), grant: try parameters.optional("grant"),
            times: parameters["times"]?.integer)
        return HTTPResponse(204)
    }
}

extension Refusal {
    /// The refusal of a request about something that the tenant does not have.
    static func notFound(_ what: String) -> Refusal { .oauth(404, "not_found", "There is no \(what)") }
}
