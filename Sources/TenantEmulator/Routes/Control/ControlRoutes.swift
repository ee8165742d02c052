import OpenSSLCryptography
import ByteEncodings

/// The control endpoints of the emulator, which a real tenant does not have.
///
/// All but the inbox require the control token in the `X-Emulator-Token` header. A `Host` that is not loopback is
/// refused, which prevents web pages from reaching the endpoints by DNS rebinding.
enum ControlRoutes {
    static let prefix = "/_emulator/"

    private typealias Action = @Sendable (RequestContext, TenantCore) throws(Refusal) -> HTTPResponse

    private static let actions: [String: Action] = [
        "GET /_emulator/inbox": { context, core throws(Refusal) in try inbox(context, core) },
        "GET /_emulator/journal": { _, core throws(Refusal) in
            .json(.members(["requests": core.journal.entries.map(\.json)]))
        },
        "POST /_emulator/faults": { context, core throws(Refusal) in try arm(context, core) },
        "DELETE /_emulator/faults": { _, core throws(Refusal) in
            core.faults.clear()
            return HTTPResponse(204)
        },
        "POST /_emulator/release": { _, core throws(Refusal) in
            core.faults.release()
            return HTTPResponse(204)
        },
        "POST /_emulator/dpop": { context, core throws(Refusal) in
            let parameters = try Parameters(context.request)
            _ = core.withState { tenant in
                tenant.possession.requiresNonce =
                    parameters["require_nonce"]?.boolean ?? tenant.possession.requiresNonce
                if parameters["rotate_nonce"]?.boolean == true { tenant.possession.rotateNonce() }
            }
            return HTTPResponse(204)
        },
        "POST /_emulator/clock": { context, core throws(Refusal) in try moveClock(context, core) },
    ]

    static func response(to request: HTTPRequest, _ core: TenantCore) -> HTTPResponse {
        if let page = Inspector.response(to: request, core) { return page }
        guard let action = actions["\(request.method) \(request.path)"] else { return .text("Not Found", status: 404) }
        guard hostIsLoopback(request) else { return .text("Forbidden", status: 403) }
        if request.path != prefix + "inbox" {
            guard let token = request.header("x-emulator-token"), ConstantTime.areEqual(token, core.controlToken) else {
                return .text("Unauthorized", status: 401)
            }
        }
        do throws(Refusal) {
            return try action(RequestContext(request: request), core)
        } catch { return error.response }
    }

    static func hostIsLoopback(_ request: HTTPRequest) -> Bool {
        guard let host = request.header("host")?.prefix(while: { $0 != ":" }) else { return false }
        return host == "127.0.0.1" || host == "localhost"
    }

    private static func inbox(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        let to = try context.query()["to"]
        let messages = core.withState { $0.inbox.filter { to == nil || $0.recipient == to } } ?? []
        return .json(.array(messages.map(\.json)))
    }

    private static func moveClock(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        let parameters = try Parameters(context.request)
        let (advance, stops) = (parameters["advance"]?.double, parameters["stop"]?.boolean)
        guard advance != nil || stops != nil else { throw .missing("advance") }
        guard (advance ?? 0).magnitude < 10_000_000_000 else {
            throw .oauth(400, "invalid_request", "Parameter 'advance' is too large")
        }
        if stops == true { core.clock.stop() }
        core.clock.advance(by: .seconds(advance ?? 0))
        return .json(.members(["now": core.clock.now.timestamp]))
    }

    private static func arm(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        let parameters = try Parameters(context.request)
        guard let fault = Fault(parameters.members) else {
            throw .oauth(400, "invalid_request", "Unknown kind of fault, or a member is missing")
        }
        core.faults.set(
            fault, on: try parameters.required("path"), grant: try parameters.optional("grant"),
            times: parameters["times"]?.integer)
        return HTTPResponse(204)
    }
}
