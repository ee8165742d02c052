import ByteEncodings

/// A user that a page offers for login, with the purposes of the user.
struct Person: Sendable {
    let id: String
    let login: String
    /// The differences from a plain user, such as a second factor.
    let purposes: [String]

    var summary: HTML { "<span>\(login)</span> <small>\(purposes.joined(separator: ", "))</small>" }
}

extension TenantState {
    /// The first users of some connections, sorted by ID.
    func people(in connections: some Collection<String>, limit: Int, _ language: Language) -> [Person] {
        var people: [Person] = []
        for user in users.sorted where connections.contains(user.record.connection) {
            guard people.count < limit else { break }
            let purposes = purposes(of: user, language.words.purposes)
            people.append(Person(id: user.id, login: user.record.login, purposes: purposes))
        }
        return people
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
