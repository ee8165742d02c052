public import RequestPipeline

/// A value that says whom it is about, such as a profile.
public protocol SubjectCarrying: Sendable {
    /// Whom it is about.
    var sub: String { get }
}

/// The check that a value is about the person a token is about.
///
/// - SeeAlso: [OpenID Connect Core §5.3.4](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponseValidation)
package struct SubjectCheck<Value: SubjectCarrying>: ValueCheck {
    let subject: String

    package var problem: (any Error)? {
        subject.isEmpty ? IDTokenError(.expectationInvalid, claim: "sub", "the subject must not be empty") : nil
    }

    package func begin(
        _ value: Value, of endpoint: Endpoint, by client: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard value.sub.isSame(as: subject) else {
            let advice = "the answer is about somebody else; use neither it nor the access token"
            return .now(.failure(IDTokenError(.claimMismatch, claim: "sub", advice)))
        }
        return .now(.success(()))
    }
}

extension Request where Value: SubjectCarrying {
    /// Refuses an answer that is about somebody else.
    ///
    /// An access token may have been swapped on its way; the ID token, which was validated, says who logged in. The request
    /// then fails, with an ``IDTokenError`` as the cause.
    ///
    /// - Parameter subject: The claim `sub` of the ID token, compared octet by octet; `nil` takes any answer.
    /// - Returns: A changed copy.
    /// - SeeAlso: [OpenID Connect Core §5.3.4](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponseValidation)
    public func withSubject(_ subject: String?) -> Self {
        var copy = self
        copy.check = subject.map { SubjectCheck(subject: $0) }
        return copy
    }
}
