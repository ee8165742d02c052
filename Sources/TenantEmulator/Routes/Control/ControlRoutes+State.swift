import ByteEncodings

extension ControlRoutes {
    /// The routes without a token.
    static let about = [
        ControlRoute(
            method: "GET", path: descriptionPath, summary: "Describes the control API in OpenAPI 3.1.", isPublic: true,
            success: .json("The description.", ControlSchemas.anyObject)
        ) { _, _ throws(Refusal) in description },
        ControlRoute(
            method: "GET", path: "/_emulator/ca.pem",
            summary: "Returns the certificate of the authority that clients of a tenant with TLS have to trust.",
            isPublic: true,
            success: ControlRoute.Success(
                status: 200, text: "The certificate in PEM.", schema: ControlSchemas.string,
                contentType: "application/x-pem-file"),
            refusals: [404: "The tenant does not serve TLS."]
        ) { _, core throws(Refusal) in
            guard let pem = core.withState({ $0.configuration.certificateAuthority?.certificatePEM }) ?? nil else {
                throw .notFound("certificate authority: the tenant does not serve TLS")
            }
            return .string(pem)
        },
    ]

    /// The routes that replace the whole state, or report on its file.
    static let state: [ControlRoute] = [
        .change(
            "POST", "/_emulator/reset",
            "Returns to the seed, also with a state file: users, clients, tokens, mails and journal; the faults, "
                + "the clock and the invitations of the command line. The signing keys stay.",
            done: "The tenant is as at its start."
        ) { _, core throws(Refusal) in core.reset() },
        ControlRoute(
            method: "GET", path: "/_emulator/snapshots", summary: "Lists the names of the states that are kept.",
            success: .json("The names.", ControlSchemas.list(ControlSchemas.string))
        ) { _, core throws(Refusal) in core.snapshotNames.json },
        .change(
            "PUT", "/_emulator/snapshots/{name}", "Keeps the state of the tenant in memory under a name.",
            done: "The state is kept."
        ) { request, core throws(Refusal) in core.keepSnapshot(request.text("name")) },
        .change(
            "DELETE", "/_emulator/snapshots/{name}", "Forgets a state that was kept.",
            done: "The state is forgotten.", refusals: [404: "There is no such state."]
        ) { request, core throws(Refusal) in
            guard core.removeSnapshot(request.text("name")) else { throw .notFound("snapshot \(request.text("name"))") }
        },
        .change(
            "POST", "/_emulator/snapshots/{name}/restore", "Returns to a state that was kept.",
            done: "The tenant is in the state that was kept.", refusals: [404: "There is no such state."]
        ) { request, core throws(Refusal) in
            guard core.restoreSnapshot(request.text("name")) else {
                throw .notFound("snapshot \(request.text("name"))")
            }
        },
        ControlRoute(
            method: "GET", path: "/_emulator/state", summary: "Tells whether the changes so far are kept in a file.",
            success: .json("The path of the file, and the last failure to write it.", ControlSchemas.reference("State"))
        ) { _, core throws(Refusal) in
            .members([
                "is_kept": core.file != nil && core.file?.failure == nil, "file": core.file?.path,
                "failure": core.file?.failure?.detail,
            ])
        },
        .change(
            "POST", "/_emulator/state",
            "Writes the state file at once; without this request that takes up to half a second.",
            done: "The file has every change so far.",
            refusals: [404: "The tenant has no state file.", 500: "The file cannot be written."]
        ) { _, core throws(Refusal) in
            guard core.file != nil else { throw .notFound("state file; start the emulator with --state FILE") }
            if let failure = core.saveFile() {
                throw .oauth(500, "not_written", failure.detail ?? failure.description)
            }
        },
    ]
}
