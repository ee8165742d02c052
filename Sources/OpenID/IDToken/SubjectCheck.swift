public import RequestPipeline

/// A value about one user, such as a profile; the constraint of `Request.withSubject(_:)`.
///
/// Types of this package conform to it; a program has no need to name it.
public protocol _SubjectCarrying: Sendable {
    /// The subject: the ID of the user (`sub`).
    var sub: String { get }
}

/// The validation that a value is about the subject of the ID token (OpenID Connect Core §5.3.4).
package struct SubjectCheck<Value: _SubjectCarrying>: ValueCheck {
    let subject: String

    package var problem: (any Error)? {
        subject.isEmpty ? IDTokenError(.expectationInvalid, claim: "sub", "the subject must not be empty") : nil
    }

    package func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard !value.sub.isSame(as: subject) else { return .now(.success(())) }
        let advice = "the response is about another user; use neither it nor the access token"
        return .now(.failure(IDTokenError(.claimMismatch, claim: "sub", advice)))
    }
}

extension Request where Value: _SubjectCarrying {
    /// Requires the subject of the server response.
    ///
    /// An attacker may have replaced the access token; the validated ID token identifies the user who logged in. If the
    /// subjects differ, the request fails with an ``IDTokenError`` as the cause.
    ///
    /// The requirement is added to the other checks of the request, such as the signature of a signed profile.
    ///
    /// - Parameter subject: The claim `sub` of the ID token, compared byte by byte; `nil` adds no requirement.
    /// - Returns: A copy of the request with the required subject.
    /// - SeeAlso: [OpenID Connect Core
    ///   §5.3.4](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponseValidation)
    public func withSubject(_ subject: String?) -> Self {
        var copy = self
        if let subject { copy.checks.append(SubjectCheck(subject: subject)) }
        return copy
    }
}
