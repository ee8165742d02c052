import Auth0

extension Context {
    /// Who is logged in, with an access token that is good: renewed when it has to be.
    ///
    /// - Throws: ``ExitStatus/notLoggedIn`` when nobody is logged in any more.
    func session() async throws -> Session {
        let session = try await sessions.read()
        if session.isFresh { return session }
        let lock = try await RenewalLock.acquire()
        let renewed = try await renew()
        _ = consume lock
        return renewed
    }

    /// Renews what nobody else has renewed meanwhile.
    private func renew() async throws -> Session {
        let session = try await sessions.read()
        guard !session.isFresh else { return session }
        guard let refreshToken = session.credentials.refreshToken else { throw Failure.sessionEnded }
        let credentials: Credentials
        do {
            credentials = try await authentication.renew(withRefreshToken: refreshToken).start()
        } catch let error as AuthenticationError where error.code == "invalid_grant" {
            throw Failure.sessionEnded
        }
        // Before anything else: the token that was sent is spent.
        let renewed = session.renewed(with: credentials)
        try await sessions.keep(renewed)
        return renewed
    }
}
