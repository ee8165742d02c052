import ByteEncodings
import JOSE

extension ControlRoutes {
    private static let limit = 9_999_999_999.0

    static let behaviour =
        faults + [
            ControlRoute(
                method: "POST", path: "/_emulator/clock", summary: "Moves the tenant's clock, or stops it.",
                body: [
                    ControlField(
                        "advance", .number(-limit...limit), "The seconds to move by; a negative number moves back."),
                    .flag("stop", "Whether the clock stands still from now on."),
                ],
                success: .json("The tenant's time.", ControlSchemas.object(["now": ControlSchemas.time])),
                action: moveClock),
            ControlRoute(
                method: "POST", path: "/_emulator/keys/rotate", summary: "Signs tokens with a new key from now on.",
                body: [
                    .flag("keep_old", "Whether the key set continues to publish the previous keys; true by default.")
                ],
                success: .json("The ID of the new key.", ControlSchemas.object(["kid": ControlSchemas.string]))
            ) { request, core throws(Refusal) in
                let keepsOld = request["keep_old"]?.boolean ?? true
                let key = core.withState { tenant -> String? in
                    (try? tenant.keys.rotate(keepingOld: keepsOld)).flatMap { tenant.keys.current.id }
                }
                guard let key = key ?? nil else { throw .oauth(500, "system", "No key can be generated") }
                return .members(["kid": key])
            },
            .change(
                "POST", "/_emulator/dpop", "Requires a nonce in DPoP proofs, or replaces it.",
                body: [
                    .flag("require_nonce", "Whether proofs must contain the tenant's nonce."),
                    .flag("rotate_nonce", "Whether the nonces so far become invalid."),
                ], done: "Done."
            ) { request, core throws(Refusal) in
                _ = core.withState { tenant in
                    tenant.possession.requiresNonce =
                        request["require_nonce"]?.boolean ?? tenant.possession.requiresNonce
                    if request["rotate_nonce"]?.boolean == true { tenant.possession.rotateNonce() }
                }
            },
        ]

    private static let faults: [ControlRoute] = [
        ControlRoute(
            method: "GET", path: "/_emulator/faults", summary: "Lists the faults that are switched on.",
            success: .json("The faults, the latest first.", ControlSchemas.list(of: "Fault"))
        ) { _, core throws(Refusal) in
            .array(
                core.faults.summaries.map { fault in
                    .members(["path": fault.path, "kind": fault.kind, "times": fault.times, "grant": fault.grant])
                })
        },
        .change(
            "POST", "/_emulator/faults", "Switches a fault on.", bodySchema: EmulatedTenant.Fault.schema,
            done: "The fault is on."
        ) { request, core throws(Refusal) in
            let fault = try EmulatedTenant.Fault(checking: request.members)
            core.faults.set(
                fault, on: request.text("path"), grant: request["grant"]?.string,
                times: request["times"]?.integer)
        },
        .change(
            "DELETE", "/_emulator/faults", "Switches all faults off.",
            query: [ControlField("path", .path, "The path that the faults were switched on for; all without it.")],
            done: "No fault is on."
        ) { request, core throws(Refusal) in core.faults.clear(on: request.query["path"]) },
        .change(
            "POST", "/_emulator/release", "Answers the requests that the faults hold and hold-answer keep waiting.",
            done: "The requests are answered."
        ) { _, core throws(Refusal) in core.faults.release() },
    ]

    @Sendable private static func moveClock(
        _ request: ControlRequest, _ core: TenantCore
    ) throws(Refusal) -> JSONValue? {
        let (advance, stops) = (request["advance"]?.double, request["stop"]?.boolean)
        guard advance != nil || stops != nil else { throw .missing("advance") }
        if stops == true { core.clock.stop() }
        if stops == false { core.clock.start() }
        core.clock.advance(by: .seconds(advance ?? 0))
        return .members(["now": core.clock.now.timestamp])
    }
}
