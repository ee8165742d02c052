/// The owners of a value of the state, which ends with each of them.
private struct Owners {
    var user: String?
    var client: String?
    var organization: String?
}

extension TenantState {
    /// Removes a user with everything that belongs to the user; does nothing for an unknown ID.
    ///
    /// Refresh tokens are revoked, because a later user can have the same ID. Until then their refusal says that the
    /// user no longer exists.
    mutating func removeUser(_ id: String) {
        guard let user = users[id] else { return }
        forgetFailures(of: id)
        if let secret = user.appSecret { secondFactors.usedSteps[secret] = nil }
        users[id] = nil
        endSessions(of: id)
        for index in organizations.indices {
            organizations[index].members.remove(id)
            organizations[index].memberRoles[id] = nil
        }
        for index in roles.indices { roles[index].members.remove(id) }
        tokens.revokeAll(ofUser: id)
        end { $0.user == id }
    }

    /// Removes a client with everything that it was granted; returns whether it existed.
    ///
    /// An API that only verifies signatures cannot know, so access tokens stay valid there until they expire.
    ///
    /// - SeeAlso: [RFC 7592 §2.3](https://www.rfc-editor.org/rfc/rfc7592#section-2.3)
    @discardableResult
    mutating func removeClient(_ id: String) -> Bool {
        guard let index = clients.firstIndex(where: { $0.id == id }) else { return false }
        clients.remove(at: index)
        registrations[id] = nil
        clientChanges.added.remove(id)
        clientChanges.removed.insert(id)
        tokens.revokeAll(ofClient: id)
        end { $0.client == id }
        return true
    }

    /// Removes an organization with the invitations and logins to it.
    mutating func removeOrganization(at index: Int) {
        let id = organizations.remove(at: index).id
        end { $0.organization == id }
    }

    /// Withdraws consents, and revokes the refresh tokens that were issued with them.
    ///
    /// - SeeAlso: [Refresh tokens and
    ///   grants](https://auth0.com/docs/secure/tokens/refresh-tokens/revoke-refresh-tokens)
    mutating func removeConsents(where isMeant: (UserAtClient) -> Bool) {
        let removed = Set(sessions.consents.keys.filter(isMeant))
        sessions.consents.removeAll { removed.contains($0.key) }
        tokens.refresh.revokeAll { removed.contains($0.consent) }
    }

    /// Revokes all tokens that were issued for a grant.
    mutating func revokeGrant(_ id: String) {
        tokens.revoke(id, expiresAt: now + configuration.accessTokenLifetime.wholeSeconds, at: now)
        tokens.refresh.revokeAll { $0.id == id }
    }

    /// Ends the values that have certain owners.
    private mutating func end(_ isMeant: (Owners) -> Bool) {
        func isUser(_ id: String) -> Bool { isMeant(Owners(user: id)) }
        func isClient(_ id: String) -> Bool { isMeant(Owners(client: id)) }
        codes.authorization.removeAll { isMeant($0.value.grant.owners) }
        codes.database.removeAll { isClient($0.value.clientID) }
        sessions.logins.removeAll { isMeant($0.value.owners) }
        sessions.pushed.removeAll { isClient($0.value.clientID) }
        sessions.consents.removeAll { isMeant($0.key.owners) }
        sessions.transfers.removeAll { isUser($0.value.userID) }
        sessions.tickets.removeAll { isUser($0.value.userID) }
        sessions.invitations.removeAll {
            isMeant(Owners(client: $0.value.clientID, organization: $0.value.organization))
        }
        secondFactors.logins.removeAll { isMeant($0.value.grant.owners) }
        secondFactors.enrollments.removeAll { isUser($0.value.userID) }
        secondFactors.remembered.removeAll { isMeant($0.key.owners) }
        passkeys.credentials.removeAll { isUser($0.value.userID) }
        passkeys.challenges.removeAll { isMeant($0.value.owners) }
        deviceLogins.removeAll { isMeant($0.value.owners) }
        tokens.subject.removeAll { isUser($0.value.userID) }
        tokens.refresh.revokeAll { isMeant($0.owners) }
    }
}

extension Grant {
    fileprivate var owners: Owners { Owners(user: userID, client: clientID, organization: organization?.id) }
}

extension UserAtClient {
    fileprivate var owners: Owners { Owners(user: userID, client: clientID) }
}

extension BrowserLogin {
    fileprivate var owners: Owners {
        Owners(user: proof?.userID, client: request.client.id, organization: organization?.id)
    }
}

extension PasskeyChallenge {
    fileprivate var owners: Owners {
        let user: String? = if case .enrollment(let userID) = purpose { userID } else { nil }
        return Owners(user: user, client: clientID, organization: organization)
    }
}

extension DeviceLogin {
    fileprivate var owners: Owners {
        let user: String? = if case .approved(let userID) = decision { userID } else { nil }
        return Owners(user: user, client: clientID, organization: organization?.id)
    }
}
