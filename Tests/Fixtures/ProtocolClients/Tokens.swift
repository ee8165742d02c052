// Tokens, names and errors of a program's own.
import Auth0
import Foundation
import JOSE

/// A token that counts as expired, whatever its claims say.
struct ExpiredToken: JWT {
    let token: any JWT

    var header: [String: any Sendable] { token.header }
    var body: [String: any Sendable] { token.body }
    var signature: String? { token.signature }
    var string: String { token.string }

    var expiresAt: Date? { claim(name: "exp").date }
    var issuer: String? { claim(name: "iss").string }
    var subject: String? { claim(name: "sub").string }
    var audience: [String]? { claim(name: "aud").array }
    var issuedAt: Date? { claim(name: "iat").date }
    var notBefore: Date? { claim(name: "nbf").date }
    var identifier: String? { claim(name: "jti").string }
    var expired: Bool { true }

    func claim(name: String) -> Claim { token.claim(name: name) }
}

/// The name of a person in an address book.
struct Contact: NamedPerson {
    var givenName: String? { "John" }
    var familyName: String? { nil }
}

/// The error of an app around that of the SDK.
struct AppError: Auth0Error {
    let message: String
    let cause: (any Error)?
}

/// The error of an API that responds like Auth0's.
struct OwnAPIError: Auth0APIError {
    let info: [String: any Sendable]
    let statusCode: Int

    init(info: [String: any Sendable], statusCode: Int) { (self.info, self.statusCode) = (info, statusCode) }

    var code: String { info["code"] as? String ?? "unknown" }
    var message: String { info["message"] as? String ?? code }
}

/// The error of a step with a second factor.
struct OwnMFAError: MFAError {
    let info: [String: any Sendable]
    let statusCode: Int

    init(info: [String: any Sendable], statusCode: Int) { (self.info, self.statusCode) = (info, statusCode) }
}

func double() -> Request<String, OwnAPIError> {
    Request(result: .failure(OwnAPIError(info: ["code": "a"], statusCode: 400)))
}
