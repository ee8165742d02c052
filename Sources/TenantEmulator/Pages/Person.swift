import ByteEncodings

/// A user that a page or the start text offers for login, with the purposes of the user.
package struct Person: Sendable {
    package let id, connection, login: String
    /// The differences from a plain user, such as a second factor.
    package let purposes: [String]

    var summary: HTML { "<span>\(login)</span> <small>\(purposes.joined(separator: ", "))</small>" }
}

extension TenantState {
    /// The first users of some connections, sorted by ID.
    func people(in connections: some Collection<String>, limit: Int, _ language: Language) -> [Person] {
        users.sorted.lazy.filter { connections.contains($0.record.connection) }.prefix(limit).map { user in
            person(user, language)
        }
    }

    func person(_ user: User, _ language: Language) -> Person {
        Person(
            id: user.id, connection: user.record.connection, login: user.record.login,
            purposes: purposes(of: user, language.words.purposes))
    }

    /// Whether a click may log a user in without a password; `false` if other hosts can reach the pages.
    var allowsClickedLogins: Bool { configuration.offersUsers && Address.isLoopback(configuration.address) }

    /// The differences between the login of a user and a plain login.
    func purposes(of user: User, _ words: Wording.Purposes) -> [String] {
        var purposes: [String] = []
        if user.isBlocked { purposes.append(words.blocked) }
        if let refusal = user.loginRefusal { purposes.append(Self.purpose(of: refusal, words)) }
        if user.requiresSecondFactor {
            purposes.append(user.confirmedFactors.isEmpty ? words.enrollment : words.secondFactor)
        }
        if passkeys.credentials.values.contains(where: { $0.userID == user.id }) { purposes.append(words.passkey) }
        if !user.permissions.isEmpty { purposes.append(words.permissions) }
        return purposes
    }

    private static func purpose(of refusal: LoginRefusal, _ words: Wording.Purposes) -> String {
        let error = refusal.body["error"]?.string ?? refusal.body["code"]?.string ?? ""
        switch error {
        case "password_leaked": return words.leakedPassword
        case "requires_verification": return words.suspicious
        case "unauthorized": return words.refusedByRule
        default:
            let code = error.hasPrefix("a0.") ? error.dropFirst(3) : error[...]
            return "\(words.refused) \(code.map { $0 == "_" ? " " : String($0) }.joined())"
        }
    }
}
