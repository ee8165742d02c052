import ByteEncodings

/// A response that ends the handling of a request early.
struct Refusal: Error {
    let response: HTTPResponse

    init(_ response: HTTPResponse) { self.response = response }

    /// Creates an error response in the format of the OAuth endpoints.
    ///
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    static func oauth(_ status: Int, _ error: String, _ description: String) -> Refusal {
        Refusal(.json(.members(["error": error, "error_description": description]), status: status))
    }

    static func missing(_ name: String) -> Refusal {
        .oauth(400, "invalid_request", "Missing required parameter: \(name)")
    }

    static func invalidGrant(_ description: String) -> Refusal { .oauth(403, "invalid_grant", description) }

    static func grantNotAllowed(_ grant: String, _ client: Client) -> Refusal {
        let text = "Grant type '\(grant)' not allowed for the client."
        let reason =
            client.allows(grant)
            ? "\(client.id) is a public client" : "grant_types of \(client.id) are \(client.grantTypes.listed)"
        return Refusal(Refusal.oauth(403, "unauthorized_client", text).response.because("\(text) \(reason)"))
    }

    /// Creates an error response in the format of the database endpoints.
    static func database(_ code: String, _ description: String) -> Refusal {
        Refusal(
            .json(
                .members([
                    "name": "BadRequestError", "code": code, "description": description, "statusCode": 400,
                ]), status: 400))
    }

    /// Creates an error response in the format of the Management API.
    static func management(_ status: Int, _ message: String, code: String? = nil) -> Refusal {
        let names = [
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
            429: "Too Many Requests",
            501: "Not Implemented",
        ]
        return Refusal(
            .json(
                .members([
                    "statusCode": status, "error": names[status] ?? "Error", "message": message, "errorCode": code,
                ]), status: status))
    }

    /// Creates an error response in the format of the My Account API.
    ///
    /// - SeeAlso: [RFC 7807](https://www.rfc-editor.org/rfc/rfc7807)
    static func problem(
        _ status: Int, _ type: String, _ title: String, _ detail: String, fields: [JSONValue]? = nil
    ) -> Refusal {
        Refusal(
            .json(
                .members([
                    "type": "https://auth0.com/api-errors#\(type)", "status": status, "title": title,
                    "detail": detail, "validation_errors": fields,
                ]), status: status, type: "application/problem+json"))
    }
}
