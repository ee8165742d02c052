package import ByteEncodings
public import Dispatch
package import HTTPMessages
package import Streams

/// The description of a request, which can be stored, modified and started any number of times.
///
/// Nothing is sent before `start`, and each `start` sends the request again. There are three styles, and all three can
/// be cancelled, which aborts the transfer:
///
/// - ``start(_:)`` calls a closure,
/// - `start()` is `async` and throws the client's own error type; ``result()`` returns it in a `Result`,
/// - `start()` returns a publisher, and so does ``publisher()``.
///
/// A modifier returns a modified copy.
public struct Request<Value: Sendable, Failure: RequestFailure>: Sendable {
    /// A function that decodes a complete response.
    package typealias Decode = @Sendable (TransportResponse) throws(ResponseError) -> Value
    /// A completion handler, called exactly once with the result.
    package typealias Completion = Operation<Value, Failure>.Completion

    /// The description of the message.
    package private(set) var endpoint: Endpoint
    /// The context of the client that sends the request.
    package let client: ClientContext
    /// The function that decodes a successful response.
    package private(set) var decode: Decode
    var queue: DispatchQueue?
    /// The time limit of each message; `nil` means the transport's.
    var timeout: Duration?
    var validators: [any RequestValidator] = []
    /// The work that replaces the sending of the message, if there is any.
    let replacement: Replacement?
    private var checkList: CheckList?

    /// The checks of the value before it is delivered, in their order; all must accept it.
    package var checks: [any ValueCheck<Value>] {
        get { checkList?.checks ?? [] }
        set { checkList = newValue.isEmpty ? nil : CheckList(newValue) }
    }

    /// Whether the value is checked before it is delivered.
    var hasChecks: Bool { checkList != nil }

    /// A box for the checks, so that requests without any need no metadata of a generic existential at run time.
    private final class CheckList: Sendable {
        let checks: [any ValueCheck<Value>]
        init(_ checks: [any ValueCheck<Value>]) { self.checks = checks }
    }

    package init(_ endpoint: Endpoint, client: ClientContext, decode: @escaping Decode) {
        self.endpoint = endpoint
        self.client = client
        self.decode = decode
        replacement = nil
    }

    /// Creates a request of several steps, such as the creation of a key before a message.
    ///
    /// The steps have their own parameters, header fields and time limits: setting one makes the request fail before
    /// the first step. The operation calls its completion exactly once, never before it returns, on a background thread
    /// of the SDK, and soon after a cancellation. The endpoint of the main step describes the request.
    package init(
        _ endpoint: Endpoint,
        performing operation: @escaping @Sendable (_ completion: @escaping Completion) -> any Cancellable
    ) {
        self.endpoint = endpoint
        client = .unimplemented
        decode = Self.decodesNothing
        replacement = Replacement(ignoresParameters: false, operation)
    }

    /// Creates a request with a predefined result, which sends nothing; for test doubles of a client.
    ///
    /// The result is delivered like any other: once, in each of the three styles, never before `start` returns, and
    /// after the validators. Parameters, header fields and checks of claims have no effect.
    ///
    /// ```swift
    /// struct LoggedIn: Authentication {
    ///     …
    ///     func renew(withRefreshToken: String, audience: String?, scope: String?) -> Request<Credentials,
    ///     AuthenticationError> {
    ///         Request(result: .success(Credentials(accessToken: "new")))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter result: The result of every `start`.
    public init(result: Result<Value, Failure>) {
        endpoint = Endpoint(.get, "", below: .failure(TransportError(.invalidArgument, detail: "nothing is sent")))
        client = .unimplemented
        decode = Self.decodesNothing
        replacement = Replacement(ignoresParameters: true) { completion in
            DeliveryQueue.background.deliver(result, to: completion)
        }
    }

    /// The decoder of a request that receives no response.
    private static var decodesNothing: Decode {
        { _ throws(ResponseError) in throw ResponseError(.unexpectedShape) }
    }

