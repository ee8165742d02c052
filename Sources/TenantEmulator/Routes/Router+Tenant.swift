extension Router {
    /// The router with every route of a tenant.
    static let tenant = Router(Route.all)
}

extension Route {
    /// Every route of a tenant with Auth0's endpoints.
    static let all = apis + pages

    /// The API endpoints.
    fileprivate static let apis = [
        token, wellKnown, userInfo, database, passwordless, users, identities, managedUsers, tickets, roles,
        managedOrganizations, managedClients, myAccount, enrollments, secondFactors,
        databaseCodes, devices, passkeys, pushedRequests, revocation, introspection, registration,
    ].flatMap(\.self)

    /// The pages for browsers.
    fileprivate static let pages = [
        authorization, loginPages, passwordlessPages, secondFactorPages, consentPages, organizationPages, upstreamPages,
        passkeyPages,
        devicePages, logout, ticketPages, door,
    ].flatMap(\.self)
}
