import ByteEncodings
import OpenSSLCryptography
import RequestPipeline

/// The authorization response: the parameters that the browser sends to the redirect URI (RFC 6749 §4.1.2, RFC 9207
/// §2.4, RFC 9700 §4).
///
/// Any page can send a browser to a redirect URI. A query without the `state` of this login is therefore no response to
/// it, not even an error, and the session keeps waiting. With the right `state` the response is final, and a
/// contradiction in it is a failure.
package struct AuthorizationResponse: Sendable {
    /// The values that a response is compared with.
    package struct Expectation: Sendable {
        /// The `state` of this login or logout.
        package let state: String
        /// The expected issuer: `iss` has to be equal, octet by octet, when it is present.
        package let issuer: String?
        /// Whether `iss` is required, as the authorization server's metadata may say.
        package let requiresIssuer: Bool
        /// Whether a code is required; a logout has none.
        package let wantsCode: Bool

        package init(state: String, issuer: String?, requiresIssuer: Bool = false, wantsCode: Bool = true) {
            (self.state, self.issuer, self.requiresIssuer) = (state, issuer, requiresIssuer)
            self.wantsCode = wantsCode
        }
    }

    package let code: String
    /// The `state` of the response, equal to the expected one.
    package let state: String?
    /// The other parameters, without tokens.
    package let parameters: [String: String]
}

extension AuthorizationResponse {
    /// Validates the encoded query or fragment of a callback: `state` first, then everything else; `nil` if the query
    /// is no response to this login.
    package static func validate(
        _ query: String, expecting expectation: Expectation
    ) -> Result<AuthorizationResponse, AuthorizationError>? {
        let fields: [(name: String, value: String)]
        do throws(MalformedEncoding) {
            fields = try FormEncoding.decode(query)
        } catch {
            guard hasState(expectation.state, malformed: query) else { return nil }
            return .failure(
                AuthorizationError(.malformedCallback, "the authorization response is not well formed", cause: error))
        }
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        guard let state = values["state"], ConstantTime.areEqual(state, expectation.state) else { return nil }
        return Result { () throws(AuthorizationError) in try AuthorizationResponse(values, expectation) }
    }

    /// Returns whether a query that cannot be decoded has the expected `state`, so that it is a malformed response.
    private static func hasState(_ state: String, malformed query: String) -> Bool {
        query.utf8.split(separator: UInt8(ascii: "&")).contains { pair in
            let text = String(decoding: pair, as: UTF8.self)
            guard let field = try? FormEncoding.decode(text).first, field.name == "state" else { return false }
            return ConstantTime.areEqual(field.value, state)
        }
    }

    /// Validates the parameters of a query that has the expected `state`.
    private init(_ values: [String: String], _ expectation: Expectation) throws(AuthorizationError) {
        let rest = values.filter { !Self.secrets.contains($0.key) }
        guard values.keys.allSatisfy({ !Self.tokens.contains($0) }) else {
            throw AuthorizationError(
                .tokenInCallback, "the provider must respond with a code: check response_type and response_mode")
        }
        if let issuer = expectation.issuer {
            let isRight = values["iss"].map { $0.isSame(as: issuer) } ?? !expectation.requiresIssuer
            guard isRight else {
                throw AuthorizationError(.issuerMismatch, "the authorization response is not from \(issuer)")
            }
        }
        switch (values["code"], values["error"]) {
        case (.some, .some):
            throw AuthorizationError(
                .malformedCallback, "the authorization response has a code and an error", parameters: rest)
        case (nil, .some(let error)):
            throw AuthorizationError(
                .refused, "the provider responded with the error \(error.excerptForLog)", parameters: rest)
        case (let code, nil) where !expectation.wantsCode || code?.isEmpty == false:
            (self.code, state, parameters) = (code ?? "", values["state"], rest)
        default:
            let names = rest.isEmpty ? "none" : rest.keys.sorted().map(\.excerptForLog).joined(separator: ", ")
            throw AuthorizationError(
                .codeMissing, "the authorization response has no code; its parameters: \(names)", parameters: rest)
        }
    }

    private static let tokens: Set<String> = ["access_token", "id_token", "refresh_token", "token"]
    private static let secrets: Set<String> = tokens.union(["code", "state"])
}

extension AuthorizationResponse: CustomStringConvertible, CustomReflectable {
    /// The names of the parameters, without values.
    package var description: String { "AuthorizationResponse(\(parameters.keys.sorted().joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
