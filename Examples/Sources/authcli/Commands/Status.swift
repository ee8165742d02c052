import Auth0
import OpenID

/// The command `status`, which says who is logged in, without a request.
struct Status: Command {
    static let name = "status"
    static let summary = "say who is logged in, and where, without a request"
    static let options = [ResultWriter.option]

    private struct Shown: Encodable {
        let domain: String
        let client: String
        let user: String?
        let email: String?
        let valid: Bool
        let renewable: Bool
    }

    private let result: ResultWriter

    init(_ arguments: Arguments) throws(Failure) { result = ResultWriter(arguments) }

    func run(_ context: Context) async throws {
        let manager = context.sessions.manager
        let user = try manager.userProfile()
        let (isValid, isRenewable) = (manager.hasValid(), manager.canRenew())
        guard user != nil || isValid || isRenewable else { throw Failure.notLoggedIn }
        let (domain, client) = (context.configuration.domain, context.configuration.clientId)
        let state = isValid ? "valid" : isRenewable ? "renewed by the next command" : "expired"
        let rows = [
            ("tenant", domain), ("application", client), ("user", user?.sub), ("email", user?.email),
            ("session", state),
        ]
        try result.write(
            Shown(
                domain: domain, client: client, user: user?.sub, email: user?.email, valid: isValid,
                renewable: isRenewable),
            rows: rows.compactMap { name, value in value.map { [name, $0] } })
        guard isValid || isRenewable else { throw Failure.sessionEnded }
    }
}