    /// The work that replaces the sending of the message; a box, so that other requests need one pointer for it.
    final class Replacement: Sendable {
        /// Whether parameters and header fields are ignored; otherwise they make the request fail.
        let ignoresParameters: Bool
        let begin: @Sendable (_ completion: @escaping Completion) -> any Cancellable

        init(
            ignoresParameters: Bool,
            _ begin: @escaping @Sendable (_ completion: @escaping Completion) -> any Cancellable
        ) {
            (self.ignoresParameters, self.begin) = (ignoresParameters, begin)
        }

        /// Rejects a parameter, a header field or a time limit that would have no effect.
        func check(_ endpoint: Endpoint, timeout: Duration?) throws(TransportError) {
            let name = endpoint.parameters.first?.name ?? endpoint.headers.first?.name ?? timeout.map { _ in "timeout" }
            guard !ignoresParameters, let name else { return }
            throw TransportError(
                .invalidArgument,
                detail: "\"\(name.escapedForLog)\" would have no effect: set it before this request is made")
        }
    }

    /// Sets parameters of the endpoint; those with the value `nil` are omitted.
    package consuming func fields(_ fields: KeyValuePairs<String, (any FieldValue)?>) -> Self {
        changed { $0.endpoint.set(fields) }
    }

    /// Sets a form parameter once for each value.
    package consuming func field(_ name: String, repeating values: [String]) -> Self {
        changed { $0.endpoint.set(name, repeating: values) }
    }

    /// Leaves the scope as it is when further parameters are set.
    package consuming func withoutOpenID() -> Self { changed { $0.endpoint.insertsOpenID = false } }

    /// Sets parameters that are created anew for each attempt to send the request; an error becomes the cause of its
    /// failure.
    package consuming func fields(forEachAttempt create: @escaping @Sendable () throws -> [JSONValue.Member]) -> Self {
        changed { $0.endpoint.attemptParameters = create }
    }

    /// Sets parameters with untyped values; one that JSON cannot represent makes the request fail before it is sent.
    package consuming func fields(freeForm values: [String: Any]) -> Self {
        changed { $0.endpoint.set(freeForm: values) }
    }

    /// States whether the request presents a token that is bound to a key; it then fails without that key.
    package consuming func presentingBoundToken(_ isBound: Bool) -> Self {
        changed { $0.endpoint.presentsBoundToken = isBound }
    }

    /// Encodes the body as a form instead of JSON.
    package consuming func asForm() -> Self { changed { $0.endpoint.encoding = .form } }

    /// Transforms the decoded value.
    package consuming func completing(_ complete: @escaping @Sendable (Value) -> Value) -> Self {
        completing { value, _ in complete(value) }
    }

    /// Transforms the decoded value; `failing` receives a successful response that cannot be decoded.
    package consuming func completing(
        _ complete: @escaping @Sendable (Value, TransportResponse) -> Value,
        failing: @escaping @Sendable (TransportResponse) -> Void = { _ in }
    ) -> Self {
        changed { request in
            let decode = request.decode
            request.decode = { response throws(ResponseError) in
                do throws(ResponseError) {
                    return complete(try decode(response), response)
                } catch {
                    failing(response)
                    throw error
                }
            }
        }
    }

    /// Makes the request fail before it is sent, if there is an error.
    package consuming func failing(_ problem: (any Error)?) -> Self {
        changed { if let problem { $0.endpoint.fail(problem) } }
    }

    /// Adds parameters to the body, or to the query of a `GET` request.
    ///
    /// A new value replaces an earlier one of the same name, except that `grant_type`, in any spelling that a lenient
    /// server accepts, is never replaced. If the request has a `scope` without `openid`, `openid` is inserted at its
    /// beginning, unless its token is about no user.
    ///
    /// - Parameter extraParameters: Strings, numbers, booleans, ``ByteEncodings/JSONNull``, and arrays and dictionaries
    ///   of them by name. Any other value makes the request fail with
    ///   ``HTTPMessages/TransportError/Code/invalidArgument`` before it is sent.
    /// - Returns: A modified copy.
    public func parameters(_ extraParameters: [String: any Sendable]) -> Self {
        changed { request in
            var extra = extraParameters
            if request.endpoint["grant_type"] != nil {
                extra = extra.filter { !ParameterName($0.key).isOne(of: ["grant_type"]) }
            }
            request.endpoint.set(freeForm: extra)
            if request.endpoint.insertsOpenID, case .string(let scope)? = request.endpoint["scope"] {
                request.endpoint.set("scope", .string(scope.withOpenID))
            }
        }
    }

