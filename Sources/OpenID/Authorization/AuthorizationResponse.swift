import OpenSSLCryptography
import ByteEncodings
import RequestPipeline

/// What a browser brought back, read strictly.
///
/// Anybody can send a browser to a redirect URI. Without the `state` of this attempt nothing that arrives is an answer,
/// not even an error, and the wait goes on; with it, the answer is final, and a contradiction in it is a failure.
///
/// - SeeAlso: [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2),
///   [RFC 9207 §2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4),
///   [RFC 9700 §4](https://www.rfc-editor.org/rfc/rfc9700#section-4)
package struct AuthorizationResponse: Sendable {
    /// What has to come back.
    package struct Expectation: Sendable {
        /// The secret of this attempt; `nil` where somebody else began it and keeps it: whatever says that it is an answer
        /// is taken for one then, and it is theirs to check.
        package let state: String?
        /// Who was asked: `iss` has to be this, octet by octet, where it is there.
        package let issuer: String?
        /// Whether `iss` has to be there, as the provider's metadata may say.
        package let requiresIssuer: Bool

        /// Whether a code has to be there; a logout has none.
        package let wantsCode: Bool

        /// Expects an answer.
        package init(state: String?, issuer: String?, requiresIssuer: Bool = false, wantsCode: Bool = true) {
            (self.state, self.issuer, self.requiresIssuer) = (state, issuer, requiresIssuer)
            self.wantsCode = wantsCode
        }
    }

    /// The authorization code.
    package let code: String
    /// The state that came back, which is the one that was expected where one was.
    package let state: String?
    /// Everything else that came back, without tokens.
    package let parameters: [String: String]

    /// What a query turned out to be.
    package enum Reading: Sendable {
        /// Not an answer to this attempt.
        case notOurs
        /// The answer.
        case answer(Result<AuthorizationResponse, AuthorizationError>)
    }

    /// Reads the query of a callback.
    ///
    /// - Parameters:
    ///   - query: The query, or the fragment, as it stands in the address.
    ///   - expectation: What has to come back.
    /// - Returns: The answer, or that it is none.
    package static func read(_ query: String, expecting expectation: Expectation) -> Reading {
        let fields: [(name: String, value: String)]
        do throws(MalformedEncoding) {
            fields = try FormEncoding.decode(query)
        } catch {
            guard claims(state: expectation.state, in: query) else { return .notOurs }
            return failure(.malformedCallback, "the answer of the provider is not well formed", cause: error)
        }
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        guard isOurs(values, expectation.state) else { return .notOurs }
        return judge(values, expectation)
    }

    private static func isOurs(_ values: [String: String], _ state: String?) -> Bool {
        guard let state else { return values["code"] != nil || values["error"] != nil }
        return values["state"].map { ConstantTime.areEqual($0, state) } ?? false
    }

    private static func judge(_ values: [String: String], _ expectation: Expectation) -> Reading {
        let rest = values.filter { !secrets.contains($0.key) }
        guard values.keys.allSatisfy({ !tokens.contains($0) }) else {
            return failure(
                .tokenInCallback, "the provider must answer with a code: check response_type and response_mode")
        }
        if let issuer = expectation.issuer {
            let isRight = values["iss"].map { $0.utf8.elementsEqual(issuer.utf8) } ?? !expectation.requiresIssuer
            guard isRight else { return failure(.issuerMismatch, "the answer is not from \(issuer)") }
        }
        switch (values["code"], values["error"]) {
        case (.some, .some):
            return failure(.malformedCallback, "the answer of the provider has a code and an error", rest)
        case (nil, .some(let error)):
            return failure(.refused, "the provider said \(error.excerptForLog)", rest)
        case (let code, nil) where !expectation.wantsCode:
            return .answer(.success(AuthorizationResponse(code: code ?? "", state: values["state"], parameters: rest)))
        case (.some(let code), nil) where !code.isEmpty:
            return .answer(.success(AuthorizationResponse(code: code, state: values["state"], parameters: rest)))
        default:
            return failure(.codeMissing, "the answer of the provider has no code", rest)
        }
    }

    private static let tokens: Set<String> = ["access_token", "id_token", "refresh_token", "token"]
    private static let secrets: Set<String> = tokens.union(["code", "state"])

    private static func failure(
        _ code: AuthorizationError.Code, _ advice: String, _ parameters: [String: String] = [:],
        cause: (any Error)? = nil
    ) -> Reading {
        .answer(.failure(AuthorizationError(code, advice, parameters: parameters, cause: cause)))
    }

    /// Whether a query that cannot be read has the right state in it somewhere: then it is the provider's, and broken.
    private static func claims(state: String?, in query: String) -> Bool {
        guard let state else { return false }
        return query.utf8.split(separator: UInt8(ascii: "&")).contains { pair in
            let text = String(decoding: pair, as: UTF8.self)
            guard let field = try? FormEncoding.decode(text).first, field.name == "state" else { return false }
            return ConstantTime.areEqual(field.value, state)
        }
    }
}

extension AuthorizationResponse: CustomStringConvertible, CustomReflectable {
    /// Names of parameters only.
    package var description: String { "AuthorizationResponse(\(parameters.keys.sorted().joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
