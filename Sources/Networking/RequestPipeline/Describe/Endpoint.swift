package import ByteEncodings
package import HTTPMessages

/// What a request will be: the first stage, a value that describes and does nothing.
package struct Endpoint: Sendable {
    /// What endpoints are for.
    package enum Role: Sendable {
        /// Gives tokens in exchange for something else.
        case grant
        /// Wants an access token.
        case protectedResource
        /// Anything else.
        case other
    }

    /// The ways in which parameters become a body.
    package enum BodyEncoding: Sendable {
        /// JSON, whose type the client's header fields say.
        case json
        /// A form; a value that is no text stands in it as JSON.
        case form
    }

    /// Where the API lives, or why that is not known.
    package let base: Result<HTTPURL, any Error>
    /// What is asked.
    package let method: HTTPMethod
    /// The path below the base, percent-encoded.
    package let path: String
    /// What the endpoint is for, as far as tokens that are bound to a key care.
    package var role = Role.other
    /// How the parameters become a body.
    package var encoding = BodyEncoding.json
    /// The members of the body, or of the query when the method is `GET`.
    package private(set) var parameters: [JSONValue.Member] = []
    /// Header fields of this request only.
    package private(set) var headers: [(name: String, value: String)] = []
    /// Why the request cannot be sent, known while it is described.
    package private(set) var problem: (any Error)?

    /// Describes a request without parameters.
    package init(_ method: HTTPMethod, _ path: String, below base: Result<HTTPURL, any Error>) {
        self.base = base
        self.method = method
        self.path = path
        // Most endpoints have fewer, and growing an array costs another allocation.
        if method != .get { parameters.reserveCapacity(8) }
    }

    /// Sets a parameter, in place of one of the same name.
    package mutating func set(_ name: String, _ value: JSONValue) {
        let member = JSONValue.Member(name: name, value: value)
        if let index = parameters.firstIndex(where: { $0.name == name }) {
            parameters[index] = member
        } else {
            parameters.append(member)
        }
    }

    /// Sets parameters from literals; those that are `nil` are left out.
    package mutating func set(_ fields: KeyValuePairs<String, (any FieldValue)?>) {
        for case (let name, let value?) in fields { set(name, value.jsonValue) }
    }

    /// Sets parameters of free form; one that JSON cannot say makes the request fail before it is sent.
    package mutating func set(freeForm values: [String: any Sendable]) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(JSONError) {
                set(name, try JSONValue(freeForm: value))
            } catch {
                let detail = "the parameter \"\(name)\" is of a type that JSON does not have"
                fail(TransportError(.invalidArgument, detail: detail, cause: error))
            }
        }
    }

    /// Sets a header field, in place of one of the same name whatever its case.
    package mutating func setHeader(_ name: String, _ value: String) {
        headers.removeAll { $0.name.utf8.elementsEqual(name.utf8, by: { $0 | 0x20 == $1 | 0x20 }) }
        headers.append((name, value))
    }

    /// Makes the request fail before it is sent; the first reason counts.
    package mutating func fail(_ error: any Error) { problem = problem ?? error }

    /// The value of a parameter.
    package subscript(name: String) -> JSONValue? { parameters.first { $0.name == name }?.value }
}
