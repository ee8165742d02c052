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
    /// The result of validating a query.
    package enum Validation: Sendable {
        /// The query is no response to this login.
        case unrelated
        /// The query is the response to this login, valid or malformed.
        case response(Result<AuthorizationResponse, AuthorizationError>)
    }

    /// Validates the encoded query or fragment of a callback: `state` first, then everything else.
    package static func validate(_ query: String, expecting expectation: Expectation) -> Validation {
        let fields: [(name: String, value: String)]
        do throws(MalformedEncoding) {
            fields = try FormEncoding.decode(query)
        } catch {
            guard hasState(expectation.state, malformed: query) else { return .unrelated }
            return failure(.malformedCallback, "the authorization response is not well formed", cause: error)
        }
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        guard hasState(expectation.state, values) else { return .unrelated }
        return validate(values, expectation)
    }

    /// Compares the `state` of a response with the expected one, in constant time.
    private static func hasState(_ state: String, _ values: [String: String]) -> Bool {
        values["state"].map { ConstantTime.areEqual($0, state) } ?? false
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
    private static func validate(_ values: [String: String], _ expectation: Expectation) -> Validation {
        let rest = values.filter { !secrets.contains($0.key) }
        guard values.keys.allSatisfy({ !tokens.contains($0) }) else {
            return failure(
                .tokenInCallback, "the provider must respond with a code: check response_type and response_mode")
        }
        if let issuer = expectation.issuer {
            let isRight = values["iss"].map { $0.utf8.elementsEqual(issuer.utf8) } ?? !expectation.requiresIssuer
            guard isRight else { return failure(.issuerMismatch, "the authorization response is not from \(issuer)") }
        }
        switch (values["code"], values["error"]) {
        case (.some, .some):
            return failure(.malformedCallback, "the authorization response has a code and an error", rest)
        case (nil, .some(let error)):
            return failure(.refused, "the provider responded with the error \(error.excerptForLog)", rest)
        case (let code, nil) where !expectation.wantsCode || code?.isEmpty == false:
            return .response(
                .success(AuthorizationResponse(code: code ?? "", state: values["state"], parameters: rest)))
        default:
            return failure(
                .codeMissing, "the authorization response has no code; its parameters: \(Self.names(rest))", rest)
        }
    }

    private static func names(_ parameters: [String: String]) -> String {
        parameters.isEmpty ? "none" : parameters.keys.sorted().map(\.excerptForLog).joined(separator: ", ")
    }

    private static let tokens: Set<String> = ["access_token", "id_token", "refresh_token", "token"]
    private static let secrets: Set<String> = tokens.union(["code", "state"])

    private static func failure(
        _ code: AuthorizationError.Code, _ advice: String, _ parameters: [String: String] = [:],
        cause: (any Error)? = nil
    ) -> Validation {
        .response(.failure(AuthorizationError(code, advice, parameters: parameters, cause: cause)))
    }
}

extension AuthorizationResponse: CustomStringConvertible, CustomReflectable {
    /// The names of the parameters, without values.
    package var description: String { "AuthorizationResponse(\(parameters.keys.sorted().joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
