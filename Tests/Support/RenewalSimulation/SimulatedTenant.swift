import Foundation
import OpenID

/// A tenant that rotates refresh tokens, accepts the one before for some time, and revokes a login whose refresh token
/// is used later.
struct SimulatedTenant {
    /// The tokens of one login.
    private struct Family {
        let user: Int
        var current = 0
        var rotated: [Int: Duration] = [:]
        var isRevoked = false
    }

    let number: Int
    /// The time for which a rotated refresh token is accepted.
    let overlap: Duration
    private var families: [Family] = []
    /// The number of refresh tokens that came too late.
    private(set) var reuses = 0
    /// The revoked refresh tokens.
    private(set) var revocations = 0

    init(number: Int, overlap: Duration) { (self.number, self.overlap) = (number, overlap) }

    /// Logs a user in.
    mutating func login(_ user: Int, at date: Date) -> Credentials {
        families.append(Family(user: user))
        return credentials(families.count - 1, at: date)
    }

    private func credentials(_ family: Int, at date: Date) -> Credentials {
        let tokens = "\(number).\(families[family].user).\(family).\(families[family].current)"
        return Credentials(
            accessToken: "A.\(tokens)", tokenType: "Bearer", refreshToken: "R.\(tokens)",
            expiresIn: date.addingTimeInterval(60))
    }

    /// Answers a token request.
    ///
    /// - Returns: The new credentials; `nil` for a refresh token that is not accepted.
    mutating func renew(_ refreshToken: String, at date: Date, _ uptime: Duration) -> Credentials? {
        let parts = refreshToken.split(separator: ".").compactMap { Int($0) }
        let (family, token) = (parts[2], parts[3])
        guard !families[family].isRevoked else { return nil }
        if token != families[family].current {
            guard let rotated = families[family].rotated[token], uptime - rotated <= overlap else {
                families[family].isRevoked = true
                reuses += 1
                return nil
            }
        }
        families[family].rotated[families[family].current] = families[family].rotated[token] ?? uptime
        families[family].current += 1
        return credentials(family, at: date)
    }

    /// A text that is equal for equal states.
    func fingerprint(at now: Duration) -> String {
        families.map { family in
            let rotated = family.rotated.sorted { $0.key < $1.key }.map { min(now - $0.value, overlap + .seconds(1)) }
            return "\(family.user).\(family.current).\(family.isRevoked).\(rotated)"
        }
        .joined(separator: ",")
    }

    /// Revokes a login.
    mutating func revoke(_ refreshToken: String) {
        let parts = refreshToken.split(separator: ".").compactMap { Int($0) }
        families[parts[2]].isRevoked = true
        revocations += 1
    }
}

/// The owner of a token, which its text names.
struct TokenOwner: Hashable {
    let tenant: Int
    let user: Int

    init(_ token: String) {
        let parts = token.split(separator: ".").compactMap { Int($0) }
        (tenant, user) = (parts[0], parts[1])
    }
}
