import ByteEncodings
import JOSE

extension ControlRoutes {
    private static let limit = 9_999_999_999.0

    /// The routes that switch faults, move the clock and change keys.
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
            ) { context, core throws(Refusal) in
                let keepsOld = try context.controlBody()["keep_old"]?.boolean ?? true
                let key = core.withState { tenant -> String? in
                    (try? tenant.keys.rotate(keepingOld: keepsOld)).flatMap { tenant.keys.current.id }
                }
                guard let key = key ?? nil else { throw .oauth(500, "system", "No key can be generated") }
                return .json(.members(["kid": key]))
            },
            ControlRoute(
                method: "POST", path: "/_emulator/dpop", summary: "Requires a nonce in DPoP proofs, or replaces it.",
                body: [
                    .flag("require_nonce", "Whether proofs must contain the tenant's nonce."),
                    .flag("rotate_nonce", "Whether the nonces so far become invalid."),
                ], success: .empty("Done.")
            ) { context, core throws(Refusal) in
                let members = try context.controlBody()
                _ = core.withState { tenant in
                    tenant.possession.requiresNonce =
                        members["require_nonce"]?.boolean ?? tenant.possession.requiresNonce
                    if members["rotate_nonce"]?.boolean == true { tenant.possession.rotateNonce() }
                }
                return HTTPResponse(204)
            },
        ]

    private static let faults = [
        ControlRoute(
            method: "GET", path: "/_emulator/faults", summary: "Lists the faults that are switched on.",
            success: .json("The faults, the latest first.", ControlSchemas.list(ControlSchemas.reference("Fault")))
        ) { _, core throws(Refusal) in
            .json(
                .array(
                    core.faults.summaries.map { fault in
                        .members([
                            "path": fault.path, "kind": fault.kind, "times": fault.times, "grant": fault.grant,
                        ])
                    }))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/faults", summary: "Switches a fault on.",
            body: [], isOpen: true, bodySchema: EmulatedTenant.Fault.schema, success: .empty("The fault is on."),
            action: arm),
        ControlRoute(
            method: "DELETE", path: "/_emulator/faults", summary: "Switches all faults off.",
            query: [ControlField("path", .path, "The path that the faults were switched on for; all without it.")],
            success: .empty("No fault is on.")
        ) { context, core throws(Refusal) in
            core.faults.clear(on: try context.query()["path"])
            return HTTPResponse(204)
        },
        ControlRoute(
            method: "POST", path: "/_emulator/release",
            summary: "Answers the requests that the faults hold and hold-answer keep waiting.",
            success: .empty("The requests are answered.")
        ) { _, core throws(Refusal) in
            core.faults.release()
            return HTTPResponse(204)
        },
    ]

    @Sendable private static func moveClock(
        _ context: RequestContext, _ core: TenantCore
    ) throws(Refusal) -> HTTPResponse {
        let members = try context.controlBody()
        let (advance, stops) = (members["advance"]?.double, members["stop"]?.boolean)
        guard advance != nil || stops != nil else { throw .missing("advance") }
        if stops == true { core.clock.stop() }
        if stops == false { core.clock.start() }
        core.clock.advance(by: .seconds(advance ?? 0))
        return .json(.members(["now": core.clock.now.timestamp]))
    }

    @Sendable private static func arm(_ context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        let members = try context.controlBody()
        let fault = try EmulatedTenant.Fault(checking: members)
        core.faults.set(
            fault, on: members["path"]?.string ?? "", grant: members["grant"]?.string,
            times: members["times"]?.integer)
        return HTTPResponse(204)
    }
}