    /// Adds header fields; a new value replaces an earlier one of the same name.
    ///
    /// - Parameter extraHeaders: The values by field name. A name that is not a token, or a value with CR, LF or NUL,
    ///   makes the request fail with ``HTTPMessages/TransportError/Code/invalidArgument`` before it is sent.
    /// - Returns: A modified copy.
    public func headers(_ extraHeaders: [String: String]) -> Self {
        changed { request in
            for (name, value) in extraHeaders.sorted(by: { $0.key < $1.key }) {
                request.endpoint.setHeader(name, value)
            }
        }
    }

    /// Adds validators that run before the request is sent; the first one that throws makes the request fail.
    ///
    /// - Parameter extraValidators: The validators, which run before those added earlier.
    /// - Returns: A modified copy.
    public func requestValidators(_ extraValidators: [any RequestValidator]) -> Self {
        changed { $0.validators = extraValidators + $0.validators }
    }

    /// Limits the time from sending the request to the complete response.
    ///
    /// By default the transport's limit applies: 30 seconds, unless the transport is configured otherwise. A request
    /// that exceeds it fails with ``HTTPMessages/TransportError/Code/timedOut``. The limit applies to each message: a
    /// request that is repeated with a new proof, because the server requires a nonce, has the full limit again.
    ///
    /// - Parameter timeout: The time limit; one that is not positive makes the request fail with
    ///   ``HTTPMessages/TransportError/Code/invalidArgument`` before it is sent.
    /// - Returns: A modified copy.
    public func timeout(_ timeout: Duration) -> Self {
        changed { request in
            request.timeout = timeout
            guard timeout <= .zero else { return }
            request.endpoint.fail(TransportError(.invalidArgument, detail: "the timeout must be more than 0"))
        }
    }

    /// Calls callbacks and subscribers on a dispatch queue.
    ///
    /// By default they are called on a background thread of the SDK. The `async` style always resumes on the caller's
    /// executor.
    ///
    /// - Parameter queue: The queue on which callbacks and subscribers are called.
    /// - Returns: A modified copy.
    public func deliver(on queue: DispatchQueue) -> Self { changed { $0.queue = queue } }

    /// The error with which the request fails before it is sent, as far as it is known without running the validators.
    package var problem: (any Error)? {
        if let problem = endpoint.problem { return problem }
        if case .failure(let error) = endpoint.base { return error }
        return problemOfChecks
    }

    /// Returns a changed request. Consuming, so that a chain of modifiers changes one request instead of copying it.
    private consuming func changed(_ change: (inout Self) -> Void) -> Self {
        change(&self)
        return self
    }
}

/// A check that must pass before a request is sent.
public protocol RequestValidator: Sendable {
    /// Validates that the request may be sent.
    ///
    /// - Throws: Any error to prevent the request; it becomes the cause of the request's failure.
    func validate() throws
}

extension String {
    /// The scope with `openid`, which is inserted at the beginning if it is missing (OpenID Connect Core §3.1.2.1).
    package var withOpenID: String {
        utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("openid".utf8) }
            ? self : isEmpty ? "openid" : "openid \(self)"
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address; parameters and header fields may contain secrets.
    public var description: String {
        let base = (try? endpoint.base.get().description) ?? "(no domain) "
        return "Request(\(endpoint.method.rawValue) \(base)\(endpoint.path))"
    }

    /// The method and the address.
    public var debugDescription: String { description }

    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
