extension Router {
    /// Every route of a tenant.
    static let tenant = Router(
        Route.token + Route.wellKnown + Route.userInfo + Route.database + Route.passwordless + Route.users
            + Route.identities + Route.myAccount + Route.enrollments + Route.secondFactors
            + Route.databaseCodes + Route.devices + Route.passkeys)
}
