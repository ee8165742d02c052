import ByteEncodings

extension ControlRoutes {
    /// The route of tokens of other issuers.
    static let subjectTokens = [
        ControlRoute(
            method: "POST", path: "/_emulator/subject-tokens",
            summary: "Makes token exchanges accept a token of another issuer, such as an authorization code of Apple.",
            body: [
                .text("subject_token", "The token.", isRequired: true),
                .text(
                    "subject_token_type",
                    "The type, such as http://auth0.com/oauth/token-type/apple-authz-code.", isRequired: true),
                .text("user", "The ID, e-mail address, user name or phone number of the user.", isRequired: true),
                ControlField("times", .integer(1...1_000_000), "The number of exchanges; any number without it."),
            ],
            success: .empty("The token is accepted."), refusals: [404: "There is no such user."]
        ) { context, core throws(Refusal) in
            let members = try context.controlBody()
            let token = TenantSeed.SubjectToken(
                members["subject_token"]?.string ?? "", type: members["subject_token_type"]?.string ?? "",
                user: members["user"]?.string ?? "", times: members["times"]?.integer)
            guard core.withState({ $0.accept(token) }) == true else { throw .notFound("user \(token.user)") }
            return HTTPResponse(204)
        }
    ]
}
