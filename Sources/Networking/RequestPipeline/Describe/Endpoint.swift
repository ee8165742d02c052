package import ByteEncodings
package import HTTPMessages

/// The description of a request, the first stage of the pipeline.
package struct Endpoint: Sendable {
    package enum Role: Sendable {
        /// A token endpoint, which issues tokens for a grant.
        case grant
        /// A protected resource, which requires an access token.
        case protectedResource
        /// Any other endpoint.
        case other
    }

    /// The encoding of the parameters in the body.
    package enum BodyEncoding: Sendable {
        /// JSON; `Content-Type` is one of the client's header fields.
        case json
        /// `application/x-www-form-urlencoded`; values other than strings are encoded as JSON.
        case form
    }

    /// The base address of the API, or the error of an invalid one.
    package let base: Result<HTTPURL, any Error>
    package let method: TransportMethod
    /// The percent-encoded path below the base address.
    package let path: String
    /// The role of the endpoint, which determines whether its requests are bound to a key.
    package var role = Role.other
    /// Whether the request presents a token that is known to be bound to a key.
    package var presentsBoundToken = false
    /// The encoding of the parameters in the body.
    package var encoding = BodyEncoding.json
    /// Whether further parameters insert `openid` into the scope; not for a token that is about no user.
    package var insertsOpenID = true
    /// The parameters of the body, or of the query if the method is `GET`.
    package private(set) var parameters: [JSONValue.Member] = []
    /// Creates parameters for one attempt to send the request, such as a client assertion, which a server accepts once.
    package var attemptParameters: (@Sendable () throws -> [JSONValue.Member])?
    /// The header fields of this request, in addition to those of the client.
    package private(set) var headers: [(name: String, value: String)] = []
    /// The error with which the request fails before it is sent, if there is one.
    package private(set) var problem: (any Error)?

    /// Creates the description of a request without parameters; `path` is percent-encoded.
    package init(_ method: TransportMethod, _ path: String, below base: Result<HTTPURL, any Error>) {
        self.base = base
        self.method = method
        self.path = path
        // Most endpoints have fewer than eight, so the array needs only one allocation.
        if method != .get { parameters.reserveCapacity(8) }
    }

    /// Sets a parameter and replaces one of the same name.
    package mutating func set(_ name: String, _ value: JSONValue) {
        let member = JSONValue.Member(name: name, value: value)
        if let index = parameters.firstIndex(where: { $0.name == name }) {
            parameters[index] = member
            // Only a repeated parameter has more values.
            while let other = parameters[(index + 1)...].firstIndex(where: { $0.name == name }) {
                parameters.remove(at: other)
            }
        } else {
            parameters.append(member)
        }
    }

    /// Sets a form parameter once for each value, and replaces all parameters of the same name.
    package mutating func set(_ name: String, repeating values: [String]) {
        parameters.removeAll { $0.name == name }
        parameters += values.map { JSONValue.Member(name: name, value: .string($0)) }
    }

    /// Returns the description with the parameters of one attempt.
    func forAttempt() throws -> Endpoint {
        guard let attemptParameters else { return self }
        var endpoint = self
        for member in try attemptParameters() { endpoint.set(member.name, member.value) }
        return endpoint
    }

    /// Sets parameters; those with the value `nil` are omitted.
    package mutating func set(_ fields: KeyValuePairs<String, (any FieldValue)?>) {
        for case (let name, let value?) in fields { set(name, value.jsonValue) }
    }

    /// Sets parameters with untyped values; one that JSON cannot represent makes the request fail before it is sent.
    package mutating func set(freeForm values: [String: Any]) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(JSONError) {
                set(name, try JSONValue(freeForm: value))
            } catch {
                let detail = "the parameter \"\(name)\" is of a type that JSON does not have"
                fail(TransportError(.invalidArgument, detail: detail, cause: error))
            }
        }
    }

    /// Sets a header field and replaces one of the same name in any case.
    package mutating func setHeader(_ name: String, _ value: String) {
        headers.removeAll { $0.name.utf8.elementsEqual(name.utf8, by: { $0 | 0x20 == $1 | 0x20 }) }
        headers.append((name, value))
    }

    /// The authentication scheme of the header field `Authorization` in lower case; `nil` without such a field.
    package var authorizationScheme: String? {
        headers.first { $0.name.lowercased() == "authorization" }.map { $0.value.prefix { $0 != " " }.lowercased() }
    }

    /// Makes the request fail before it is sent; only the first error is kept.
    package mutating func fail(_ error: any Error) { problem = problem ?? error }

    /// Returns the value of a parameter, or `nil` if it is not set.
    package subscript(name: String) -> JSONValue? { parameters.first { $0.name == name }?.value }
}

/// A type whose values can be parameters of an endpoint.
package protocol FieldValue: Sendable {
    var jsonValue: JSONValue { get }
}

extension String: FieldValue {
    package var jsonValue: JSONValue { .string(self) }
}

extension Bool: FieldValue {
    package var jsonValue: JSONValue { .boolean(self) }
}

extension JSONValue: FieldValue {
    package var jsonValue: JSONValue { self }

    /// Creates an object; members with the value `nil` are omitted.
    package init(fields: KeyValuePairs<String, (any FieldValue)?>) {
        self = .object(fields.compactMap { name, value in value.map { Member(name: name, value: $0.jsonValue) } })
    }
}
