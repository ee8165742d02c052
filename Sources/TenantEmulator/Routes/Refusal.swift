import ByteEncodings

/// A response that ends the handling of a request early.
struct Refusal: Error {
    let response: HTTPResponse

    init(_ response: HTTPResponse) { self.response = response }

    static func json(
        _ status: Int, _ members: KeyValuePairs<String, (any JSONConvertible)?>, type: String = "application/json"
    ) -> Refusal {
        Refusal(.json(.members(members), status: status, type: type))
    }

    func because(_ reason: String?) -> Refusal { Refusal(response.because(reason)) }

    /// Creates an error response in the format of the OAuth endpoints.
    ///
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    static func oauth(_ status: Int, _ error: String, _ description: String) -> Refusal {
        .json(status, ["error": error, "error_description": description])
    }

    static func invalidRequest(_ description: String) -> Refusal { .oauth(400, "invalid_request", description) }
    static func missing(_ name: String) -> Refusal { .invalidRequest("Missing required parameter: \(name)") }
    static func invalidGrant(_ description: String) -> Refusal { .oauth(403, "invalid_grant", description) }

    static func grantNotAllowed(_ grant: String, _ client: Client) -> Refusal {
        let text = "Grant type '\(grant)' not allowed for the client."
        let reason =
            client.allows(grant)
            ? "\(client.id) is a public client" : "grant_types of \(client.id) are \(client.grantTypes.listed)"
        return .oauth(403, "unauthorized_client", text).because("\(text) \(reason)")
    }

    /// Creates an error response in the format of the database endpoints.
    static func database(_ code: String, _ description: String) -> Refusal {
        .json(400, ["name": "BadRequestError", "code": code, "description": description, "statusCode": 400])
    }

    /// Creates an error response in the format of the Management API.
    static func management(_ status: Int, _ message: String, code: String? = nil) -> Refusal {
        let names = [
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
            429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
        ]
        return .json(
            status,
            ["statusCode": status, "error": names[status] ?? "Error", "message": message, "errorCode": code])
    }

    /// Creates an error response in the format of the My Account API.
    ///
    /// - SeeAlso: [RFC 7807](https://www.rfc-editor.org/rfc/rfc7807)
    static func problem(
        _ status: Int, _ type: String, _ title: String, _ detail: String, fields: [JSONValue]? = nil
    ) -> Refusal {
        .json(
            status,
            [
                "type": "https://auth0.com/api-errors#\(type)", "status": status, "title": title, "detail": detail,
                "validation_errors": fields,
            ], type: "application/problem+json")
    }
}

extension Refusal {
    /// The error and the description in the response's body.
    var fields: (error: String, description: String) {
        ((try? JSONValue(parsing: response.body)) ?? .null).errorFields(or: "server_error")
    }
}

extension JSONValue {
    /// The error and the description of an error response, in the format of any endpoint.
    func errorFields(or usual: String) -> (error: String, description: String) {
        let error = self["error"]?.string ?? self["code"]?.string ?? usual
        let description = ["error_description", "description", "message"].compactMap { self[$0]?.string }.first
        return (error, description ?? error)
    }
}
