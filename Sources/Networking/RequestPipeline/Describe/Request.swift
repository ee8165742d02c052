public import Dispatch
import ByteEncodings
package import HTTPMessages

/// A request that was described and not sent: a value, to keep, change and start as often as needed.
///
/// Nothing goes over the network before `start`, and each `start` sends anew. There are three styles, and all three can
/// be cancelled, which aborts the transfer:
///
/// - ``start(_:)`` calls a closure,
/// - `start()` is `async` and throws the client's own error type; ``result()`` returns it in a `Result`,
/// - `start()` returns a publisher, and so does ``publisher()``.
///
/// A modifier returns a changed copy.
public struct Request<Value: Sendable, Failure: RequestFailure>: Sendable {
    /// How a whole answer becomes a value.
    package typealias Decode = @Sendable (HTTPResponse) throws(ResponseError) -> Value

    package private(set) var endpoint: Endpoint
    package let client: ClientContext
    package private(set) var decode: Decode
    var queue: DispatchQueue?
    var validators: [any RequestValidator] = []
    /// The result that is known already, without asking anybody.
    let answer: Answer?
    /// What has to hold of the value before it is delivered.
    package var check: (any ValueCheck<Value>)?

    /// Describes a request; for the clients of this package.
    package init(_ endpoint: Endpoint, client: ClientContext, decode: @escaping Decode) {
        self.endpoint = endpoint
        self.client = client
        self.decode = decode
        answer = nil
    }

    /// A request whose result is known: it sends nothing and asks nobody, for the doubles of your tests.
    ///
    /// It is delivered like any other: once, in three styles, never from inside `start`, and after its validators have run.
    /// Parameters, header fields and checks of claims change nothing about it.
    ///
    /// ```swift
    /// struct LoggedIn: Authentication {
    ///     …
    ///     func renew(withRefreshToken: String, audience: String?, scope: String?) -> Request<Credentials, AuthenticationError> {
    ///         Request(result: .success(Credentials(accessToken: "new")))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter result: What every `start` ends with.
    public init(result: Result<Value, Failure>) {
        endpoint = Endpoint(.get, "", below: .failure(TransportError(.invalidArgument, detail: "nothing is sent")))
        client = .unimplemented
        decode = { _ throws(ResponseError) in throw ResponseError(.unexpectedShape) }
        answer = Answer(result)
    }

    /// A box, so that a request which has none is no bigger for it.
    final class Answer: Sendable {
        let result: Result<Value, Failure>

        init(_ result: Result<Value, Failure>) { self.result = result }
    }

    /// Sets the endpoint's own fields; those that are `nil` are left out.
    package func fields(_ fields: KeyValuePairs<String, (any FieldValue)?>) -> Self {
        changed { $0.endpoint.set(fields) }
    }

    /// Sets fields of free form.
    package func fields(freeForm values: [String: any Sendable]) -> Self {
        changed { $0.endpoint.set(freeForm: values) }
    }

    /// Sends its fields as a form.
    package func asForm() -> Self { changed { $0.endpoint.encoding = .form } }

    /// Changes what the answer was decoded to, such as by what was there before.
    package func completing(_ complete: @escaping @Sendable (Value) -> Value) -> Self {
        changed { request in
            let decode = request.decode
            request.decode = { response throws(ResponseError) in complete(try decode(response)) }
        }
    }

    /// Makes the request fail with `problem`, before any traffic, when there is one.
    package func failing(_ problem: (any Error)?) -> Self {
        guard let problem else { return self }
        return changed { $0.endpoint.fail(problem) }
    }

    /// Adds parameters: to the JSON body, or to the query of a `GET`.
    ///
    /// A new value replaces an old one of the same name, but `grant_type` stays what the method says. Where a `scope`
    /// is sent, `openid` is put before it when it is missing.
    ///
    /// - Parameter extraParameters: Strings, numbers, booleans, ``ByteEncodings/JSONNull``, and arrays and dictionaries of them.
    ///   Anything else makes the request fail with ``HTTPMessages/TransportError/Code/invalidArgument`` before it is sent.
    /// - Returns: A changed copy.
    public func parameters(_ extraParameters: [String: any Sendable]) -> Self {
        changed { request in
            var extra = extraParameters
            if request.endpoint["grant_type"] != nil { extra["grant_type"] = nil }
            request.endpoint.set(freeForm: extra)
            if case .string(let scope)? = request.endpoint["scope"] {
                request.endpoint.set("scope", .string(scope.withOpenID))
            }
        }
    }

    /// Adds header fields; a new value replaces an old one of the same name.
    ///
    /// - Parameter extraHeaders: A name that is not a token, or a value with CR, LF or NUL, makes the request fail with
    ///   ``HTTPMessages/TransportError/Code/invalidArgument`` before it is sent.
    /// - Returns: A changed copy.
    public func headers(_ extraHeaders: [String: String]) -> Self {
        changed { request in
            for (name, value) in extraHeaders.sorted(by: { $0.key < $1.key }) {
                request.endpoint.setHeader(name, value)
            }
        }
    }

    /// Adds checks that run before anything is sent; the first that throws makes the request fail.
    ///
    /// - Parameter extraValidators: Run before the ones that are there.
    /// - Returns: A changed copy.
    public func requestValidators(_ extraValidators: [any RequestValidator]) -> Self {
        changed { $0.validators = extraValidators + $0.validators }
    }

    /// Delivers to a queue of yours what callbacks and subscribers receive.
    ///
    /// Without it they are called on a background thread of the SDK. `async` always returns to its caller's executor.
    ///
    /// - Parameter queue: Where to deliver.
    /// - Returns: A changed copy.
    public func deliver(on queue: DispatchQueue) -> Self { changed { $0.queue = queue } }

    /// Why the request would fail without being sent, as far as that is known before.
    package var problem: (any Error)? {
        if let problem = endpoint.problem { return problem }
        if case .failure(let error) = endpoint.base { return error }
        return check?.problem
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A check that must pass before a request is sent.
public protocol RequestValidator: Sendable {
    /// Returns when the request may be sent.
    ///
    /// - Throws: Why it may not; the error becomes the cause of the request's failure.
    func validate() throws
}

extension String {
    /// The scope with `openid` in it: put first when it is missing.
    ///
    /// - SeeAlso: [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
    package var withOpenID: String {
        utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("openid".utf8) }
            ? self : isEmpty ? "openid" : "openid \(self)"
    }
}
