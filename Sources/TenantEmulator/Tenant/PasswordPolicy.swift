import ByteEncodings

/// The required strength of passwords.
enum PasswordPolicy: String, Sendable, CaseIterable {
    case none
    case low
    case fair
    case good

    var minimumLength: Int {
        switch self {
        case .none: 1
        case .low: 6
        case .fair, .good: 8
        }
    }

    func accepts(_ password: String) -> Bool { rules(password).allSatisfy(\.isVerified) }

    private struct Rule {
        let message: String
        let format: [Int]
        let code: String
        let isVerified: Bool
    }

    private func rules(_ password: String) -> [Rule] {
        let kinds: [(Character) -> Bool] = [
            { $0.isLowercase }, { $0.isUppercase }, { $0.isNumber }, { !$0.isLetter && !$0.isNumber },
        ]
        let found = kinds.map { password.contains(where: $0) }
        let length = Rule(
            message: "At least %d characters in length", format: [minimumLength], code: "lengthAtLeast",
            isVerified: password.count >= minimumLength)
        switch self {
        case .none, .low: return [length]
        case .fair:
            let all = found.prefix(3).allSatisfy(\.self)
            return [length, Rule(message: "Should contain:", format: [], code: "shouldContain", isVerified: all)]
        case .good:
            let kinds = Rule(
                message: "Contain at least %d of the following %d types of characters:", format: [3, 4],
                code: "containsAtLeast", isVerified: found.count(where: \.self) >= 3)
            return [length, kinds]
        }
    }

    /// Describes the policy to a person whose password was too weak.
    func advice(_ words: Wording) -> String { "\(words.weakPassword) \(rule(words))." }

    /// Describes the policy to a person who chooses a password; `nil` for a policy without a rule.
    func hint(_ words: Wording) -> String? { self == .none ? nil : "\(words.password): ≥ \(rule(words))" }

    private func rule(_ words: Wording) -> String {
        let kinds: String? =
            switch self {
            case .none, .low: nil
            case .fair: words.fairPassword
            case .good: words.goodPassword
            }
        return "\(minimumLength) \(words.characters)\(kinds.map { " \($0)" } ?? "")"
    }

    /// Creates the service's error body for a password that is too weak.
    func refusal(of password: String) -> JSONValue {
        let rules = rules(password).map { rule in
            JSONValue.members([
                "message": rule.message, "format": rule.format, "code": rule.code, "verified": rule.isVerified,
            ])
        }
        return .members([
            "name": "PasswordStrengthError", "message": "Password is too weak", "code": "invalid_password",
            "description": JSONValue.members(["rules": rules, "verified": false]),
            "policy": "* At least \(minimumLength) characters in length", "statusCode": 400,
        ])
    }
}
