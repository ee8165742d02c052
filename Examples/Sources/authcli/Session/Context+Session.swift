import Auth0

extension Context {
    /// Returns the session with a valid access token; renews it if necessary.
    ///
    /// - Throws: A ``Failure`` with ``ExitStatus/notLoggedIn`` if there is no session any more.
    func session() async throws -> Session {
        let session = try await sessions.read()
        if session.isFresh { return session }
        let lock = try await RenewalLock.acquire()
        let renewed = try await renew()
        _ = consume lock
        return renewed
    }

    /// Renews the session unless another process has done so in the meantime.
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
        // Before anything else: the tenant has invalidated the old token.
        let renewed = session.renewed(with: credentials)
        try await sessions.keep(renewed)
        return renewed
    }
}
